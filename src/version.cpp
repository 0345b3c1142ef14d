// SPDX-License-Identifier: BSL-1.0
// The version text baked into the compiled library.
#include <tali/version.hpp>

namespace tali {

std::string_view version() noexcept { return TALI_VERSION_STRING; }

} // namespace tali
