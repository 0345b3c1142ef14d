// SPDX-License-Identifier: BSL-1.0
// How a runner ended, as seen by the watcher.
#pragma once

#include "isolate/child.hpp"

namespace tali::detail {

struct runner_end {
  process_end end;
};

} // namespace tali::detail
