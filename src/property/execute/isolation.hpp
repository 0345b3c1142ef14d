// SPDX-License-Identifier: BSL-1.0
// isolation: how a run works with other processes.
//
// First, a supervised process records the progress of the run in the black box, so that the process that takes over
// after a crash can find the case. Second, cases can run in forked copies of the process: all of them if the setting
// `isolation` is `always` or after a crash, otherwise none.
#pragma once

#include "isolate/black_box.hpp"
#include "isolate/child.hpp"
#include "property/execute/run_inputs.hpp"

#include <tali/detail/function_ref.hpp>
#include <tali/property/stage.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace tali::detail {

class isolation {
public:
  explicit isolation(const run_inputs& in);

  /// Whether every case runs in a copy of the process.
  [[nodiscard]] bool active() const { return active_; }
  void activate() { active_ = true; }
  /// Null if the process is not supervised and no case runs in a copy.
  [[nodiscard]] black_box* box() const { return box_; }

  // The progress of the run. Without a black box these do nothing.
  void enter(run_phase p) const;
  void at_example(std::size_t index) const;
  void at_input(std::uint64_t index) const;
  void at_input(std::uint64_t index, std::uint64_t passed) const;
  /// Records a failure. From now on, recovery starts from it instead of the position of the run.
  void record_failure(const failure& f) const;
  /// The random case that a thread is in; null if it is not needed.
  [[nodiscard]] std::atomic<std::uint64_t>* mark_of_thread(int thread) const;

  /// Runs a case in a copy of the process, with its output captured.
  [[nodiscard]] process_end run_captured(bool describe, function_ref<void()> work);
  /// The same with the output unchanged.
  [[nodiscard]] process_end run_visible(function_ref<void()> work);
  /// How a copy ended, as the cause of a failure.
  [[nodiscard]] fault fault_of(const process_end& end) const;
  /// Adds stack, output and message of the last captured copy to its outcome and failure, if it died.
  void describe_crash(case_outcome& outcome, failure& out) const;

  /// Records the time that a case took. The slowest case distinguishes hanging cases from slow ones.
  void case_took(std::int64_t nanoseconds);

  /// While it exists, cases that are not described get a short deadline, if requested: waiting for the full deadline in
  /// each of many runs would take too long.
  class short_deadlines {
  public:
    short_deadlines(isolation& i, bool wanted) : isolation_(i) { isolation_.short_deadlines_ = wanted; }
    short_deadlines(const short_deadlines&) = delete;
    short_deadlines& operator=(const short_deadlines&) = delete;
    ~short_deadlines() { isolation_.short_deadlines_ = false; }

  private:
    isolation& isolation_;
  };

private:
  const run_inputs& in_;
  std::optional<shared_box> own_box_;
  black_box* box_;
  captured_output output_;
  child_limits limits_;
  std::int64_t slowest_ns_ = 0;
  bool active_ = false;
  bool short_deadlines_ = false;
};

} // namespace tali::detail
