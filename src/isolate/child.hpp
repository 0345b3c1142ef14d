// SPDX-License-Identifier: BSL-1.0
// Running something in a forked copy of this process, and learning how that ended.
//
// The copy shares nothing with us but the black box, so whatever it does to its memory, its globals or itself leaves us
// as we are. We wait for it with an eye on the clock and on its memory.
#pragma once

#include "isolate/black_box.hpp"

#include <tali/detail/function_ref.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tali::detail {

struct child_limits {
  std::int64_t deadline_ns = 0;         // 0: none
  std::uint64_t memory = 0;             // bytes resident; 0: no limit
  std::int64_t linger_ns = 200'000'000; // how long threads that were left behind may go on
};

enum class ending : std::uint8_t {
  returned,  // came to its end
  exited,    // left with an exit status before it
  signalled, // killed by a signal
  hung,      // did not end in time, and was killed
  too_large, // used too much memory, and was killed
  sanitizer, // a sanitizer reported and ended it
  not_run,   // the system would not give us a process
};

struct process_end {
  ending how = ending::returned;
  int code = 0; // exit status or signal
};

/// What it wrote to its standard output and error is kept: in memory, and forgotten with the next child.
class captured_output {
public:
  captured_output() = default;
  captured_output(const captured_output&) = delete;
  captured_output& operator=(const captured_output&) = delete;
  ~captured_output();

  /// Before the fork: ready to take what the child prints.
  void clear();
  /// In the child.
  void redirect() const;
  /// The end of it.
  [[nodiscard]] std::string text(std::size_t most) const;

private:
  int file_ = -1;
};

/// Forks and calls `work` in the child. `output`: where it prints to, or null for where we do.
[[nodiscard]] process_end run_in_child(black_box& box, const child_limits& limits, captured_output* output, bool brief,
                                       function_ref<void()> work);

/// The resident memory of a process in bytes; 0 if unknown.
[[nodiscard]] std::uint64_t resident_memory(int process);
/// Threads of this process.
[[nodiscard]] int threads_of_process();

} // namespace tali::detail
