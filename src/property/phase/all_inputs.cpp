// SPDX-License-Identifier: BSL-1.0
#include "property/phase/all_inputs.hpp"
#include "property/phase/requirements.hpp"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

namespace tali::detail {

namespace {

constexpr std::uint64_t most_inputs_required = std::uint64_t{1} << 24U;
constexpr std::uint64_t most_inputs_automatic = 1024; // or the setting `cases`, if that is more
constexpr std::uint64_t estimate_paths = 24;          // a domain whose paths differ is estimated on random ones
constexpr std::uint64_t estimate_factor = 4;          // an estimate above this many times the limit is too large

} // namespace

all_inputs_phase::all_inputs_phase(const phase_context& context)
    : context_(context), required_(context.state.in.settings.exhaustive == exhaustive_mode::always),
      limit_(required_ ? most_inputs_required
                       : std::max(most_inputs_automatic, static_cast<std::uint64_t>(context.state.in.settings.cases))) {
}

bool all_inputs_phase::run() {
  if (context_.state.in.settings.exhaustive == exhaustive_mode::never) {
    return false;
  }
  context_.isolated.enter(run_phase::all_inputs);
  case_outcome outcome;
  const width found = required_ ? width::small : probe_width(outcome);
  if (found == width::large || !try_inputs(found, outcome)) {
    return false;
  }
  conclude();
  return true;
}

bool all_inputs_phase::run_probe(width_probe& source, std::atomic<bool>& passed_limit, tally_observer& remarks,
                                 case_outcome& outcome) {
  passed_limit = false;
  case_options options;
  options.observer = &remarks;
  outcome = context_.execute.run(source, options);
  return !passed_limit;
}

all_inputs_phase::width all_inputs_phase::probe_width(case_outcome& outcome) {
  black_box* const box = context_.isolated.box();
  std::atomic<bool> here = false;
  std::atomic<bool>& passed_limit = box != nullptr ? box->too_wide : here; // a copy of the process sets its own copy
  width_probe source(context_.state.in.settings.size, limit_, passed_limit);
  if (!run_probe(source, passed_limit, remarks_, outcome)) {
    return width::large;
  }
  if (source.drawn() == 0) {
    return width::one;
  }
  const bool large = source.width() > limit_ && seems_large();
  counts_ = tally(true); // the inputs will be counted, that of the probe among them
  return large ? width::large : width::small;
}

bool all_inputs_phase::seems_large() {
  estimated_ = true;
  black_box* const box = context_.isolated.box();
  std::atomic<bool> here = false;
  std::atomic<bool>& passed_limit = box != nullptr ? box->too_wide : here;
  tally unused(true);
  tally_observer remarks(unused);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < estimate_paths; ++i) {
    // A fixed stream: the decision must not depend on the seed of the run.
    width_probe source(context_.state.in.settings.size, limit_, passed_limit, rng::stream(0, i));
    case_outcome outcome;
    if (!run_probe(source, passed_limit, remarks, outcome)) {
      return true;
    }
    sum += source.width();
    if (sum > estimate_paths * estimate_factor * limit_) {
      return true;
    }
  }
  return false;
}

case_outcome all_inputs_phase::run_input(enumerating_source& source) {
  recorded_.clear();
  source.record_to(&recorded_);
  context_.isolated.at_input(inputs_, passed_);
  case_options options;
  options.observer = &remarks_;
  options.how = "enumerated";
  options.index = inputs_;
  options.made = &recorded_;
  return context_.execute.run(source, options);
}

bool all_inputs_phase::try_inputs(width found, case_outcome& outcome) {
  const run_settings& settings = context_.state.in.settings;
  enumerating_source source(settings.size, enumeration_order::exhaustive);
  while (source.next()) {
    if (inputs_ == limit_) {
      if (!required_) {
        return false;
      }
      context_.state.result.status = run_status::gave_up;
      context_.state.result.message =
          fmt::format("the setting exhaustive requires all inputs, but there are more than {}; bound the "
                      "generators, or change the setting",
                      limit_);
      break;
    }
    if (context_.state.clock.budget_spent()) {
      budget_ended_ = true;
      break;
    }
    if (found != width::one) {
      outcome = run_input(source);
    } else if (context_.statistics != nullptr) { // the probe was the only input, and drew nothing
      context_.statistics->case_started();
      context_.statistics->case_finished({outcome, "enumerated", 0, settings.size, nullptr});
      context_.statistics->commit();
    }
    if (inputs_ == 0 && !required_ && source.width() > limit_) {
      // The path of simplest choices is wide. Random paths show whether most are.
      if (source.width() / width_probe::certain_factor > limit_ || (!estimated_ && seems_large())) {
        return false;
      }
    }
    if (count_input(outcome)) {
      break;
    }
  }
  return true;
}

bool all_inputs_phase::count_input(const case_outcome& outcome) {
  const std::uint64_t index = inputs_++;
  switch (outcome.status) {
  case case_status::passed:
    ++passed_;
    return false;
  case case_status::discarded:
    ++context_.state.result.discarded;
    return false;
  case case_status::failed:
    break;
  }
  context_.failures.case_failed(failure_origin::enumerated, index, outcome.cause,
                                {recorded_.choices, context_.state.in.settings.size});
  return true;
}

void all_inputs_phase::conclude() {
  result& r = context_.state.result;
  context_.state.counts.merge_and_clear(counts_);
  r.cases = passed_;
  r.duplicates = 0;
  context_.state.duplicates_known = false; // each input was run once
  r.budget_ended = budget_ended_;
  r.all_inputs = !budget_ended_ && r.failures.empty() && r.status == run_status::passed;
  if (r.all_inputs) {
    conclude_requirements(context_.state, true);
  }
  if (r.status == run_status::passed && passed_ == 0) {
    r.status = run_status::gave_up;
    r.message = fmt::format("none of the {} inputs is usable", inputs_);
  }
}

} // namespace tali::detail
