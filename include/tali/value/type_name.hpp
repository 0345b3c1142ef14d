// SPDX-License-Identifier: BSL-1.0
// Readable names of types and enumerators, known at compile time and the same on GCC and Clang.
//
// The names are read from __PRETTY_FUNCTION__, where the compiler prints template arguments. The text stays raw as long
// as possible (`detail::raw_type_name`): show and diff normalise it at run time, so that a type costs the compiler one
// instantiation and no constant evaluation.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tali::detail {

template <class T>
consteval std::string_view raw_type_signature() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
}

// The positions of `T = ...` in the signature are determined once, with a type of known name.
inline constexpr std::size_t signature_prefix = raw_type_signature<double>().rfind("double");
inline constexpr std::size_t signature_suffix =
    raw_type_signature<double>().size() - signature_prefix - std::string_view("double").size();

/// The type as this compiler spells it.
template <class T>
consteval std::string_view raw_type_name() {
  auto text = raw_type_signature<T>();
  text.remove_prefix(signature_prefix);
  text.remove_suffix(signature_suffix);
  return text;
}

constexpr bool is_identifier_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Normalises a compiler's spelling of a type, into a buffer of `capacity(input)` characters. Inline namespaces of
/// standard libraries, unnamed namespaces and enclosing functions are dropped, integer types and spaces are spelled in
/// one way, `basic_string<char>` is `string`. With `qualified == false` every `a::` is dropped too.
class type_name_writer {
public:
  static constexpr std::size_t capacity(std::string_view in) { return 2 * in.size(); }

  constexpr type_name_writer(std::string_view in, char* out, bool qualified)
      : in_(in), out_(out), qualified_(qualified) {}

  constexpr std::size_t run() {
    while (at_ < in_.size())
      step();
    return size_;
  }

private:
  constexpr bool starts(std::string_view s) const { return in_.substr(at_).starts_with(s); }
  constexpr void put(std::string_view s) {
    for (char c : s)
      out_[size_++] = c;
  }
  constexpr char last() const { return size_ == 0 ? '\0' : out_[size_ - 1]; }

  constexpr bool skip(std::string_view s) {
    if (!starts(s))
      return false;
    at_ += s.size();
    return true;
  }

  // The position after the bracket that closes the one at at_.
  constexpr std::size_t behind_bracket(std::size_t from) const {
    int depth = 0;
    for (std::size_t i = from; i < in_.size(); ++i) {
      char c = in_[i];
      if (c == '(' || c == '<' || c == '[' || c == '{')
        ++depth;
      if (c == ')' || c == '>' || c == ']' || c == '}')
        --depth;
      if (depth == 0)
        return i + 1;
    }
    return in_.size();
  }

  // Removes the part of the current qualified name that was already written: `ns::outer<int>` of
  // `ns::outer<int>::inner`.
  constexpr void drop_qualifier() {
    int depth = 0;
    while (size_ > 0) {
      char c = last();
      if (depth == 0 && (c == '<' || c == '(' || c == ',' || c == ' ' || c == '{'))
        break;
      if (c == '>' || c == ')' || c == ']' || c == '}')
        ++depth;
      if (c == '<' || c == '(' || c == '[' || c == '{')
        --depth;
      --size_;
    }
  }

