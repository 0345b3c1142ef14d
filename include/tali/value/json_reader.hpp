// SPDX-License-Identifier: BSL-1.0
// json_reader: a pull parser for JSON (RFC 8259). The caller requests one value after another.
//
//   json_reader in(text);
//   in.object([&](const std::string& name) { name == "count" ? void(count = in.number()) : in.skip(); });
//   in.end();
//
// If the next value has another kind, the reader throws a json_error with the line and the expected kind.
// tali/value/read_json.hpp reads whole values of types whose structure tali knows.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tali::values {

/// An error in a JSON text, and its line.
class json_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class json_reader {
public:
  static constexpr int most_depth = 1000; // nested objects and arrays

  /// The text is not copied.
  explicit json_reader(std::string_view text) : text_(text) {}

  /// Throws a json_error with the current line and this message.
  [[noreturn]] void fail(std::string_view what) const;

  /// The first character of the next token; 0 at the end.
  [[nodiscard]] char peek();
  [[nodiscard]] bool at_end() { return peek() == '\0' && at_ == text_.size(); }
  /// Fails unless only white space is left.
  void end();

  /// Reads `null` if it comes next; otherwise reads nothing.
  bool null() { return word("null"); }
  [[nodiscard]] bool boolean();
  [[nodiscard]] double number();
  /// A number without fraction and exponent, as text.
  [[nodiscard]] std::string_view integer();
  [[nodiscard]] std::string string();
  /// Reads a value of any kind.
  void skip();

  /// Calls member(name) for each member; it must read the value.
  template <class F>
  void object(const F& member) {
    enter('{');
    if (!take('}')) {
      do {
        const std::string name = string();
        expect(':');
        member(name);
      } while (take(','));
      expect('}');
    }
    --depth_;
  }
  /// Calls element() for each element; it must read it.
  template <class F>
  void array(const F& element) {
    enter('[');
    if (!take(']')) {
      do {
        element();
      } while (take(','));
      expect(']');
    }
    --depth_;
  }

  /// The current line, from 1.
  [[nodiscard]] std::size_t line() const;
  /// A position to return to.
  struct place {
    std::size_t at;
    int depth;
  };
  [[nodiscard]] place here() const noexcept { return {at_, depth_}; }
  void back_to(place p) noexcept {
    at_ = p.at;
    depth_ = p.depth;
  }

private:
  bool take(char c);
  void expect(char c);
  void enter(char c);
  bool word(std::string_view w);
  [[nodiscard]] std::uint32_t hex();
  void escape(std::string& out);

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace tali::values
