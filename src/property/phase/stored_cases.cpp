// SPDX-License-Identifier: BSL-1.0
#include "property/phase/stored_cases.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tali::detail {

namespace {

/// A case_runner that writes a line of statistics for each case it describes.
class observed_runner final : public case_runner {
public:
  observed_runner(case_runner& runner, case_statistics& statistics) : runner_(runner), statistics_(statistics) {}

  case_outcome run(dynamic_source& source) override { return runner_.run(source); }
  case_outcome describe(const choice_sequence& choices, failure& out) override {
    case_outcome outcome = runner_.describe(choices, out);
    statistics_.add_described(out, outcome, "replayed");
    return outcome;
  }
  void warn(warning_kind kind, std::string text) override { runner_.warn(kind, std::move(text)); }
  [[nodiscard]] std::string_view name() const override { return runner_.name(); }
  [[nodiscard]] const run_settings& settings() const override { return runner_.settings(); }

private:
  case_runner& runner_;
  case_statistics& statistics_;
};

std::vector<failure> failing_cases_of(failure_stage& stage, const phase_context& context) {
  if (context.statistics == nullptr) {
    return stage.before_cases(context.replay);
  }
  observed_runner runner(context.replay, *context.statistics);
  return stage.before_cases(runner);
}

} // namespace

bool stored_case_phase::run() {
  context_.isolated.enter(run_phase::stages);
  for (failure_stage* stage : context_.state.in.session.stages) {
    std::vector<failure> failing = failing_cases_of(*stage, context_);
    for (const failure& f : failing) {
      context_.failures.add_known(f.cause);
    }
    for (failure& f : failing) {
      f.origin = failure_origin::replayed;
      context_.failures.process(std::move(f));
    }
    if (!context_.state.result.failures.empty()) {
      return true;
    }
  }
  return false;
}

} // namespace tali::detail
