// SPDX-License-Identifier: BSL-1.0
// The text of a value tree: literals, limits, and the breaking of lines.
//
// Breaking lines: a value is written on one line, together with the positions where brackets open, items are separated
// and brackets close. If the line is too wide, it is copied with the breaks it needs: a bracket whose content fits into
// the rest of the line stays as it is, any other is broken at all its separators (or, for a list of simple items, at
// those where the line is full). One pass, linear in the text. The idea is Oppen's (Prettyprinting, 1980) without his
// lookahead buffer, because the whole text is available.
#include "base/utf8.hpp"
#include "value/ellipsis.hpp"
#include "value/tree_reader.hpp"

#include <tali/value/show.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace tali::detail {

namespace {

/// Line breaks are possible at these positions of a text on one line.
struct show_break {
  enum kind_type : unsigned char { open, separator, close } kind;
  bool list; // a list without structure: as many items as fit go on one line
  std::size_t at;
};
using show_breaks = std::vector<show_break>;

constexpr char hex_digits[] = "0123456789abcdef";

template <class Number>
void append_number(std::string& out, Number v) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, v).ptr;
  out.append(buffer, end);
}

void append_wide(std::string& out, uint128 v) {
  char buffer[40];
  char* p = buffer + sizeof buffer;
  do {
    *--p = static_cast<char>('0' + static_cast<int>(v % 10));
    v /= 10;
  } while (v != 0);
  out.append(p, buffer + sizeof buffer);
}

// The shortest digits that read back as the same value, always recognisable as floating point: 1.0, 1e300, 2.5e-7.
template <class Number>
void append_floating(std::string& out, Number v) {
  if (std::isnan(v)) {
    out += "nan";
    return;
  }
  char buffer[128];
  std::string_view digits(buffer,
                          static_cast<std::size_t>(std::to_chars(buffer, buffer + sizeof buffer, v).ptr - buffer));
  std::size_t e = digits.find('e');
  if (e == digits.npos) {
    out += digits;
    if (digits.find('.') == digits.npos && digits.find('n') == digits.npos)
      out += ".0";
    return;
  }
  out += digits.substr(0, e + 1);
  digits.remove_prefix(e + 1);
  if (digits.starts_with('-'))
    out += '-';
  digits.remove_prefix(1);
  while (digits.size() > 1 && digits.starts_with('0'))
    digits.remove_prefix(1);
  out += digits;
}

void append_hex(std::string& out, unsigned long long v, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    out += hex_digits[(v >> shift) & 15];
}

constexpr bool is_scalar(char32_t c) { return c < 0x110000 && !(c >= 0xD800 && c < 0xE000); }

