// SPDX-License-Identifier: BSL-1.0
// The one typed walk over a value, and the value tree that is its result.
//
// value_type_of<T>::value describes a type for compiled code: its form, its name, its parts, its comparison. Its visit
// function passes one level of a value to a value_visitor. Two visitors exist: the encoder below, and the collector of
// parts for differences (src/value/diff.cpp).
//
// encode_value() walks a value and writes its content as bytes, the value tree. Names are not written, because they are
// in the description. So a tree is small and cheap to make, and its consumers (src/value/show.cpp,
// src/value/source_text.cpp, src/stats/value_json.cpp) need neither the value nor templates.
//
// The bytes have the form of this process's memory. They are for this process and those forked from it, not for files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>

#include "tali/value/detail/leaves.hpp"
#include "tali/value/equal.hpp"
#include "tali/value/kind.hpp"
#include "tali/value/show_rules.hpp"

namespace tali::values {

/// Limits. Omitted parts are marked with an ellipsis: [1, 2, … 98 more], "abc"…, node{…}.
struct show_limits {
  std::size_t max_items = static_cast<std::size_t>(-1); ///< of each collection
  std::size_t max_chars = std::size_t{1} << 24; ///< of the whole text, approximately: open brackets are still closed
  std::size_t max_depth = 200;                  ///< of nested brackets
};

} // namespace tali::values

namespace tali {

namespace detail {

/// The content of the tree for a value of a type.
enum class value_form : unsigned char {
  // the bytes of the value
  boolean,
  character,
  integer,
  floating,
  byte,
  enumeration,
  address, // a raw pointer: nothing
  null,
  function,
  opaque,
  // whether it is not null: pointers to functions, smart pointers to opaque types
  function_pointer,
  opaque_pointer,
  // the number of characters, the number that follow, and these characters
  text,
  c_string, // or a mark that there is none
  authored, // the text defined by the author of the type
  // the parts
  optional, // whether there is a value, and the value
  pointer,  // likewise, or a mark that this is a cycle
  tuple,
  fields,
  variant,  // the index of the alternative, and its value
  sequence, // the number of items, and the items
  set,
  map, // the number of entries, and the key and the value of each
  duration,
  time_point
};

struct value_type;
class value_visitor;
using visit_function = void (*)(value_visitor&, const value_type&, const void*);

/// A type as compiled code sees it.
struct value_type {
  enum character_kind : unsigned char { narrow, wide, utf8, utf16, utf32 };

  value_form form = value_form::opaque;
  unsigned char size = 0;               // of the value, or of a character of a text
  bool is_signed = false;               // numbers and enumerations
  character_kind characters = narrow;   // characters and texts
  bool nested = false;                  // an optional of, or a pointer to, something that can be null itself
  std::string_view raw_name = {};       // for type_name_writer
  visit_function visit = nullptr;       // null if the bytes of the value are the content
  const product_shape* shape = nullptr; // tuples and fields
  // Tuples and aggregates: the parts; variants: the alternatives; sequences and sets: the item; maps: key and value;
  // optionals and pointers: the value inside; durations: the number; time points: the duration.
  const value_type* const* parts = nullptr;
  std::size_t part_count = 0;
  // For each alternative: 1 if its text may look like another's, 2 if their types are the same.
  const unsigned char* alike = nullptr;
  std::string_view (*enumerator)(const void*) = nullptr;
  std::intmax_t num = 1, den = 1; // of a duration
  bool temporary_items = false;   // the iterator creates the items, so their addresses do not stay valid
  bool own_equality = false;      // `differ` calls the author's operator==, which is independent of the parts
  bool (*differ)(const void* left, const void* right) = nullptr;
  const value_type* structure = nullptr; // the parts of a type with a text by its author; null if it has none
};

template <class T>
struct value_type_of {
  static const value_type value;
};

/// Receives one level of a value from the visit function of its type.
class value_visitor {
public:
  value_visitor() = default;
  value_visitor(const value_visitor&) = delete;
  value_visitor& operator=(const value_visitor&) = delete;

