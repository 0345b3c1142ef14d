// SPDX-License-Identifier: BSL-1.0
// Base64 (RFC 4648): the usual alphabet with padding, for browsers, and the URL-safe alphabet (section 5) without
// padding, for replay texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

/// '+' and '/', padded with '='.
void append_base64(std::string& out, std::span<const std::uint8_t> bytes);
/// '-' and '_', not padded: letters that need no quotes in a shell or a URL.
void append_base64url(std::string& out, std::span<const std::uint8_t> bytes);

struct base64_decoded {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t invalid_at = none; // index of the first character outside the alphabet; decoding stopped there
  bool canonical = true;         // whether encoding the bytes gives the same text
};
/// Appends the bytes of a text without padding.
[[nodiscard]] base64_decoded append_from_base64url(std::vector<std::uint8_t>& out, std::string_view text);

} // namespace tali::detail