// Characters that are invisible or reorder their neighbours (bidirectional controls) are shown by their number.
constexpr bool is_invisible(char32_t c) {
  return (c >= 0x80 && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

/// One character of a text: a code point, or a unit that is not part of one.
struct decoded {
  char32_t value;
  std::size_t units;
  bool valid;
};

/// The first character of a text of n units.
template <class Unit>
decoded decode(const char* p, std::size_t n) {
  const auto at = [&](std::size_t i) {
    Unit unit;
    std::memcpy(&unit, p + i * sizeof(Unit), sizeof(Unit));
    return static_cast<char32_t>(unit);
  };
  char32_t c = at(0);
  if constexpr (sizeof(Unit) == 1) {
    if (c < 0x80)
      return {c, 1, true};
    if (const utf8_step step = first_utf8({p, n}); step.bytes != 0)
      return {step.character, step.bytes, true};
    return {c, 1, false};
  } else if constexpr (sizeof(Unit) == 2) {
    if (c >= 0xD800 && c < 0xDC00 && n > 1) {
      char32_t low = at(1);
      if (low >= 0xDC00 && low < 0xE000)
        return {0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00), 2, true};
    }
    return {c, 1, is_scalar(c)};
  } else {
    return {c, 1, is_scalar(c)};
  }
}

// Returns true if an \x escape was written, which would absorb a hexadecimal digit after it.
template <class Unit>
bool append_escaped(std::string& out, const decoded& c, char quote) {
  if (c.valid) {
    switch (c.value) {
    case '\a':
      out += "\\a";
      return false;
    case '\b':
      out += "\\b";
      return false;
    case '\t':
      out += "\\t";
      return false;
    case '\n':
      out += "\\n";
      return false;
    case '\v':
      out += "\\v";
      return false;
    case '\f':
      out += "\\f";
      return false;
    case '\r':
      out += "\\r";
      return false;
    case '\\':
      out += "\\\\";
      return false;
    default:
      break;
    }
    if (c.value == static_cast<char32_t>(static_cast<unsigned char>(quote))) {
      out += '\\';
      out += quote;
      return false;
    }
    if (c.value >= 0x20 && c.value != 0x7F && !is_invisible(c.value)) {
      if (c.value < 0x80)
        out += static_cast<char>(c.value); // the usual case: saves the call
      else
        append_utf8(out, c.value);
      return false;
    }
    if (c.value >= 0x80) {
      out += c.value < 0x10000 ? "\\u" : "\\U";
      append_hex(out, c.value, c.value < 0x10000 ? 4 : 8);
      return false;
    }
  }
  out += "\\x";
  append_hex(out, c.value, sizeof(Unit) == 1 || c.value < 0x100 ? 2 : c.value < 0x10000 ? 4 : 8);
  return true;
}

constexpr bool is_hex_digit(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr std::string_view prefix_of(const value_type& type) {
  constexpr std::string_view prefixes[] = {"", "L", "u8", "u", "U"};
  return prefixes[type.characters];
}

// Characters that need no escape between quotes of either kind.
constexpr std::array<bool, 256> plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0x20; c < 0x7F; ++c)
    table[c] = c != '"' && c != '\'' && c != '\\';
  return table;
}();

/// A literal of at most this number of characters of text. Returns the number of units it shows.
template <class Unit>
std::size_t append_quoted(std::string& out, std::string_view prefix, std::string_view bytes, char quote,
                          std::size_t most) {
  const std::size_t start = out.size();
  const std::size_t n = bytes.size() / sizeof(Unit);
  out += prefix;
  out += quote;
  bool after_hex = false;
  std::size_t i = 0;
  while (i < n && out.size() - start < most) {
    if (sizeof(Unit) == 1 && !after_hex) {
      const std::size_t end = std::min(n, i + (most - (out.size() - start)));
      std::size_t run = i;
      while (run < end && plain[static_cast<unsigned char>(bytes[run])])
        ++run;
      if (run > i) {
        out.append(bytes, i, run - i);
        i = run;
        continue;
      }
    }
    auto c = decode<Unit>(bytes.data() + i * sizeof(Unit), n - i);
    if (after_hex && c.valid && is_hex_digit(c.value)) { // a new literal: "\x01" "a"
      out += "\" ";
      out += prefix;
      out += '"';
    }
    after_hex = append_escaped<Unit>(out, c, quote);
    i += c.units;
  }
  out += quote;
  return i;
}

std::size_t append_quoted(std::string& out, const value_type& type, std::string_view bytes, char quote,
                          std::size_t most) {
  switch (type.size) {
  case 1:
    return append_quoted<unsigned char>(out, prefix_of(type), bytes, quote, most);
  case 2:
    return append_quoted<char16_t>(out, prefix_of(type), bytes, quote, most);
  default:
    return append_quoted<char32_t>(out, prefix_of(type), bytes, quote, most);
  }
}

