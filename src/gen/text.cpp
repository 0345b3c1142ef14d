// SPDX-License-Identifier: BSL-1.0
// UTF-8 in both directions. Decoding is strict: no surrogates, no overlong forms, nothing past U+10FFFF.
#include <tali/gen/text.hpp>

namespace tali::detail {

void append_utf8(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xc0 | (c >> 6U));
    put(0x80 | (c & 0x3fU));
  } else if (c < 0x10000) {
    put(0xe0 | (c >> 12U));
    put(0x80 | ((c >> 6U) & 0x3fU));
    put(0x80 | (c & 0x3fU));
  } else {
    put(0xf0 | (c >> 18U));
    put(0x80 | ((c >> 12U) & 0x3fU));
    put(0x80 | ((c >> 6U) & 0x3fU));
    put(0x80 | (c & 0x3fU));
  }
}

utf8_step first_utf8(std::string_view text) noexcept {
  if (text.empty()) {
    return {};
  }
  const auto byte = [&text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t length = first >= 0xf0 ? 4 : (first >= 0xe0 ? 3 : 2);
  if (first < 0xc2 || first > 0xf4 || text.size() < length) {
    return {};
  }
  char32_t c = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) {
      return {};
    }
    c = (c << 6U) | (byte(i) & 0x3fU);
  }
  const char32_t least = length == 2 ? 0x80 : (length == 3 ? 0x800 : 0x10000);
  if (c < least || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff)) {
    return {};
  }
  return {c, length};
}

} // namespace tali::detail
