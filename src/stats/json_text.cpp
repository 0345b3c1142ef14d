// SPDX-License-Identifier: BSL-1.0
#include "stats/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tali::detail {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Reads a shown value and writes JSON. What it does not know makes it give up, and the whole becomes a string.
class shown_reader {
public:
  shown_reader(std::string& out, std::string_view text) : out_(out), text_(text) {}

  bool run() { return value(0) && at_ == text_.size(); }

private:
  static constexpr int deepest = 200;

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(std::string_view word) {
    if (text_.substr(at_).starts_with(word)) {
      at_ += word.size();
      return true;
    }
    return false;
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) {
      ++at_;
    }
  }
  [[nodiscard]] static bool in_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || c == '<' ||
           c == '>';
  }

  bool value(int depth) {
    if (depth > deepest) {
      return false;
    }
    const char c = peek();
    if (is_digit(c) || c == '-') {
      return number();
    }
    switch (c) {
    case '"':
      return string();
    case '\'':
      return character();
    case '[':
      return list(']', depth);
    case '(':
      return list(')', depth);
    case '{':
      return braces(depth);
    case '&':
      ++at_;
      return value(depth + 1);
    default:
      return word(depth);
    }
  }

  bool ends_value() const {
    const char c = peek();
    return c == '\0' || c == ',' || c == ']' || c == ')' || c == '}' || c == ':' || c == '\n';
  }

  bool number() {
    const std::size_t begin = at_;
    if (peek() == '-') {
      ++at_;
    }
    const std::size_t whole = at_;
    while (is_digit(peek())) {
      ++at_;
    }
    if (at_ == whole || (text_[whole] == '0' && at_ - whole > 1)) {
      return false;
    }
    if (peek() == '.') {
      const std::size_t point = ++at_;
      while (is_digit(peek())) {
        ++at_;
      }
      if (at_ == point) {
        return false;
      }
    }
    if (peek() == 'e') {
      ++at_;
      if (peek() == '+' || peek() == '-') {
        ++at_;
      }
      const std::size_t power = at_;
      while (is_digit(peek())) {
        ++at_;
      }
      if (at_ == power) {
        return false;
      }
    }
    const std::string_view digits = text_.substr(begin, at_ - begin);
    if (!ends_value()) {
      return false; // a number with a unit
    }
    if (digits.size() > 18) { // more than other readers may hold
      append_json_string(out_, digits);
    } else {
      out_ += digits;
    }
    return true;
  }

  // The escapes are those of C++.
  bool unescape(char quote, std::string& into) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] != '\\') {
        into += text_[at_];
        continue;
      }
      switch (const char c = ++at_ < text_.size() ? text_[at_] : '\0') {
      case 'n':
        into += '\n';
        break;
      case 't':
        into += '\t';
        break;
      case 'r':
        into += '\r';
        break;
      case '"':
      case '\'':
      case '\\':
        into += c;
        break;
      case 'a':
        into += '\a';
        break;
      case 'b':
        into += '\b';
        break;
      case 'f':
        into += '\f';
        break;
      case 'v':
        into += '\v';
        break;
      case 'x':
        if (!by_number(2, into)) {
          return false;
        }
        break;
      case 'u':
        if (!by_number(4, into)) {
          return false;
        }
        break;
      case 'U':
        if (!by_number(8, into)) {
          return false;
        }
        break;
      default:
        into += '\\';
        into += c;
      }
    }
    if (at_ >= text_.size()) {
      return false;
    }
    ++at_;
    if (quote == '"' && text_.substr(at_).starts_with(" \"")) { // a string in several pieces
      ++at_;
      return unescape(quote, into);
    }
    return ends_value();
  }
  /// A byte of two digits, or a code point of more.
  bool by_number(std::size_t digits, std::string& into) {
    std::uint32_t n = 0;
    const std::string_view text = text_.substr(std::min(at_ + 1, text_.size()), digits);
    const auto end = std::from_chars(text.data(), text.data() + text.size(), n, 16);
    if (end.ec != std::errc() || end.ptr != text.data() + digits) {
      return false;
    }
    at_ += digits;
    const auto byte = [&](std::uint32_t b) { into += static_cast<char>(static_cast<unsigned char>(b)); };
    if (digits == 2 || n < 0x80) {
      byte(n);
    } else if (n < 0x800) {
      byte(0xc0U | n >> 6U);
      byte(0x80U | (n & 0x3fU));
    } else if (n < 0x10000) {
      byte(0xe0U | n >> 12U);
      byte(0x80U | (n >> 6U & 0x3fU));
      byte(0x80U | (n & 0x3fU));
    } else {
      byte(0xf0U | n >> 18U);
      byte(0x80U | (n >> 12U & 0x3fU));
      byte(0x80U | (n >> 6U & 0x3fU));
      byte(0x80U | (n & 0x3fU));
    }
    return true;
  }
  bool string() {
    std::string raw;
    if (!unescape('"', raw)) {
      return false;
    }
    append_json_string(out_, raw);
    return true;
  }
  bool character() {
    std::string raw;
    if (!unescape('\'', raw)) {
      return false;
    }
    append_json_string(out_, raw);
    return true;
  }

  bool list(char close, int depth) {
    ++at_;
    out_ += '[';
    for (bool first = true;; first = false) {
      skip_space();
      if (peek() == close) {
        ++at_;
        out_ += ']';
        return ends_value();
      }
      if (!first) {
        if (!take(",")) {
          return false;
        }
        skip_space();
        if (peek() == close) { // a tuple of one: (1,)
          continue;
        }
        out_ += ',';
      }
      if (!value(depth + 1)) {
        return false;
      }
    }
  }

  /// A set, a map, or the fields of an aggregate.
  bool braces(int depth) {
    const std::size_t begin = out_.size();
    ++at_;
    skip_space();
    if (peek() == '.') {
      return fields(depth);
    }
    out_ += '[';
    std::size_t items = 0;
    std::size_t with_keys = 0;
    bool texts = true; // all keys are: an object
    for (bool first = true;; first = false) {
      skip_space();
      if (peek() == '}') {
        ++at_;
        break;
      }
      if (!first) {
        if (!take(",")) {
          return false;
        }
        skip_space();
        out_ += ',';
      }
      const std::size_t item = out_.size();
      const bool text = peek() == '"';
      if (!value(depth + 1)) {
        return false;
      }
      ++items;
      if (take(": ")) {
        if (with_keys++ > 0 && texts != text) {
          return false;
        }
        texts = text;
        if (!texts) {
          out_.insert(item, 1, '[');
        }
        out_ += texts ? ':' : ',';
        if (!value(depth + 1)) {
          return false;
        }
        if (!texts) {
          out_ += ']';
        }
      }
    }
    const bool object = with_keys > 0 && texts;
    out_ += object ? '}' : ']';
    if (object) {
      out_[begin] = '{';
    }
    return ends_value() && (with_keys == 0 || with_keys == items);
  }
  bool fields(int depth) {
    out_ += '{';
    for (bool first = true;; first = false) {
      skip_space();
      if (peek() == '}') {
        ++at_;
        out_ += '}';
        return ends_value();
      }
      if (!first) {
        if (!take(",")) {
          return false;
        }
        skip_space();
        out_ += ',';
      }
      if (!take(".")) {
        return false;
      }
      const std::size_t begin = at_;
      while (in_name(peek())) {
        ++at_;
      }
      append_json_string(out_, text_.substr(begin, at_ - begin));
      out_ += ':';
      skip_space();
      if (!take("=")) {
        return false;
      }
      skip_space();
      if (!value(depth + 1)) {
        return false;
      }
    }
  }

  bool word(int depth) {
    const std::size_t begin = at_;
    while (in_name(peek())) {
      ++at_;
    }
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty()) {
      return false;
    }
    if (peek() == '{') { // of the type, which the fields do not need
      return braces(depth);
    }
    if (!ends_value()) {
      return false;
    }
    if (name == "true" || name == "false") {
      out_ += name;
    } else if (name == "nullopt" || name == "nullptr") {
      out_ += "null";
    } else {
      append_json_string(out_, name);
    }
    return true;
  }

  std::string& out_;
  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