/// Without default arguments: std::vector<int, std::allocator<int>> is std::vector<int>. Whether GCC leaves them out
/// depends on how a file names the type first.
std::string without_defaults(std::string_view type) {
  constexpr std::array<std::string_view, 5> defaults{", std::allocator<", ", std::less<", ", std::hash<",
                                                     ", std::equal_to<", ", std::default_delete<"};
  std::string out;
  while (!type.empty()) {
    const auto* const found =
        std::find_if(defaults.begin(), defaults.end(), [&](std::string_view start) { return type.starts_with(start); });
    if (found == defaults.end()) {
      out.push_back(type.front());
      type.remove_prefix(1);
      continue;
    }
    std::size_t i = found->size();
    for (int depth = 1; i < type.size() && depth > 0; ++i)
      depth += type[i] == '<' ? 1 : (type[i] == '>' ? -1 : 0);
    type.remove_prefix(i);
  }
  return out;
}

void append_opaque(std::string& out, std::string_view raw_name) {
  if (raw_name.starts_with("(lambda") || raw_name.find("<lambda") != raw_name.npos) {
    out += "<function>";
    return;
  }
  out += '<';
  append_type_name(out, raw_name, true);
  out += '>';
}

void append_unit(std::string& out, std::intmax_t num, std::intmax_t den) {
  struct unit {
    std::intmax_t num, den;
    std::string_view name;
  };
  constexpr unit units[] = {{1, 1, "s"},    {1, 1000, "ms"}, {1, 1000000, "us"}, {1, 1000000000, "ns"},
                            {60, 1, "min"}, {3600, 1, "h"},  {86400, 1, "d"}};
  for (auto& u : units) {
    if (u.num == num && u.den == den) {
      out += u.name;
      return;
    }
  }
  out += '[';
  append_number(out, num);
  if (den != 1) {
    out += '/';
    append_number(out, den);
  }
  out += "]s";
}

void append_any_integer(std::string& out, const value_type& type, tree_reader& in) {
  if (type.size == 16) {
    const auto v = tree_reader::as<uint128>(in.take_value(type));
    const bool negative = type.is_signed && static_cast<int128>(v) < 0;
    if (negative)
      out += '-';
    return append_wide(out, negative ? uint128{0} - v : v);
  }
  append_integer(out, type, in);
}

void append_enumerator(std::string& out, const value_type& type, tree_reader& in) {
  tree_reader number = in;
  const std::string_view name = type.enumerator(in.take_value(type));
  append_type_name(out, type.raw_name, false);
  if (!name.empty()) {
    out += "::";
    out += name;
    return;
  }
  out += '(';
  append_integer(out, type, number);
  out += ')';
}

void append_floating(std::string& out, const value_type& type, tree_reader& in) {
  const void* const v = in.take_value(type);
  if (type.size == sizeof(float))
    append_floating(out, tree_reader::as<float>(v));
  else if (type.size == sizeof(double))
    append_floating(out, tree_reader::as<double>(v));
  else
    append_floating(out, tree_reader::as<long double>(v));
}

void append_address(std::string& out, const value_type& type, tree_reader& in) {
  const auto v = in.take<std::uintptr_t>();
  if (v == 0) {
    out += "nullptr";
    return;
  }
  out += '(';
  append_type_name(out, type.raw_name, false);
  out += ")0x";
  char buffer[32];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, v, 16).ptr);
}

/// Writes the text of a tree. If the encoder stopped early, the text is full at that point, and the rest is not read.
class text_writer {
public:
  text_writer(std::string& out, std::string_view bytes, const show_limits& limits, show_breaks* breaks = nullptr)
      : out_(out), in_(bytes), limits_(limits), start_(out.size()), breaks_(breaks) {}

  [[nodiscard]] bool cut_by_size() const { return cut_by_size_; }

  void value(const value_type& type) {
    switch (type.form) {
    case value_form::optional:
    case value_form::pointer:
      return nullable(type);
    case value_form::tuple:
    case value_form::fields:
      return product(type);
    case value_form::variant:
      return variant(type);
    case value_form::sequence:
    case value_form::set:
    case value_form::map:
      return collection(type);
    case value_form::text:
    case value_form::c_string:
      return text(type);
    default:
      append_leaf(out_, type, in_);
    }
  }

private:
  [[nodiscard]] bool full() const { return out_.size() - start_ >= limits_.max_chars; }

