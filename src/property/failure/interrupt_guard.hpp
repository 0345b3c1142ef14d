// SPDX-License-Identifier: BSL-1.0
// interrupt_guard: while it exists, the user can end shrinking through the session's interrupt_switch.
#pragma once

#include <tali/property/interrupt.hpp>

namespace tali::detail {

class interrupt_guard {
public:
  /// Null is allowed, and does nothing.
  explicit interrupt_guard(interrupt_switch* s) : switch_(s) {
    if (switch_ != nullptr) {
      switch_->arm();
    }
  }
  interrupt_guard(const interrupt_guard&) = delete;
  interrupt_guard& operator=(const interrupt_guard&) = delete;
  ~interrupt_guard() {
    if (switch_ != nullptr) {
      switch_->disarm();
    }
  }

private:
  interrupt_switch* switch_;
};

} // namespace tali::detail
