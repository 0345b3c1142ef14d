// SPDX-License-Identifier: BSL-1.0
// The end of a run: writes the counts to the result, with warnings that a user should see.
#pragma once

#include "property/execute/run_state.hpp"

namespace tali::detail {

/// Completes the result and notifies the observers of the run.
void conclude_run(run_state& state);

} // namespace tali::detail
