// SPDX-License-Identifier: BSL-1.0
// A shown value as the JSON nearest to it.
#pragma once

#include "base/json_text.hpp"
#include "base/utf8.hpp"

#include <string>
#include <string_view>

namespace tali::detail {

/// What tali::show has made of a value, as the JSON nearest to it: [1, 2] and (1, 2) as arrays, point{.x = 1} and
/// {"a": 1} as objects, numbers, strings and truth values as themselves, nullopt and nullptr as null. What has no such
/// form (a value shown as its author wants, a text cut for its length) becomes a string.
void append_shown_as_json(std::string& out, std::string_view shown);
/// The same, and the text itself with the escapes of JSON to `escaped`: at once, where that saves a pass.
void append_shown_twice(std::string& escaped, std::string& out, std::string_view shown);

} // namespace tali::detail