  void text(const value_type& type) {
    const tree_reader::text text = in_.take_text(type);
    if (text.null) {
      out_ += "nullptr";
      return;
    }
    const std::size_t used = std::min(out_.size() - start_, limits_.max_chars);
    if (append_quoted(out_, type, text.bytes, '"', limits_.max_chars - used) < text.size) {
      out_ += ellipsis;
      cut_by_size_ = true;
    }
  }

  void nullable(const value_type& type) {
    const bool pointer = type.form == value_form::pointer;
    const auto there = in_.take_presence();
    if (there == tree_reader::presence::none) {
      out_ += pointer ? "nullptr" : "nullopt";
      return;
    }
    const bool named = type.nested && !pointer;
    out_ += pointer ? "&" : named ? "optional(" : "";
    if (there == tree_reader::presence::cycle)
      out_ += ellipsis;
    else
      value(*type.parts[0]);
    out_ += named ? ")" : "";
  }

  void variant(const value_type& type) {
    const std::size_t i = in_.take_alternative(type);
    if (i == type.part_count) {
      out_ += "valueless";
      return;
    }
    if (type.alike[i] == 0)
      return value(*type.parts[i]);
    append_alternative_name(out_, type, i);
    out_ += '(';
    value(*type.parts[i]);
    out_ += ')';
  }

  void product(const value_type& type) {
    const product_shape& shape = *type.shape;
    if (!shape.tuple)
      append_type_name(out_, shape.raw_type, false);
    if (shape.size == 0) {
      out_ += shape.tuple ? "()" : "{}";
      return;
    }
    if (open(shape.tuple ? '(' : '{', false)) {
      field_name_reader names(shape.raw_names);
      for (std::size_t i = 0; i < shape.size && part(i); ++i) {
        label(shape.listed != nullptr ? shape.listed[i] : names.next());
        value(*type.parts[i]);
      }
    }
    close(shape.tuple ? ')' : '}');
  }

  void collection(const value_type& type) {
    const bool sequence = type.form == value_form::sequence, map = type.form == value_form::map;
    const std::size_t n = in_.take_size();
    if (n == 0) {
      out_ += sequence ? "[]" : "{}";
      return;
    }
    if (open(sequence ? '[' : '{', !map)) {
      const value_type& first = *type.parts[0];
      const bool integers = first.form == value_form::integer && first.size <= 8;
      for (std::size_t i = 0; i < n && item(i, n); ++i) {
        integers ? append_integer(out_, first, in_) : value(first);
        if (!map)
          continue;
        out_ += ": ";
        if (full()) { // the value may not have been encoded
          out_ += ellipsis;
          cut_by_size_ = true;
          break;
        }
        value(*type.parts[1]);
      }
    }
    close(sequence ? ']' : '}');
  }

  void mark_break(show_break::kind_type kind, bool list) {
    if (breaks_ != nullptr)
      breaks_->push_back({kind, list, out_.size()});
  }

  /// Opens a bracket. False if nesting is too deep: then only close() may follow.
  bool open(char bracket, bool list) {
    out_ += bracket;
    mark_break(show_break::open, list);
    ++depth_;
    if (depth_ <= limits_.max_depth)
      return true;
    out_ += ellipsis;
    return false;
  }

  /// Before item number i of a collection of n, and before field number i. False if the rest is cut: then close() must
  /// follow.
  bool item(std::size_t i, std::size_t n) {
    if (i < limits_.max_items)
      return part(i);
    separate(i);
    out_ += ellipsis;
    out_ += ' ';
    append_number(out_, n - i);
    out_ += " more";
    return false;
  }

  bool part(std::size_t i) {
    if (!full()) {
      separate(i);
      return true;
    }
    // One mark suffices if all enclosing brackets are cut at the same place.
    if (cut_by_size_)
      return false;
    cut_by_size_ = true;
    separate(i);
    out_ += ellipsis;
    return false;
  }

  void separate(std::size_t i) {
    if (i == 0)
      return;
    mark_break(show_break::separator, false);
    out_ += ", ";
  }