  virtual void value(const value_type& type, const void* v) = 0;
  virtual void text(const value_type& type, const void* characters, std::size_t size) = 0;
  virtual void no_text() = 0;
  virtual void presence(bool something) = 0;
  virtual void inner(const value_type& type, const void* v) = 0; // null if there is none
  virtual void product(const value_type& type, const void* const* parts) = 0;
  virtual void alternative(const value_type& type, std::size_t index, const void* v) = 0; // null if it is valueless
  virtual void items(const value_type& type, const void* data, std::size_t size, std::size_t item_size) = 0;
  /// Opens a collection of n items that are not contiguous in memory. False if none of them is needed: then call
  /// close().
  virtual bool open(std::size_t n) = 0;
  virtual bool item(std::size_t i) = 0;
  virtual bool entry(const value_type& type, const void* key, const void* v) = 0; // false if the rest is cut
  virtual void close() = 0;
  /// The author's code writes to this string, which is then added.
  std::string& author() {
    authored_.clear();
    return authored_;
  }
  virtual void put_authored() = 0;
  void stream(const void* v, void (*write)(std::ostream&, const void*));

protected:
  ~value_visitor() = default;
  std::string authored_;
};

/// Walks a value and writes its tree. Everything that does not depend on the type is compiled once.
///
/// Parts that text with the same limits does not show are left out. The encoder stops where that text would be full
/// even if everything so far took the fewest possible characters, so the text is full at that point or earlier.
class value_encoder final : public value_visitor {
public:
  value_encoder(std::string& bytes, const show_limits& limits) : bytes_(bytes), limits_(limits) {}

  /// Something was left out.
  [[nodiscard]] bool cut() const { return cut_; }

  void value(const value_type& type, const void* v) override;
  void text(const value_type& type, const void* characters, std::size_t size) override;
  void no_text() override;
  void presence(bool something) override;
  void inner(const value_type& type, const void* v) override;
  void product(const value_type& type, const void* const* parts) override;
  void alternative(const value_type& type, std::size_t index, const void* v) override;
  void items(const value_type& type, const void* data, std::size_t size, std::size_t item_size) override;
  bool open(std::size_t n) override;
  bool item(std::size_t i) override;
  bool entry(const value_type& type, const void* key, const void* v) override;
  void close() override;
  void put_authored() override;

private:
  [[nodiscard]] bool full() const { return least_ >= limits_.max_chars; }
  bool nest();
  bool part(std::size_t i);
  template <class T>
  void put(const T& bits);
  void put_bytes(const void* data, std::size_t size);

