// SPDX-License-Identifier: BSL-1.0
#include "base/utf8.hpp"

namespace tali::detail {

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(static_cast<unsigned char>(byte))); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0U | (c >> 6U));
    put(0x80U | (c & 0x3fU));
  } else if (c < 0x10000) {
    put(0xe0U | (c >> 12U));
    put(0x80U | ((c >> 6U) & 0x3fU));
    put(0x80U | (c & 0x3fU));
  } else {
    put(0xf0U | (c >> 18U & 7U));
    put(0x80U | ((c >> 12U) & 0x3fU));
    put(0x80U | ((c >> 6U) & 0x3fU));
    put(0x80U | (c & 0x3fU));
  }
}

utf8_step first_utf8(std::string_view text) noexcept {
  if (text.empty()) {
    return {};
  }
  const auto byte = [&text](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  const char32_t first = byte(0);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t length = utf8_sequence_length(text);
  if (length == 0) {
    return {};
  }
  char32_t c = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    c = (c << 6U) | (byte(i) & 0x3fU);
  }
  return {c, length};
}

bool is_valid_utf8(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : utf8_sequence_length(text.substr(i));
    if (length == 0) {
      return false;
    }
    i += length;
  }
  return true;
}

std::size_t cut_at_character(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) {
    return text.size();
  }
  std::size_t at = most;
  while (at > 0 && most - at < 4 && is_utf8_continuation(text[at])) {
    --at;
  }
  return at;
}

std::string replace_invalid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = static_cast<unsigned char>(text[i]) < 0x80 ? 1 : utf8_sequence_length(text.substr(i));
    if (length == 0) {
      out += "\xef\xbf\xbd";
      ++i;
    } else {
      out += text.substr(i, length);
      i += length;
    }
  }
  return out;
}

} // namespace tali::detail
