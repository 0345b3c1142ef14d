// SPDX-License-Identifier: BSL-1.0
#include "property/phase/replayed_examples.hpp"
#include "property/execute/case_source.hpp"
#include "property/phase/replay_fit.hpp"

#include <tali/store/encoding.hpp>

#include <utility>
#include <vector>

#include <fmt/format.h>

namespace tali::detail {

bool replayed_example_phase::run() {
  context_.isolated.enter(run_phase::stages);
  const std::vector<std::string>* const texts = context_.state.in.code.replayed;
  for (std::size_t i = 0; texts != nullptr && i < texts->size(); ++i) {
    if (run_example(i, (*texts)[i])) {
      return true;
    }
  }
  return false;
}

bool replayed_example_phase::run_example(std::size_t number, const std::string& text) {
  result& r = context_.state.result;
  const decoded_choices given = choices_from_text(text);
  if (!given) {
    r.status = run_status::error;
    r.message =
        fmt::format("replayed example {}: the text '{}' is {}; copy the whole text", number + 1, text, given.error);
    return true;
  }
  unlimited_replay_source source(given.choices);
  case_options options;
  options.how = "explicit";
  options.index = context_.state.in.code.examples + number;
  const case_outcome outcome = context_.execute.run(source, options);
  if (const std::string misfit = replay_misfit(source, given.choices.choices.size()); !misfit.empty()) {
    context_.state.warn(
        warning_kind::replay,
        fmt::format("replayed example {} no longer fits this property ({}): {}; remove it, or replace it by "
                    "a newly exported one",
                    number + 1, text, misfit));
  }
  if (outcome.status == case_status::failed) {
    example_failed(number, given.choices, outcome.cause);
    return true;
  }
  r.examples += outcome.status == case_status::passed ? 1 : 0;
  return false;
}

void replayed_example_phase::example_failed(std::size_t number, const choice_sequence& given,
                                            const fault& first_cause) {
  failure f;
  f.origin = failure_origin::example;
  f.index = context_.state.in.code.examples + number;
  const case_outcome again = context_.replay.describe(given, f);
  if (again.status != case_status::failed || !again.cause.same_as(first_cause)) {
    f.cause = first_cause;
    failure_pipeline::count_reruns(f, [&] {
      replay_source more(given.choices, given.size);
      return context_.replay.run(more).status;
    });
  }
  context_.failures.process(std::move(f));
}

} // namespace tali::detail
