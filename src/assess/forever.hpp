// SPDX-License-Identifier: BSL-1.0
// The endless loop of a predicate that hangs.
#pragma once

namespace tali::assess {

/// Loops forever if the condition holds; the compiler may not remove the loop.
inline void wait_while(bool condition) {
  volatile bool go_on = condition;
  while (go_on) {
  }
}

} // namespace tali::assess
