// SPDX-License-Identifier: BSL-1.0
// progress_listener: receives the progress of a long run. The library itself prints nothing.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/property/settings.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tali::host {

/// The progress of shrinking.
struct shrink_progress {
  std::uint64_t runs = 0;  // of the property
  std::uint64_t steps = 0; // simpler failing cases
  std::uint64_t most = 0;  // the maximum number of runs
};

struct progress {
  std::string_view property;
  std::uint64_t cases = 0; // that passed
  std::uint64_t discarded = 0;
  std::optional<std::uint64_t> wanted; // cases; none if only a time budget ends the run
  duration elapsed;
  std::optional<duration> time_budget;
  std::optional<shrink_progress> shrinking; // if a failure is being shrunk
};

class progress_listener {
public:
  progress_listener() = default;
  progress_listener(const progress_listener&) = delete;
  progress_listener& operator=(const progress_listener&) = delete;
  virtual ~progress_listener();

  /// Called about ten times a second in runs of more than a second, on the thread that called check.
  virtual void update(const progress& p) = 0;
  /// The run is over; called only if `update` was.
  virtual void done() = 0;
};

} // namespace tali::host
