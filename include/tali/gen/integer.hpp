// SPDX-License-Identifier: BSL-1.0
// Integers of every width, and characters and Booleans, which are drawn as integers.
//
// For every type, the drawn choice is an index into the range (tali/source/choice.hpp). The simplest value is the one
// nearest to zero unless specified otherwise.
#pragma once

#include <tali/gen/generator.hpp>

#include <limits>

namespace tali {

namespace detail {
template <class T>
concept integer_like = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

/// The type of a draw: 32 or 64 bits. Narrower types use 32 bits.
template <class T>
using index_type = std::conditional_t<(sizeof(T) <= 4), std::uint32_t, std::uint64_t>;

template <class T>
[[nodiscard]] TALI_INLINE constexpr T nearest_to_zero(T lo, T hi) {
  if (lo > T{0}) {
    return lo;
  }
  return hi < T{0} ? hi : T{0};
}

template <integer_like T, spread How>
class integer_gen {
public:
  using value_type = T;

  TALI_INLINE constexpr integer_gen(T lo, T hi, T simplest) : lo_(lo), hi_(hi), simplest_(simplest) {
    if (std::is_constant_evaluated() && (lo > hi || simplest < lo || simplest > hi)) {
      throw_empty_range("gen::integer", std::int64_t{0}, std::int64_t{0}); // a constant with an empty range
    }
  }
  TALI_INLINE constexpr integer_gen(const integer_gen& other)
      : lo_(other.lo_), hi_(other.hi_), simplest_(other.simplest_) {}
  constexpr integer_gen& operator=(const integer_gen&) = default;
  constexpr ~integer_gen() = default;

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    if (lo_ > hi_) [[unlikely]] {
      throw_range_error(lo_, hi_);
    }
    const index index_drawn = source.template integer<How>(last(), index_of(simplest_), zero());
    // NOLINTNEXTLINE(bugprone-misplaced-widening-cast): the sum wraps around
    return static_cast<T>(static_cast<index>(lo_) + index_drawn);
  }

  template <class F>
  auto reflect(F& forest, const T& v) const {
    return v < lo_ || v > hi_ ? forest.none() : forest.integer(index_of(v), {last(), index_of(simplest_), zero(), How});
  }

  /// Sets the value that shrinking moves towards and enumeration starts with.
  [[nodiscard]] constexpr integer_gen simplest(T value) const { return integer_gen(lo_, hi_, value); }
  /// Every value equally likely.
  [[nodiscard]] constexpr auto uniform() const { return integer_gen<T, spread::uniform>(lo_, hi_, simplest_); }
  /// Limits, powers of two, small values and repetitions are more likely than the rest, also in a narrow range.
  [[nodiscard]] constexpr auto edgy() const { return integer_gen<T, spread::edgy>(lo_, hi_, simplest_); }

private:
  using index = index_type<T>;

  [[nodiscard]] TALI_INLINE constexpr index index_of(T v) const {
    return static_cast<index>(static_cast<index>(v) - static_cast<index>(lo_));
  }
  [[nodiscard]] TALI_INLINE constexpr index last() const { return index_of(hi_); }
  [[nodiscard]] TALI_INLINE constexpr std::uint64_t zero() const {
    return std::uint64_t{0} - static_cast<std::uint64_t>(lo_);
  }
  // A copy, because a generator whose address is not taken can stay in registers.
  [[noreturn, gnu::cold, gnu::noinline]] static void throw_range_error(T lo, T hi) {
    if constexpr (std::is_signed_v<T>) {
      throw_empty_range("gen::integer", std::int64_t{lo}, std::int64_t{hi});
    } else {
      throw_empty_range("gen::integer", std::uint64_t{lo}, std::uint64_t{hi});
    }
  }

  T lo_;
  T hi_;
  T simplest_;
};

struct boolean_gen {
  using value_type = bool;

  template <class S>
  TALI_INLINE bool operator()(S& source) const {
    return source.template integer<spread::uniform>(std::uint32_t{1}, std::uint32_t{0}, 0) != 0;
  }
  template <class F>
  auto reflect(F& forest, bool v) const {
    return forest.integer(v ? 1U : 0U, 1U, 0U);
  }
};

struct byte_gen {
  using value_type = std::byte;

  template <class S>
  TALI_INLINE std::byte operator()(S& source) const {
    return static_cast<std::byte>(source.template integer<spread::uniform>(std::uint32_t{255}, std::uint32_t{0}, 0));
  }
  template <class F>
  auto reflect(F& forest, std::byte v) const {
    return forest.integer(std::to_integer<std::uint64_t>(v), 255U, 0U);
  }
};

} // namespace detail

namespace gen {

/// Integers in [lo, hi]. Up to 1024 values are equally likely. In wider ranges, limits, powers of two, small values and
/// values drawn before are more likely than the rest (docs/reference/distributions.md).
template <detail::integer_like T>
[[nodiscard]] TALI_INLINE constexpr detail::integer_gen<T, choices::spread::automatic>
integer(T lo, std::type_identity_t<T> hi) {
  return {lo, hi, detail::nearest_to_zero<T>(lo, hi)};
}

/// All integers of a type, edgy.
template <detail::integer_like T = int>
[[nodiscard]] TALI_INLINE constexpr detail::integer_gen<T, choices::spread::edgy> integer() {
  return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), T{0}};
}

/// From 1 to the largest of the type.
template <detail::integer_like T = int>
[[nodiscard]] TALI_INLINE constexpr detail::integer_gen<T, choices::spread::edgy> positive() {
  return {T{1}, std::numeric_limits<T>::max(), T{1}};
}
template <detail::integer_like T = int>
[[nodiscard]] TALI_INLINE constexpr detail::integer_gen<T, choices::spread::edgy> non_negative() {
  return {T{0}, std::numeric_limits<T>::max(), T{0}};
}
template <std::signed_integral T = int>
[[nodiscard]] TALI_INLINE constexpr detail::integer_gen<T, choices::spread::edgy> negative() {
  return {std::numeric_limits<T>::min(), T{-1}, T{-1}};
}

/// false or true, equally likely; false is simpler.
[[nodiscard]] constexpr detail::boolean_gen boolean() { return {}; }

/// A byte, each equally likely.
[[nodiscard]] constexpr detail::byte_gen byte() { return {}; }

} // namespace gen

} // namespace tali
