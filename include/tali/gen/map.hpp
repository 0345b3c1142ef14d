// SPDX-License-Identifier: BSL-1.0
// map, filter and bind: generators from generators.
#pragma once

#include <tali/gen/focus.hpp>
#include <tali/gen/generator.hpp>

namespace tali {

namespace detail {

template <class G, class Function>
struct map_gen : pack<G, Function> {
  using base = pack<G, Function>;
  using base::base;
  static constexpr bool is_void = known_void<G>;
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, value_of<G>>>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    return call(get<1>(*this), get<0>(*this)(source));
  }
};

template <class G, class Function, class Inverse>
struct invertible_map_gen : pack<G, Function, Inverse> {
  using base = pack<G, Function, Inverse>;
  using base::base;
  static constexpr bool is_void = known_void<G>;
  using value_type = std::remove_cvref_t<std::invoke_result_t<const Function&, value_of<G>>>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    return call(get<1>(*this), get<0>(*this)(source));
  }
  /// The inverse returns the preimage, or a pointer or optional that is empty if there is none.
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    const value_of<G>* before = focus_on<value_of<G>>(forest, v, get<2>(*this));
    return before == nullptr ? forest.none() : reflect_part(get<0>(*this), forest, *before);
  }
};

template <class G, class Predicate>
struct filter_gen : pack<G, Predicate, int> {
  using base = pack<G, Predicate, int>;
  using base::base;
  static constexpr bool is_void = known_void<G>;
  using value_type = value_of<G>;
  static constexpr span_info span{span_kind::attempt, {}, &family_of<filter_gen>};

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    for (int left = get<2>(*this);;) {
      [[maybe_unused]] const auto scope = source.template span<span>();
      value_type value = get<0>(*this)(source);
      if (call(get<1>(*this), std::as_const(value))) {
        return value;
      }
      if (--left <= 0 || !source.chance()) [[unlikely]] {
        throw_discard("gen::filter: no value passed the predicate");
      }
    }
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    if constexpr (!F::completes) { // not on a value with missing parts; the predicate needs the whole value
      if (!call(get<1>(*this), v)) {
        return forest.none();
      }
    }
    return forest.partly("gen::filter: ways on which it rejected other values first",
                         forest.span(span, reflect_part(get<0>(*this), forest, v)));
  }
};

/// Tries before a case is discarded. A predicate that 5 % of the values satisfy then discards 0.95^100 = 0.6 % of the
/// cases.
inline constexpr int filter_tries = 100;

template <class G, class Function>
struct bind_gen : pack<G, Function> {
  using base = pack<G, Function>;
  using base::base;
  using value_type = value_of<std::invoke_result_t<const Function&, value_of<G>>>;
  static constexpr span_info span{span_kind::value, {}, &family_of<bind_gen>};

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return call(get<1>(*this), get<0>(*this)(source))(source);
  }
};

} // namespace detail

namespace gen {

// map --------------------------------------------------------------------------------------------------------------

/// f applied to values of g; f is a function, a function object or a pointer to a member. With an inverse, it also runs
/// backward.
template <class G, class Function>
[[nodiscard]] TALI_INLINE constexpr auto map(const G& g, const Function& f) {
  return detail::map_gen<G, detail::stored_function<Function>>(g, f);
}
template <class G, class Function, class Inverse>
[[nodiscard]] TALI_INLINE constexpr auto map(const G& g, const Function& f, const Inverse& inverse) {
  return detail::invertible_map_gen<G, detail::stored_function<Function>, detail::stored_function<Inverse>>(g, f,
                                                                                                            inverse);
}

// filter -----------------------------------------------------------------------------------------------------------

/// Values of g that satisfy the predicate. After `tries` failures in a row the case is discarded.
template <class G, class Predicate>
[[nodiscard]] TALI_INLINE constexpr auto filter(const G& g, const Predicate& predicate,
                                                int tries = detail::filter_tries) {
  return detail::filter_gen<G, detail::stored_function<Predicate>>(g, predicate, tries);
}

// bind -------------------------------------------------------------------------------------------------------------

/// The generator that f returns for a value of g. (`compose` does the same with names and runs backward.)
template <class G, class Function>
[[nodiscard]] TALI_INLINE constexpr auto bind(const G& g, const Function& f) {
  return detail::bind_gen<G, detail::stored_function<Function>>(g, f);
}

} // namespace gen

} // namespace tali
