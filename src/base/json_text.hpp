// SPDX-License-Identifier: BSL-1.0
// Strings and numbers as JSON, appended to a string: the writer of statistics, reports and the page. The output is
// valid JSON in valid UTF-8 on one line for any input: invalid UTF-8 becomes U+FFFD, NaN and infinities become strings.
//
// Written by hand, because a line of statistics must cost less than a microsecond; base/json_writer.hpp lays out whole
// documents on top of it.
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
/// The same without the quotes, for a string that is written in pieces. A piece must not end within a character.
void append_json_escaped(std::string& out, std::string_view text);
/// Appends the escape of one ASCII character.
void append_json_escape(std::string& out, unsigned char c);
/// Integers below 2^53 have no fraction; others are written so that they are read back exactly.
void append_json_number(std::string& out, double number);
void append_json_number(std::string& out, std::uint64_t number);
/// Seconds from nanoseconds, exactly.
void append_json_seconds(std::string& out, std::int64_t nanoseconds);

/// Whether a character of more than one byte is one that some readers take for the end of a line (U+0085, U+2028,
/// U+2029). JSON allows them unescaped; we escape them.
[[nodiscard]] inline bool is_line_separator(std::string_view character) {
  return (character[0] == '\xe2' || character[0] == '\xc2') &&
         (character == "\xe2\x80\xa8" || character == "\xe2\x80\xa9" || character == "\xc2\x85");
}

/// Characters that stand for themselves in a JSON string.
inline constexpr std::array<bool, 256> json_plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0x20; i < 0x7f; ++i) {
    table[i] = i != '"' && i != '\\';
  }
  return table;
}();

/// Whether the next eight characters all are plain. A false negative is harmless: the caller then checks each.
[[nodiscard]] inline bool eight_json_plain(const char* text) {
  std::uint64_t w = 0;
  std::memcpy(&w, text, 8);
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  constexpr std::uint64_t tops = 0x80 * ones;
  const auto has = [&](std::uint64_t c) { // whether some byte equals c
    const std::uint64_t x = w ^ (c * ones);
    return (x - ones) & ~x;
  };
  const std::uint64_t control = (w - 0x20 * ones) & ~w;
  return ((w | control | has('"') | has('\\') | has(0x7f)) & tops) == 0;
}

/// Writes a number to a buffer with room for 20 characters; returns the end of what was written.
[[nodiscard]] inline char* write_json_number(char* to, std::uint64_t number) {
  if (number < 100) { // the usual case
    if (number >= 10) {
      *to++ = static_cast<char>('0' + number / 10);
    }
    *to++ = static_cast<char>('0' + number % 10);
    return to;
  }
  return std::to_chars(to, to + 20, number).ptr;
}

/// Writes the text in quotes to a buffer with room for it and eight more bytes; returns the end of what was written, or
/// null if the text needs escapes.
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

} // namespace tali::detail
