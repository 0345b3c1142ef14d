// SPDX-License-Identifier: BSL-1.0
#include "base/json_writer.hpp"

#include "base/json_text.hpp"

#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace tali::detail {

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
  append_json_string(out_, name);
  out_ += ": ";
  after_key_ = true;
}

void json_writer::value(std::string_view text) {
  before_value();
  append_json_string(out_, text);
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
