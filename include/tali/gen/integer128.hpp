// SPDX-License-Identifier: BSL-1.0
// 128-bit integers, if the compiler supports them: two choices, the high word and then the low word.
//
// The range of the low word depends on the high word only at the two limits. The simplest low word depends on which
// side of the simplest value the high word is. So lowering either choice moves the number towards the simplest value.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/kind.hpp>

namespace tali {

namespace detail {

template <class T, spread How>
  requires is_int128<T>
class integer128_gen {
public:
  using value_type = T;
  static constexpr span_info span{span_kind::value, {}, &family_of<integer128_gen>};

  constexpr integer128_gen(T lo, T hi, T simplest) : lo_(lo), hi_(hi), simplest_(simplest) {}

  template <class S>
  T operator()(S& source) const {
    if (lo_ > hi_) {
      throw_generator_error("gen::integer of 128 bits: the range is empty: expected low <= high");
    }
    [[maybe_unused]] const auto scope = source.template span<span>();
    const words last = split(index_of(hi_));
    const words origin = split(index_of(simplest_));
    const words zero = split(index(0) - static_cast<index>(lo_));
    const std::uint64_t high = last.high == 0 ? 0 : source.template integer<How>(last.high, origin.high, zero.high);
    const std::uint64_t low = source.template integer<How>(last_low(high, last), origin_low(high, last, origin),
                                                           high == origin.high ? zero.low : 0);
    return static_cast<T>(static_cast<index>(lo_) + ((static_cast<index>(high) << 64U) | low));
  }

  template <class F>
  auto reflect(F& forest, const T& v) const {
    if (v < lo_ || v > hi_) {
      return forest.none();
    }
    const words last = split(index_of(hi_));
    const words origin = split(index_of(simplest_));
    const words at = split(index_of(v));
    const words zero = split(index(0) - static_cast<index>(lo_));
    auto low = forest.integer(at.low, {last_low(at.high, last), origin_low(at.high, last, origin),
                                       at.high == origin.high ? zero.low : 0, How});
    return forest.span(span, last.high == 0
                                 ? low
                                 : forest.join(forest.integer(at.high, {last.high, origin.high, zero.high, How}), low));
  }

  [[nodiscard]] constexpr integer128_gen simplest(T value) const { return {lo_, hi_, value}; }
  [[nodiscard]] constexpr auto uniform() const { return integer128_gen<T, spread::uniform>(lo_, hi_, simplest_); }

private:
  using index = uint128;
  struct words {
    std::uint64_t high;
    std::uint64_t low;
  };
  [[nodiscard]] static constexpr words split(index i) {
    return {static_cast<std::uint64_t>(i >> 64U), static_cast<std::uint64_t>(i)};
  }
  [[nodiscard]] constexpr index index_of(T v) const { return static_cast<index>(v) - static_cast<index>(lo_); }
  [[nodiscard]] static constexpr std::uint64_t last_low(std::uint64_t high, words last) {
    return high == last.high ? last.low : ~std::uint64_t{0};
  }
  [[nodiscard]] static constexpr std::uint64_t origin_low(std::uint64_t high, words last, words origin) {
    if (high == origin.high) {
      return origin.low;
    }
    return high > origin.high ? 0 : last_low(high, last);
  }

  T lo_;
  T hi_;
  T simplest_;
};

} // namespace detail

namespace gen {

/// 128-bit integers in [lo, hi]. A uniform spread is uniform over each word, not exactly over the range, unless the
/// range is a whole number of words.
template <class T>
  requires detail::is_int128<T>
[[nodiscard]] constexpr auto integer128(T lo, T hi) {
  return detail::integer128_gen<T, choices::spread::automatic>(lo, hi, lo > 0 ? lo : (hi < 0 ? hi : T{0}));
}

/// All of them, edgy.
template <class T>
  requires detail::is_int128<T>
[[nodiscard]] constexpr auto integer128() {
  constexpr T hi = static_cast<T>(~detail::uint128{0} >> (T(-1) < T(0) ? 1U : 0U));
  constexpr T lo = T(-1) < T(0) ? static_cast<T>(-hi - 1) : T{0};
  return detail::integer128_gen<T, choices::spread::edgy>(lo, hi, T{0});
}

} // namespace gen

} // namespace tali
