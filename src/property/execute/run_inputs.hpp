// SPDX-License-Identifier: BSL-1.0
// run_inputs: the inputs of a run. It owns none of them, and all of them outlive the run.
#pragma once

#include "isolate/black_box.hpp"
#include "isolate/runner_end.hpp"
#include "property/observe/case_statistics.hpp"

#include <tali/property/check.hpp>
#include <tali/property/session.hpp>
#include <tali/source/weights.hpp>

#include <optional>

namespace tali::detail {

struct run_inputs {
  const property_name& name;
  const property_code& code;
  const run_settings& settings;
  const tali::session& session;
  stats_sink* stats = nullptr;             // if statistics are written
  const weights* branch_weights = nullptr; // if random cases are drawn by weights
  black_box* box = nullptr;                // if the process is supervised: where it records its progress
  std::optional<runner_end> died{};        // if this process takes over after a crash
  compared_values* compared = nullptr;     // if the code under test reports its comparisons
};

} // namespace tali::detail
