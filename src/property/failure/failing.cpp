// SPDX-License-Identifier: BSL-1.0
// What happens to a failing case: it is recorded, described, compared with itself, and handed to the stages.
#include "property/run/engine.hpp"

#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>

#include <iterator>
#include <limits>

namespace tali::detail {

void engine::found_random(std::uint64_t index, const fault& first_cause) {
  failure f;
  f.origin = failure_origin::random_case;
  f.index = index;
  const int size = size_of_case(index, settings_);
  trace recorded;
  const case_outcome again = run(*source_of_case(index, size, &recorded));
  const bool same = again.status == case_status::failed && again.cause.same_as(first_cause);
  confirm(f, first_cause, {std::move(recorded.choices), size}, same);
  if (f.asked) {
    f.asked->searched = again.cause.searched;
  }
  report_failure(std::move(f));
}

// Describes the case from its choices, and compares with what was seen before.
void engine::confirm(failure& f, const fault& first_cause, const choice_sequence& choices, bool same_so_far) {
  const case_outcome described = describe(choices, f);
  const bool failed_now = described.status == case_status::failed;
  f.choices_differ = f.recorded.choices != choices.choices;
  if (same_so_far && failed_now && described.cause.same_as(first_cause) && !f.choices_differ) {
    return;
  }
  f.flaky = true;
  if (!failed_now) {
    f.cause = first_cause;
  }
  for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
    if (f.origin == failure_origin::random_case) {
      f.failed_again += run(*source_of_case(f.index, choices.size, nullptr)).status == case_status::failed ? 1 : 0;
    } else {
      replay_source source(choices.choices, choices.size);
      f.failed_again += run(source).status == case_status::failed ? 1 : 0;
    }
  }
}

void engine::report_failure(failure&& f) {
  observe_found(f);
  result_.status = f.cause.kind == failure_kind::generator_error ? run_status::error : run_status::failed;
  if (f.cause.kind == failure_kind::generator_error) {
    result_.message = f.cause.message;
  } else if (!f.flaky && f.reflected) {
    // In the code already: stages, which keep cases, are not told.
    std::vector<failure> others = shrink_failure(f);
    result_.failures.push_back(std::move(f));
    std::move(others.begin(), others.end(), std::back_inserter(result_.failures));
    return;
  } else if (!f.flaky && f.origin != failure_origin::example) {
    for (failure_stage* stage : around_.stages) {
      stage->confirmed(*this, f);
    }
    note_found(f);
    std::vector<failure> others = shrink_failure(f);
    others.insert(others.begin(), std::move(f));
    for (failure& each : others) {
      for (failure_stage* stage : around_.stages) {
        stage->found(*this, each);
      }
      result_.failures.push_back(std::move(each));
    }
    return;
  }
  result_.failures.push_back(std::move(f));
}

} // namespace tali::detail
