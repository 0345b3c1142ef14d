// SPDX-License-Identifier: BSL-1.0
// Values as text one could paste into a program.
//
//   show(v)                 on one line
//   show_pretty(v, width)   broken over lines and indented where it is too wide
//   show_to(out, v)         appended to a string
//
//   true   42   1.5   'a'   "a\n"   color::red   color(17)   [1, 2]   {1, 2}   {"a": 1}   (1, "x")
//   point{.x = 1, .y = 2}   nullopt   nullptr   &42 (a smart pointer to 42)   5ms   <function>   <ns::opaque_type>
//
// How a type is shown is decided in this order:
//   1. a specialisation of tali::shower<T>:  static void show(std::string& out, const T& v);
//      or a function tali_show(std::string& out, const T& v) found by argument-dependent lookup
//   2. operator<<(std::ostream&, const T&), for classes and enums outside namespace std
//   3. a formatter of fmt, if value/show_fmt.hpp is included
//   4. the structure of the type (kind.hpp)
//   5. operator<< of the standard library, for the rest of its types
//   6. the name of the type: <ns::opaque_type>
//
// Never hangs and never overflows the stack: nesting beyond max_depth is cut, and cyclic values with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

#include "tali/value/kind.hpp"

namespace tali {

/// Where to stop. What is left out is marked with an ellipsis: [1, 2, … 98 more], "abc"…, node{…}.
struct show_limits {
  std::size_t max_items = static_cast<std::size_t>(-1); ///< of each collection
  std::size_t max_chars = std::size_t{1} << 24;         ///< of all, approximately: what is begun is closed
  std::size_t max_depth = 200;                          ///< of nested brackets
};

/// Specialise to decide how T is shown: `static void show(std::string& out, const T& v)`.
template <class T>
struct shower {};

namespace detail {

template <class T>
concept has_shower = requires(std::string& out, const T& v) { shower<T>::show(out, v); };

template <class T>
concept has_tali_show = requires(std::string& out, const T& v) { tali_show(out, v); };

// Spelled as a function call, so that the members of std::ostream (complete here or not) and with them conversions to
// numbers do not count.
template <class T>
concept has_stream_operator = requires(std::ostream& out, const T& v) { operator<<(out, v); };

// An unscoped enum is promoted to its underlying type, and with a character type would be printed as such.
template <class T>
consteval bool is_user_type() {
  if constexpr (std::is_enum_v<T>)
    return !is_standard_type<T> && (sizeof(T) > 1 || !std::is_convertible_v<T, int>);
  else
    return std::is_class_v<T> && !is_standard_type<T>;
}

template <class T>
concept user_streamed = is_user_type<T>() && has_stream_operator<T>;

/// Filled in by value/show_fmt.hpp.
template <class T>
struct formatted_shower {};

template <class T>
concept has_formatter = requires(std::string& out, const T& v) { formatted_shower<T>::show(out, v); };

/// Shown as its author said (1 to 3 above) rather than by structure.
template <class T>
concept shown_by_author = has_shower<T> || has_tali_show<T> || user_streamed<T> || has_formatter<T>;

/// Line breaks are possible at these places of a text on one line.
struct show_break {
  enum kind_type : unsigned char { open, separator, close } kind;
  bool list; // of the items of a list without structure as many as fit go on one line
  std::size_t at;
};

struct show_breaks;
class show_writer;
using show_function = void (*)(show_writer&, const void*);

/// Writes the text. Everything that does not depend on the type shown is compiled once, in src/value/show.cpp.
class show_writer {
public:
  show_writer(std::string& out, const show_limits& limits, show_breaks* breaks = nullptr)
      : out_(out), limits_(limits), start_(out.size()), breaks_(breaks) {}

  std::string& out() { return out_; }

  void text(std::string_view s) { out_ += s; }
  void type(std::string_view raw_name);   // short
  void opaque(std::string_view raw_name); // <qualified>
  void integer(long long v);
  void integer(unsigned long long v);
  void integer(int128 v);
  void integer(uint128 v);
  void floating(float v);
  void floating(double v);
  void floating(long double v);
  void byte(unsigned v);
  void enumerator(std::string_view raw_type, std::string_view name, long long v);
  void enumerator(std::string_view raw_type, std::string_view name, unsigned long long v);
  void character(char v);
  void character(wchar_t v);
  void character(char8_t v);
  void character(char16_t v);
  void character(char32_t v);
  void string(std::string_view v);
  void string(std::wstring_view v);
  void string(std::u8string_view v);
  void string(std::u16string_view v);
  void string(std::u32string_view v);
  void pointer(std::string_view raw_pointee, const void* v);
  void duration_unit(std::intmax_t num, std::intmax_t den);
  void stream(const void* v, void (*write)(std::ostream&, const void*));

