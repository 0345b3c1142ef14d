// SPDX-License-Identifier: BSL-1.0
// exact: generators that make no choice. nothing: the generator without values.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/equal.hpp>

namespace tali {

namespace detail {

template <class T>
struct exact_gen : pack<T> {
  using base = pack<T>;
  using base::base;
  using value_type = T;

  template <class S>
  TALI_INLINE T operator()(S& /*source*/) const {
    return get<0>(*this);
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    return equal_values(get<0>(*this), v) ? forest.empty() : forest.none();
  }
};

template <class T>
struct blank_gen {
  using value_type = T;

  template <class S>
  TALI_INLINE T operator()(S& /*source*/) const {
    return T{};
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    return equal_values(T{}, v) ? forest.empty() : forest.none();
  }
};

template <class T>
struct nothing_gen {
  using value_type = T;
  static constexpr bool is_void = true;

  template <class S>
  T operator()(S& /*source*/) const {
    throw_discard("gen::nothing has no values");
  }
  template <class F>
  auto reflect(F& forest, const T& /*v*/) const {
    return forest.none();
  }
};

template <class F>
struct make_gen : pack<F> {
  using base = pack<F>;
  using base::base;
  using value_type = std::invoke_result_t<const F&>;

  template <class S>
  TALI_INLINE value_type operator()(S& /*source*/) const {
    return get<0>(*this)();
  }
  template <class B>
  auto reflect(B& forest, const value_type& v) const {
    return equal_values(get<0>(*this)(), v) ? forest.empty() : forest.none();
  }
};

} // namespace detail

namespace gen {

/// Always this value.
template <class T>
[[nodiscard]] TALI_INLINE constexpr detail::exact_gen<T> exact(const T& value) {
  return detail::exact_gen<T>(value);
}

/// Always T{}: a null pointer, an empty container, zero. Also for types that cannot be copied.
template <class T>
[[nodiscard]] TALI_INLINE constexpr detail::blank_gen<T> exact() {
  return {};
}

/// Always the result of the function, which is called each time. For values that cannot be copied.
template <std::invocable F>
[[nodiscard]] TALI_INLINE constexpr auto make(const F& f) {
  return detail::make_gen<detail::stored_function<F>>(f);
}

/// No value: every draw is discarded. A branch of `pick` with it is never taken.
template <class T>
[[nodiscard]] constexpr detail::nothing_gen<T> nothing() {
  return {};
}

} // namespace gen

} // namespace tali
