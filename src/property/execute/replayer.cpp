// SPDX-License-Identifier: BSL-1.0
#include "property/execute/replayer.hpp"
#include "property/execute/case_source.hpp"

#include <utility>

namespace tali::detail {

case_outcome replayer::describe_into(const choice_sequence& choices, const failure* reference, case_description& seen,
                                     failure& out) {
  trace recorded;
  unlimited_replay_source source(choices, &recorded);
  out.stack.clear();
  out.output.clear();
  case_options options;
  options.description = &seen;
  options.reference = reference;
  case_outcome outcome = execute_.run(source, options);
  isolation_.describe_crash(outcome, out);
  out.cause = outcome.cause;
  seen.move_to(out);
  out.choices = {recorded.choices, choices.size};
  out.recorded = std::move(recorded);
  return outcome;
}

case_outcome replayer::describe(const choice_sequence& choices, failure& out) {
  case_description seen;
  return describe_into(choices, nullptr, seen, out);
}

case_outcome replayer::describe_compared(const failure& reference, const choice_sequence& choices, failure& out,
                                         std::vector<value_difference>& differences) {
  case_description seen;
  case_outcome outcome = describe_into(choices, &reference, seen, out);
  differences = std::move(seen.differences);
  return outcome;
}

case_outcome replayer::run_random_case(std::uint64_t index, int size, trace* recorded) {
  return execute_.run(*source_of_case(state_.in, index, size, recorded));
}

} // namespace tali::detail
