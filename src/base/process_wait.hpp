// SPDX-License-Identifier: BSL-1.0
// Waiting for a process under a deadline and a memory limit, and facts about processes from /proc.
#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace tali::detail {

struct wait_limits {
  std::int64_t deadline_ns = 0; // 0: none
  std::uint64_t memory = 0;     // resident bytes; 0: no limit
};

/// How a process ended.
struct process_status {
  enum class kind : std::uint8_t {
    exited,        // code: the exit status
    signalled,     // code: the signal
    timed_out,     // killed by us at the deadline
    out_of_memory, // killed by us above the memory limit
  };
  kind how = kind::exited;
  int code = 0;

  [[nodiscard]] bool succeeded() const noexcept { return how == kind::exited && code == 0; }
};

/// Decodes the status of waitpid.
[[nodiscard]] process_status decode_status(int status) noexcept;

/// Waits until a child has ended, kills it when it exceeds a limit, and reaps it.
[[nodiscard]] process_status wait_for_process(pid_t child, const wait_limits& limits = {});

/// Resident bytes of a process; 0 if unknown.
[[nodiscard]] std::uint64_t resident_memory(pid_t process);
/// Number of processes in a process group.
[[nodiscard]] int processes_in_group(pid_t group);
/// Number of threads of this process.
[[nodiscard]] int threads_of_process();

/// Captures what a child writes to standard output and error, in memory.
class captured_output {
public:
  captured_output() = default;
  captured_output(const captured_output&) = delete;
  captured_output& operator=(const captured_output&) = delete;
  ~captured_output();

  /// Before the fork: discards the output of the last child.
  void clear();
  /// In the child.
  void redirect() const;
  /// The last `most` bytes.
  [[nodiscard]] std::string text(std::size_t most) const;

private:
  int file_ = -1;
};

} // namespace tali::detail
