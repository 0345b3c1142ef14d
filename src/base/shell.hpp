// SPDX-License-Identifier: BSL-1.0
// Quoting for a POSIX shell, for commands that a report prints.
#pragma once

#include <string>
#include <string_view>

namespace tali::detail {

/// The text as one word: as it is if it has no special characters, otherwise in single quotes.
[[nodiscard]] std::string shell_word(std::string_view text);

/// The text in double quotes.
[[nodiscard]] std::string shell_double_quoted(std::string_view text);

} // namespace tali::detail
