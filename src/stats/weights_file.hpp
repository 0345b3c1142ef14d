// SPDX-License-Identifier: BSL-1.0
// The location of the weights of a property: written by tali serve from examples selected on the page, read by the next
// run.
#pragma once

#include <tali/source/weights.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tali::detail {

/// The file of a property in a folder of weights.
[[nodiscard]] std::string weights_file_of(std::string_view folder, std::string_view property);

/// The weights of a property: those of the file, or if it is a folder those of the property's file in it, if there is
/// one. Throws std::runtime_error if a file cannot be read.
[[nodiscard]] std::optional<weights> weights_for(const std::string& file_or_folder, std::string_view property);

} // namespace tali::detail
