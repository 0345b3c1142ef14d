// SPDX-License-Identifier: BSL-1.0
// Texts and numbers as JSON, appended to a string. Whatever the bytes, what comes out is valid JSON in valid UTF-8 on
// one line: bytes that are not UTF-8 become U+FFFD, numbers that JSON has no form for become strings.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
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

/// Characters that stand for themselves in a JSON string.
inline constexpr std::array<bool, 256> json_plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0x20; i < 0x7f; ++i) {
    table[i] = i != '"' && i != '\\';
  }
  return table;
}();

/// Whether eight characters all do; now and then no for yes is no harm.
[[nodiscard]] inline bool eight_json_plain(const char* text) {
  std::uint64_t w = 0;
  std::memcpy(&w, text, 8);
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  constexpr std::uint64_t tops = 0x80 * ones;
  const auto has = [&](std::uint64_t c) { // as a byte
    const std::uint64_t x = w ^ (c * ones);
    return (x - ones) & ~x;
  };
  const std::uint64_t control = (w - 0x20 * ones) & ~w;
  return ((w | control | has('"') | has('\\') | has(0x7f)) & tops) == 0;
}

/// A number to a place with room for 20 characters; returns its end.
[[nodiscard]] inline char* write_json_number(char* to, std::uint64_t number) {
  if (number < 100) { // most are
    if (number >= 10) {
      *to++ = static_cast<char>('0' + number / 10);
    }
    *to++ = static_cast<char>('0' + number % 10);
    return to;
  }
  return std::to_chars(to, to + 20, number).ptr;
}

/// The text in quotes to a place with room for it and eight more, if it needs no escapes; returns its end, or null.
[[nodiscard]] inline char* write_json_string(char* to, std::string_view text) {
  *to++ = '"';
  if (text.size() >= 8) {
    // The last eight may overlap with those before.
    for (std::size_t i = 0;; i = std::min(i + 8, text.size() - 8)) {
      if (!eight_json_plain(text.data() + i)) {
        return nullptr;
      }
      std::memcpy(to + i, text.data() + i, 8);
      if (i + 8 == text.size()) {
        break;
      }
    }
  } else if (text.size() >= 4) { // likewise the last four
    std::array<char, 8> both{};
    std::memcpy(both.data(), text.data(), 4);
    std::memcpy(both.data() + 4, text.data() + text.size() - 4, 4);
    if (!eight_json_plain(both.data())) {
      return nullptr;
    }
    std::memcpy(to, both.data(), 4);
    std::memcpy(to + text.size() - 4, both.data() + 4, 4);
  } else {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!json_plain[static_cast<unsigned char>(text[i])]) {
        return nullptr;
      }
      to[i] = text[i];
    }
  }
  to += text.size();
  *to++ = '"';
  return to;
}

/// What tali::show has made of a value, as the JSON nearest to it: [1, 2] and (1, 2) as arrays, point{.x = 1} and
/// {"a": 1} as objects, numbers, strings and truth values as themselves, nullopt and nullptr as null. What has no such
/// form (a value shown as its author wants, a text cut for its length) becomes a string.
void append_shown_as_json(std::string& out, std::string_view shown);
/// The same, and the text itself with the escapes of JSON to `escaped`: at once, where that saves a pass.
void append_shown_twice(std::string& escaped, std::string& out, std::string_view shown);

} // namespace tali::detail