  std::string& bytes_;
  const show_limits& limits_;
  std::size_t least_ = 0; // the number of characters that the text has so far, at least
  std::size_t depth_ = 0;
  std::size_t items_ = 0; // of the collection that was opened last
  static constexpr std::size_t longest_path = 64;
  const void* path_[longest_path]; // the current chain of pointees; longer cycles end at max_depth
  std::size_t path_size_ = 0;
  bool cut_ = false;
};

/// A value as a tree.
struct value_tree {
  const value_type* type = nullptr;
  std::string bytes;
  bool cut = false; // something was left out
};

/// Replaces the tree. If the author's code for showing a part throws, the tree is a text with that message.
void encode_value(value_tree& out, const value_type& type, const void* v, const show_limits& limits);
/// The text shown for a value whose own code for showing it threw an exception.
[[nodiscard]] std::string showing_threw(std::string_view what);

// Alternatives of a variant whose texts could look alike are distinguished by their type.
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

template <class... T>
consteval auto look_alike_all(type_list<T...> all) {
  struct codes {
    unsigned char code[sizeof...(T) + 1];
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return codes{{static_cast<unsigned char>(look_alike<I>(all))..., 0}};
  }(std::make_index_sequence<sizeof...(T)>{});
}

template <class Alternatives>
inline constexpr auto look_alike_codes = look_alike_all(Alternatives{});

template <class... T>
inline constexpr const value_type* value_types[] = {&value_type_of<T>::value..., nullptr};

template <class... T>
consteval const value_type* const* value_types_in(type_list<T...>) {
  return value_types<std::remove_cvref_t<T>...>;
}

// The visit functions: they only provide access to the parts of a value.

template <class T>
void visit_authored(value_visitor& visitor, const value_type&, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if constexpr (has_shower<T>)
    shower<T>::show(visitor.author(), v);
  else if constexpr (has_tali_show<T>)
    tali_show(visitor.author(), v);
  else
    formatted_shower<T>::show(visitor.author(), v);
  visitor.put_authored();
}

template <class T>
void visit_streamed(value_visitor& visitor, const value_type&, const void* p) {
  visitor.stream(p, [](std::ostream& out, const void* v) { operator<<(out, *static_cast<const T*>(v)); });
}

template <class T>
void visit_text(value_visitor& visitor, const value_type& type, const void* p) {
  const auto text = text_of(*static_cast<const T*>(p));
  visitor.text(type, text.data(), text.size());
}

void visit_c_string(value_visitor& visitor, const value_type& type, const void* p);

template <class T>
void visit_presence(value_visitor& visitor, const value_type&, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if constexpr (std::is_class_v<T>)
    visitor.presence(v.get() != nullptr);
  else
    visitor.presence(v != nullptr);
}

template <class T>
void visit_nullable(value_visitor& visitor, const value_type& type, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if (has_inner(v))
    visitor.inner(type, address_of(inner(v)));
  else
    visitor.inner(type, nullptr);
}

template <class T>
void visit_product(value_visitor& visitor, const value_type& type, const void* p) {
  with_part_addresses(*static_cast<const T*>(p), [&](const void* const* parts, auto) { visitor.product(type, parts); });
}

template <class T>
void visit_variant(value_visitor& visitor, const value_type& type, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if (v.valueless_by_exception())
    return visitor.alternative(type, 0, nullptr);
  with_alternative(
      v, [&]<std::size_t I>(const auto& alternative) { visitor.alternative(type, I, address_of(alternative)); });
}

template <class T>
void visit_collection(value_visitor& visitor, const value_type& type, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if constexpr (std::is_array_v<T>) {
    visitor.items(type, p, std::extent_v<T>, sizeof(v[0]));
  } else if constexpr (contiguous<T>) {
    visitor.items(type, v.data(), v.size(), sizeof(*v.data()));
  } else {
    if (visitor.open(size_of(v))) {
      std::size_t i = 0;
      auto end = v.end();
      for (auto at = v.begin(); at != end && visitor.item(i); ++at, ++i) {
        if constexpr (kind_of<T> == value_kind::map) {
          if (!visitor.entry(type, address_of(at->first), address_of(at->second)))
            break;
        } else {
          const auto& item = *at;
          visitor.value(*type.parts[0], address_of(item));
        }
      }
    }
    visitor.close();
  }
}

template <class T>
void visit_duration(value_visitor& visitor, const value_type& type, const void* p) {
  const T& v = *static_cast<const T*>(p);
  if constexpr (kind_of<T> == value_kind::duration) {
    const auto count = v.count();
    visitor.value(*type.parts[0], address_of(count));
  } else {
    const auto since = v.time_since_epoch();
    visitor.value(*type.parts[0], address_of(since));
  }
}

template <class T>
consteval value_type::character_kind character_kind_of() {
  if constexpr (std::is_same_v<T, wchar_t>)
    return value_type::wide;
  else if constexpr (std::is_same_v<T, char8_t>)
    return value_type::utf8;
  else if constexpr (std::is_same_v<T, char16_t>)
    return value_type::utf16;
  else if constexpr (std::is_same_v<T, char32_t>)
    return value_type::utf32;
  else
    return value_type::narrow;
}

template <class T>
constexpr void describe_parts(value_type& t) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (nullable_value<T>) {
    using inside = std::remove_cvref_t<decltype(inner(std::declval<const T&>()))>;
    t.form = kind == value_kind::optional ? value_form::optional : value_form::pointer;
    t.nested = nullable_value<inside>;
    t.visit = &visit_nullable<T>;
    t.parts = value_types<inside>;
  } else if constexpr (product_value<T>) {
    t.form = kind == value_kind::tuple ? value_form::tuple : value_form::fields;
    t.visit = &visit_product<T>;
    t.shape = &shape_of<T>;
    t.parts = value_types_in(decltype(part_types<T>()){});
    t.part_count = shape_of<T>.size;
  } else if constexpr (sum_value<T>) {
    using types = typename alternatives_of<T>::types;
    t.form = value_form::variant;
    t.visit = &visit_variant<T>;
    t.parts = value_types_in(types{});
    t.part_count = types::size;
    t.alike = look_alike_codes<types>.code;
  } else if constexpr (kind == value_kind::map) {
    t.form = value_form::map;
    t.visit = &visit_collection<T>;
    t.parts = value_types<std::remove_cvref_t<decltype(std::declval<const T&>().begin()->first)>,
                          std::remove_cvref_t<decltype(std::declval<const T&>().begin()->second)>>;
  } else {
    using item = decltype(*begin_of(std::declval<const T&>()));
    t.form = kind == value_kind::sequence ? value_form::sequence : value_form::set;
    t.visit = &visit_collection<T>;
    t.parts = value_types<std::remove_cvref_t<item>>;
    t.temporary_items = !std::is_reference_v<item>;
  }
}

template <class T>
constexpr void describe_leaf(value_type& t) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (kind == value_kind::boolean || kind == value_kind::character || kind == value_kind::integer ||
                kind == value_kind::floating || kind == value_kind::byte || kind == value_kind::pointer) {
    t.form = kind == value_kind::boolean     ? value_form::boolean
             : kind == value_kind::character ? value_form::character
             : kind == value_kind::integer   ? value_form::integer
             : kind == value_kind::floating  ? value_form::floating
             : kind == value_kind::byte      ? value_form::byte
                                             : value_form::address;
    t.size = sizeof(T);
    t.is_signed = std::is_signed_v<T> || std::is_same_v<T, int128>;
    t.characters = character_kind_of<T>();
  } else if constexpr (kind == value_kind::enumeration) {
    t.form = value_form::enumeration;
    t.size = sizeof(T);
    t.is_signed = std::is_signed_v<std::underlying_type_t<T>>;
    t.enumerator = [](const void* p) { return enumerator_name(*static_cast<const T*>(p)); };
  } else if constexpr (kind == value_kind::null) {
    t.form = value_form::null;
  } else if constexpr (kind == value_kind::text) {
    using character = typename decltype(text_of(std::declval<const T&>()))::value_type;
    t.form = value_form::text;
    t.size = sizeof(character);
    t.characters = character_kind_of<character>();
    t.visit = &visit_text<T>;
  } else if constexpr (kind == value_kind::c_string) {
    t.form = value_form::c_string;
    t.size = 1;
    t.visit = &visit_c_string;
  } else if constexpr (kind == value_kind::duration || kind == value_kind::time_point) {
    t.visit = &visit_duration<T>;
    if constexpr (kind == value_kind::duration) {
      t.form = value_form::duration;
      t.parts = value_types<std::remove_cvref_t<decltype(std::declval<const T&>().count())>>;
      t.num = T::period::num;
      t.den = T::period::den;
    } else {
      t.form = value_form::time_point;
      t.parts = value_types<std::remove_cvref_t<decltype(std::declval<const T&>().time_since_epoch())>>;
    }
  } else if constexpr (requires(const T& v) { v.get() == nullptr; }) {
    t.form = value_form::opaque_pointer; // to an incomplete type, void, or an array of unknown length
    t.visit = &visit_presence<T>;
  } else if constexpr (has_stream_operator<T> && std::is_class_v<T>) {
    t.form = value_form::authored;
    t.visit = &visit_streamed<T>;
  } else if constexpr (std::is_pointer_v<T> || std::is_member_pointer_v<T>) {
    if constexpr (kind == value_kind::function) {
      t.form = value_form::function_pointer;
      t.visit = &visit_presence<T>;
    }
  } else if constexpr (kind == value_kind::function) {
    t.form = value_form::function;
  }
}

