// SPDX-License-Identifier: BSL-1.0
// The end of a run: what was counted goes to the result, with warnings about what a user should know.
#pragma once

#include "property/execute/run_state.hpp"

namespace tali::detail {

/// Completes the result and notifies the observers of the run.
void conclude_run(run_state& state);

} // namespace tali::detail
