// SPDX-License-Identifier: BSL-1.0
#include "base/utf8.hpp"

#include <tali/value/json_reader.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace tali {

using namespace values;

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

void json_reader::fail(std::string_view what) const { throw json_error(fmt::format("line {}: {}", line(), what)); }

std::size_t json_reader::line() const {
  const std::string_view before = text_.substr(0, at_);
  return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

char json_reader::peek() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r')) {
    ++at_;
  }
  return at_ < text_.size() ? text_[at_] : '\0';
}

void json_reader::end() {
  if (!at_end()) {
    fail("trailing characters");
  }
}

bool json_reader::take(char c) {
  if (peek() == c && at_ < text_.size()) {
    ++at_;
    return true;
  }
  return false;
}

void json_reader::expect(char c) {
  if (!take(c)) {
    fail(fmt::format("expected '{}'", c));
  }
}

void json_reader::enter(char c) {
  expect(c);
  if (++depth_ > most_depth) {
    fail("nested too deeply");
  }
}

bool json_reader::word(std::string_view w) {
  static_cast<void>(peek());
  if (text_.substr(at_, w.size()) == w) {
    at_ += w.size();
    return true;
  }
  return false;
}

bool json_reader::boolean() {
  if (word("true")) {
    return true;
  }
  if (!word("false")) {
    fail("expected true or false");
  }
  return false;
}

double json_reader::number() {
  static_cast<void>(peek());
  double x = 0;
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), x);
  if (error != std::errc{} || !std::isfinite(x)) {
    fail(error == std::errc::result_out_of_range ? "the number is too large or too small" : "expected a number");
  }
  at_ = static_cast<std::size_t>(end - text_.data());
  return x;
}

std::string_view json_reader::integer() {
  static_cast<void>(peek());
  std::size_t end = at_ + (at_ < text_.size() && text_[at_] == '-' ? 1U : 0U);
  const std::size_t digits = end;
  while (end < text_.size() && is_digit(text_[end])) {
    ++end;
  }
  if (end == digits || (end < text_.size() && (text_[end] == '.' || text_[end] == 'e' || text_[end] == 'E'))) {
    fail("expected an integer");
  }
  const std::string_view found = text_.substr(at_, end - at_);
  at_ = end;
  return found;
}

std::string json_reader::string() {
  if (!take('"')) {
    fail("expected a string");
  }
  std::string out;
  while (true) {
    if (at_ == text_.size()) {
      fail("unterminated string");
    }
    const char c = text_[at_++];
    if (c == '"') {
      return out;
    }
    if (c == '\\') {
      escape(out);
    } else {
      out += c;
    }
  }
}

void json_reader::skip() {
  switch (peek()) {
  case '{':
    object([&](const std::string& /*name*/) { skip(); });
    break;
  case '[':
    array([&] { skip(); });
    break;
  case '"':
    static_cast<void>(string());
    break;
  default:
    if (!word("true") && !word("false") && !word("null")) {
      static_cast<void>(number());
    }
  }
}

std::uint32_t json_reader::hex() {
  std::uint32_t code = 0;
  if (at_ + 4 > text_.size()) {
    fail("incomplete escape");
  }
  const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + at_ + 4, code, 16);
  if (error != std::errc{} || end != text_.data() + at_ + 4) {
    fail("\\u needs four hexadecimal digits");
  }
  at_ += 4;
  return code;
}

void json_reader::escape(std::string& out) {
  const char c = at_ < text_.size() ? text_[at_++] : '\0';
  constexpr std::string_view names = "\"\\/bfnrt";
  constexpr std::string_view meant = "\"\\/\b\f\n\r\t";
  if (c == 'u') {
    std::uint32_t code = hex();
    if (code >= 0xd800 && code < 0xdc00) {
      const std::uint32_t second = text_.substr(at_, 2) == "\\u" ? (at_ += 2, hex()) : 0;
      if (second < 0xdc00 || second >= 0xe000) {
        fail("unpaired surrogate");
      }
      code = 0x10000 + ((code - 0xd800) << 10U) + (second - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
      fail("unpaired surrogate");
    }
    detail::append_utf8(out, code);
  } else if (const std::size_t i = names.find(c); c != '\0' && i != std::string_view::npos) {
    out += meant[i];
  } else {
    fail("invalid escape");
  }
}

} // namespace tali
