// SPDX-License-Identifier: BSL-1.0
// Runs a function in a forked child under a deadline and a memory limit, and reports how the child ended.
//
// Child and parent share only the black box: the child cannot damage the parent's memory.
#pragma once

#include "base/process_wait.hpp"
#include "isolate/black_box.hpp"

#include <tali/detail/function_ref.hpp>

#include <cstdint>

namespace tali::detail {

struct child_limits {
  std::int64_t deadline_ns = 0;         // 0: none
  std::uint64_t memory = 0;             // resident bytes; 0: no limit
  std::int64_t linger_ns = 200'000'000; // the time for threads that the function left running
};

enum class ending : std::uint8_t {
  returned,  // the function returned
  exited,    // the process exited before the function returned
  signalled, // killed by a signal
  hung,      // killed at the deadline
  too_large, // killed above the memory limit
  sanitizer, // ended by the report of a sanitizer
  not_run,   // fork failed
};

struct process_end {
  ending how = ending::returned;
  int code = 0; // exit status, signal, or errno of fork
};

/// Forks and calls `work` in the child. `output` captures its output; null leaves it unchanged. `brief`: a sanitizer
/// need not print its full report.
[[nodiscard]] process_end run_in_child(black_box& box, const child_limits& limits, captured_output* output, bool brief,
                                       function_ref<void()> work);

} // namespace tali::detail
