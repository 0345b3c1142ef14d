// SPDX-License-Identifier: BSL-1.0
#include "property/execute/isolation.hpp"
#include "property/settings/setting_table.hpp"

#include "isolate/backtrace.hpp"
#include "isolate/crash_handler.hpp"

#include <tali/property/case_marks.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::size_t output_kept = 4000;

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

/// The details of a crash, beyond the name of its signal.
std::string signal_message(int signal, const crash_note& note) {
  if (note.signal != signal) { // the crash handler did not run
    return signal == SIGKILL ? "killed from outside (SIGKILL)" : fmt::format("killed by {}", signal_name(signal));
  }
  if (note.stack_overflow) {
    return fmt::format("stack overflow ({})", signal_name(signal));
  }
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
    return note.address < 4096 && note.code > 0
               ? fmt::format("killed by {}: access through a null pointer (address {:#x})", signal_name(signal),
                             note.address)
               : fmt::format("killed by {}: invalid access to address {:#x}", signal_name(signal), note.address);
  case SIGFPE:
    return note.code == FPE_INTDIV ? "killed by SIGFPE: division by zero"
                                   : "killed by SIGFPE: arithmetic error (division by zero or integer overflow)";
  case SIGABRT:
    return "aborted (SIGABRT)";
  default:
    return fmt::format("killed by {}", signal_name(signal));
  }
}

/// The summary line of a sanitizer's report.
std::string sanitizer_message(const std::string& output) {
  for (const std::string_view key : {"SUMMARY: ", "ERROR: ", "runtime error: "}) {
    if (const std::size_t at = output.rfind(key); at != std::string::npos) {
      const std::size_t from = at + (key == "runtime error: " ? 0 : key.size());
      return output.substr(from, output.find('\n', from) - from);
    }
  }
  return "a sanitizer reported an error";
}

} // namespace

isolation::isolation(const run_inputs& in) : in_(in), box_(in.box) {
  limits_.deadline_ns = in.settings.deadline.nanoseconds();
  limits_.memory = in.settings.memory;
  if (in.settings.isolation == isolation_mode::always) {
    box_ = own_box_.emplace().get();
    active_ = true;
  }
}

void isolation::enter(run_phase p) const {
  if (box_ != nullptr) {
    box_->phase = p;
  }
}

void isolation::at_example(std::size_t index) const {
  if (box_ != nullptr) {
    box_->example = index;
  }
}

void isolation::at_input(std::uint64_t index) const {
  if (box_ != nullptr) {
    box_->input = index;
  }
}

void isolation::at_input(std::uint64_t index, std::uint64_t passed) const {
  if (box_ != nullptr) {
    box_->input = index;
    box_->passed = passed;
  }
}

void isolation::record_failure(const failure& f) const {
  if (box_ == nullptr || active_) {
    return;
  }
  box_->found.clear();
  for (const choice& c : f.recorded.choices) {
    box_->found.add({choice_journal::entry::kind::choice, c, {}, nullptr});
  }
  box_->found_origin = static_cast<std::uint32_t>(f.origin);
  box_->found_index = f.index;
  box_->found_size = f.choices.size;
  box_->has_found = true;
}

std::atomic<std::uint64_t>* isolation::mark_of_thread(int thread) const {
  if (in_.session.marks != nullptr) {
    return &in_.session.marks->index[static_cast<std::size_t>(thread)];
  }
  return box_ != nullptr ? &box_->marks[static_cast<std::size_t>(thread)] : nullptr;
}

process_end isolation::run_captured(bool describe, function_ref<void()> work) {
  constexpr std::int64_t shortest = 100'000'000;
  constexpr std::int64_t times_slowest = 50;
  child_limits limits = limits_;
  if (short_deadlines_ && !describe) { // much slower than all other cases also counts as hanging
    const std::int64_t slowest = std::max(slowest_ns_, box_->slowest_ns.load());
    limits.deadline_ns = std::min(limits.deadline_ns, std::max(shortest, times_slowest * slowest));
  }
  return run_in_child(*box_, limits, &output_, !describe, work);
}

process_end isolation::run_visible(function_ref<void()> work) {
  return run_in_child(*box_, limits_, nullptr, true, work);
}

fault isolation::fault_of(const process_end& end) const {
  fault f;
  switch (end.how) {
  case ending::returned: // without an outcome: cannot happen
  case ending::not_run:
    f.kind = failure_kind::exited;
    f.message = fmt::format("fork failed: {}", std::strerror(end.code));
    break;
  case ending::exited:
    f.kind = failure_kind::exited;
    f.message = box_->crash.thread_end ? "ended its thread (pthread_exit or cancellation)"
                                       : fmt::format("ended the process with exit status {}", end.code);
    f.exception_type = box_->crash.thread_end ? "end of the thread" : fmt::format("exit status {}", end.code);
    break;
  case ending::signalled:
    f.kind = failure_kind::signal;
    f.message = signal_message(end.code, box_->crash);
    f.exception_type = box_->crash.stack_overflow ? "stack overflow" : signal_name(end.code);
    f.place = box_->crash.stack_overflow || box_->crash.signal != end.code ? 0 : place_of(box_->crash);
    break;
  case ending::hung:
    f.kind = failure_kind::hang;
    f.message = fmt::format("timeout: did not end within {}", show_duration(in_.settings.deadline));
    break;
  case ending::too_large:
    f.kind = failure_kind::memory;
    f.message = fmt::format("out of memory: used more than {} MB", in_.settings.memory / 1'000'000);
    break;
  case ending::sanitizer:
    f.kind = failure_kind::sanitizer;
    f.message = "a sanitizer reported an error";
    break;
  }
  return f;
}

void isolation::describe_crash(case_outcome& outcome, failure& out) const {
  if (!active_ || outcome.status != case_status::failed) {
    return;
  }
  switch (outcome.cause.kind) {
  case failure_kind::sanitizer:
    out.output = output_.text(output_kept * 4);
    outcome.cause.message = sanitizer_message(out.output);
    break;
  case failure_kind::signal:
    out.stack = describe_stack(box_->crash);
    [[fallthrough]];
  case failure_kind::exited:
  case failure_kind::hang:
  case failure_kind::memory:
    out.output = output_.text(output_kept);
    break;
  default:
    break;
  }
}

void isolation::case_took(std::int64_t nanoseconds) { slowest_ns_ = std::max(slowest_ns_, nanoseconds); }

} // namespace tali::detail
