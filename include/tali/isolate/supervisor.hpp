// SPDX-License-Identifier: BSL-1.0
// supervisor: the program goes on when a property kills it.
//
// Three processes, two of them asleep:
//
//   watcher  the process that was started. It waits, notices how the runner ends, kills it if a case hangs or takes too
//            much memory, passes signals on, and ends as the run ends.
//   runner   its child. It runs the program, in the ordinary way and at full speed.
//   standby  a copy of the runner made at the start of each property. If the runner dies in the property, the standby
//            is in the state before it: it takes over, knowing from the black box which case was running, looks into
//            the failure in children of its own, reports it, and goes on with the rest of the program.
//
// A property costs one fork; a case costs nothing. There is one supervisor in a process; the stand-alone main and the
// adapters for test frameworks use it. It is not started (and properties run without it) under a debugger, under
// ThreadSanitizer, and in a process that already has threads, because a fork would lose them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

namespace tali {

namespace detail {
struct black_box;
struct death;
} // namespace detail

class supervisor {
public:
  supervisor();
  supervisor(const supervisor&) = delete;
  supervisor& operator=(const supervisor&) = delete;
  ~supervisor();

  // For the runner ----------------------------------------------------------------------------------------------------

  struct limits {
    std::int64_t deadline_ns = 0; // of one case; 0: none
    std::uint64_t memory = 0;     // of the process, bytes; 0: no limit
  };
  /// At the start of a property. Returns false if this process cannot be supervised. Otherwise it returns true, and in
  /// the process that takes over after a death it returns true again, with `died` set to how the other one ended.
  [[nodiscard]] bool enter(const limits& l, std::optional<detail::death>& died);
  /// At its end.
  void leave() noexcept;
  [[nodiscard]] detail::black_box& box() const noexcept;

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace tali
