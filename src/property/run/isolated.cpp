// SPDX-License-Identifier: BSL-1.0
// Cases in copies of the process, and going on after a death.
//
// A copy runs one case. It writes choices and messages to the black box as it goes; when it has ended, in whichever
// way, the source here goes through the same choices (dynamic_source::adopt), so that to everything else (recording,
// shrinking, enumerating) it looks as if the case had run here.
//
// After a death this process is the standby, in the state before the property. The black box says what the dead one was
// doing: looking into a failure it had found, running a case that it wrote down choice by choice, or running random
// cases, of which the numbers are known. The suspects are run in copies until one fails; a random case may also have
// died of what an earlier one has left behind (a thread, most likely), so earlier ones are suspects too. From there on
// the failure is like any other, except that all runs are in copies.
#include "property/case/case_stream.hpp"
#include "property/run/engine.hpp"
#include "property/settings/setting_table.hpp"

#include "isolate/backtrace.hpp"
#include "isolate/crash_handler.hpp"

#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <limits>
#include <set>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::size_t output_kept = 4000;
constexpr std::uint64_t earlier_suspects = 256;

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name != nullptr ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

/// What a crash is about, beyond the name of its signal.
std::string signal_story(int signal, const crash_note& note) {
  if (note.signal != signal) { // it was not seen from inside
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
               : fmt::format("killed by {}: bad access to address {:#x}", signal_name(signal), note.address);
  case SIGFPE:
    return note.code == FPE_INTDIV ? "killed by SIGFPE: division by zero"
                                   : "killed by SIGFPE: arithmetic error (division by zero, or overflow of one)";
  case SIGABRT:
    return "aborted (SIGABRT)";
  default:
    return fmt::format("killed by {}", signal_name(signal));
  }
}

/// The line in which a sanitizer sums up.
std::string sanitizer_story(const std::string& output) {
  for (const std::string_view key : {"SUMMARY: ", "ERROR: ", "runtime error: "}) {
    if (const std::size_t at = output.rfind(key); at != std::string::npos) {
      const std::size_t from = at + (key == "runtime error: " ? 0 : key.size());
      return output.substr(from, output.find('\n', from) - from);
    }
  }
  return "a sanitizer reported an error";
}

} // namespace

fault engine::fault_of(const process_end& end) const {
  fault f;
  switch (end.how) {
  case ending::returned: // without an outcome: cannot happen
  case ending::not_run:
    f.kind = failure_kind::exited;
    f.message = fmt::format("no copy of the process could be made: {}", std::strerror(end.code));
    break;
  case ending::exited:
    f.kind = failure_kind::exited;
    f.message = fmt::format("ended the process with exit status {}", end.code);
    f.exception_type = fmt::format("exit status {}", end.code);
    break;
  case ending::signalled:
    f.kind = failure_kind::signal;
    f.message = signal_story(end.code, box_->crash);
    f.exception_type = box_->crash.stack_overflow ? "stack overflow" : signal_name(end.code);
    f.place = box_->crash.stack_overflow || box_->crash.signal != end.code ? 0 : place_of(box_->crash);
    break;
  case ending::hung:
    f.kind = failure_kind::hang;
    f.message = fmt::format("did not end within {}", show_duration(settings_.deadline));
    break;
  case ending::too_large:
    f.kind = failure_kind::memory;
    f.message = fmt::format("used more than {} MB of memory", settings_.memory / 1'000'000);
    break;
  case ending::sanitizer:
    f.kind = failure_kind::sanitizer;
    f.message = "a sanitizer reported an error";
    break;
  }
  return f;
}

