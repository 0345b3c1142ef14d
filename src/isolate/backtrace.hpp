// SPDX-License-Identifier: BSL-1.0
// Addresses of code as names of functions, files and lines.
#pragma once

#include "isolate/black_box.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tali::detail {

/// The innermost address of the program itself (not of a shared library) in a noted call stack: where the program was
/// when it crashed. 0 if there is none.
[[nodiscard]] std::uint64_t place_of(const crash_note& note);

/// The noted call stack, innermost first, one text per call, without the frames of signal handling and of tali. Lines
/// (and inlined calls) come from the debug information, through llvm-symbolizer or addr2line if one is installed.
[[nodiscard]] std::vector<std::string> describe_stack(const crash_note& note);

} // namespace tali::detail