bool trees_differ(const value_type& type, const void* left, const void* right);

template <class T>
bool differ_erased(const void* left, const void* right) {
  if constexpr (values::comparable_value<T>)
    return !equal_now(*static_cast<const T*>(left), *static_cast<const T*>(right));
  else
    return trees_differ(value_type_of<T>::value, left, right);
}

template <class T>
struct structure_of {
  static const value_type value;
};

template <class T>
constexpr value_type describe_structure() {
  value_type t;
  describe_parts<T>(t);
  return t;
}

template <class T>
const value_type structure_of<T>::value = describe_structure<T>();

template <class T>
constexpr value_type describe_type() {
  constexpr std::string_view name = raw_type_name<T>(); // a variable, because GCC 12 takes a call here for an address
  value_type t{.raw_name = name};
  t.differ = &differ_erased<T>;
  t.own_equality = equal_by_author<T>;
  if constexpr (shown_by_author<T>) {
    if constexpr (!is_leaf(kind_of<T>))
      t.structure = &structure_of<T>::value;
    t.form = value_form::authored;
    if constexpr (user_streamed<T> && !has_shower<T> && !has_tali_show<T>)
      t.visit = &visit_streamed<T>;
    else
      t.visit = &visit_authored<T>;
  } else if constexpr (is_leaf(kind_of<T>)) {
    describe_leaf<T>(t);
  } else {
    describe_parts<T>(t);
  }
  return t;
}

template <class T>
const value_type value_type_of<T>::value = describe_type<T>();

} // namespace detail

} // namespace tali
