// SPDX-License-Identifier: BSL-1.0
// What a predicate that hangs does.
#pragma once

namespace tali::assess {

/// Without end while the condition holds; a loop that the compiler may not leave out.
inline void wait_while(bool condition) {
  volatile bool go_on = condition;
  while (go_on) {
  }
}

} // namespace tali::assess
