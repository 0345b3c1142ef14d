// SPDX-License-Identifier: BSL-1.0
// Reals. A bounded range never produces NaN or values outside; the full domain produces all kinds of numbers.
#pragma once

#include <tali/gen/generator.hpp>

#include <array>
#include <bit>
#include <limits>

namespace tali {

namespace detail {

template <std::floating_point T>
class real_gen {
public:
  using value_type = T;

  TALI_INLINE constexpr real_gen(T lo, T hi, bool edgy) : lo_(lo), hi_(hi), edgy_(edgy) {}

  template <class S>
  T operator()(S& source) const {
    return static_cast<T>(source.real(request()));
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    // A long double that is not a double is never drawn.
    return v >= lo_ && v <= hi_ && static_cast<T>(static_cast<double>(v)) == v
               ? forest.real(static_cast<double>(v), request())
               : forest.none();
  }

  /// Uniform over the range, up to the resolution of the type.
  [[nodiscard]] constexpr real_gen uniform() const { return real_gen(lo_, hi_, false); }

private:
  [[nodiscard]] constexpr real_request request() const {
    auto lo = static_cast<double>(lo_);
    auto hi = static_cast<double>(hi_);
    if constexpr (sizeof(T) > sizeof(double)) { // the doubles in the range
      lo = static_cast<T>(lo) < lo_ ? __builtin_nextafter(lo, std::numeric_limits<double>::infinity()) : lo;
      hi = static_cast<T>(hi) > hi_ ? __builtin_nextafter(hi, -std::numeric_limits<double>::infinity()) : hi;
    }
    // Also rejects NaN bounds, which compare false, and infinite bounds, which have no uniform distribution.
    if (!(lo <= hi) || lo < std::numeric_limits<double>::lowest() || hi > std::numeric_limits<double>::max()) {
      throw_empty_range("gen::real", lo, hi);
    }
    return {lo, hi, sizeof(T) == sizeof(float), edgy_};
  }

  T lo_;
  T hi_;
  bool edgy_;
};

template <std::floating_point T>
class special_real_gen {
public:
  using value_type = T;
  static constexpr span_info span{span_kind::branch, {}, &family_of<special_real_gen>};
  struct labels {
    static constexpr std::array<std::string_view, 2> value{"finite", "special"};
  };

  template <class S>
  T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    if (source.template branch<labels>(9U, 1U) == 0) {
      return finite(source);
    }
    return specials()[source.uniform(static_cast<std::uint32_t>(specials().size() - 1))];
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    static constexpr std::array<std::uint32_t, 2> weights{9, 1};
    auto ways = forest.none();
    if (v >= std::numeric_limits<T>::lowest() && v <= std::numeric_limits<T>::max()) {
      ways = forest.branch(0, {weights, labels::value}, reflect_part(finite, forest, v));
    }
    for (std::size_t i = 0; i < specials().size(); ++i) {
      // Compares bits instead of using ==, so that -0.0 and NaN are separate values.
      if (std::bit_cast<bits>(specials()[i]) == std::bit_cast<bits>(v)) {
        ways = forest.either(ways,
                             forest.branch(1, {weights, labels::value}, forest.integer(i, specials().size() - 1, 0)));
      }
    }
    return forest.span(span, ways);
  }

private:
  using bits = std::conditional_t<sizeof(T) == sizeof(float), std::uint32_t, std::uint64_t>;
  static_assert(sizeof(T) == sizeof(bits),
                "tali: gen::real<T>() is for float and double; for long double give a range");
  static constexpr real_gen<T> finite{std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), true};

  [[nodiscard]] static constexpr std::array<T, 7> specials() {
    using limits = std::numeric_limits<T>;
    return {-T{0},         limits::infinity(), -limits::infinity(), limits::quiet_NaN(), limits::denorm_min(),
            limits::min(), limits::epsilon()};
  }
};

} // namespace detail

namespace gen {

/// Reals in [lo, hi], never NaN: limits, zero, whole numbers and extreme magnitudes more likely than the rest.
template <std::floating_point T>
[[nodiscard]] constexpr detail::real_gen<T> real(T lo, std::type_identity_t<T> hi) {
  return {lo, hi, true};
}

/// Every real of the type, in all magnitudes. One in ten is special: -0.0, an infinity, NaN, or one of the smallest.
template <std::floating_point T = double>
[[nodiscard]] constexpr detail::special_real_gen<T> real() {
  return {};
}

/// Every finite real of the type.
template <std::floating_point T = double>
[[nodiscard]] constexpr detail::real_gen<T> finite_real() {
  return {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), true};
}

} // namespace gen

} // namespace tali
