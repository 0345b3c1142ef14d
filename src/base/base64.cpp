// SPDX-License-Identifier: BSL-1.0
#include "base/base64.hpp"

#include <array>

namespace tali::detail {

namespace {

constexpr std::string_view standard_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

constexpr std::uint8_t not_a_digit = 64;

constexpr std::array<std::uint8_t, 256> url_digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(not_a_digit);
  for (std::size_t i = 0; i < url_alphabet.size(); ++i) {
    table[static_cast<unsigned char>(url_alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return table;
}();

/// Appends the digits. Returns the number of padding characters up to a multiple of four.
std::size_t append_digits(std::string& out, std::span<const std::uint8_t> bytes, std::string_view alphabet) {
  const std::size_t before = out.size();
  out.resize(before + (bytes.size() * 4 + 2) / 3);
  char* to = out.data() + before;
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t n = std::uint32_t{bytes[i]} << 16U | std::uint32_t{bytes[i + 1]} << 8U | bytes[i + 2];
    *to++ = alphabet[n >> 18U];
    *to++ = alphabet[n >> 12U & 63U];
    *to++ = alphabet[n >> 6U & 63U];
    *to++ = alphabet[n & 63U];
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) {
    return 0;
  }
  const std::uint32_t n = std::uint32_t{bytes[i]} << 16U | (left == 2 ? std::uint32_t{bytes[i + 1]} << 8U : 0U);
  *to++ = alphabet[n >> 18U];
  *to++ = alphabet[n >> 12U & 63U];
  if (left == 2) {
    *to++ = alphabet[n >> 6U & 63U];
  }
  return 3 - left;
}

} // namespace

void append_base64(std::string& out, std::span<const std::uint8_t> bytes) {
  out.append(append_digits(out, bytes, standard_alphabet), '=');
}

void append_base64url(std::string& out, std::span<const std::uint8_t> bytes) {
  append_digits(out, bytes, url_alphabet);
}

base64_decoded append_from_base64url(std::vector<std::uint8_t>& out, std::string_view text) {
  base64_decoded result;
  out.reserve(out.size() + text.size() / 4 * 3 + 3);
  std::uint32_t held = 0; // bits that do not fill a byte yet
  unsigned bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit = url_digits[static_cast<unsigned char>(text[i])];
    if (digit == not_a_digit) {
      result.invalid_at = i;
      return result;
    }
    held = (held << 6U | digit) & 0xFFFFU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out.push_back(static_cast<std::uint8_t>(held >> bits & 0xFFU));
    }
  }
  // The encoder leaves fewer bits than one digit, and all of them are zero.
  result.canonical = bits < 6 && (held & ((1U << bits) - 1)) == 0;
  return result;
}

} // namespace tali::detail
