// SPDX-License-Identifier: BSL-1.0
// Reads the bytes of a value tree, in the order in which value_encoder writes them. Past their end it reads zeros: a
// tree may come from a process whose memory was damaged.
#pragma once

#include <tali/value/tree.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tali::detail {

/// A tree whose bytes are stored elsewhere.
struct value_tree_view {
  const value_type* type = nullptr;
  std::string_view bytes;
  bool cut = false;

  value_tree_view() = default;
  value_tree_view(const value_type* t, std::string_view b, bool c) : type(t), bytes(b), cut(c) {}
  value_tree_view(const value_tree& tree) : type(tree.type), bytes(tree.bytes), cut(tree.cut) {}
};

class tree_reader {
public:
  explicit tree_reader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  [[nodiscard]] T take() {
    T bits{};
    if (rest_.size() >= sizeof(T)) {
      // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the size is sizeof(T)
      std::memcpy(&bits, rest_.data(), sizeof(T));
      rest_.remove_prefix(sizeof(T));
    } else {
      rest_ = {};
    }
    return bits;
  }
  [[nodiscard]] std::string_view take_bytes(std::size_t n) {
    const std::string_view taken = rest_.substr(0, n);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// The bytes of a value of fixed size, at an address aligned for it.
  [[nodiscard]] const void* take_value(const value_type& type) {
    const std::string_view taken = take_bytes(type.size);
    std::memset(value_, 0, sizeof(value_));
    std::memcpy(value_, taken.data(), std::min(taken.size(), sizeof(value_)));
    return value_;
  }
  /// Numbers and enumerations of at most 64 bits, with their sign.
  [[nodiscard]] std::int64_t take_integer(const value_type& type) {
    switch (type.size) {
    case 1:
      return type.is_signed ? take<std::int8_t>() : take<std::uint8_t>();
    case 2:
      return type.is_signed ? take<std::int16_t>() : take<std::uint16_t>();
    case 4:
      return type.is_signed ? take<std::int32_t>() : std::int64_t{take<std::uint32_t>()};
    default:
      return take<std::int64_t>();
    }
  }

  /// The state of a value of a form that can be null.
  enum class presence : unsigned char { none, there, cycle };
  [[nodiscard]] presence take_presence() { return static_cast<presence>(take<unsigned char>()); }

  /// A text: how long it is, and the bytes of as many characters as were kept.
  struct text {
    bool null;
    std::size_t size;
    std::string_view bytes;
  };
  [[nodiscard]] text take_text(const value_type& type) {
    const auto size = take<std::uint64_t>();
    if (size == ~std::uint64_t{0}) {
      return {true, 0, {}};
    }
    const auto kept = static_cast<std::size_t>(take<std::uint64_t>());
    return {false, static_cast<std::size_t>(size), take_bytes(kept * type.size)};
  }
  [[nodiscard]] std::string_view take_authored() { return take_bytes(static_cast<std::size_t>(take<std::uint64_t>())); }
  /// The alternative of a variant; the number of alternatives if it is valueless.
  [[nodiscard]] std::size_t take_alternative(const value_type& type) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(take<std::uint64_t>(), type.part_count));
  }
  [[nodiscard]] std::size_t take_size() { return static_cast<std::size_t>(take<std::uint64_t>()); }

  template <class T>
  [[nodiscard]] static T as(const void* v) {
    T out;
    std::memcpy(&out, v, sizeof(out));
    return out;
  }

private:
  std::string_view rest_;
  alignas(16) char value_[16];
};

/// Appends the text of a tree, made with the same limits except for max_chars, which may be smaller. Returns whether
/// something is missing because of that.
bool append_text(std::string& out, const value_tree_view& tree, const show_limits& limits);
/// The text, on several lines if one would be wider than `width`.
[[nodiscard]] std::string pretty_text(const value_tree_view& tree, std::size_t width, const show_limits& limits);
/// Reads and appends an integer of at most 64 bits. Inline: statistics hold many of them.
inline void append_integer(std::string& out, const value_type& type, tree_reader& in) {
  const std::int64_t v = in.take_integer(type);
  char buffer[24];
  char* end = buffer;
  if (v >= 0 && v < 100) { // the usual case
    if (v >= 10)
      *end++ = static_cast<char>('0' + v / 10);
    *end++ = static_cast<char>('0' + v % 10);
  } else if (type.is_signed) {
    end = std::to_chars(buffer, buffer + sizeof(buffer), v).ptr;
  } else {
    end = std::to_chars(buffer, buffer + sizeof(buffer), static_cast<std::uint64_t>(v)).ptr;
  }
  out.append(buffer, static_cast<std::size_t>(end - buffer));
}
/// Reads a value without parts and appends its text.
void append_leaf(std::string& out, const value_type& type, tree_reader& in);
/// Characters as UTF-8. Those of one byte are assumed to be UTF-8 already; invalid characters become U+FFFD.
void append_utf8(std::string& out, const value_type& type, std::string_view bytes);
/// The name of a type: `vector<int>`, or `std::vector<int>` if it is to be qualified.
void append_type_name(std::string& out, std::string_view raw, bool qualified);
/// The name of an alternative of a variant, different from those of the others: `add`, `int#1`.
void append_alternative_name(std::string& out, const value_type& type, std::size_t i);
/// A character or a text as a literal of C++.
void append_literal(std::string& out, const value_type& type, std::string_view bytes, char quote);

} // namespace tali::detail
