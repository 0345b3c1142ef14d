// SPDX-License-Identifier: BSL-1.0
// Which hole grows next: weights of holes by their place, and drawing a hole by them.
//
// A weighting gives every hole a weight when the hole appears; the chance of a hole is its share of the sum over all
// open holes. Weights are kept with an exponent of their own: 4^depth leaves the range of a double at depth 512, and a
// value that grows deep first is much deeper than that.
#pragma once

#include <tali/source/choice.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::gen {

/// Where a hole is.
struct hole_place {
  std::uint32_t depth = 0;    // how many nodes are above it
  std::uint32_t lefts = 0;    // how many of these steps went to the first of several holes
  std::uint32_t rights = 0;   // and to the last
  std::uint32_t child = 0;    // which hole of its parent it is, from 0
  std::uint32_t siblings = 1; // how many holes its parent had
};

/// A weight of any magnitude: mantissa * 2^exponent, with a mantissa in [1, 2), or 0.
class hole_weight {
public:
  // implicit: what a weighting returns is a number
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

} // namespace tali::gen

namespace tali::detail {

/// Weights as a branch takes them, in the same proportions: exactly if they are whole multiples of some power of two
/// that goes into their sum less than 2^31 times, otherwise each rounded to 2^-31 of the sum.
void branch_weights(std::span<const double> weights, std::span<std::uint32_t> out) noexcept;
void branch_weights(std::span<const gen::hole_weight> weights, std::span<std::uint32_t> out) noexcept;

/// Open holes with their weights. Drawing one asks the source for one branch while there are at most 32 holes, and
/// for one more for every factor of 32: a tree of sums, 32 to a node. All operations take logarithmic time.
class hole_picker {
public:
  static constexpr std::size_t width = 32;

  [[nodiscard]] bool empty() const noexcept { return holes_.empty(); }
  void add(std::uint32_t hole, const gen::hole_weight& weight);

  /// Takes a hole out, by its weight.
  template <class S>
  std::uint32_t take(S& source) {
    std::size_t at = 0;
    for (std::size_t level = sums_.size(); level-- > 0;) {
      std::array<std::uint32_t, width> weights{};
      const std::size_t n = weights_at(level, at, weights);
      at *= width;
      if (n > 1) {
        at += source.branch(branch_request{std::span<const std::uint32_t>(weights.data(), n), {}});
      }
    }
    return remove(at);
  }

private:
  std::size_t weights_at(std::size_t level, std::size_t block, std::array<std::uint32_t, width>& out) const;
  std::uint32_t remove(std::size_t slot);
  void resum(std::size_t slot);

  std::vector<std::uint32_t> holes_;
  std::vector<std::vector<gen::hole_weight>> sums_; // [0]: of single holes; then of 32 of the level below each
};

} // namespace tali::detail
