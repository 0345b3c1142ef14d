// SPDX-License-Identifier: BSL-1.0
#include "property/phase/recovery.hpp"
#include "property/execute/case_source.hpp"
#include "property/phase/all_inputs.hpp"
#include "property/phase/examples.hpp"

#include <tali/property/case_marks.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

namespace tali::detail {

namespace {

constexpr std::uint64_t earlier_suspects = 256;

} // namespace

recovery_phase::recovery_phase(const phase_context& context) : context_(context) {
  black_box& box = *context.isolated.box();
  last_.phase = box.phase;
  last_.has_found = box.has_found;
  last_.found_origin = static_cast<failure_origin>(box.found_origin);
  last_.found_index = box.found_index;
  last_.found = {choices_of(box.found), box.found_size};
  last_.running = {choices_of(box.running), box.running_size};
  last_.example = box.example;
  last_.input = box.input;
  last_.round_begin = box.round_begin;
  last_.round_discarded = box.round_discarded;
  for (const std::atomic<std::uint64_t>& mark : box.marks) {
    if (mark != case_marks::idle) {
      last_.suspects.insert(mark);
    }
  }
  if (last_.suspects.empty()) { // it crashed between cases: one of the last cases may have left a thread running
    last_.suspects.insert(last_.round_begin);
  }
  run_state& state = context.state;
  state.result.cases = box.passed;
  state.result.discarded = box.discarded;
  state.result.examples = last_.phase == run_phase::examples ? 0 : state.in.code.examples;
  state.duplicates_known = false;
  context.isolated.activate();
  if (!last_.has_found) {
    context.failures.expect_missing_line();
  }
  box.crash = {};
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): this phase exists only after a crash
  cause_ = context.isolated.fault_of(state.in.died->end);
}

void recovery_phase::run() {
  if (last_.has_found && last_.found_origin != failure_origin::example &&
      retry_choices(last_.found, last_.found_origin, last_.found_index)) {
    return;
  }
  if (!retry()) {
    report_crash();
  }
}

bool recovery_phase::retry_choices(const choice_sequence& choices, failure_origin origin, std::uint64_t index) {
  unlimited_replay_source source(choices);
  const case_outcome outcome = context_.replay.run(source);
  if (outcome.status != case_status::failed) {
    return false;
  }
  context_.failures.case_failed(origin, index, outcome.cause, choices);
  return true;
}

bool recovery_phase::retry_random_case(std::uint64_t index) {
  result& r = context_.state.result;
  const int size = size_of_case(index, context_.state.in.settings);
  const case_outcome outcome = context_.replay.run_random_case(index, size, nullptr);
  if (outcome.status != case_status::failed) {
    return false;
  }
  if (last_.phase == run_phase::random_cases && index >= last_.round_begin) {
    const std::uint64_t ran = index - last_.round_begin;
    r.cases += ran - std::min(last_.round_discarded, ran);
    r.discarded += last_.round_discarded;
  }
  context_.failures.random_case_failed(index, outcome.cause);
  return true;
}

bool recovery_phase::retry_suspects() {
  if (std::any_of(last_.suspects.begin(), last_.suspects.end(),
                  [this](std::uint64_t index) { return retry_random_case(index); })) {
    return true;
  }
  if (last_.phase != run_phase::random_cases) {
    return false;
  }
  const std::uint64_t first = *last_.suspects.begin();
  for (std::uint64_t i = first; i > 0 && first - i < earlier_suspects; --i) {
    if (retry_random_case(i - 1)) {
      return true;
    }
  }
  return false;
}

bool recovery_phase::retry() {
  switch (last_.phase) {
  case run_phase::examples:
    return example_phase(context_).run(last_.example);
  case run_phase::random_cases:
  case run_phase::alone:
    return retry_suspects();
  case run_phase::all_inputs: // there are few inputs: start from the simplest, which also yields the index of the input
    context_.state.result.cases = context_.state.result.discarded = 0;
    if (all_inputs_phase(context_).run() && !context_.state.result.failures.empty()) {
      return true;
    }
    break;
  case run_phase::idle:
  case run_phase::stages:
  case run_phase::aiming:
    break;
  }
  return retry_choices(last_.running, origin_of_running(), last_.input);
}

failure_origin recovery_phase::origin_of_running() const {
  switch (last_.phase) {
  case run_phase::all_inputs:
    return failure_origin::enumerated;
  case run_phase::aiming:
    return failure_origin::targeted;
  default:
    return failure_origin::replayed;
  }
}

void recovery_phase::report_crash() {
  failure f;
  f.flaky = true;
  switch (last_.phase) {
  case run_phase::examples:
    f.origin = failure_origin::example;
    f.index = last_.example;
    break;
  case run_phase::random_cases:
  case run_phase::alone: {
    f.origin = failure_origin::random_case;
    f.index = *last_.suspects.begin();
    trace recorded;
    const int size = size_of_case(f.index, context_.state.in.settings);
    static_cast<void>(context_.replay.run_random_case(f.index, size, &recorded));
    context_.failures.confirm(f, cause_, {std::move(recorded.choices), size}, false);
    break;
  }
  default:
    f.origin = origin_of_running();
    f.index = last_.input;
    context_.failures.confirm(f, cause_, last_.running, false);
    break;
  }
  f.cause = cause_;
  context_.failures.process(std::move(f));
}

} // namespace tali::detail
