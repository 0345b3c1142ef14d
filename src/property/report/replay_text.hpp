// SPDX-License-Identifier: BSL-1.0
// Decides which failures are reported with a replay text.
#pragma once

#include <tali/property/result.hpp>

#include <string>

namespace tali::detail {

/// The text that reruns this failing case. Empty if the case has a number in its run (seed and case are shorter
/// and more informative), if it is flaky, and if the text is too long for a shell command.
[[nodiscard]] std::string replay_text_for_report(const failure& f);

} // namespace tali::detail