  void label(std::string_view name) { // .name =
    if (name.empty())
      return;
    out_ += '.';
    out_ += name;
    out_ += " = ";
  }

  void close(char bracket) {
    --depth_;
    mark_break(show_break::close, false);
    out_ += bracket;
  }

  std::string& out_;
  tree_reader in_;
  const show_limits& limits_;
  std::size_t start_;
  std::size_t depth_ = 0;
  bool cut_by_size_ = false;
  show_breaks* breaks_;
};

/// The columns of a text: its code points, which is right for most scripts.
std::size_t columns(std::string_view text) {
  std::size_t n = 0;
  for (char c : text)
    n += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return n;
}

/// Copies a text on one line with the breaks it needs.
class line_breaker {
public:
  line_breaker(std::string_view flat, const std::vector<show_break>& breaks, std::size_t width)
      : flat_(flat), breaks_(breaks), width_(width), next_(breaks.size()), simple_(breaks.size()) {
    find_partners();
  }

  std::string run() {
    std::size_t from = 0;
    for (std::size_t i = 0; i < breaks_.size(); ++i) {
      const auto& b = breaks_[i];
      copy(from, b.at);
      from = b.at;
      if (b.kind == show_break::open) {
        std::size_t close = next_[i];
        bool empty = close == i + 1 && breaks_[close].at == b.at;
        if (empty || column_ + flat_columns(b.at, line_end_behind(close)) <= width_) { // fits
          copy(from, breaks_[close].at);
          from = breaks_[close].at;
          i = close;
          continue;
        }
        bool fill = b.list && simple_[i];
        indent_ += 2;
        stack_.push_back(fill);
        new_line();
      } else if (b.kind == show_break::separator) {
        out_ += ',';
        ++column_;
        from += 2;
        if (stack_.back() && column_ + 2 + flat_columns(from, breaks_[i + 1].at) <= width_) {
          out_ += ' ';
          ++column_;
        } else {
          new_line();
        }
      } else {
        indent_ -= 2;
        stack_.pop_back();
        new_line();
      }
    }
    copy(from, flat_.size());
    return std::move(out_);
  }

private:
  // For each bracket the break that closes it, and whether it holds no bracket itself.
  void find_partners() {
    std::vector<std::size_t> opened;
    for (std::size_t i = 0; i < breaks_.size(); ++i) {
      if (breaks_[i].kind == show_break::open) {
        if (!opened.empty())
          simple_[opened.back()] = false;
        simple_[i] = true;
        opened.push_back(i);
      } else if (breaks_[i].kind == show_break::close) {
        next_[opened.back()] = i;
        opened.pop_back();
      }
    }
  }

  // The closing bracket and a comma must fit on the line too.
  std::size_t line_end_behind(std::size_t close) const {
    std::size_t end = breaks_[close].at + 1;
    return end < flat_.size() && flat_[end] == ',' ? end + 1 : end;
  }

  std::size_t flat_columns(std::size_t from, std::size_t to) const {
    // A bracket that is much too wide is not measured to its end: this keeps nested brackets linear.
    if (to - from > 4 * width_)
      return width_ + 1;
    return columns(flat_.substr(from, to - from));
  }

  void copy(std::size_t from, std::size_t to) {
    auto text = flat_.substr(from, to - from);
    out_ += text;
    std::size_t line = text.rfind('\n');
    if (line == text.npos)
      column_ += columns(text);
    else
      column_ = columns(text.substr(line + 1));
  }

  void new_line() {
    out_ += '\n';
    out_.append(indent_, ' ');
    column_ = indent_;
  }

  std::string_view flat_;
  const std::vector<show_break>& breaks_;
  std::size_t width_;
  std::vector<std::size_t> next_;
  std::vector<bool> simple_;
  std::vector<bool> stack_;
  std::string out_;
  std::size_t column_ = 0;
  std::size_t indent_ = 0;
};

} // namespace