  // `long unsigned int` (GCC) and `unsigned long` (Clang) become the latter.
  constexpr bool integer_words() {
    int longs = 0, shorts = 0, unsigneds = 0, signeds = 0, chars = 0, wides = 0, words = 0, doubles = 0;
    std::size_t i = at_;
    for (;;) {
      std::size_t end = i;
      while (end < in_.size() && is_identifier_char(in_[end]))
        ++end;
      auto word = in_.substr(i, end - i);
      if (word == "long")
        ++longs;
      else if (word == "short")
        ++shorts;
      else if (word == "unsigned")
        ++unsigneds;
      else if (word == "signed")
        ++signeds;
      else if (word == "char")
        ++chars;
      else if (word == "__int128")
        ++wides;
      else if (word == "double")
        ++doubles;
      else if (word != "int")
        break;
      ++words;
      at_ = end;
      if (end + 1 >= in_.size() || in_[end] != ' ')
        break;
      i = end + 1;
    }
    if (words == 0)
      return false;
    if (unsigneds)
      put("unsigned");
    if (signeds && chars)
      put("signed");
    auto word = [&](std::string_view s) {
      if (last() != '\0' && is_identifier_char(last()))
        put(" ");
      put(s);
    };
    if (chars)
      word("char");
    else if (wides)
      word("__int128");
    else if (doubles)
      word(longs ? "long double" : "double");
    else if (shorts)
      word("short");
    else if (longs == 2)
      word("long long");
    else if (longs == 1)
      word("long");
    else
      word("int");
    return true;
  }

  constexpr bool string_alias(std::string_view word) {
    bool view = word == "basic_string_view";
    if (!view && word != "basic_string")
      return false;
    constexpr std::string_view letters[5][2] = {
        {"<char>", ""}, {"<wchar_t>", "w"}, {"<char8_t>", "u8"}, {"<char16_t>", "u16"}, {"<char32_t>", "u32"}};
    for (auto& [argument, prefix] : letters) {
      if (skip(argument)) {
        put(prefix);
        put(view ? "string_view" : "string");
        return true;
      }
    }
    return false;
  }

  constexpr void step() { // long: a table, with one case for each form in the text of a compiler.
    if (skip("(anonymous namespace)::") || skip("{anonymous}::") || skip("<unnamed>::"))
      return;
    if (starts("(lambda at") || starts("<lambda(")) {
      at_ = behind_bracket(at_);
      put("<lambda>");
      return;
    }
    if (starts("(unnamed ") || starts("(anonymous ") || starts("<unnamed ")) {
      at_ = behind_bracket(at_);
      put("<unnamed>");
      return;
    }
    char c = in_[at_];
    if (is_identifier_char(c)) {
      if (integer_words())
        return;
      std::size_t end = at_;
      while (end < in_.size() && is_identifier_char(in_[end]))
        ++end;
      auto word = in_.substr(at_, end - at_);
      at_ = end;
      if (starts("::") && (word == "__cxx11" || word == "__1" || word == "__debug" || word == "_V2")) {
        at_ += 2;
        return;
      }
      if (string_alias(word))
        return;
      if (c >= '0' && c <= '9') {
        while (word.ends_with('u') || word.ends_with('U') || word.ends_with('l') || word.ends_with('L')) {
          word.remove_suffix(1);
        }
      }
      if (last() == '*' || last() == '&')
        put(" ");
      put(word);
      return;
    }
    if (starts(" [with ")) { // GCC, a class local to a function template: f(T) [with T = int]::local
      at_ = behind_bracket(at_ + 1);
      return;
    }
    if (starts("::")) {
      at_ += 2;
      if (!qualified_ || last() == ')')
        drop_qualifier();
      else
        put("::");
      return;
    }
    if (last() == ')' && (skip(" const::") || skip(" const &::"))) {
      drop_qualifier();
      return;
    }
    ++at_;
    if (c == ' ') {
      char next = at_ < in_.size() ? in_[at_] : '\0';
      bool glued = next == '*' || next == '&' || next == '>' || next == '[';
      if (glued || last() == ' ')
        return;
    }
    out_[size_++] = c;
  }

  std::string_view in_;
  std::size_t at_ = 0;
  char* out_;
  std::size_t size_ = 0;
  bool qualified_;
};

template <std::size_t N>
struct fixed_text {
  char text[N == 0 ? 1 : N] = {};
  std::size_t size = 0;
  constexpr operator std::string_view() const { return {text, size}; }
};

template <class T, bool Qualified>
struct stored_type_name {
  static constexpr auto value = [] {
    constexpr auto raw = raw_type_name<T>();
    fixed_text<type_name_writer::capacity(raw)> result;
    result.size = type_name_writer(raw, result.text, Qualified).run();
    return result;
  }();
};

} // namespace tali::detail

