// SPDX-License-Identifier: BSL-1.0
// The requirements that a property makes with `cover`, over the cases of a run (observe/coverage_check.cpp has the
// statistics).
#pragma once

#include "property/execute/run_state.hpp"

namespace tali::detail {

/// Whether more cases would not change the verdict: one requirement is refuted, or all are decided.
[[nodiscard]] bool requirements_decided(run_state& state);

/// Decides all of them. A refuted one fails the run, an undecided one causes a warning. `exhaustive`: all inputs were
/// run.
void conclude_requirements(run_state& state, bool exhaustive);

} // namespace tali::detail
