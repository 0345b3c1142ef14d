// SPDX-License-Identifier: BSL-1.0
// A phase of a run is a class with a member function `run` that returns whether the run is over: a case failed, the
// time budget is spent, or there is nothing left to try. run/run_property.cpp has the order of the phases.
#pragma once

#include "property/execute/executor.hpp"
#include "property/execute/isolation.hpp"
#include "property/execute/replayer.hpp"
#include "property/execute/run_state.hpp"
#include "property/failure/pipeline.hpp"
#include "property/observe/case_statistics.hpp"

namespace tali::detail {

/// The environment of a phase.
struct phase_context {
  run_state& state;
  isolation& isolated;
  executor& execute;
  replayer& replay;
  failure_pipeline& failures;
  case_statistics* statistics; // null if none are written
};

} // namespace tali::detail
