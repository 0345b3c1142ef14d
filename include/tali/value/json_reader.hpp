// SPDX-License-Identifier: BSL-1.0
// json_reader: reads a JSON text (RFC 8259) from front to back, one thing after the other, as the caller asks for it.
//
//   json_reader in(text);
//   in.object([&](const std::string& name) { name == "count" ? void(count = in.number()) : in.skip(); });
//   in.end();
//
// What is not what was asked for is a json_error that says what was expected, in which line. tali/value/read_json.hpp
// reads whole values of types that tali can look into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tali {

/// What is wrong with a JSON text, and in which line.
class json_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class json_reader {
public:
  static constexpr int most_depth = 1000; // of objects and arrays inside one another

  /// The text is not copied.
  explicit json_reader(std::string_view text) : text_(text) {}

  /// Throws a json_error: the line we are in, and what is wrong there.
  [[noreturn]] void fail(std::string_view what) const;

  /// The first character of what comes next; 0 at the end.
  [[nodiscard]] char peek();
  [[nodiscard]] bool at_end() { return peek() == '\0' && at_ == text_.size(); }
  /// Nothing may follow.
  void end();

  /// Takes `null` if it comes next.
  bool null() { return word("null"); }
  [[nodiscard]] bool boolean();
  [[nodiscard]] double number();
  /// A number without fraction and exponent, as it is written.
  [[nodiscard]] std::string_view integer();
  [[nodiscard]] std::string string();
  /// Anything.
  void skip();

  /// member(name) for each member; it must read the value.
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
  /// element() for each element; it must read it.
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

  /// Of the text, from 1.
  [[nodiscard]] std::size_t line() const;
  /// Where we are, to come back to.
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

} // namespace tali
