// SPDX-License-Identifier: BSL-1.0
// when: one of two generators, selected by a condition. No choice is made.
#pragma once

#include <tali/gen/generator.hpp>

namespace tali {

namespace detail {

template <class Yes, class No>
struct when_gen : pack<bool, Yes, No> {
  using base = pack<bool, Yes, No>;
  using base::base;
  using value_type = value_of<Yes>;
  static_assert(std::same_as<value_of<Yes>, value_of<No>>,
                "tali: gen::when needs two generators of the same type of value");

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    if (get<0>(*this)) {
      return get<1>(*this)(source);
    }
    return get<2>(*this)(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return get<0>(*this) ? reflect_part(get<1>(*this), forest, v) : reflect_part(get<2>(*this), forest, v);
  }
};

} // namespace detail

namespace gen {

/// `yes` if the condition holds, otherwise `no`. The condition must depend only on the parameters of the generator.
template <class Yes, class No>
[[nodiscard]] TALI_INLINE constexpr detail::when_gen<Yes, No> when(bool condition, const Yes& yes, const No& no) {
  return detail::when_gen<Yes, No>(condition, yes, no);
}

} // namespace gen

} // namespace tali
