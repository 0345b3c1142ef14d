// SPDX-License-Identifier: BSL-1.0
// Weightings: which hole of a growing value is filled next.
//
// A weighting assigns every hole a weight when the hole appears; the probability of a hole is its share of the sum
// over all open holes. Weights have a separate exponent: 4^depth exceeds the range of a double at depth 512, and a
// value that grows depth-first is much deeper.
#pragma once

#include <tali/detail/pack.hpp>

#include <cstdint>
#include <span>

namespace tali {

namespace gen {

/// The position of a hole.
struct hole_place {
  std::uint32_t depth = 0;    // the number of nodes above it
  std::uint32_t lefts = 0;    // the number of steps to the first of several holes
  std::uint32_t rights = 0;   // and to the last
  std::uint32_t child = 0;    // its index among the holes of its parent
  std::uint32_t siblings = 1; // the number of holes of its parent
};

/// A weight of any magnitude: mantissa * 2^exponent, with a mantissa in [1, 2), or 0.
class hole_weight {
public:
  // implicit: a weighting may return a number
  hole_weight(double value = 0);
  /// base^steps, for any number of steps.
  [[nodiscard]] static hole_weight power(double base, std::int64_t steps);

  [[nodiscard]] bool zero() const noexcept { return mantissa_ == 0; }
  /// The value divided by 2^scale, 0 if it is too small for a double.
  [[nodiscard]] double scaled(std::int64_t scale) const noexcept;
  [[nodiscard]] std::int64_t exponent() const noexcept { return exponent_; }
  [[nodiscard]] static hole_weight sum(std::span<const hole_weight> weights) noexcept;

private:
  double mantissa_ = 0;
  std::int64_t exponent_ = 0;
};

} // namespace gen

namespace detail {

struct deep_weighting {
  double base;
  [[nodiscard]] gen::hole_weight operator()(const gen::hole_place& p) const {
    return gen::hole_weight::power(base, p.depth);
  }
};
struct shallow_weighting {
  double base;
  [[nodiscard]] gen::hole_weight operator()(const gen::hole_place& p) const {
    return gen::hole_weight::power(base, -std::int64_t{p.depth});
  }
};
struct leaning_left_weighting {
  double base;
  [[nodiscard]] gen::hole_weight operator()(const gen::hole_place& p) const {
    return gen::hole_weight::power(base, p.lefts);
  }
};
struct leaning_right_weighting {
  double base;
  [[nodiscard]] gen::hole_weight operator()(const gen::hole_place& p) const {
    return gen::hole_weight::power(base, p.rights);
  }
};

template <class... W>
struct mixture_of : pack<W...> {
  using base = pack<W...>;
  using base::base;
};

} // namespace detail

namespace gen {

/// Every shape of the drawn size is equally likely: exactly if only the type restricts it, otherwise approximately.
struct uniform_shapes {};

/// All holes are equally likely.
struct any_hole {
  [[nodiscard]] double operator()(const hole_place& /*place*/) const { return 1; }
};

/// Prefers deep holes: each level is `base` times as likely as the one above. Produces deep, narrow values.
[[nodiscard]] constexpr detail::deep_weighting deep(double base = 4) { return {base}; }
/// Prefers shallow holes. Produces shallow, bushy values.
[[nodiscard]] constexpr detail::shallow_weighting shallow(double base = 4) { return {base}; }
/// Holes on the left: each step to the first of several holes makes a hole `base` times as likely.
[[nodiscard]] constexpr detail::leaning_left_weighting leaning_left(double base = 4) { return {base}; }
/// Holes on the right.
[[nodiscard]] constexpr detail::leaning_right_weighting leaning_right(double base = 4) { return {base}; }
/// One of these weightings for each value, equally likely.
template <class... W>
[[nodiscard]] constexpr detail::mixture_of<W...> mixture(const W&... weightings) {
  static_assert(sizeof...(W) > 0);
  return detail::mixture_of<W...>(weightings...);
}

} // namespace gen

} // namespace tali