  /// A bracket. False if nesting is too deep: then nothing but close() may follow.
  bool open(std::string_view bracket, bool list);
  /// Before item number i of a collection of n, and before field number i. False if the rest is cut: then close() must
  /// follow.
  bool item(std::size_t i, std::size_t n);
  bool part(std::size_t i);
  void label(std::string_view name); // .name =
  void close(std::string_view bracket);

  /// A tuple or aggregate, and a list, of parts known by address.
  void product(const product_shape& shape, const void* const* parts, const show_function* show);
  void items(std::string_view open, std::string_view close, const void* data, std::size_t size, std::size_t item_size,
             show_function show);

  /// Before what a smart pointer points to. False if we are inside of it already: a cycle, which is cut.
  bool enter(const void* pointee);
  void leave() { --path_size_; }

private:
  bool full() const { return out_.size() - start_ >= limits_.max_chars; }
  void separate(std::size_t i);
  void mark_break(show_break::kind_type kind, bool list);
  template <class Character>
  void write_string(std::string_view prefix, std::basic_string_view<Character> v);

  std::string& out_;
  const show_limits& limits_;
  std::size_t start_;
  std::size_t depth_ = 0;
  static constexpr std::size_t longest_path = 64;
  const void* path_[longest_path]; // pointees we are in; cycles longer than this end at max_depth
  std::size_t path_size_ = 0;
  bool cut_by_size_ = false;
  show_breaks* breaks_;
};

void show_erased_to(std::string& out, const void* v, show_function show, const show_limits& limits);
std::string show_with_breaks(const void* v, show_function show, std::size_t width, const show_limits& limits);

template <class T>
void show_value(show_writer& w, const T& v);

// Alternatives of a variant that would look alike are told apart by their type.
enum class look : unsigned char { boolean, character, integer, floating, text, list, braces, unique };

template <class T>
consteval look look_of() {
  if constexpr (shown_by_author<T>)
    return look::unique;
  else
    switch (kind_of<T>) {
    case value_kind::boolean:
      return look::boolean;
    case value_kind::character:
      return look::character;
    case value_kind::byte:
    case value_kind::integer:
      return look::integer;
    case value_kind::floating:
      return look::floating;
    case value_kind::text:
    case value_kind::c_string:
      return look::text;
    case value_kind::sequence:
      return look::list;
    case value_kind::set:
    case value_kind::map:
      return look::braces;
    default:
      return look::unique;
    }
}

template <std::size_t I, class... T>
consteval int look_alike(type_list<T...>) {
  constexpr look looks[] = {look_of<T>()...};
  constexpr std::string_view names[] = {raw_type_name<T>()...};
  int alike = 0;
  for (std::size_t i = 0; i < sizeof...(T); ++i) {
    if (i == I)
      continue;
    if (names[i] == names[I])
      return 2;
    if (looks[i] != look::unique && looks[i] == looks[I])
      alike = 1;
  }
  return alike;
}

template <class T>
void show_stream_value(show_writer& w, const T& v) {
  w.stream(address_of(v), [](std::ostream& out, const void* p) { operator<<(out, *static_cast<const T*>(p)); });
}

template <class T>
void show_enumeration(show_writer& w, const T& v) {
  using number = std::underlying_type_t<T>;
  using wide = std::conditional_t<std::is_signed_v<number>, long long, unsigned long long>;
  w.enumerator(raw_type_name<T>(), enumerator_name(v), static_cast<wide>(static_cast<number>(v)));
}

template <class T>
void show_erased(show_writer& w, const void* v) {
  show_value(w, *static_cast<const T*>(v));
}

template <class... T>
inline constexpr show_function show_functions[] = {&show_erased<T>..., nullptr};

template <class T>
void show_product(show_writer& w, const T& v) {
  with_part_addresses(v, [&]<class... Part>(const void* const* parts, type_list<Part...>) {
    w.product(shape_of<T>, parts, show_functions<Part...>);
  });
}

template <class T>
void show_collection(show_writer& w, const T& v) {
  constexpr bool sequence = kind_of<T> == value_kind::sequence;
  constexpr std::string_view open = sequence ? "[" : "{", close = sequence ? "]" : "}";
  if constexpr (contiguous<T>) {
    using item = std::remove_cvref_t<decltype(*begin_of(v))>;
    const void* data = nullptr;
    if constexpr (std::is_array_v<T>)
      data = &v;
    else
      data = v.data();
    w.items(open, close, data, size_of(v), sizeof(item), &show_erased<item>);
  } else {
    const std::size_t n = size_of(v);
    if (n == 0)
      return w.items(open, close, nullptr, 0, 0, nullptr);
    if (w.open(open, kind_of<T> != value_kind::map)) {
      std::size_t i = 0;
      auto end = v.end();
      for (auto at = v.begin(); at != end && w.item(i, n); ++at, ++i) {
        if constexpr (kind_of<T> == value_kind::map) {
          show_value(w, at->first);
          w.text(": ");
          show_value(w, at->second);
        } else {
          const auto& item = *at;
          show_value(w, item);
        }
      }
    }
    w.close(close);
  }
}

template <class T>
void show_variant(show_writer& w, const T& v) {
  if (v.valueless_by_exception())
    return w.text("valueless");
  with_alternative(v, [&]<std::size_t I>(const auto& alternative) {
    using type = std::remove_cvref_t<decltype(alternative)>;
    constexpr int alike = look_alike<I>(typename alternatives_of<T>::types{});
    if constexpr (alike == 0) {
      show_value(w, alternative);
    } else {
      w.type(raw_type_name<type>());
      if constexpr (alike == 2) {
        w.text("#");
        w.integer(static_cast<unsigned long long>(I));
      }
      w.text("(");
      show_value(w, alternative);
      w.text(")");
    }
  });
}

template <class T>
void show_nullable(show_writer& w, const T& v) {
  constexpr bool pointer = kind_of<T> == value_kind::smart_pointer;
  if (!has_inner(v))
    return w.text(pointer ? "nullptr" : "nullopt");
  const auto& inside = inner(v);
  if constexpr (pointer) {
    w.text("&");
    if (!w.enter(address_of(inside)))
      return;
    show_value(w, inside);
    w.leave();
  } else {
    constexpr bool nested = nullable_value<std::remove_cvref_t<decltype(inside)>>;
    if constexpr (nested)
      w.text("optional(");
    show_value(w, inside);
    if constexpr (nested)
      w.text(")");
  }
}

template <class T>
void show_integer(show_writer& w, T v) {
  if constexpr (is_int128<T>)
    w.integer(v);
  else if constexpr (std::is_signed_v<T>)
    w.integer(static_cast<long long>(v));
  else
    w.integer(static_cast<unsigned long long>(v));
}

template <class T>
void show_duration(show_writer& w, const T& v) {
  show_value(w, v.count());
  w.duration_unit(T::period::num, T::period::den);
}

template <class T>
void show_structure(show_writer& w, const T& v) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (kind == value_kind::boolean)
    w.text(v ? "true" : "false");
  else if constexpr (kind == value_kind::character)
    w.character(v);
  else if constexpr (kind == value_kind::integer)
    show_integer(w, v);
  else if constexpr (kind == value_kind::floating)
    w.floating(v);
  else if constexpr (kind == value_kind::byte)
    w.byte(static_cast<unsigned>(v));
  else if constexpr (kind == value_kind::enumeration)
    show_enumeration(w, v);
  else if constexpr (kind == value_kind::null)
    w.text("nullptr");
  else if constexpr (kind == value_kind::text)
    w.string(text_of(v));
  else if constexpr (kind == value_kind::c_string)
    v ? w.string(std::string_view(v)) : w.text("nullptr");
  else if constexpr (kind == value_kind::pointer) {
    w.pointer(raw_type_name<T>(), const_cast<const void*>(static_cast<const volatile void*>(v)));
  } else if constexpr (nullable_value<T>)
    show_nullable(w, v);
  else if constexpr (product_value<T>)
    show_product(w, v);
  else if constexpr (sum_value<T>)
    show_variant(w, v);
  else if constexpr (collection_value<T>)
    show_collection(w, v);
  else if constexpr (kind == value_kind::duration)
    show_duration(w, v);
  else if constexpr (kind == value_kind::time_point) {
    w.text("epoch + ");
    show_duration(w, v.time_since_epoch());
  } else if constexpr (requires { v.get() == nullptr; }) { // to an incomplete type, void, or an array of unknown length
    v.get() == nullptr ? w.text("nullptr") : w.opaque(raw_type_name<T>());
  } else if constexpr (has_stream_operator<T> && std::is_class_v<T>)
    show_stream_value(w, v);
  else if constexpr (kind == value_kind::function) {
    if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T>)
      w.text(v ? "<function>" : "nullptr");
    else
      w.text("<function>");
  } else
    w.opaque(raw_type_name<T>());
}

template <class T>
void show_value(show_writer& w, const T& v) {
  if constexpr (has_shower<T>)
    shower<T>::show(w.out(), v);
  else if constexpr (has_tali_show<T>)
    tali_show(w.out(), v);
  else if constexpr (user_streamed<T>)
    show_stream_value(w, v);
  else if constexpr (has_formatter<T>)
    formatted_shower<T>::show(w.out(), v);
  else
    show_structure(w, v);
}

} // namespace detail

/// Appends v as text.
template <class T>
void show_to(std::string& out, const T& v, const show_limits& limits = {}) {
  detail::show_erased_to(out, detail::address_of(v), &detail::show_erased<T>, limits);
}

/// v as text on one line.
template <class T>
std::string show(const T& v, const show_limits& limits = {}) {
  std::string out;
  show_to(out, v, limits);
  return out;
}

/// v as text, on several lines where one would be wider than `width` characters.
template <class T>
std::string show_pretty(const T& v, std::size_t width = 100, const show_limits& limits = {}) {
  return detail::show_with_breaks(detail::address_of(v), &detail::show_erased<T>, width, limits);
}

} // namespace tali