void append_leaf(std::string& out, const value_type& type, tree_reader& in) {
  switch (type.form) {
  case value_form::boolean:
    out += in.take<unsigned char>() != 0 ? "true" : "false";
    break;
  case value_form::character:
    append_quoted(out, type, in.take_bytes(type.size), '\'', out.npos);
    break;
  case value_form::integer:
    append_any_integer(out, type, in);
    break;
  case value_form::floating:
    append_floating(out, type, in);
    break;
  case value_form::byte:
    out += "0x";
    append_hex(out, in.take<unsigned char>(), 2);
    break;
  case value_form::enumeration:
    append_enumerator(out, type, in);
    break;
  case value_form::address:
    append_address(out, type, in);
    break;
  case value_form::null:
    out += "nullptr";
    break;
  case value_form::function:
    out += "<function>";
    break;
  case value_form::function_pointer:
    out += in.take_presence() == tree_reader::presence::none ? "nullptr" : "<function>";
    break;
  case value_form::opaque_pointer:
    if (in.take_presence() == tree_reader::presence::none) {
      out += "nullptr";
      break;
    }
    append_opaque(out, type.raw_name);
    break;
  case value_form::authored:
    out += in.take_authored();
    break;
  case value_form::duration:
    append_leaf(out, *type.parts[0], in);
    append_unit(out, type.num, type.den);
    break;
  case value_form::time_point:
    out += "epoch + ";
    append_leaf(out, *type.parts[0], in);
    break;
  default:
    append_opaque(out, type.raw_name);
  }
}

void append_type_name(std::string& out, std::string_view raw, bool qualified) {
  if (raw.find(", std::") != raw.npos) {
    const std::string shorter = without_defaults(raw);
    if (shorter.size() < raw.size())
      return append_type_name(out, shorter, qualified);
  }
  const std::size_t start = out.size();
  out.resize(start + type_name_writer::capacity(raw));
  out.resize(start + type_name_writer(raw, out.data() + start, qualified).run());
}

void append_alternative_name(std::string& out, const value_type& type, std::size_t i) {
  append_type_name(out, type.parts[i]->raw_name, false);
  if (type.alike[i] == 2) {
    out += '#';
    append_number(out, i);
  }
}

void append_utf8(std::string& out, const value_type& type, std::string_view bytes) {
  if (type.size == 1) {
    out += bytes;
    return;
  }
  for (std::size_t n = bytes.size() / type.size; n > 0;) {
    const char* at = bytes.data(); // n units
    const decoded c = type.size == 2 ? decode<char16_t>(at, n) : decode<char32_t>(at, n);
    append_utf8(out, c.valid ? c.value : U'\xFFFD');
    bytes.remove_prefix(c.units * type.size);
    n -= c.units;
  }
}

void append_literal(std::string& out, const value_type& type, std::string_view bytes, char quote) {
  append_quoted(out, type, bytes, quote, out.npos);
}

bool append_text(std::string& out, const value_tree_view& tree, const show_limits& limits) {
  text_writer w(out, tree.bytes, limits);
  w.value(*tree.type);
  return w.cut_by_size();
}

std::string pretty_text(const value_tree_view& tree, std::size_t width, const show_limits& limits) {
  std::string flat;
  show_breaks breaks;
  text_writer(flat, tree.bytes, limits, &breaks).value(*tree.type);
  if (columns(flat) <= width && flat.find('\n') == flat.npos)
    return flat;
  return line_breaker(flat, breaks, width).run();
}

void show_value_to(std::string& out, const value_type& type, const void* v, const show_limits& limits) {
  std::string bytes;
  value_encoder(bytes, limits).value(type, v);
  text_writer(out, bytes, limits).value(type);
}

std::string show_value_pretty(const value_type& type, const void* v, std::size_t width, const show_limits& limits) {
  std::string bytes;
  value_encoder e(bytes, limits);
  e.value(type, v);
  return pretty_text({&type, bytes, e.cut()}, width, limits);
}

} // namespace tali::detail
