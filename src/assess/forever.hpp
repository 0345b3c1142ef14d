// SPDX-License-Identifier: BSL-1.0
// The endless loop of a predicate that hangs.
#pragma once

namespace tali::assess {

/// Loops forever if the condition holds. Volatile, so that the compiler does not remove the loop.
inline void wait_while(bool condition) {
  volatile bool endless = condition;
  while (endless) {
  }
}

} // namespace tali::assess
