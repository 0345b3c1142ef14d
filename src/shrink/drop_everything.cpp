// SPDX-License-Identifier: BSL-1.0
// drop_everything: the simplest case of all. One run, and for a property that always fails the only one.
#include "shrink/shrinker.hpp"

namespace tali::detail {

void drop_everything(shrinker& s) { s.propose({}); }

} // namespace tali::detail