namespace tali::values {

/// `std::vector<ns::point>`: the name of T as one would write it.
template <class T>
constexpr std::string_view type_name() {
  return detail::stored_type_name<T, true>::value;
}

/// `vector<point>`: the same without any `ns::`.
template <class T>
constexpr std::string_view short_type_name() {
  return detail::stored_type_name<T, false>::value;
}

} // namespace tali::values

namespace tali::detail {
struct enumerators_by_scan {};
} // namespace tali::detail

namespace tali {

/// The enumerators of an enum. By default they are found by trying the values -128..255. For others list them:
///   template<> inline constexpr auto tali::enum_values<flags> = std::array{flags::low, flags::high};
template <class E>
inline constexpr auto enum_values = detail::enumerators_by_scan{};

} // namespace tali

namespace tali::values {

/// The declared enumerators of an enum, in increasing (or, if listed, in the listed) order.
template <class E, std::size_t N>
struct enumerator_list {
  E values[N == 0 ? 1 : N] = {};
  std::string_view names[N == 0 ? 1 : N] = {};

  static constexpr std::size_t size() { return N; }
  static constexpr bool empty() { return N == 0; }
  constexpr const E* data() const { return values; }
  constexpr const E* begin() const { return values; }
  constexpr const E* end() const { return values + N; }
  constexpr E operator[](std::size_t i) const { return values[i]; }
};

} // namespace tali::values

