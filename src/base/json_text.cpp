// SPDX-License-Identifier: BSL-1.0
#include "base/json_text.hpp"
#include "base/utf8.hpp"

#include <cmath>

namespace tali::detail {

void append_json_escape(std::string& out, unsigned char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (c) {
  case '"':
  case '\\':
    out += '\\';
    out += static_cast<char>(c);
    break;
  case '\n':
    out += "\\n";
    break;
  case '\t':
    out += "\\t";
    break;
  case '\r':
    out += "\\r";
    break;
  default:
    out += "\\u00";
    out += digits[c >> 4U];
    out += digits[c & 15U];
  }
}

void append_json_escaped(std::string& out, std::string_view text) {
  std::size_t begin = 0; // of the characters not yet appended, which need no escape
  std::size_t next_try = 0;
  for (std::size_t i = 0; i < text.size();) {
    // If one of eight characters is not plain, the next ones often are not either: retry the fast path a little later.
    if (i >= next_try) {
      while (text.size() - i >= 8 && eight_json_plain(text.data() + i)) {
        i += 8;
      }
      if (i == text.size()) {
        break;
      }
      next_try = i + 12;
    }
    const auto c = static_cast<unsigned char>(text[i]);
    if (json_plain[c]) {
      ++i;
      continue;
    }
    if (c >= 0x80) {
      if (const std::size_t length = utf8_sequence_length(text.substr(i)); length != 0) {
        if (const std::string_view one = text.substr(i, length); is_line_separator(one)) {
          out.append(text, begin, i - begin);
          out += length == 2 ? "\\u0085" : (one.back() == '\xa8' ? "\\u2028" : "\\u2029");
          begin = i + length;
        }
        i += length;
        continue;
      }
    }
    out.append(text, begin, i - begin);
    if (c >= 0x80) {
      out += "\\ufffd";
    } else {
      append_json_escape(out, c);
    }
    begin = ++i;
  }
  out.append(text, begin);
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_json_escaped(out, text);
  out += '"';
}

void append_json_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += std::isnan(number) ? "\"nan\"" : (number > 0 ? "\"inf\"" : "\"-inf\"");
    return;
  }
  std::array<char, 32> digits{};
  constexpr double exact = 9007199254740992.0;                    // 2^53
  if (number == std::trunc(number) && std::abs(number) < exact) { // an integer, and written as one
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<std::int64_t>(number));
    out.append(digits.data(), end.ptr);
    return;
  }
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), end.ptr);
}

void append_json_number(std::string& out, std::uint64_t number) {
  std::array<char, 24> digits; // written below
  out.append(digits.data(), write_json_number(digits.data(), number));
}

void append_json_seconds(std::string& out, std::int64_t nanoseconds) {
  if (nanoseconds <= 0) {
    out += '0';
    return;
  }
  append_json_number(out, static_cast<std::uint64_t>(nanoseconds));
  out += "e-9";
}

} // namespace tali::detail
