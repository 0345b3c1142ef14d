// SPDX-License-Identifier: BSL-1.0
// The mark for omitted text.
#pragma once

#include <string_view>

namespace tali::detail {

inline constexpr std::string_view ellipsis = "\xE2\x80\xA6";

} // namespace tali::detail
