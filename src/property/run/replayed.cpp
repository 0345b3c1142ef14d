// SPDX-License-Identifier: BSL-1.0
// Cases that are given as replay texts: by the setting `replay`, and as examples in code.
//
// A text spells choices, not values. When the generators of a property have changed it may no longer fit: choices are
// out of range or of another kind, too few or too many. The case is run nevertheless, on the nearest choices there
// are: a failure is a failure. But that it passes then means nothing, and is not called so.
#include "property/run/engine.hpp"

#include <tali/source/replay.hpp>
#include <tali/store/encoding.hpp>

#include <limits>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// Empty if all choices were used as they are.
std::string misfit(const replay_source& source, std::size_t given) {
  if (source.misaligned()) {
    return "the property asks for other choices than it spells";
  }
  if (source.overran()) {
    return fmt::format("the property asks for more than the {} choices it spells", given);
  }
  if (source.used() < given) {
    return fmt::format("the property asks for {} of the {} choices it spells", source.used(), given);
  }
  return {};
}

} // namespace

void engine::run_replay_alone() {
  const choice_sequence given = choices_from_text(settings_.replay).choices; // resolve() has looked at it
  replay_source source(given.choices, given.size);
  source.limit_choices(std::numeric_limits<std::uint32_t>::max());
  observe_next("replayed", 0);
  const case_outcome first = run(source);
  const std::string wrong = misfit(source, given.choices.size());
  switch (first.status) {
  case case_status::passed:
    if (wrong.empty()) {
      ++result_.cases;
    } else {
      result_.status = run_status::error;
      result_.message = fmt::format("the replay text does not fit this property: {}; is it of another property, or of "
                                    "another version of it?",
                                    wrong);
    }
    return;
  case case_status::discarded:
    result_.status = run_status::gave_up;
    result_.message = wrong.empty() ? fmt::format("the replayed case was discarded: {}", first.discard_reason)
                                    : fmt::format("the replayed case was discarded: {}; it does not fit this property "
                                                  "any more: {}",
                                                  first.discard_reason, wrong);
    return;
  case case_status::failed:
    break;
  }
  failure f;
  f.origin = failure_origin::replayed;
  if (wrong.empty()) {
    trace recorded;
    replay_source again(given.choices, given.size);
    again.limit_choices(std::numeric_limits<std::uint32_t>::max());
    again.record_to(&recorded);
    static_cast<void>(run(again));
    confirm(f, first.cause, {std::move(recorded.choices), given.size}, true);
  } else {
    static_cast<void>(describe(given, f));
    f.cause = first.cause;
    warn(warning_kind::replay,
         fmt::format("the replay text does not fit this property any more ({}); what failed is the case nearest to it",
                     wrong));
  }
  report_failure(std::move(f));
}

bool engine::run_replayed_examples() {
  enter_phase(run_phase::stages);
  if (code_.replayed == nullptr) {
    return false;
  }
  for (std::size_t i = 0; i < code_.replayed->size(); ++i) {
    const std::string& text = (*code_.replayed)[i];
    const decoded_choices given = choices_from_text(text);
    if (!given) {
      result_.status = run_status::error;
      result_.message =
          fmt::format("replayed example {}: the text '{}' is {}; copy it whole", i + 1, text, given.error);
      return true;
    }
    replay_source source(given.choices.choices, given.choices.size);
    source.limit_choices(std::numeric_limits<std::uint32_t>::max());
    observe_next("explicit", code_.examples + i);
    const case_outcome first = run(source);
    const std::string wrong = misfit(source, given.choices.choices.size());
    if (!wrong.empty()) {
      warn(warning_kind::replay,
           fmt::format("replayed example {} does not fit this property any more ({}): {}; remove it, or replace it by "
                       "one that was exported anew",
                       i + 1, text, wrong));
    }
    if (first.status == case_status::failed) {
      failure f;
      f.origin = failure_origin::example;
      f.index = code_.examples + i;
      const case_outcome again = describe(given.choices, f);
      if (again.status != case_status::failed || !again.cause.same_as(first.cause)) {
        f.flaky = true;
        f.cause = first.cause;
        for (f.reruns = 0; f.reruns < flaky_reruns; ++f.reruns) {
          replay_source more(given.choices.choices, given.choices.size);
          f.failed_again += run(more).status == case_status::failed ? 1 : 0;
        }
      }
      report_failure(std::move(f));
      return true;
    }
    if (first.status == case_status::passed) {
      ++result_.examples;
    }
  }
  return false;
}

} // namespace tali::detail
