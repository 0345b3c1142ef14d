// SPDX-License-Identifier: BSL-1.0
#include "property/json_writer.hpp"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// The length of the valid UTF-8 sequence at the start of the text, or 0.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  const std::size_t length = first >= 0xf0 ? 4 : (first >= 0xe0 ? 3 : 2);
  if (first < 0xc2 || first > 0xf4 || text.size() < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) {
      return 0;
    }
  }
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool beyond = (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
  return overlong || beyond ? 0 : length;
}

} // namespace

void json_writer::new_line() {
  out_ += '\n';
  out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
}

void json_writer::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (depth_ == 0) {
    return;
  }
  if (!first_) {
    out_ += ',';
  }
  first_ = false;
  new_line();
}

void json_writer::open(char bracket) {
  before_value();
  out_ += bracket;
  ++depth_;
  first_ = true;
}

void json_writer::close(char bracket) {
  --depth_;
  if (!first_) {
    new_line();
  }
  first_ = false;
  out_ += bracket;
  if (depth_ == 0) {
    out_ += '\n';
  }
}

void json_writer::key(std::string_view name) {
  before_value();
  string(name);
  out_ += ": ";
  after_key_ = true;
}

void json_writer::string(std::string_view text) {
  out_ += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text.front();
    if (length == 0) {
      out_ += "\\ufffd";
      text.remove_prefix(1);
      continue;
    }
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (c == '\n') {
      out_ += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out_ += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  out_ += '"';
}

void json_writer::value(std::string_view text) {
  before_value();
  string(text);
}
void json_writer::value(bool b) {
  before_value();
  out_ += b ? "true" : "false";
}
void json_writer::value(double number) {
  before_value();
  if (std::isfinite(number)) {
    fmt::format_to(std::back_inserter(out_), "{}", number);
  } else {
    out_ += "null";
  }
}
void json_writer::value(std::int64_t number) {
  before_value();
  out_ += std::to_string(number);
}
void json_writer::value(std::uint64_t number) {
  before_value();
  out_ += std::to_string(number);
}
void json_writer::null() {
  before_value();
  out_ += "null";
}

} // namespace tali::detail
