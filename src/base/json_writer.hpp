// SPDX-License-Identifier: BSL-1.0
// Writes an indented JSON document in the order of the calls. The output is valid JSON for any input: invalid UTF-8
// becomes U+FFFD, NaN and infinities become null.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tali::detail {

class json_writer {
public:
  explicit json_writer(std::string& out) : out_(out) {}

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }
  /// The name of what follows, in an object.
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(bool b);
  void value(double number);
  void value(std::int64_t number);
  void value(std::uint64_t number);
  void value(int number) { value(std::int64_t{number}); }
  void value(unsigned number) { value(std::uint64_t{number}); }
  void null();

  template <class T>
  void member(std::string_view name, const T& v) {
    key(name);
    value(v);
  }

private:
  void open(char bracket);
  void close(char bracket);
  void before_value();
  void new_line();

  std::string& out_;
  int depth_ = 0;
  bool first_ = true; // in this object or array
  bool after_key_ = false;
};

} // namespace tali::detail
