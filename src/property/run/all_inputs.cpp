// SPDX-License-Identifier: BSL-1.0
// Trying every input of a small domain. small_domain.hpp says how it is told from a large one.
#include "property/run/engine.hpp"
#include "property/run/small_domain.hpp"

#include <tali/source/enumerate.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace tali::detail {

/// Whether there are too many inputs, as far as one run can tell; or all that there is to know, if nothing is drawn.
engine::width engine::probe_width(std::uint64_t limit, tally& counts, case_outcome& outcome) {
  worker& w = *workers_[0];
  w.held.log.counts = &counts;
  width_probe source(settings_.size, limit);
  bool too_wide = false;
  outcome = run_body(source, false, [&](test_case& c) {
    try {
      code_.run(code_.object, c);
    } catch (const width_probe::too_wide&) { // caught here to keep it out of the general and slower handler
      too_wide = true;
      if (box_ != nullptr) {
        box_->too_wide = true; // in a copy of the process the variable is a copy too
      }
    }
  });
  too_wide = too_wide || (isolated_ && box_->too_wide);
  if (too_wide || source.passed_limit()) {
    return width::large;
  }
  return source.drawn() == 0 ? width::one : width::small;
}

bool engine::run_all_inputs() {
  if (settings_.exhaustive == exhaustive_mode::never) {
    return false;
  }
  enter_phase(run_phase::all_inputs);
  const bool asked_for = settings_.exhaustive == exhaustive_mode::always;
  const std::uint64_t limit =
      asked_for ? std::uint64_t{1} << 24U : std::max<std::uint64_t>(1024, static_cast<std::uint64_t>(settings_.cases));
  worker& w = *workers_[0];
  tally counts(true);
  case_outcome outcome;
  width found = width::small;
  if (!asked_for) {
    found = probe_width(limit, counts, outcome);
    if (found == width::large) {
      return false;
    }
  }
  std::uint64_t inputs = 0;
  std::uint64_t passed = 0;
  trace recorded;
  enumerating_source source(settings_.size, enumeration_order::exhaustive);
  bool ended = false;
  while (source.next()) {
    if (inputs == limit) {
      if (!asked_for) {
        return false;
      }
      result_.status = run_status::gave_up;
      result_.message = fmt::format("the setting exhaustive asks for all inputs, but there are more than {}; bound the "
                                    "generators, or do not ask for all",
                                    limit);
      break;
    }
    if (time_is_up_->load(std::memory_order_relaxed)) {
      ended = true;
      break;
    }
    if (found != width::one) { // that one was the probe
      recorded.clear();
      source.record_to(&recorded);
      w.held.log.counts = &counts;
      if (box_ != nullptr) {
        box_->input = inputs;
        box_->passed = passed;
      }
      observe_next("enumerated", inputs, &recorded);
      outcome = run_body(source, false, [&](test_case& c) { code_.run(code_.object, c); });
    } else if (stats_ != nullptr) { // it drew nothing
      w.recorder.begin();
      write_line(w, {"enumerated", 0, nullptr}, settings_.size, outcome);
      commit_lines(w);
    }
    if (inputs == 0 && !asked_for && source.width() > limit) {
      return false;
    }
    const std::uint64_t index = inputs++;
    if (outcome.status == case_status::passed) {
      counts.commit(w.held.log.remarks, index);
      ++passed;
    } else if (outcome.status == case_status::discarded) {
      counts.discarded(outcome.discard_reason);
      ++result_.discarded;
    } else {
      failure f;
      f.origin = failure_origin::enumerated;
      f.index = index;
      confirm(f, outcome.cause, {recorded.choices, settings_.size}, true);
      report_failure(std::move(f));
      break;
    }
  }
  counts_.merge_and_clear(counts);
  result_.cases = passed;
  result_.duplicates = 0;
  duplicates_known_ = false; // counted already
  result_.budget_ended = ended;
  result_.all_inputs = !ended && result_.failures.empty() && result_.status == run_status::passed;
  if (result_.all_inputs) {
    finish_coverage(true);
  }
  if (result_.status == run_status::passed && passed == 0) {
    result_.status = run_status::gave_up;
    result_.message = fmt::format("none of the {} inputs is usable", inputs);
  }
  return true;
}

} // namespace tali::detail
