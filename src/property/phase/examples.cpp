// SPDX-License-Identifier: BSL-1.0
#include "property/phase/examples.hpp"

#include <tali/source/record.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace tali::detail {

case_outcome example_phase::run_example(std::size_t index, trace& recorded, case_options options) {
  const run_inputs& in = context_.state.in;
  recorded.clear();
  // A body may draw values in addition to its arguments, so an example has a random stream too.
  recording_source source(rng::stream(in.settings.seed, index), in.settings.size, &recorded);
  source.limit_choices(std::numeric_limits<std::uint32_t>::max());
  options.made = &recorded;
  return context_.execute.run(source, options, [&](test_case& c) { in.code.run_example(in.code.object, index, c); });
}

bool example_phase::run(std::size_t first) {
  context_.isolated.enter(run_phase::examples);
  for (std::size_t i = first; i < context_.state.in.code.examples; ++i) {
    context_.isolated.at_example(i);
    trace recorded;
    case_options options;
    options.how = "explicit";
    options.index = i;
    const case_outcome outcome = run_example(i, recorded, options);
    if (outcome.status == case_status::failed) {
      example_failed(i, outcome.cause, recorded);
      return true;
    }
    context_.state.result.examples += outcome.status == case_status::passed ? 1 : 0;
  }
  return false;
}

void example_phase::example_failed(std::size_t index, const fault& first_cause, const trace& recorded) {
  failure f;
  f.origin = failure_origin::example;
  f.index = index;
  case_description seen;
  case_options options;
  options.description = &seen;
  case_outcome again = run_example(index, f.recorded, options);
  context_.isolated.describe_crash(again, f);
  seen.move_to(f);
  f.choices = {f.recorded.choices, context_.state.in.settings.size};
  f.cause = again.status == case_status::failed ? again.cause : first_cause;
  f.choices_differ = f.recorded.choices != recorded.choices;
  if (again.status != case_status::failed || !again.cause.same_as(first_cause) || f.choices_differ) {
    trace unused;
    failure_pipeline::count_reruns(f, [&] { return run_example(index, unused, {}).status; });
  } else {
    find_choices(f);
  }
  context_.failures.process(std::move(f));
}

// An example is given as values. Its choices are found by running the generators backward. If they can produce it, and
// it fails in the same way when replayed, it is shrunk like any other case.
void example_phase::find_choices(failure& f) {
  const property_code& code = context_.state.in.code;
  const run_settings& settings = context_.state.in.settings;
  if (code.reflect_example == nullptr || settings.shrink == 0) {
    return;
  }
  constexpr int largest = 1'000'000;
  for (int size = settings.size;;
       size = std::min(size, largest / 10) * 10) { // an example may be larger than drawn values
    std::optional<choice_sequence> choices;
    try {
      choices = code.reflect_example(code.object, f.index, size);
    } catch (...) { // thrown by a focus or an inverse: the failure is reported as it is
      return;
    }
    if (choices) {
      failure made = f;
      const case_outcome outcome = context_.replay.describe(*choices, made);
      if (outcome.status == case_status::failed && outcome.cause.same_as(f.cause)) {
        made.reflected = true;
        f = std::move(made);
      }
      return;
    }
    if (size <= 0 || size >= largest) {
      return;
    }
  }
}

} // namespace tali::detail
