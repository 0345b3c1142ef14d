// SPDX-License-Identifier: BSL-1.0
// run_state: the data that the phases of one run share and extend.
#pragma once

#include "property/execute/run_clock.hpp"
#include "property/execute/run_inputs.hpp"
#include "property/observe/duplicates.hpp"
#include "property/observe/run_observer.hpp"
#include "property/observe/tally.hpp"

#include <tali/property/progress.hpp>
#include <tali/property/result.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tali::detail {

/// The most expensive random cases.
struct case_costs {
  duration slowest;
  std::uint64_t slowest_case = 0;
  std::uint64_t most_words = 0; // random words used
  std::uint64_t most_words_case = 0;
  std::uint64_t early_words = 0; // the maximum over the first cases of the run
};

struct run_state {
  explicit run_state(const run_inputs& inputs);

  void warn(warning_kind kind, std::string text);
  /// Whether the user has interrupted shrinking.
  [[nodiscard]] bool interrupted() const;
  void report_progress(std::uint64_t cases, std::optional<std::uint64_t> wanted,
                       std::optional<shrink_progress> shrinking = std::nullopt) const;

  const run_inputs& in;
  tali::result result;
  run_clock clock;
  tally counts{false};
  duplicate_counter duplicates;
  bool duplicates_known = true;
  case_costs costs;
  observer_list observers; // of the run as a whole
};

} // namespace tali::detail
