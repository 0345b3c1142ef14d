// SPDX-License-Identifier: BSL-1.0
// What the passes over numbers share: finding them, and lowering one or several at once by search.
#pragma once

#include "shrink/shrinker.hpp"

namespace tali::detail {

/// The choices that are numbers and not yet the simplest of their range.
[[nodiscard]] std::vector<std::uint32_t> numbers_to_lower(const shrinker& s);

/// Lowers the choices at `positions`, which are equal integers, together to the simplest that still fails.
void lower_together(shrinker& s, const std::vector<std::uint32_t>& positions);

} // namespace tali::detail
