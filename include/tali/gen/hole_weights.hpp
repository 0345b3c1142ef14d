// SPDX-License-Identifier: BSL-1.0
// Drawing an open hole by the weights of all of them (hole_weighting.hpp).
#pragma once

#include <tali/gen/hole_weighting.hpp>
#include <tali/source/choice.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

/// Weights for a branch, in the same proportions: exact if they are multiples of a power of two that is more than 2^-31
/// of their sum, otherwise each rounded to 2^-31 of the sum.
void branch_weights(std::span<const double> weights, std::span<std::uint32_t> out) noexcept;
void branch_weights(std::span<const gen::hole_weight> weights, std::span<std::uint32_t> out) noexcept;

/// Open holes with their weights. Drawing one requests one branch from the source for at most 32 holes, and one more
/// for every factor of 32: a tree of sums with 32 children per node. All operations take logarithmic time.
class hole_picker {
public:
  static constexpr std::size_t width = 32;

  [[nodiscard]] bool empty() const noexcept { return holes_.empty(); }
  void add(std::uint32_t hole, const gen::hole_weight& weight);

  /// Draws a hole by its weight and removes it.
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
  std::vector<std::vector<gen::hole_weight>> sums_; // [0]: of single holes; then each of 32 of the level below
};

} // namespace tali::detail
