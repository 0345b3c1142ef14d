// SPDX-License-Identifier: BSL-1.0
// UTF-8: validation, cutting a text at a character, replacing invalid bytes. Encoding and decoding of one character are
// in tali/detail/utf8.hpp, because generators in public headers use them.
#pragma once

#include <tali/detail/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tali::detail {

/// Whether a byte continues a character that an earlier byte started.
[[nodiscard]] constexpr bool is_utf8_continuation(char byte) noexcept {
  return (static_cast<unsigned char>(byte) & 0xc0U) == 0x80;
}

/// The length of the valid sequence of two to four bytes at the start of a text whose first byte is not ASCII, or 0 if
/// there is none. Inline: escaping calls it for every character outside ASCII.
[[nodiscard]] constexpr std::size_t utf8_sequence_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return is_utf8_continuation(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0xe0) {
    return first >= 0xc2 && text.size() >= 2 && follows(1) ? 2 : 0;
  }
  if (first < 0xf0) { // neither overlong nor a surrogate
    return text.size() >= 3 && follows(1) && follows(2) && !(first == 0xe0 && byte(1) < 0xa0) &&
                   !(first == 0xed && byte(1) >= 0xa0)
               ? 3
               : 0;
  }
  return first <= 0xf4 && text.size() >= 4 && follows(1) && follows(2) && follows(3) &&
                 !(first == 0xf0 && byte(1) < 0x90) && !(first == 0xf4 && byte(1) >= 0x90)
             ? 4
             : 0;
}

[[nodiscard]] bool is_valid_utf8(std::string_view text) noexcept;

/// The length of the longest prefix of at most `most` bytes that does not end within a character.
[[nodiscard]] std::size_t cut_at_character(std::string_view text, std::size_t most) noexcept;

/// The text with U+FFFD in place of each byte that belongs to no valid character.
[[nodiscard]] std::string replace_invalid_utf8(std::string_view text);

} // namespace tali::detail
