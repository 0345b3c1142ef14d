// SPDX-License-Identifier: BSL-1.0
// From layers of settings to the settings of one run.
#pragma once

#include <tali/property/session.hpp>
#include <tali/property/settings.hpp>

#include <string_view>

namespace tali::detail {

/// Applies the layers in their order and checks the outcome. Throws settings_error.
[[nodiscard]] run_settings resolve(const settings& code, const session& around);

/// Whether the setting `only` lets this property run.
[[nodiscard]] bool selected(std::string_view name, const settings& code, const session& around);

} // namespace tali::detail
