// SPDX-License-Identifier: BSL-1.0
// A value as a C++ expression that creates it.
#pragma once

#include "value/tree_reader.hpp"

#include <string>

namespace tali::detail {

/// The expression, with the type of the value. Empty if there is none: for a value that was cut, types with their own
/// text, classes that are neither aggregates nor of the standard library, addresses and NaNs.
[[nodiscard]] std::string source_text(const value_tree_view& tree);

} // namespace tali::detail
