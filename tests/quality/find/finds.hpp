// SPDX-License-Identifier: BSL-1.0
// Runs the property of an event.
#pragma once

#include "events.hpp"

#include <tali/tali.hpp>

namespace find_quality {

/// Whether the property fails, that is, whether its event happens.
template <class... Parts>
bool finds(std::uint64_t seed, std::int64_t cases, Parts&&... parts) {
  const tali::settings how{
      .cases = cases, .seed = seed, .discard_ratio = 100, .shrink = 0, .explain = 0, .store = "off"};
  return !tali::check("an event", how, parts...).failures.empty();
}

} // namespace find_quality

/// An event with derived or given generators: TALI_EVENT(group, name, bound, parts of a property).
#define TALI_EVENT(group, name, bound, ...)                                                                            \
  event {                                                                                                              \
    group, name, bound, +[](std::uint64_t seed, std::int64_t cases) { return finds(seed, cases, __VA_ARGS__); }        \
  }
/// The same, with the share that the test suite of Hypothesis requires.
#define TALI_EVENT_ALSO(group, name, bound, hypothesis, ...)                                                           \
  event {                                                                                                              \
    group, name, bound, +[](std::uint64_t seed, std::int64_t cases) { return finds(seed, cases, __VA_ARGS__); },       \
        hypothesis                                                                                                     \
  }
