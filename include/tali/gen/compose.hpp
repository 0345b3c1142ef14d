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
// Forward, `draw` is the source itself and the names are ignored. Backward, the body runs once for the whole value.
// Each draw uses its name to find its part, passes the part to its generator, and returns it, so later draws get the
// same values as forward. If a part is missing, or its generator cannot produce it, this body did not produce the
// value. The body then continues with the simplest values of its generators, because leaving it with an exception takes
// ten times as long. A guard, a predicate before the body, rejects such values immediately, and avoids this cost too:
//
//   gen::compose<tree>(focus::present, [](auto& draw) { ... })
#pragma once

#include <tali/gen/focus.hpp>
#include <tali/gen/generator.hpp>
#include <tali/source/simplest.hpp>

namespace tali {

namespace detail {

/// The handle that a body gets when it runs backward.
template <class F, class T>
struct backward_draw {
  F& forest;
  const T& whole;
  typename F::node made;

  template <class G, class... Focus>
  value_of<G> operator()(const G& g, const Focus&... focus) {
    static_assert(F::lenient || sizeof...(Focus) > 0,
                  "tali: gen::compose cannot run backward: a draw does not name the part of the "
                  "result it produces; write draw(generator, &type::member) or draw(generator, function)");
    if constexpr (sizeof...(Focus) == 0) {
      made = F::none();
    } else if (made != F::none()) [[likely]] {
      const value_of<G>* part = focus_on<value_of<G>>(forest, whole, focus...);
      if constexpr (F::completes) {
        if (part != nullptr && forest.is_hole(part)) {
          auto filled = forest.fill(g);
          made = forest.join(made, filled.made);
          return std::move(filled.value);
        }
      }
      made = part == nullptr ? F::none() : forest.join(made, reflect_part(g, forest, *part));
      if (made != F::none()) [[likely]] {
        return copy_or_blank(*part);
      }
    }
    simplest_source source(forest.size());
    source.build_in(&forest.memory());
    try {
      return g(static_cast<dynamic_source&>(source));
    } catch (const discard&) { // the simplest choices lead to no value
      throw focus_lost{};
    }
  }

  [[nodiscard]] int size() const noexcept { return forest.size(); }
  /// As forward: a T in the arena. Values built backward are discarded.
  template <class Made, class... A>
  [[nodiscard]] arena_ptr<Made> make(A&&... arguments) {
    return forest.memory().template make<Made>(std::forward<A>(arguments)...);
  }
};

struct any_value {
  template <class T>
  [[nodiscard]] constexpr bool operator()(const T& /*value*/) const {
    return true;
  }
};

template <class T, class Body, class Guard = any_value>
struct compose_gen : pack<Body, Guard> {
  using base = pack<Body, Guard>;
  using base::base;
  using value_type = T;
  // Nodes behind pointers are many and cheap to draw.
  static constexpr span_info span{span_kind::value, {}, &family_of<compose_gen>, !requires(const T& v){*v;
}
}; // namespace detail

template <class S>
TALI_INLINE T operator()(S& source) const {
  [[maybe_unused]] const auto scope = source.template span<span>();
  TALI_INLINE_CALL return get<0>(*this)(source);
}
template <class F>
auto reflect(F& forest, const T& v) const {
  if (!static_cast<bool>(call(get<1>(*this), v))) {
    return forest.none();
  }
  backward_draw<F, T> draw{forest, v, forest.empty()};
  try {
    static_cast<void>(get<0>(*this)(draw));
  } catch (const focus_lost&) {
    return forest.none();
  }
  return forest.span(span, draw.made);
}
}; // namespace tali

} // namespace detail

namespace gen {

/// A value of type T made by ordinary code that draws its parts.
template <class T, class Body>
[[nodiscard]] TALI_INLINE constexpr detail::compose_gen<T, Body> compose(const Body& body) {
  return detail::compose_gen<T, Body>(body, detail::any_value{});
}

/// The same, with a guard: a predicate (or a focus) for the values that this body can produce. Ignored forward.
template <class T, class Guard, class Body>
[[nodiscard]] TALI_INLINE constexpr auto compose(const Guard& guard, const Body& body) {
  return detail::compose_gen<T, Body, detail::stored_function<Guard>>(body, guard);
}

/// The same, with the type deduced from the result of the body.
template <class Body>
[[nodiscard]] TALI_INLINE constexpr auto compose(const Body& body) {
  return detail::compose_gen<std::remove_cvref_t<std::invoke_result_t<const Body&, choices::random_source&>>, Body>(
      body, detail::any_value{});
}

} // namespace gen

} // namespace tali
