// SPDX-License-Identifier: BSL-1.0
// Ctrl-C as an interrupt_switch, for the stand-alone main and for tests under an adapter.
//
// The first Ctrl-C while armed ends shrinking, and restores the previous behaviour of Ctrl-C immediately: the second
// one then ends the program, even if the running case never returns.
#pragma once

#include <tali/property/interrupt.hpp>

#include <csignal>

namespace tali::detail {

class ctrl_c_switch final : public interrupt_switch {
public:
  ctrl_c_switch() = default;
  ~ctrl_c_switch() override;

  void arm() override;
  void disarm() override;
  [[nodiscard]] bool raised() const override;

private:
  bool armed_ = false;
};

} // namespace tali::detail
