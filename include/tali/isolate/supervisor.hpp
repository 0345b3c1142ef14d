// SPDX-License-Identifier: BSL-1.0
// supervisor: lets the program continue after a property has crashed it.
//
// Three processes, two of them asleep:
//
//   watcher  the process that was started. It waits for the runner, kills it if a case exceeds its time or memory
//            limit, forwards signals, and exits with the status of the run.
//   runner   its child. It runs the program at full speed.
//   standby  a fork of the runner from the start of the current property. If the runner dies within the property, the
//            standby takes over in the state before it: it reads from the black box which case was running, reproduces
//            the failure in child processes, reports it, and continues with the rest of the program.
//
// A property costs one fork; a case costs nothing. A process has at most one supervisor. The stand-alone main and the
// adapters for test frameworks use it. It is not started (and properties run without it) under a debugger, under
// ThreadSanitizer, and in a process that already has threads, because a fork would lose them.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>

#include <cstdint>
#include <optional>

namespace tali::detail {
struct black_box;
struct runner_end;
} // namespace tali::detail

namespace tali::host {

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
  /// At the start of a property. Returns false if this process cannot be supervised. Otherwise returns true, and in the
  /// process that takes over after a crash returns true again, with `died` set to how the previous one ended.
  [[nodiscard]] bool enter(const limits& l, std::optional<detail::runner_end>& died);
  /// At the end of a property.
  void leave() noexcept;
  [[nodiscard]] detail::black_box& box() const noexcept;

private:
  struct state;
  detail::owned<state> state_;
};

} // namespace tali::host
