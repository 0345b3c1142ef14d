// SPDX-License-Identifier: BSL-1.0
// A failing case is made as simple as it can be before it is reported. What counts as the same failure is what a flaky
// one is told by: kind, type of exception, place. The case as it was found can be had again by its index.
//
// On the way a simpler case may fail in another way. It is no step of this failure, but a find of its own: the first of
// each kind is kept with its choices and then shrunk by itself, a handful at most, and all are reported.
#include "property/failure/shrink_failure.hpp"
#include "property/run/engine.hpp"

#include <tali/property/interrupt.hpp>
#include <tali/shrink/shrink.hpp>

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_failures = 5; // of one property, the first included
constexpr std::size_t most_steps_kept = 256;
constexpr std::uint64_t most_steps_observed = 2000;

struct other_failure {
  fault cause;
  choice_sequence choices;
};

struct kept_step {
  std::uint64_t run;
  choice_sequence choices;
};

class failing_case final : public shrink_subject {
public:
  failing_case(engine& runner, const fault& cause, std::vector<fault>& known, bool keep_steps)
      : runner_(runner), cause_(cause), known_(known), keep_steps_(keep_steps) {}

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
    // Seeing a hang takes the whole deadline; a run that has few may have none left for it.
    if (runner_.observed() && steps_ <= most_steps_observed && cause_.kind != failure_kind::hang) {
      runner_.observe_step({smaller.choices, smaller.size}, steps_, runs_, known_.size());
    }
    // With twice as many as wanted every second one goes: they stay evenly spread, whatever is still to come.
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
    runner_.tell_shrinking({runs_, steps_, static_cast<std::uint64_t>(runner_.settings().shrink)});
    return runner_.interrupted();
  }

  std::vector<other_failure> others;
  std::vector<kept_step> steps;

private:
  engine& runner_;
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
std::vector<shrink_step> path_of(engine& runner, const std::vector<kept_step>& kept, const failure& found,
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

/// Makes one failure simpler; what else was met goes to `others`.
void shrink_one(engine& runner, failure& f, const shrink_limits& limits, std::vector<fault>& known,
                std::vector<other_failure>& others) {
  const fault cause = f.cause;
  const auto shown = static_cast<std::size_t>(runner.settings().show_shrinks);
  failing_case subject(runner, cause, known, shown > 0);
  const shrink_result smallest = shrink(f.recorded, subject, limits);
  shrink_summary summary;
  summary.runs = smallest.evaluations;
  summary.steps = smallest.improvements;
  summary.complete = smallest.complete;
  summary.interrupted = !smallest.complete && runner.interrupted();
  if (smallest.improvements > 0 || smallest.smallest.size != f.recorded.size) { // the same at the full size, then
    failure simpler = f;
    const case_outcome described = runner.describe({smallest.smallest.choices, smallest.smallest.size}, simpler);
    if (described.status == case_status::failed && described.cause.same_as(cause)) {
      if (shown > 0 && summary.steps > 0) {
        summary.path = path_of(runner, subject.steps, f, simpler, smallest.evaluations, shown);
      }
      if (summary.steps > 0) {
        summary.from = std::move(f.values);
      }
      f = std::move(simpler);
    } else { // it does not fail each time: what was found stands
      summary.steps = 0;
      summary.complete = false;
    }
  }
  f.shrunk = std::move(summary);
  std::move(subject.others.begin(), subject.others.end(), std::back_inserter(others));
}

} // namespace

std::uint64_t shrinking_time(const run_settings& s) {
  constexpr std::uint64_t longest_without_budget = 10'000; // milliseconds
  // A failure is worth as much time again as was given to look for it.
  return s.time_budget ? static_cast<std::uint64_t>(s.time_budget->nanoseconds() / 1'000'000) + 1
                       : longest_without_budget;
}

std::vector<failure> engine::shrink_failure(failure& f) {
  if (settings_.shrink == 0 || !settings_.replay.empty()) { // who replays a case wants to see that one
    return {};
  }
  const listening ears(around_.interrupt);
  shrink_limits limits;
  limits.evaluations = static_cast<std::uint64_t>(settings_.shrink);
  limits.milliseconds = shrinking_time(settings_);
  // Waiting out the deadline with every try would leave time for few.
  const hurry short_deadline(*this, f.cause.kind == failure_kind::hang);
  std::vector<fault> known = reported_by_stages_;
  known.push_back(f.cause);
  std::vector<other_failure> met;
  shrink_one(*this, f, limits, known, met);
  explain_failure(f);
  // The others together get as much time as the first one had.
  std::vector<failure> others;
  const clock::time_point start = clock::now();
  for (std::size_t i = 0; i < met.size(); ++i) { // each may meet more
    failure other;
    other.origin = f.origin;
    other.index = f.index;
    other.met_while_shrinking = true;
    const case_outcome described = describe(met[i].choices, other);
    if (described.status != case_status::failed || !described.cause.same_as(met[i].cause)) {
      continue; // it does not fail each time, and there is a failure that does
    }
    const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - start).count();
    shrink_limits rest = limits;
    rest.milliseconds -= std::min(rest.milliseconds, static_cast<std::uint64_t>(used));
    shrink_one(*this, other, rest, known, met);
    explain_failure(other);
    others.push_back(std::move(other));
  }
  return others;
}

bool engine::interrupted() const { return around_.interrupt != nullptr && around_.interrupt->raised(); }

void engine::tell_shrinking(const shrink_progress& how_far) {
  if (around_.progress == nullptr || !worth_telling()) {
    return;
  }
  progress p{result_.name, result_.cases, result_.discarded, {}, told_, settings_.time_budget, how_far};
  around_.progress->update(p);
}

} // namespace tali::detail