// After a run that describes: what only that run has to tell.
void engine::describe_death(case_outcome& outcome, failure& out) const {
  if (outcome.status != case_status::failed) {
    return;
  }
  switch (outcome.cause.kind) {
  case failure_kind::sanitizer:
    out.output = output_.text(output_kept * 4);
    outcome.cause.message = sanitizer_story(out.output);
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

case_outcome engine::run_body_in_copy(dynamic_source& source, bool describe, body_function body,
                                      const std::optional<observation>& observed) {
  worker& w = *workers_[0];
  case_control::clear(w.held.c);
  child_limits limits = child_limits_;
  if (hurried_ && !describe) { // what is as slow as that hangs too; who describes takes all the time there is
    const std::int64_t slowest = std::max(slowest_.nanoseconds(), box_->slowest_ns.load());
    limits.deadline_ns = std::min(limits.deadline_ns, std::max<std::int64_t>(100'000'000, 50 * slowest));
  }
  const process_end end = run_in_child(*box_, limits, &output_, !describe, [&] {
    w.held.log.stream = &box_->log;
    source.journal_to(&box_->running);
    case_control::start(w.held.c, source, describe);
    if (observed) {
      w.recorder.begin();
    }
    const case_outcome outcome = attempt(body);
    if (observed) {
      w.lines.clear();
      write_line(w, *observed, source.size(), outcome);
      stream_line(box_->log, w.lines);
    }
    stream_outcome(box_->log, outcome);
  });
  source.adopt(box_->running);
  streamed_case said = read_stream(box_->log, *w.held.log.counts);
  w.held.log.remarks = std::move(said.remarks);
  w.held.log.values = std::move(said.values);
  w.held.log.differences = std::move(said.differences);
  w.held.log.notes = std::move(said.notes);
  w.held.log.asked = std::move(said.asked);
  if (observed) {
    w.lines = std::move(said.lines);
    commit_lines(w);
  }
  case_outcome outcome;
  if (box_->running.overflowed()) {
    outcome.status = case_status::discarded;
    outcome.discard_reason = "more choices than can be kept track of in a copy of the process";
  } else if (end.how == ending::returned && said.outcome) {
    outcome = std::move(*said.outcome);
  } else {
    outcome.status = case_status::failed;
    outcome.cause = fault_of(end);
  }
  outcome.cause.searched = source.searched();
  return outcome;
}

// One random case with all that run_chunk finds out about it.
void engine::run_case_in_copy(worker& w) {
  // What a case prints is for the user, as if it had run here.
  const process_end end = run_in_child(*box_, child_limits_, nullptr, true, [&] {
    w.held.log.stream = &box_->log;
    run_chunk(w, 0);
    case_outcome outcome;
    outcome.status = w.failed ? case_status::failed : (w.passed > 0 ? case_status::passed : case_status::discarded);
    outcome.cause = std::move(w.cause);
    outcome.discard_reason = std::move(w.discard_reason);
    stream_line(box_->log, w.lines);
    stream_figures(box_->log, {w.hashes[0], w.hashes_known, w.words, w.early_words});
    stream_outcome(box_->log, outcome);
  });
  streamed_case said = read_stream(box_->log, counts_);
  const bool complete = end.how == ending::returned && said.outcome && said.figures;
  w.lines = std::move(said.lines);
  w.ran = 1;
  w.passed = w.discarded = 0;
  w.failed = false;
  w.hashes_known = true;
  w.words = w.early_words = 0;
  if (!complete) {
    w.failed = true;
    w.cause = fault_of(end);
    return;
  }
  w.hashes[0] = said.figures->hash;
  w.hashes_known = said.figures->hash_known;
  w.words = said.figures->words;
  w.early_words = said.figures->early_words;
  switch (said.outcome->status) {
  case case_status::passed:
    w.passed = 1;
    counts_.commit(said.remarks, w.begin);
    break;
  case case_status::discarded:
    w.discarded = 1;
    counts_.discarded(said.outcome->discard_reason);
    break;
  case case_status::failed:
    w.failed = true;
    w.cause = std::move(said.outcome->cause);
    break;
  }
}

// From here on the failure is worth more than where the run is.
void engine::note_found(const failure& f) {
  if (box_ == nullptr || isolated_) {
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

void engine::go_on_after_death() {
  // What the box says, before our own copies write to it.
  const run_phase phase = box_->phase;
  const bool has_found = box_->has_found;
  const choice_sequence found{choices_of(box_->found), box_->found_size};
  const choice_sequence running{choices_of(box_->running), box_->running_size};
  const std::uint64_t input = box_->input;
  const std::uint64_t round_begin = box_->round_begin;
  const std::uint64_t round_discarded = box_->round_discarded;
  std::set<std::uint64_t> suspects;
  for (const std::atomic<std::uint64_t>& mark : box_->marks) {
    if (mark != case_marks::idle) {
      suspects.insert(mark);
    }
  }
  result_.cases = box_->passed;
  result_.discarded = box_->discarded;
  result_.examples = phase == run_phase::examples ? 0 : code_.examples;
  duplicates_known_ = false;
  isolated_ = true;
  line_missing_ = !has_found;
  box_->crash = {};
  const fault seen = fault_of(died_->end);

  // Runs these choices; true if they fail, which is then reported.
  const auto try_choices = [&](const choice_sequence& choices, failure_origin origin, std::uint64_t index) {
    replay_source source(choices.choices, choices.size);
    source.limit_choices(std::numeric_limits<std::uint32_t>::max());
    const case_outcome outcome = run(source);
    failure f;
    f.origin = origin;
    f.index = index;
    if (outcome.status != case_status::failed) {
      return false;
    }
    confirm(f, outcome.cause, choices, true);
    report_failure(std::move(f));
    return true;
  };
  const auto try_random = [&](std::uint64_t index) {
    const case_outcome outcome = run(*source_of_case(index, size_of_case(index, settings_), nullptr));
    if (outcome.status != case_status::failed) {
      return false;
    }
    if (phase == run_phase::random_cases && index >= round_begin) {
      result_.cases += index - round_begin - std::min(round_discarded, index - round_begin);
      result_.discarded += round_discarded;
    }
    found_random(index, outcome.cause);
    return true;
  };

  if (has_found) {
    const auto origin = static_cast<failure_origin>(box_->found_origin);
    if (origin != failure_origin::example && try_choices(found, origin, box_->found_index)) {
      return;
    }
  }
  failure f; // what remains if nothing fails again
  f.cause = seen;
  f.flaky = true;
  switch (phase) {
  case run_phase::examples:
    if (run_examples(box_->example)) {
      return;
    }
    f.origin = failure_origin::example;
    f.index = box_->example;
    break;
  case run_phase::random_cases:
  case run_phase::alone: {
    if (suspects.empty()) { // between cases: the last ones may have left something behind
      suspects.insert(round_begin);
    }
    if (std::any_of(suspects.begin(), suspects.end(), try_random)) {
      return;
    }
    const std::uint64_t first = *suspects.begin();
    if (phase == run_phase::random_cases) {
      for (std::uint64_t i = first; i > 0 && first - i < earlier_suspects; --i) {
        if (try_random(i - 1)) {
          return;
        }
      }
    }
    trace recorded;
    const int size = size_of_case(first, settings_);
    static_cast<void>(run(*source_of_case(first, size, &recorded)));
    f.origin = failure_origin::random_case;
    f.index = first;
    confirm(f, seen, {std::move(recorded.choices), size}, false);
    break;
  }
  case run_phase::all_inputs: // there are few: from the simplest on, which gives the number of the input too
    result_.cases = result_.discarded = 0;
    if (run_all_inputs() && !result_.failures.empty()) {
      return;
    }
    [[fallthrough]];
  case run_phase::idle:
  case run_phase::stages:
  case run_phase::aiming:
    f.origin = phase == run_phase::all_inputs ? failure_origin::enumerated
               : phase == run_phase::aiming   ? failure_origin::targeted
                                              : failure_origin::replayed;
    if (try_choices(running, f.origin, input)) {
      return;
    }
    f.index = input;
    confirm(f, seen, running, false);
    break;
  }
  f.cause = seen;
  report_failure(std::move(f));
}

} // namespace tali::detail
