// SPDX-License-Identifier: BSL-1.0
// prefix_source: a fixed prefix of choices, then random ones. Sampling from the derivative of a generator.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/replay.hpp>

namespace tali::choices {

class prefix_source final : public replay_source {
public:
  prefix_source(std::span<const choice> prefix, rng engine, int size)
      : replay_source(prefix, size, past_end::random, engine) {}
};

} // namespace tali::choices
