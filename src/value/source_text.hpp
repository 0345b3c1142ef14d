// SPDX-License-Identifier: BSL-1.0
// A value as an expression of C++ that makes it.
#pragma once

#include "value/tree_reader.hpp"

#include <string>

namespace tali::detail {

/// The expression, with the type of the value; empty if there is none: of a value that was cut, of types that their
/// authors show, of classes that are neither aggregates nor of the standard library, of addresses and NaNs.
[[nodiscard]] std::string source_text(const value_tree_view& tree);

} // namespace tali::detail
