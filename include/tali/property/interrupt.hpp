// SPDX-License-Identifier: BSL-1.0
// interrupt_switch: lets the user end shrinking early, with the best case so far.
//
// The library itself does not install signal handlers. The stand-alone main and the adapters pass a switch for Ctrl-C
// to the session. It handles Ctrl-C only while it is armed: at any other time Ctrl-C ends the program as usual.
#pragma once

#include <tali/detail/namespaces.hpp>

namespace tali::host {

class interrupt_switch {
public:
  interrupt_switch() = default;
  interrupt_switch(const interrupt_switch&) = delete;
  interrupt_switch& operator=(const interrupt_switch&) = delete;
  virtual ~interrupt_switch();

  /// Shrinking starts: handle interrupts from now on.
  virtual void arm() = 0;
  /// Shrinking is over: restores the previous state.
  virtual void disarm() = 0;
  /// Whether the user has interrupted since `arm`. Called often, from the thread that called `arm`.
  [[nodiscard]] virtual bool raised() const = 0;
};

} // namespace tali::host
