// SPDX-License-Identifier: BSL-1.0
// The part of show that does not depend on the type shown: literals, limits, and the breaking of lines.
//
// Breaking lines: a value is written on one line, and with it where brackets open, items are separated and brackets
// close. If the line is too wide, it is copied with the breaks it needs: a bracket whose content fits into the rest of
// the line stays as it is, another is broken at all its separators (or, for a list of simple items, at those where the
// line is full). One pass, linear in the text. The idea is Oppen's (Prettyprinting, 1980) without his lookahead buffer:
// the whole text is at hand.
#include "base/utf8.hpp"
#include "value/ellipsis.hpp"

#include <tali/value/show.hpp>

#include <charconv>
#include <cmath>
#include <exception>
#include <sstream>
#include <vector>

namespace tali::detail {

struct show_breaks {
  std::vector<show_break> list;
};

namespace {

constexpr char hex_digits[] = "0123456789abcdef";

void append_type(std::string& out, std::string_view raw, bool qualified) {
  std::size_t start = out.size();
  out.resize(start + type_name_writer::capacity(raw));
  out.resize(start + type_name_writer(raw, out.data() + start, qualified).run());
}

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

// The shortest digits that read back as the same value, always recognisable as floating: 1.0, 1e300, 2.5e-7.
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

// What would not be seen, or would move its neighbours around (bidirectional controls), is shown by its number.
constexpr bool is_invisible(char32_t c) {
  return (c >= 0x80 && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

/// One character of a text: a code point, or a unit that belongs to none.
struct decoded {
  char32_t value;
  std::size_t units;
  bool valid;
};

template <class Character>
decoded decode(const Character* p, std::size_t n) {
  if constexpr (sizeof(Character) == 1) {
    const auto c = static_cast<char32_t>(static_cast<unsigned char>(p[0]));
    if (c < 0x80)
      return {c, 1, true};
    if (const utf8_step step = first_utf8({reinterpret_cast<const char*>(p), n}); step.bytes != 0)
      return {step.character, step.bytes, true};
    return {c, 1, false};
  } else if constexpr (sizeof(Character) == 2) {
    auto c = static_cast<char32_t>(static_cast<char16_t>(p[0]));
    if (c >= 0xD800 && c < 0xDC00 && n > 1) {
      auto low = static_cast<char32_t>(static_cast<char16_t>(p[1]));
      if (low >= 0xDC00 && low < 0xE000)
        return {0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00), 2, true};
    }
    return {c, 1, is_scalar(c)};
  } else {
    auto c = static_cast<char32_t>(p[0]);
    return {c, 1, is_scalar(c)};
  }
}

// True if an \x escape was written, which would swallow a hexadecimal digit behind it.
template <class Character>
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
        out += static_cast<char>(c.value); // nearly always: worth saving the call
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
  append_hex(out, c.value, sizeof(Character) == 1 || c.value < 0x100 ? 2 : c.value < 0x10000 ? 4 : 8);
  return true;
}

template <class Character>
void append_character(std::string& out, std::string_view prefix, Character v) {
  out += prefix;
  out += '\'';
  append_escaped<Character>(out, decode(&v, 1), '\'');
  out += '\'';
}

constexpr bool is_hex_digit(char32_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

} // namespace

void show_writer::type(std::string_view raw_name) { append_type(out_, raw_name, false); }

void show_writer::opaque(std::string_view raw_name) {
  if (raw_name.starts_with("(lambda") || raw_name.find("<lambda") != raw_name.npos) {
    out_ += "<function>";
    return;
  }
  out_ += '<';
  append_type(out_, raw_name, true);
  out_ += '>';
}

void show_writer::integer(long long v) { append_number(out_, v); }
void show_writer::integer(unsigned long long v) { append_number(out_, v); }

void show_writer::integer(int128 v) {
  if (v < 0)
    out_ += '-';
  append_wide(out_, v < 0 ? uint128{0} - static_cast<uint128>(v) : static_cast<uint128>(v));
}

void show_writer::integer(uint128 v) { append_wide(out_, v); }
void show_writer::floating(float v) { append_floating(out_, v); }
void show_writer::floating(double v) { append_floating(out_, v); }
void show_writer::floating(long double v) { append_floating(out_, v); }

void show_writer::byte(unsigned v) {
  out_ += "0x";
  append_hex(out_, v, 2);
}

void show_writer::character(char v) { append_character(out_, "", v); }
void show_writer::character(wchar_t v) { append_character(out_, "L", v); }
void show_writer::character(char8_t v) { append_character(out_, "u8", v); }
void show_writer::character(char16_t v) { append_character(out_, "u", v); }
void show_writer::character(char32_t v) { append_character(out_, "U", v); }

template <class Character>
void show_writer::write_string(std::string_view prefix, std::basic_string_view<Character> v) {
  out_ += prefix;
  out_ += '"';
  bool after_hex = false;
  std::size_t i = 0;
  for (; i < v.size() && !full();) {
    auto c = decode(v.data() + i, v.size() - i);
    if (after_hex && c.valid && is_hex_digit(c.value)) { // a new literal: "\x01" "a"
      out_ += "\" ";
      out_ += prefix;
      out_ += '"';
    }
    after_hex = append_escaped<Character>(out_, c, '"');
    i += c.units;
  }
  out_ += '"';
  if (i < v.size()) {
    out_ += ellipsis;
    cut_by_size_ = true;
  }
}

void show_writer::string(std::string_view v) { write_string("", v); }
void show_writer::string(std::wstring_view v) { write_string("L", v); }
void show_writer::string(std::u8string_view v) { write_string("u8", v); }
void show_writer::string(std::u16string_view v) { write_string("u", v); }
void show_writer::string(std::u32string_view v) { write_string("U", v); }

void show_writer::pointer(std::string_view raw_type, const void* v) {
  if (v == nullptr) {
    out_ += "nullptr";
    return;
  }
  out_ += '(';
  append_type(out_, raw_type, false);
  out_ += ")0x";
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, reinterpret_cast<std::uintptr_t>(v), 16).ptr;
  out_.append(buffer, end);
}

void show_writer::duration_unit(std::intmax_t num, std::intmax_t den) {
  struct unit {
    std::intmax_t num, den;
    std::string_view name;
  };
  constexpr unit units[] = {{1, 1, "s"},    {1, 1000, "ms"}, {1, 1000000, "us"}, {1, 1000000000, "ns"},
                            {60, 1, "min"}, {3600, 1, "h"},  {86400, 1, "d"}};
  for (auto& u : units) {
    if (u.num == num && u.den == den)
      return text(u.name);
  }
  out_ += '[';
  append_number(out_, num);
  if (den != 1) {
    out_ += '/';
    append_number(out_, den);
  }
  out_ += "]s";
}

void show_writer::stream(const void* v, void (*write)(std::ostream&, const void*)) {
  // A value that cannot be printed must not take the report of a failure with it.
  try {
    std::ostringstream stream;
    stream << std::boolalpha;
    write(stream, v);
    out_ += stream.view();
  } catch (const std::exception& e) {
    out_ += "<operator<< threw: ";
    out_ += e.what();
    out_ += '>';
  } catch (...) {
    out_ += "<operator<< threw>";
  }
}

void show_writer::mark_break(show_break::kind_type kind, bool list) {
  if (breaks_ != nullptr)
    breaks_->list.push_back({kind, list, out_.size()});
}

bool show_writer::open(std::string_view bracket, bool list) {
  out_ += bracket;
  mark_break(show_break::open, list);
  ++depth_;
  if (depth_ <= limits_.max_depth)
    return true;
  out_ += ellipsis;
  return false;
}

bool show_writer::item(std::size_t i, std::size_t n) {
  if (i < limits_.max_items)
    return part(i);
  separate(i);
  out_ += ellipsis;
  out_ += ' ';
  append_number(out_, n - i);
  out_ += " more";
  return false;
}

bool show_writer::part(std::size_t i) {
  if (!full()) {
    separate(i);
    return true;
  }
  // One mark suffices where all brackets we are in are cut at the same place.
  if (cut_by_size_)
    return false;
  cut_by_size_ = true;
  separate(i);
  out_ += ellipsis;
  return false;
}

void show_writer::separate(std::size_t i) {
  if (i == 0)
    return;
  mark_break(show_break::separator, false);
  out_ += ", ";
}

void show_writer::label(std::string_view name) {
  if (name.empty())
    return;
  out_ += '.';
  out_ += name;
  out_ += " = ";
}

void show_writer::close(std::string_view bracket) {
  --depth_;
  mark_break(show_break::close, false);
  out_ += bracket;
}

void show_writer::enumerator(std::string_view raw_type, std::string_view name, long long v) {
  type(raw_type);
  text(name.empty() ? "(" : "::");
  if (!name.empty())
    return text(name);
  integer(v);
  text(")");
}

void show_writer::enumerator(std::string_view raw_type, std::string_view name, unsigned long long v) {
  if (!name.empty())
    return enumerator(raw_type, name, 0LL);
  type(raw_type);
  text("(");
  integer(v);
  text(")");
}

void show_writer::product(const product_shape& shape, const void* const* parts, const show_function* show) {
  if (!shape.tuple)
    type(shape.raw_type);
  if (shape.size == 0)
    return text(shape.tuple ? "()" : "{}");
  if (open(shape.tuple ? "(" : "{", false)) {
    field_name_reader names(shape.raw_names);
    for (std::size_t i = 0; i < shape.size && part(i); ++i) {
      label(shape.listed != nullptr ? shape.listed[i] : names.next());
      show[i](*this, parts[i]);
    }
  }
  close(shape.tuple ? ")" : "}");
}

void show_writer::items(std::string_view open_bracket, std::string_view close_bracket, const void* data,
                        std::size_t size, std::size_t item_size, show_function show) {
  if (size == 0) {
    text(open_bracket);
    return text(close_bracket);
  }
  if (open(open_bracket, true)) {
    auto p = static_cast<const std::byte*>(data);
    for (std::size_t i = 0; i < size && item(i, size); ++i, p += item_size)
      show(*this, p);
  }
  close(close_bracket);
}

bool show_writer::enter(const void* pointee) {
  for (std::size_t i = 0; i < path_size_ && i < longest_path; ++i) {
    if (path_[i] == pointee) {
      out_ += ellipsis;
      return false;
    }
  }
  if (path_size_ < longest_path)
    path_[path_size_] = pointee;
  ++path_size_;
  return true;
}

namespace {

/// Columns a text takes: code points, which is what it comes to for most scripts.
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
    // A bracket that is much too wide need not be measured to its end: this keeps nested brackets linear.
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

void show_erased_to(std::string& out, const void* v, show_function show, const show_limits& limits) {
  show_writer w(out, limits);
  show(w, v);
}

std::string show_with_breaks(const void* v, show_function show, std::size_t width, const show_limits& limits) {
  std::string flat;
  show_breaks breaks;
  show_writer w(flat, limits, &breaks);
  show(w, v);
  if (columns(flat) <= width && flat.find('\n') == flat.npos)
    return flat;
  return line_breaker(flat, breaks.list, width).run();
}

} // namespace tali::detail
