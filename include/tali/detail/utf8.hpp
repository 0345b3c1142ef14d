// SPDX-License-Identifier: BSL-1.0
// UTF-8: one code point to bytes and back. Other functions for UTF-8 inside the library are in src/base/utf8.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tali::detail {

/// Appends a Unicode scalar value as UTF-8. Other values below 2^21 are encoded by the same scheme.
void append_utf8(std::string& out, char32_t c);

/// A scalar value and the number of bytes of its encoding.
struct utf8_step {
  char32_t character = 0;
  std::size_t bytes = 0;
};
/// Decodes the character at the start of `text`. Decoding is strict: surrogates, overlong forms and values above
/// U+10FFFF are invalid. Returns 0 bytes if the text is empty or does not start with a valid character.
[[nodiscard]] utf8_step first_utf8(std::string_view text) noexcept;

} // namespace tali::detail
