// SPDX-License-Identifier: BSL-1.0
// Durations and points in time by their number of ticks. Does not need <chrono>.
#pragma once

#include <tali/gen/generator.hpp>

#include <concepts>

namespace tali::detail {

/// T is a duration and G generates counts, or T is a point in time and G generates counts or durations.
template <class T, class G>
struct ticks_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = T;

  template <class S>
  T operator()(S& source) const {
    return made(get<0>(*this)(source));
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    if constexpr (requires { requires std::same_as<value_of<G>, typename T::duration>; }) {
      return get<0>(*this).reflect(forest, v.time_since_epoch());
    } else if constexpr (requires { v.time_since_epoch(); }) {
      return get<0>(*this).reflect(forest, v.time_since_epoch().count());
    } else {
      return get<0>(*this).reflect(forest, v.count());
    }
  }

private:
  [[nodiscard]] static constexpr T made(value_of<G> count) {
    if constexpr (requires { typename T::clock; }) {
      return T(typename T::duration(count));
    } else {
      return T(count);
    }
  }
};

} // namespace tali::detail
