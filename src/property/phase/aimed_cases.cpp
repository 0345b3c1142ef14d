// SPDX-License-Identifier: BSL-1.0
#include "property/phase/aimed_cases.hpp"
#include "property/execute/case_source.hpp"
#include "property/observe/tally_observer.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tali::detail {

aimed_run aimed_phase::run_case(dynamic_source& source, std::string_view target, const trace& made) {
  run_state& state = context_.state;
  if (state.clock.budget_spent()) {
    state.result.budget_ended = true;
    return {std::nullopt, true};
  }
  const std::uint64_t index = runs_++;
  context_.isolated.at_input(index);
  target_observer reached(target);
  case_options options;
  options.observer = &reached;
  options.how = "targeted";
  options.index = index;
  options.made = &made;
  const case_outcome outcome = context_.execute.run(source, options);
  state.report_progress(state.result.cases + state.result.aimed, std::nullopt);
  switch (outcome.status) {
  case case_status::failed:
    context_.failures.case_failed(failure_origin::targeted, index, outcome.cause, {made.choices, made.size});
    return {std::nullopt, true};
  case case_status::discarded:
    return {};
  case case_status::passed:
    break;
  }
  ++state.result.aimed;
  return {reached.highest(), false};
}

bool aimed_phase::run(std::uint64_t runs) {
  run_state& state = context_.state;
  const run_settings& settings = state.in.settings;
  context_.isolated.enter(run_phase::aiming);
  state.counts.write_to(state.result, state.result.cases);
  const std::vector<target_summary> targets = state.result.targets;
  std::uint64_t left = runs;
  for (std::size_t i = 0; i < targets.size() && left > 0; ++i) {
    const target_summary& target = targets[i];
    const std::uint64_t before = runs_;
    // Streams from the end of the range, which random cases never reach.
    const rng random = rng::stream(settings.seed, std::numeric_limits<std::uint64_t>::max() - runs_ - i);
    const auto run_one = [&](dynamic_source& source, const trace& made) { return run_case(source, target.name, made); };
    climber climb(settings, run_one, left / (targets.size() - i), random);
    const int size = size_of_case(target.best_case, settings);
    const bool over = !climb.climb_from(*source_of_case(state.in, target.best_case, size, nullptr), size);
    left -= std::min(left, runs_ - before);
    if (climb.reached()) {
      state.counts.aimed_at(target.name, climb.best());
    }
    if (over) {
      return true;
    }
  }
  context_.isolated.enter(run_phase::random_cases);
  return false;
}

} // namespace tali::detail
