// SPDX-License-Identifier: BSL-1.0
// Texts and numbers as JSON, appended to a string. Whatever the bytes, what comes out is valid JSON in valid UTF-8 on
// one line: bytes that are not UTF-8 become U+FFFD, numbers that JSON has no form for become strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tali::detail {

/// The text in quotes.
void append_json_string(std::string& out, std::string_view text);
/// The same without the quotes, to be put together of several pieces. A piece must not end within a character.
void append_json_escaped(std::string& out, std::string_view text);
void append_json_number(std::string& out, double number);
void append_json_number(std::string& out, std::uint64_t number);
/// Seconds from nanoseconds, exactly.
void append_json_seconds(std::string& out, std::int64_t nanoseconds);

/// The length of the first part of a text that is at most so long and does not end within a character.
[[nodiscard]] std::size_t cut_at_character(std::string_view text, std::size_t most);

/// What tali::show has made of a value, as the JSON nearest to it: [1, 2] and (1, 2) as arrays, point{.x = 1} and
/// {"a": 1} as objects, numbers, strings and truth values as themselves, nullopt and nullptr as null. What has no such
/// form (a value shown as its author wants, a text cut for its length) becomes a string.
void append_shown_as_json(std::string& out, std::string_view shown);

} // namespace tali::detail