namespace tali::detail {

// All values of a pack in one signature: one instantiation per enum instead of one per value.
template <class E, E... Values>
consteval std::string_view enumerators_signature() {
  return {__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1};
}

/// The enum value of a number. Not a cast: GCC warns about numbers beyond the bits of the enumerators.
template <class E>
constexpr E enum_from(int number) {
  return __builtin_bit_cast(E, static_cast<std::underlying_type_t<E>>(number));
}

// Without a fixed underlying type, a number beyond the bits of the enumerators is not a constant: Clang before 20
// warns, and later versions reject it.
#if defined(__clang__) && __clang_major__ >= 16 && __clang_major__ < 20
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wenum-constexpr-conversion"
#endif

template <class E, int Number>
concept enum_constant = requires { typename std::integral_constant<E, enum_from<E>(Number)>; };

// The first of Number, Number / 2, Number / 4, ... that is a constant of E.
template <class E, int Number>
consteval int scan_limit() {
  if constexpr (Number == 0 || enum_constant<E, Number>)
    return Number;
  else
    return scan_limit<E, Number / 2>();
}

struct scan_range {
  int first;
  int last;
};

template <class E>
consteval scan_range enum_scan_range() {
  using number = std::underlying_type_t<E>;
  if constexpr (std::is_same_v<number, bool>)
    return {0, 1};
  else if constexpr (sizeof(number) == 1 && std::is_signed_v<number>)
    return {-128, 127};
  else if constexpr (!std::is_signed_v<number>)
    return {0, scan_limit<E, 255>()};
  else
    return {scan_limit<E, -128>(), scan_limit<E, 255>()};
}

/// The positions of the names of declared values in a signature, for at most N of them.
template <std::size_t N>
struct found_enumerators {
  std::size_t size = 0;
  unsigned index[N] = {};
  unsigned start[N] = {};
  unsigned length[N] = {};
};

inline constexpr int unordered = -1000;

/// Walks the values of a signature `[... Values = {ns::color::red, (ns::color)1, ...}]` (`<...>` instead of `{...}` on
/// Clang): an undeclared value is a cast. Thousands of characters per enum are processed during compilation, hence
/// plain pointers and a single pass; the casts, of equal length except for the number, are skipped in one step.
/// First is the first value, if the values are consecutive.
template <std::size_t Count, int First>
consteval auto find_enumerators(std::string_view text) {
  found_enumerators<Count + 1> found;
  const char* const begin = text.data();
  const char* p = begin + text.find("Values = ") + 10;
  std::size_t cast = 0; // the length of `(ns::color)`
  for (std::size_t i = 0; i < Count; ++i) {
    // Clang spells an enumerator in an unnamed namespace `(anonymous namespace)::e::a`.
    if (*p == '(' && !(p[1] == 'a' && std::string_view(p, 21) == "(anonymous namespace)")) {
      if (cast == 0) {
        int depth = 0;
        do {
          char c = p[cast++];
          depth += c == '(' || c == '<' || c == '{';
          depth -= c == ')' || c == '>' || c == '}';
        } while (depth != 0);
      }
      p += cast;
      if (First != unordered) {
        int number = First + static_cast<int>(i), size = number < 0 ? -number : number;
        p += (number < 0) + (size > 9) + (size > 99);
      }
      while (*p != ',' && *p != '}' && *p != '>')
        ++p;
      p += 2;
      continue;
    }
    const char* start = p;
    int depth = 0;
    for (char c = *p; depth != 0 || (c != ',' && c != '}' && c != '>'); c = *++p) {
      if (c == ':')
        start = p + 1;
      depth += c == '(' || c == '<' || c == '{';
      depth -= c == ')' || c == '>' || c == '}';
    }
    found.index[found.size] = static_cast<unsigned>(i);
    found.start[found.size] = static_cast<unsigned>(start - begin);
    found.length[found.size++] = static_cast<unsigned>(p - start);
    p += 2;
  }
  return found;
}

template <class E, int First, int... Offsets>
consteval auto scan_enumerators(std::integer_sequence<int, Offsets...>) {
  constexpr auto text = enumerators_signature<E, enum_from<E>(First + Offsets)...>();
  constexpr auto found = find_enumerators<sizeof...(Offsets), First>(text);
  enumerator_list<E, found.size> result;
  for (std::size_t i = 0; i < found.size; ++i) {
    result.values[i] = enum_from<E>(First + static_cast<int>(found.index[i]));
    result.names[i] = text.substr(found.start[i], found.length[i]);
  }
  return result;
}

#if defined(__clang__) && __clang_major__ >= 16 && __clang_major__ < 20
#pragma clang diagnostic pop
#endif

template <class E, std::size_t... I>
consteval auto listed_enumerators(std::index_sequence<I...>) {
  constexpr auto text = enumerators_signature<E, enum_values<E>[I]...>();
  constexpr auto found = find_enumerators<sizeof...(I), unordered>(text);
  enumerator_list<E, sizeof...(I)> result;
  for (std::size_t i = 0; i < sizeof...(I); ++i)
    result.values[i] = enum_values<E>[i];
  for (std::size_t i = 0; i < found.size; ++i)
    result.names[found.index[i]] = text.substr(found.start[i], found.length[i]);
  return result;
}

// Looking a name up makes Clang instantiate the definition of an enum that is a member of a class template; without
// it the enumerators would not be printed.
template <class E>
concept enum_looked_into = requires { E::tali_looks_into_the_enum; };

template <class E>
inline constexpr auto enumerator_table = [] {
  static_assert(enum_looked_into<E> || true);
  if constexpr (std::is_same_v<decltype(enum_values<E>), const enumerators_by_scan>) {
    constexpr auto range = enum_scan_range<E>();
    return scan_enumerators<E, range.first>(std::make_integer_sequence<int, range.last - range.first + 1>{});
  } else {
    return listed_enumerators<E>(std::make_index_sequence<std::size(enum_values<E>)>{});
  }
}();

} // namespace tali::detail

namespace tali::values {

/// The declared enumerators of E: iterable, with size() and [].
template <class E>
  requires std::is_enum_v<E>
constexpr const auto& enumerators() {
  return detail::enumerator_table<E>;
}

/// `red` for color::red; empty if the value is not a declared enumerator (or beyond the scan and not listed).
template <class E>
  requires std::is_enum_v<E>
constexpr std::string_view enumerator_name(E value) {
  auto& table = detail::enumerator_table<E>;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table.values[i] == value)
      return table.names[i];
  }
  return {};
}

} // namespace tali::values
