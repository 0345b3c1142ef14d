// SPDX-License-Identifier: BSL-1.0
#include "stats/json_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace tali::detail {

namespace {

/// The length of the valid UTF-8 sequence of more than one byte at the start of the text, or 0.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80; };
  const unsigned char first = byte(0);
  if (first < 0xe0) {
    return first >= 0xc2 && text.size() >= 2 && follows(1) ? 2 : 0;
  }
  if (first < 0xf0) { // neither longer than it must be nor half of a pair
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

/// Legal in JSON, but some readers take these characters for the end of a line.
bool ends_a_line(std::string_view character) {
  return (character[0] == '\xe2' || character[0] == '\xc2') &&
         (character == "\xe2\x80\xa8" || character == "\xe2\x80\xa9" || character == "\xc2\x85");
}

void append_escape(std::string& out, unsigned char c) {
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

void append_json_escaped(std::string& out, std::string_view text) {
  std::size_t begin = 0; // of what stands for itself
  std::size_t next_try = 0;
  for (std::size_t i = 0; i < text.size();) {
    // Where one of eight was not plain, others are not far.
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
      if (const std::size_t length = sequence_length(text.substr(i)); length != 0) {
        if (const std::string_view one = text.substr(i, length); ends_a_line(one)) {
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
      append_escape(out, c);
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
  std::array<char, 24> digits; // NOLINT(cppcoreguidelines-pro-type-member-init): written below
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

std::size_t cut_at_character(std::string_view text, std::size_t most) {
  if (text.size() <= most) {
    return text.size();
  }
  std::size_t at = most;
  while (at > 0 && most - at < 4 && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80) {
    --at;
  }
  return at;
}

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
      std::size_t length = sequence_length(shown.substr(at));
      if (length != 0 && !ends_a_line(shown.substr(at, length))) {
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
      append_escape(out, '\a');
      break;
    case 'v':
      append_escape(out, '\v');
      break;
    case 'x': // a byte; others than ASCII may belong together
      length = 4;
      if (!number(2, n) || n >= 0x80) {
        return false;
      }
      append_escape(out, static_cast<unsigned char>(n));
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
