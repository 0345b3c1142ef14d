// SPDX-License-Identifier: BSL-1.0
// Explaining a failure: which parts of the failing case matter (explain.cpp has the idea).
#pragma once

#include "property/execute/replayer.hpp"

namespace tali::detail {

/// Fills in failure::explained, unless the setting `explain` is 0 or the user has interrupted the run.
void explain_failure(replayer& runner, failure& f);

} // namespace tali::detail
