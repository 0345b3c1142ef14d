// SPDX-License-Identifier: BSL-1.0
// Addresses of code as places that people know.
#pragma once

#include "isolate/black_box.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tali::detail {

/// The innermost address of the program itself (not of a shared library) in a noted call stack: where the program was
/// when it crashed. 0 if there is none.
[[nodiscard]] std::uint64_t place_of(const crash_note& note);

/// The noted call stack, innermost first, a call a text, without what belongs to signal handling and to tali. Lines
/// (and calls that the compiler has inlined) come from the debug information, through llvm-symbolizer or addr2line if
/// one is installed.
[[nodiscard]] std::vector<std::string> describe_stack(const crash_note& note);

} // namespace tali::detail
