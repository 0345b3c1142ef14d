// SPDX-License-Identifier: BSL-1.0
// The edgy spread as a distribution: the neighbourhoods from which draw_edgy (random.cpp) may draw, with their
// probabilities, and what a source remembers of values that were given to it instead of drawn.
#pragma once

#include <tali/source/choice.hpp>
#include <tali/source/random.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

[[nodiscard]] inline bool is_edgy(const integer_request& request) noexcept {
  return request.how == spread::edgy || (request.how == spread::automatic && request.last >= uniform_up_to);
}

struct weighted_interval {
  double weight;
  neighbourhoods::interval at;
};

/// The neighbourhoods of the next draw that chooses one. `before`: the remembered values, as distances from zero.
[[nodiscard]] std::vector<weighted_interval> neighbourhoods_of(const integer_request& request, int size,
                                                               std::span<const std::uint64_t> before);

/// The probability of an index that is drawn from one of these.
[[nodiscard]] double likelihood_from(std::span<const weighted_interval> from, std::uint64_t index) noexcept;
/// The same for all indices from 0 to `last`.
[[nodiscard]] std::vector<double> likelihoods_from(std::span<const weighted_interval> from, std::uint64_t last);

/// What is known of a source after given edgy integers. The first three of a range choose a neighbourhood each, and up
/// to sixteen more are drawn from these. The neighbourhoods are not known, only their probabilities given the values.
/// The distribution is exact up to the fourth integer of a range. The sixteen do not refine what is known.
class edgy_memory {
public:
  /// The neighbourhoods of the next draw.
  [[nodiscard]] std::vector<weighted_interval> next(const integer_request& request, int size) const;
  /// This index was drawn.
  void observe(const integer_request& request, int size, std::uint64_t index);

private:
  static constexpr std::uint32_t drawn_from_kept = 16;

  std::uint64_t last_ = 0;
  std::uint32_t chosen_ = 0;
  std::uint32_t left_ = 0; // draws from the kept neighbourhoods
  std::uint32_t integers_ = 0;
  std::array<std::uint64_t, drawn_values::remembered> recent_{};
  std::array<std::vector<weighted_interval>, neighbourhoods::kept> kept_;
};

} // namespace tali::detail
