// SPDX-License-Identifier: BSL-1.0
// Whether the choices of a replay token still fit the property.
//
// A token holds choices, not values. If the generators of a property have changed, choices may be out of range or of
// another kind, too few or too many. The case is run nevertheless, with the nearest valid choices: a failure counts,
// but passing then means nothing.
#pragma once

#include <tali/source/replay.hpp>

#include <cstddef>
#include <string>

namespace tali::detail {

/// The description of the misfit; empty if all `given` choices were used as they are.
[[nodiscard]] std::string replay_misfit(const replay_source& source, std::size_t given);

} // namespace tali::detail
