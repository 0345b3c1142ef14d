// SPDX-License-Identifier: BSL-1.0
// Converts places in the code under test to source lines.
//
// A tool that reads the debug information (addr2line) keeps running; each place is looked up once in a process. This
// is done where lines of statistics are formatted, not where cases run: a case that runs in a copy of the process, or
// dies, cannot disturb the exchange with the tool. A copy that takes over starts a tool of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tali::detail {

/// Appends {"file": [lines]} for places given as the bytes of their addresses (uintptr_t), in order of names and lines.
void append_source_lines(std::string& out, std::string_view places);

} // namespace tali::detail
