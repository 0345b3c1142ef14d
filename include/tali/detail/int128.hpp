// SPDX-License-Identifier: BSL-1.0
// The 128-bit integers of GCC and Clang, by names that do not warn.
#pragma once

namespace tali::detail {

__extension__ using int128 = __int128;
__extension__ using uint128 = unsigned __int128;

} // namespace tali::detail
