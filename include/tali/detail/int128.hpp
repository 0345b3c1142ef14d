// SPDX-License-Identifier: BSL-1.0
// Aliases for the 128-bit integers of GCC and Clang that cause no warnings.
#pragma once

namespace tali::detail {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

} // namespace tali::detail
