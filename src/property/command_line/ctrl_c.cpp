// SPDX-License-Identifier: BSL-1.0
#include "property/command_line/ctrl_c.hpp"

namespace tali::detail {

namespace {

// A signal handler can only communicate through globals. One switch is armed at a time. If two properties are shrunk at
// the same time, only one of them can be interrupted.
volatile std::sig_atomic_t stop_requested = 0;
volatile std::sig_atomic_t a_switch_is_armed = 0;

using handler = void (*)(int);
handler handler_before = SIG_DFL; // written only while no switch is armed

extern "C" void on_ctrl_c(int /*signal*/) {
  stop_requested = 1;
  std::signal(SIGINT, handler_before);
}

} // namespace

ctrl_c_switch::~ctrl_c_switch() { disarm(); }

void ctrl_c_switch::arm() {
  if (a_switch_is_armed != 0) {
    return;
  }
  stop_requested = 0;
  handler_before = SIG_DFL;
  const handler previous = std::signal(SIGINT, SIG_IGN);
  if (previous == SIG_ERR) {
    return;
  }
  if (previous == SIG_IGN) {
    return; // started in the background: Ctrl-C is for another process
  }
  handler_before = previous;
  a_switch_is_armed = 1;
  armed_ = true;
  std::signal(SIGINT, on_ctrl_c);
}

void ctrl_c_switch::disarm() {
  if (armed_) {
    armed_ = false;
    a_switch_is_armed = 0;
    std::signal(SIGINT, handler_before);
  }
}

bool ctrl_c_switch::raised() const { return armed_ && stop_requested != 0; }

} // namespace tali::detail
