// SPDX-License-Identifier: BSL-1.0
// compose: generators written as ordinary code.
//
// The body gets a handle `draw` and returns the value:
//
//   gen::compose<node>([](auto& draw) {
//     int key = draw(gen::integer(0, 9), &node::key);   // the second argument names the part this draw makes
//     int weight = draw(gen::integer(0, key), &node::weight);
//     return node{key, weight};
//   })
//
// Forward, `draw` is the source itself and the names are ignored. Backward, the body runs once with the whole value in
// hand: each draw follows its name to its part, hands the part to its generator, and returns it, so that later draws
// see the same values as when the value was made.
#pragma once

#include <tali/gen/focus.hpp>
#include <tali/gen/generator.hpp>

namespace tali {

namespace detail {

/// The handle that a body sees when it runs backward.
template <class F, class T>
struct backward_draw {
  F& forest;
  const T& whole;
  typename F::node made;

  template <class G, class... Focus>
  value_of<G> operator()(const G& g, const Focus&... focus) {
    static_assert(sizeof...(Focus) > 0, "tali: gen::compose cannot run backward: a draw does not say which part of the "
                                        "result it makes; write draw(generator, &type::member) or a function to it");
    const value_of<G>* part = focus_on<value_of<G>>(whole, focus...);
    if (part == nullptr) {
      throw focus_lost{};
    }
    made = forest.join(made, reflect_part(g, forest, *part));
    return copy_or_blank(*part);
  }
};
} // namespace detail

namespace gen {

template <class T, class Body>
struct compose_gen : detail::pack<Body> {
  using base = detail::pack<Body>;
  using base::base;
  using value_type = T;
  static constexpr span_info span{span_kind::value, {}, &detail::family_of<compose_gen>};

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    TALI_INLINE_CALL return detail::get<0>(*this)(source);
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    detail::backward_draw<F, T> draw{forest, v, forest.empty()};
    try {
      static_cast<void>(detail::get<0>(*this)(draw));
    } catch (const detail::focus_lost&) {
      return forest.none();
    }
    return forest.span(span, draw.made);
  }
};

/// A value of type T made by ordinary code that draws its parts.
template <class T, class Body>
[[nodiscard]] TALI_INLINE constexpr compose_gen<T, Body> compose(const Body& body) {
  return compose_gen<T, Body>(body);
}

/// The same, with the type taken from what the body returns.
template <class Body>
[[nodiscard]] TALI_INLINE constexpr auto compose(const Body& body) {
  return compose_gen<std::remove_cvref_t<std::invoke_result_t<const Body&, random_source&>>, Body>(body);
}

} // namespace gen

} // namespace tali
