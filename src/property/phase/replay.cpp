// SPDX-License-Identifier: BSL-1.0
#include "property/phase/replay.hpp"
#include "property/execute/case_source.hpp"
#include "property/phase/replay_fit.hpp"

#include <tali/store/encoding.hpp>

#include <utility>

#include <fmt/format.h>

namespace tali::detail {

void replay_phase::run() {
  context_.isolated.enter(run_phase::stages);
  result& r = context_.state.result;
  const choice_sequence given = choices_from_text(context_.state.in.settings.replay).choices; // resolve() checked it
  unlimited_replay_source source(given);
  case_options options;
  options.how = "replayed";
  const case_outcome first = context_.execute.run(source, options);
  const std::string misfit = replay_misfit(source, given.choices.size());
  switch (first.status) {
  case case_status::passed:
    if (misfit.empty()) {
      ++r.cases;
    } else {
      r.status = run_status::error;
      r.message = fmt::format("the replay text does not fit this property: {}; it may belong to another property or to "
                              "another version of this property",
                              misfit);
    }
    break;
  case case_status::discarded:
    r.status = run_status::gave_up;
    r.message = misfit.empty() ? fmt::format("the replayed case was discarded: {}", first.discard_reason)
                               : fmt::format("the replayed case was discarded: {}; it no longer fits this property: {}",
                                             first.discard_reason, misfit);
    break;
  case case_status::failed:
    replay_failed(given, first.cause, misfit);
    break;
  }
}

void replay_phase::replay_failed(const choice_sequence& given, const fault& first_cause, const std::string& misfit) {
  if (misfit.empty()) {
    trace recorded;
    unlimited_replay_source again(given, &recorded);
    static_cast<void>(context_.replay.run(again));
    context_.failures.case_failed(failure_origin::replayed, 0, first_cause, {std::move(recorded.choices), given.size});
    return;
  }
  failure f;
  f.origin = failure_origin::replayed;
  static_cast<void>(context_.replay.describe(given, f));
  f.cause = first_cause;
  context_.state.warn(
      warning_kind::replay,
      fmt::format("the replay text no longer fits this property ({}); the failure is that of the nearest case",
                  misfit));
  context_.failures.process(std::move(f));
}

} // namespace tali::detail
