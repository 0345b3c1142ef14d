// SPDX-License-Identifier: BSL-1.0
// A value tree as JSON. docs/reference/statistics.md describes the form.
#pragma once

#include "value/tree_reader.hpp"

#include <string>

namespace tali::detail {

/// Appends the JSON of a tree in which nothing was cut.
void append_value_json(std::string& out, const value_tree_view& tree);

} // namespace tali::detail
