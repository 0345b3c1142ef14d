// SPDX-License-Identifier: BSL-1.0
// progress_listener: receives the progress of a long run. The library itself prints nothing.
#pragma once

#include <tali/property/settings.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tali {

/// How far shrinking is.
struct shrink_progress {
  std::uint64_t runs = 0;  // of the property so far
  std::uint64_t steps = 0; // simpler failing cases so far
  std::uint64_t most = 0;  // runs allowed
};

struct progress {
  std::string_view property;
  std::uint64_t cases = 0; // that passed so far
  std::uint64_t discarded = 0;
  std::optional<std::uint64_t> wanted; // none if only a time budget ends the run
  duration elapsed;
  std::optional<duration> time_budget;
  std::optional<shrink_progress> shrinking; // a failure was found and is being made simpler
};

class progress_listener {
public:
  progress_listener() = default;
  progress_listener(const progress_listener&) = delete;
  progress_listener& operator=(const progress_listener&) = delete;
  virtual ~progress_listener();

  /// Called on the thread that called check, for runs of more than a second, about ten times a second.
  virtual void update(const progress& p) = 0;
  /// The run is over; called only if `update` was.
  virtual void done() = 0;
};

} // namespace tali
