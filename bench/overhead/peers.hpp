// SPDX-License-Identifier: BSL-1.0
// The same property in other libraries, if they are installed.
#pragma once

#include <cstdint>

namespace peers {

/// Runs reverse-twice on vectors of int at RapidCheck's default settings, `runs` times; returns the number of cases
/// run.
std::uint64_t rapidcheck_reverse_twice(std::uint64_t runs);

} // namespace peers
