// SPDX-License-Identifier: BSL-1.0
// --tune on the command line of a program: weights for one of its generators, from files of examples.
#pragma once

#include "property/command_line/command_line.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tali::detail {

/// Whether a command line requests tuning.
[[nodiscard]] bool requests_tuning(std::span<const std::string_view> arguments);

/// Writes the weights to standard output or to a file, and the counts to standard error. Returns the exit status: 0
/// success, 1 no example could be used, 2 wrong usage. Throws settings_error.
[[nodiscard]] int tune_by_command_line(std::string_view program, std::span<const std::string_view> arguments,
                                       const registry& properties, console& to);

} // namespace tali::detail