namespace {

/// A code point above the first 65536, as JSON has it without its own bytes: a pair.
void append_pair(std::string& out, std::uint32_t n) {
  constexpr std::string_view digits = "0123456789abcdef";
  n -= 0x10000;
  for (const std::uint32_t half : {0xd800U | n >> 10U, 0xdc00U | (n & 0x3ffU)}) {
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) {
      out += digits[half >> static_cast<unsigned>(shift) & 15U];
    }
  }
}

/// A string: what stands for itself is looked at once and goes to both. False, with something
/// appended or not, if it is not such a string.
bool string_twice(std::string& escaped, std::string& out, std::string_view shown) {
  out += '"';
  escaped += "\\\"";
  std::size_t begin = 1; // of what stands for itself
  const auto put = [&](std::size_t end) {
    out.append(shown, begin, end - begin);
    escaped.append(shown, begin, end - begin);
  };
  for (std::size_t at = 1; at < shown.size();) {
    const auto c = static_cast<unsigned char>(shown[at]);
    if (json_plain[c]) {
      ++at;
      continue;
    }
    if (c >= 0x80) {
      std::size_t length = utf8_sequence_length(shown.substr(at));
      if (length != 0 && !is_line_separator(shown.substr(at, length))) {
        at += length;
        continue;
      }
      put(at);
      length = std::max<std::size_t>(length, 1);
      append_json_escaped(out, shown.substr(at, length));
      append_json_escaped(escaped, shown.substr(at, length));
      at += length;
      begin = at;
      continue;
    }
    put(at);
    if (c == '"') {
      escaped += "\\\"";
      if (shown.substr(at + 1).starts_with(" \"")) { // it goes on in another piece
        escaped += " \\\"";
        at += 3;
        begin = at;
        continue;
      }
      out += '"';
      return at + 1 == shown.size();
    }
    if (c != '\\') { // show leaves no control characters
      return false;
    }
    const auto number = [&](std::size_t digits, std::uint32_t& n) {
      const std::string_view text = shown.substr(at + 2, digits);
      const auto end = std::from_chars(text.data(), text.data() + text.size(), n, 16);
      return text.size() == digits && end.ec == std::errc() && end.ptr == text.data() + digits;
    };
    std::size_t length = 2;
    std::uint32_t n = 0;
    switch (at + 1 < shown.size() ? shown[at + 1] : '\0') {
    case 'n':
    case 't':
    case 'r':
    case 'b':
    case 'f':
      out.append(shown, at, 2);
      break;
    case '"':
    case '\\':
      out.append(shown, at, 2);
      escaped += '\\'; // two for each
      break;
    case 'a':
      append_json_escape(out, '\a');
      break;
    case 'v':
      append_json_escape(out, '\v');
      break;
    case 'x': // a byte; others than ASCII may belong together
      length = 4;
      if (!number(2, n) || n >= 0x80) {
        return false;
      }
      append_json_escape(out, static_cast<unsigned char>(n));
      break;
    case 'u': // the same in JSON, unless it is half of a pair
      length = 6;
      if (!number(4, n) || (n >= 0xd800 && n < 0xe000)) {
        return false;
      }
      out.append(shown, at, length);
      break;
    case 'U':
      length = 10;
      if (!number(8, n) || n < 0x10000 || n > 0x10ffff) {
        return false;
      }
      append_pair(out, n);
      break;
    default:
      return false;
    }
    escaped += '\\';
    escaped.append(shown, at, length);
    at += length;
    begin = at;
  }
  return false;
}

} // namespace

void append_shown_twice(std::string& escaped, std::string& out, std::string_view shown) {
  const std::size_t escaped_size = escaped.size();
  const std::size_t size = out.size();
  if (shown.starts_with('"') && string_twice(escaped, out, shown)) {
    return;
  }
  escaped.resize(escaped_size);
  out.resize(size);
  append_json_escaped(escaped, shown);
  append_shown_as_json(out, shown);
}

void append_shown_as_json(std::string& out, std::string_view shown) {
  const std::size_t begin = out.size();
  if (!shown_reader(out, shown).run()) {
    out.resize(begin);
    append_json_string(out, shown);
  }
}

} // namespace tali::detail
