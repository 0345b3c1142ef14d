// SPDX-License-Identifier: BSL-1.0
// Whether the choices of a replay text still fit the property.
//
// A replay text holds choices, not values. If the generators of a property have changed, choices may be out of range or
// of another kind, or there may be too few or too many. The case is still run, with the nearest valid choices. If it
// fails, the failure counts; if it passes, the result means nothing.
#pragma once

#include <tali/source/replay.hpp>

#include <cstddef>
#include <string>

namespace tali::detail {

/// The description of the misfit; empty if all `given` choices were used as they are.
[[nodiscard]] std::string replay_misfit(const replay_source& source, std::size_t given);

} // namespace tali::detail
