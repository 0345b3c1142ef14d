// SPDX-License-Identifier: BSL-1.0
// Which failures a report spells out as a replay text.
#pragma once

#include <tali/property/result.hpp>

#include <string>

namespace tali::detail {

/// The text that runs this failing case again. Empty for one that has a number in its run (seed and case are shorter
/// and say more), for a flaky one, and for one too long for a line of a shell.
[[nodiscard]] std::string replay_text_for_report(const failure& f);

} // namespace tali::detail
