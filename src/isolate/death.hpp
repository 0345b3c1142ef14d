// SPDX-License-Identifier: BSL-1.0
// How a runner died, as the watcher saw it.
#pragma once

#include "isolate/child.hpp"

namespace tali::detail {

struct death {
  process_end end;
};

} // namespace tali::detail
