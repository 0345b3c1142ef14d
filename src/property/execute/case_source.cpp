// SPDX-License-Identifier: BSL-1.0
#include "property/execute/case_source.hpp"

#include <tali/source/record.hpp>
#include <tali/source/weighted.hpp>

#include <limits>

namespace tali::detail {

std::unique_ptr<dynamic_source> source_of_case(const run_inputs& in, std::uint64_t index, int size, trace* recorded) {
  const rng stream = rng::stream(in.settings.seed, index);
  std::unique_ptr<dynamic_source> source;
  if (in.branch_weights != nullptr) {
    source = std::make_unique<weighted_source>(stream, size, *in.branch_weights);
    source->record_to(recorded);
  } else {
    source = std::make_unique<recording_source>(varied_stream{stream, in.compared}, size, recorded);
  }
  source->limit_choices(std::numeric_limits<std::uint32_t>::max());
  return source;
}

unlimited_replay_source::unlimited_replay_source(const choice_sequence& choices, trace* recorded)
    : replay_source(choices.choices, choices.size) {
  limit_choices(std::numeric_limits<std::uint32_t>::max());
  if (recorded != nullptr) {
    record_to(recorded);
  }
}

} // namespace tali::detail
