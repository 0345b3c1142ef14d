// SPDX-License-Identifier: BSL-1.0
// Rare events that a property should meet: each is a property that fails when its event happens.
//
// The properties are written as a user writes them, mostly with derived arguments. What counts is the share of seeds
// that meet the event within 1,000 cases. `bound` is the least share: for the events that the project has promised, the
// promise; for the others, what was measured, less a margin (see bench/find/main.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace find_quality {

struct event {
  std::string_view group;
  std::string_view name;
  double bound; // the least share of seeds
  bool (*found)(std::uint64_t seed, std::int64_t cases);
  /// The share that the test suite of Hypothesis requires of the same event, within 150 cases (0: it has none).
  double hypothesis = 0;
};

[[nodiscard]] std::span<const event> text_events();
[[nodiscard]] std::span<const event> number_events();
[[nodiscard]] std::span<const event> container_events();
[[nodiscard]] std::span<const event> structure_events();

} // namespace find_quality
