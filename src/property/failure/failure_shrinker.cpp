// SPDX-License-Identifier: BSL-1.0
#include "property/failure/failure_shrinker.hpp"

#include <tali/shrink/shrink.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace tali::detail {

namespace {

constexpr std::size_t most_failures = 5; // per property, including the first
constexpr std::size_t most_steps_kept = 256;
constexpr std::uint64_t most_steps_observed = 2000;

struct kept_step {
  std::uint64_t run;
  choice_sequence choices;
};

class failing_case final : public shrink_subject {
public:
  failing_case(const run_state& state, replayer& runner, case_statistics* statistics, const fault& cause,
               std::vector<fault>& known, bool keep_steps)
      : state_(state), runner_(runner), statistics_(statistics), cause_(cause), known_(known), keep_steps_(keep_steps) {
  }

  bool fails(dynamic_source& source) override {
    ++runs_;
    last_ = runner_.run(source);
    return last_.status == case_status::failed && last_.cause.same_as(cause_);
  }

  void ran(const trace& drawn) override {
    if (last_.status != case_status::failed || known_.size() >= most_failures ||
        last_.cause.kind == failure_kind::generator_error) {
      return;
    }
    if (std::none_of(known_.begin(), known_.end(), [&](const fault& f) { return f.same_as(last_.cause); })) {
      known_.push_back(last_.cause);
      others.push_back({last_.cause, {drawn.choices, drawn.size}});
    }
  }

  void improved(const trace& smaller) override {
    ++steps_;
    // Describing a hanging case takes the whole deadline, which would leave too little time for shrinking.
    if (statistics_ != nullptr && steps_ <= most_steps_observed && cause_.kind != failure_kind::hang) {
      failure described;
      const case_outcome outcome = runner_.describe({smaller.choices, smaller.size}, described);
      statistics_->add_described(described, outcome, "shrinking", {steps_, runs_, known_.size()});
    }
    // At twice the number to keep, every second step is dropped, so the rest stays evenly spread.
    if (keep_steps_ && steps_ % every_ == 0) {
      steps.push_back({runs_, {smaller.choices, smaller.size}});
      if (steps.size() == 2 * most_steps_kept) {
        for (std::size_t i = 0; i < most_steps_kept; ++i) {
          steps[i] = std::move(steps[2 * i + 1]);
        }
        steps.resize(most_steps_kept);
        every_ *= 2;
      }
    }
  }

  bool cancelled() override {
    state_.report_progress(state_.result.cases, std::nullopt,
                           shrink_progress{runs_, steps_, static_cast<std::uint64_t>(state_.in.settings.shrink)});
    return runner_.interrupted();
  }

  std::vector<other_failure> others;
  std::vector<kept_step> steps;

private:
  const run_state& state_;
  replayer& runner_;
  case_statistics* statistics_;
  const fault& cause_;
  std::vector<fault>& known_;
  bool keep_steps_;
  case_outcome last_;
  std::uint64_t runs_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t every_ = 1;
};

bool looks_the_same(const std::vector<drawn_value>& a, const std::vector<drawn_value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const drawn_value& x, const drawn_value& y) { return x.text == y.text; });
}

/// The path from the case as it was found to the result, at most `most` cases of it, the first and the last included.
std::vector<shrink_step> path_of(replayer& runner, const std::vector<kept_step>& kept, const failure& found,
                                 const failure& result, std::uint64_t last_run, std::size_t most) {
  std::vector<shrink_step> path;
  path.push_back({0, found.values});
  const std::size_t between = kept.empty() ? 0 : kept.size() - 1; // the last one is the result
  const std::size_t shown = std::min(between, most > 2 ? most - 2 : 0);
  for (std::size_t i = 0; i < shown; ++i) {
    const kept_step& step = kept[(2 * i + 1) * between / (2 * shown)];
    failure described;
    if (runner.describe(step.choices, described).status == case_status::failed &&
        !looks_the_same(described.values, path.back().values) && !looks_the_same(described.values, result.values)) {
      path.push_back({step.run, std::move(described.values)});
    }
  }
  path.push_back({kept.empty() ? last_run : kept.back().run, result.values});
  return path;
}

} // namespace

std::uint64_t shrinking_time(const run_settings& s) {
  constexpr std::uint64_t longest_without_budget = 10'000; // milliseconds
  // With a time budget, shrinking may take as long again as the search for the failure.
  return s.time_budget ? static_cast<std::uint64_t>(s.time_budget->nanoseconds() / 1'000'000) + 1
                       : longest_without_budget;
}

void failure_shrinker::shrink_within(failure& f, std::uint64_t milliseconds) {
  const fault cause = f.cause;
  const auto shown = static_cast<std::size_t>(state_.in.settings.show_shrinks);
  shrink_limits limits;
  limits.evaluations = static_cast<std::uint64_t>(state_.in.settings.shrink);
  limits.milliseconds = milliseconds;
  failing_case subject(state_, runner_, statistics_, cause, known_, shown > 0);
  const shrink_result smallest = tali::shrink(f.recorded, subject, limits);
  shrink_summary summary;
  summary.runs = smallest.evaluations;
  summary.steps = smallest.improvements;
  summary.complete = smallest.complete;
  summary.interrupted = !smallest.complete && state_.interrupted();
  if (smallest.improvements > 0 || smallest.smallest.size != f.recorded.size) { // also if only the size has changed
    failure simpler = f;
    const case_outcome described = runner_.describe({smallest.smallest.choices, smallest.smallest.size}, simpler);
    if (described.status == case_status::failed && described.cause.same_as(cause)) {
      if (shown > 0 && summary.steps > 0) {
        summary.path = path_of(runner_, subject.steps, f, simpler, smallest.evaluations, shown);
      }
      if (summary.steps > 0) {
        summary.from = std::move(f.values);
      }
      f = std::move(simpler);
    } else { // flaky: the case as it was found is reported
      summary.steps = 0;
      summary.complete = false;
    }
  }
  f.shrunk = std::move(summary);
  std::move(subject.others.begin(), subject.others.end(), std::back_inserter(others_));
}

void failure_shrinker::shrink(failure& f) {
  known_.push_back(f.cause);
  shrink_within(f, shrinking_time(state_.in.settings));
}

std::optional<failure> failure_shrinker::next_other(const failure& first) {
  using clock = std::chrono::steady_clock;
  if (!others_began_) {
    others_began_ = clock::now();
  }
  while (next_ < others_.size()) { // shrinking one may find further ones
    const other_failure other = others_[next_++];
    failure f;
    f.origin = first.origin;
    f.index = first.index;
    f.found_while_shrinking = true;
    const case_outcome described = runner_.describe(other.choices, f);
    if (described.status != case_status::failed || !described.cause.same_as(other.cause)) {
      continue; // flaky, and there is a failure that is not
    }
    const auto used = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - *others_began_).count());
    const std::uint64_t most = shrinking_time(state_.in.settings);
    shrink_within(f, most - std::min(most, used));
    return f;
  }
  return std::nullopt;
}

} // namespace tali::detail
