// SPDX-License-Identifier: BSL-1.0
#include "property/observe/case_description.hpp"

namespace tali::detail {

void case_description::case_started() {
  values.clear();
  differences.clear();
  notes.clear();
  pending_predicate.reset();
}

void case_description::value_described(const drawn_value& v) {
  values.push_back(v);
  differences.emplace_back();
}

void case_description::value_compared(const value_difference& difference) {
  if (!differences.empty()) {
    differences.back() = difference;
  }
}

void case_description::move_to(failure& out) {
  out.values = std::move(values);
  out.notes = std::move(notes);
  // The progress of the search comes from the run that found the failure, because a described case only replays
  // choices.
  const std::optional<search_tally> searched = out.in_predicate ? out.in_predicate->searched : std::nullopt;
  out.in_predicate.reset();
  if (pending_predicate) {
    out.in_predicate = predicate_call{std::move(*pending_predicate), searched};
    pending_predicate.reset();
  }
}

} // namespace tali::detail
