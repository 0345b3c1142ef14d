// SPDX-License-Identifier: BSL-1.0
// Base64 according to RFC 4648: strict, with padding.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base64 {

inline constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

[[nodiscard]] inline std::string encode(std::string_view bytes) {
  std::string text;
  for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < 3 ? bytes.size() : 3)) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= bytes.size() ? digits[group >> (18 - 6 * i) & 63U] : '=';
    }
  }
  return text;
}

/// Nothing if the text is not a valid encoding.
[[nodiscard]] inline std::optional<std::string> decode(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::string bytes;
  for (; !text.empty(); text.remove_prefix(4)) {
    const bool last = text.size() == 4;
    const std::size_t padding = !last || text[3] != '=' ? 0 : text[2] != '=' ? 1 : 2;
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t digit = i < 4 - padding ? digits.find(text[i]) : 0;
      if (digit == std::string_view::npos) {
        return std::nullopt;
      }
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    if ((group & ((1U << (8 * padding)) - 1U)) != 0) {
      return std::nullopt; // unused bits are set: a second encoding of the same bytes
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) {
      bytes += static_cast<char>(group >> (16 - 8 * i) & 0xffU);
    }
  }
  return bytes;
}

} // namespace base64
