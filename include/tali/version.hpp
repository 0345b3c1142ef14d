// SPDX-License-Identifier: BSL-1.0
// The version of tali: as macros for the preprocessor, and as text from the linked library.
//
// CMakeLists.txt reads the numbers from this file, so they are written once.
#pragma once

#include <string_view>

#define TALI_VERSION_MAJOR 0
#define TALI_VERSION_MINOR 1
#define TALI_VERSION_PATCH 0
#define TALI_VERSION_STRING "0.1.0-dev"

namespace tali {

/// The version of the library that was linked; compare with TALI_VERSION_STRING, the version of the headers.
[[nodiscard]] std::string_view version() noexcept;

} // namespace tali
