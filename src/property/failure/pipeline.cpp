// SPDX-License-Identifier: BSL-1.0
#include "property/failure/pipeline.hpp"
#include "property/execute/case_source.hpp"
#include "property/failure/explain.hpp"
#include "property/failure/failure_shrinker.hpp"
#include "property/failure/interrupt_guard.hpp"

#include <optional>
#include <utility>

namespace tali::detail {

namespace {

constexpr int flaky_reruns = 10;

bool killed_the_process(const fault& cause) { return cause.kind >= failure_kind::signal; }

} // namespace

void failure_pipeline::random_case_failed(std::uint64_t index, const fault& first_cause) {
  failure f;
  f.origin = failure_origin::random_case;
  f.index = index;
  const int size = size_of_case(index, state_.in.settings);
  trace recorded;
  const case_outcome again = runner_.run_random_case(index, size, &recorded);
  const bool same = again.status == case_status::failed && again.cause.same_as(first_cause);
  confirm(f, first_cause, {std::move(recorded.choices), size}, same);
  if (f.in_predicate) {
    f.in_predicate->searched = again.cause.searched;
  }
  process(std::move(f));
}

void failure_pipeline::case_failed(failure_origin origin, std::uint64_t index, const fault& first_cause,
                                   const choice_sequence& choices) {
  failure f;
  f.origin = origin;
  f.index = index;
  confirm(f, first_cause, choices, true);
  process(std::move(f));
}

void failure_pipeline::confirm(failure& f, const fault& first_cause, const choice_sequence& choices, bool same_so_far) {
  const case_outcome described = runner_.describe(choices, f);
  const bool failed_now = described.status == case_status::failed;
  f.choices_differ = f.recorded.choices != choices.choices;
  if (same_so_far && failed_now && described.cause.same_as(first_cause) && !f.choices_differ) {
    return;
  }
  if (!failed_now) {
    f.cause = first_cause;
  }
  count_reruns(f, [&] {
    if (f.origin == failure_origin::random_case) {
      return runner_.run_random_case(f.index, choices.size, nullptr).status;
    }
    replay_source source(choices.choices, choices.size);
    return runner_.run(source).status;
  });
}

void failure_pipeline::count_reruns(failure& f, function_ref<case_status()> run_again) {
  f.flaky = true;
  for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
    f.failed_again += run_again() == case_status::failed ? 1 : 0;
  }
}

void failure_pipeline::process(failure&& f) {
  record(f);
  const bool generator_error = f.cause.kind == failure_kind::generator_error;
  // An example that the generators cannot produce has no choices to shrink.
  const bool shrinkable = !generator_error && !f.flaky && (f.reflected || f.origin != failure_origin::example);
  if (!shrinkable) {
    report(std::move(f), false);
    return;
  }
  const bool worth_keeping = !f.reflected; // an example is in the code already
  if (worth_keeping) {
    keep(f);
  }
  for (failure& each : shrink_and_explain(std::move(f))) {
    report(std::move(each), worth_keeping);
  }
}

void failure_pipeline::record(const failure& f) {
  if (statistics_ != nullptr && (killed_the_process(f.cause) || line_missing_)) {
    line_missing_ = false;
    statistics_->add_failure(f);
  }
  if (f.cause.kind == failure_kind::generator_error) {
    state_.result.status = run_status::error;
    state_.result.message = f.cause.message;
  } else {
    state_.result.status = run_status::failed;
  }
}

void failure_pipeline::keep(const failure& f) {
  for (failure_stage* stage : state_.in.session.stages) {
    stage->confirmed(runner_, f);
  }
  isolation_.record_failure(f);
}

std::vector<failure> failure_pipeline::shrink_and_explain(failure&& f) {
  std::vector<failure> all;
  all.push_back(std::move(f));
  const run_settings& settings = state_.in.settings;
  if (settings.shrink == 0 || !settings.replay.empty()) { // a replayed case is reported as it is
    return all;
  }
  const interrupt_guard can_interrupt(state_.in.session.interrupt);
  const isolation::short_deadlines for_hangs(isolation_, all.front().cause.kind == failure_kind::hang);
  failure_shrinker shrinker(state_, runner_, statistics_, known_);
  shrinker.shrink(all.front());
  explain_failure(runner_, all.front());
  while (std::optional<failure> other = shrinker.next_other(all.front())) {
    explain_failure(runner_, *other);
    all.push_back(std::move(*other));
  }
  return all;
}

void failure_pipeline::report(failure&& f, bool to_stages) {
  if (to_stages) {
    for (failure_stage* stage : state_.in.session.stages) {
      stage->found(runner_, f);
    }
  }
  state_.result.failures.push_back(std::move(f));
}

} // namespace tali::detail
