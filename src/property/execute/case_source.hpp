// SPDX-License-Identifier: BSL-1.0
// Sources for cases of a run that are not drawn on the fast path.
#pragma once

#include "property/execute/run_inputs.hpp"

#include <tali/source/dynamic.hpp>
#include <tali/source/replay.hpp>

#include <cstdint>
#include <memory>

namespace tali::detail {

/// The source of random case `index`: its stream of the seed, with the weights if there are any. `recorded` may be
/// null.
[[nodiscard]] std::unique_ptr<dynamic_source> source_of_case(const run_inputs& in, std::uint64_t index, int size,
                                                             trace* recorded);

/// Replays a case with any number of choices. `recorded` may be null; the choices are not copied.
class unlimited_replay_source : public replay_source {
public:
  explicit unlimited_replay_source(const choice_sequence& choices, trace* recorded = nullptr);
};

} // namespace tali::detail
