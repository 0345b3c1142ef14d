// SPDX-License-Identifier: BSL-1.0
// Growth by a weighting: every node goes to a hole drawn among all open ones by its weight, in logarithmic time.
#pragma once

#include <tali/gen/hole_growth.hpp>
#include <tali/gen/hole_weights.hpp>
#include <tali/gen/sequence.hpp>

namespace tali::detail {

/// Fills up to n holes, each drawn among all by its weight. Returns the number of filled holes.
template <class S, class Weighting>
std::uint64_t grow_by_place(S& source, hole_growth<S>& growth, std::uint64_t n, const Weighting& weighting) {
  hole_picker picker;
  if (growth[0].open) {
    picker.add(0, weighting(growth[0].place));
  }
  std::uint64_t filled = 0;
  for (; filled < n && !picker.empty(); ++filled) {
    [[maybe_unused]] const auto scope = source.template span<element_span>();
    const std::uint32_t at = picker.take(source);
    growth.fill(at, source, growth.draw_constructor(at, source));
    const std::uint32_t first = growth[at].first;
    const std::uint32_t holes = growth[at].holes;
    const gen::hole_place above = growth[at].place;
    for (std::uint32_t i = 0; i < holes; ++i) {
      growth[first + i].place = {above.depth + 1, above.lefts + (holes > 1 && i == 0 ? 1U : 0U),
                                 above.rights + (holes > 1 && i + 1 == holes ? 1U : 0U), i, holes};
      if (growth[first + i].open) {
        picker.add(first + i, weighting(growth[first + i].place));
      }
    }
  }
  return filled;
}

} // namespace tali::detail
