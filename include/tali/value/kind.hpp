// SPDX-License-Identifier: BSL-1.0
// The kind of a type, classified once for show, diff, hash and equality.
//
// Classes are recognised by their members, not by name, so no container header is included here, and similar classes of
// other libraries are supported. With the accessors below, a traversal handles only five shapes:
//   leaf        bool, numbers, characters, enums, durations, text, functions, opaque types
//   nullable    optional and smart pointers           has_inner(v), inner(v)
//   product     tuples, aggregates, listed fields     with_parts(v, f)
//   sum         variants                              with_alternative(v, f)
//   collection  sequences, sets, maps                 for (auto& item : v)
#pragma once

#include <tali/detail/namespaces.hpp>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tali/detail/int128.hpp"
#include "tali/value/fields.hpp"
#include "tali/value/type_name.hpp"

namespace tali::values {

enum class value_kind : unsigned char {
  boolean,
  character, // char, wchar_t, char8_t, char16_t, char32_t
  integer,   // all others, signed char (std::int8_t) and __int128 too
  floating,
  byte, // std::byte
  enumeration,
  null,          // std::nullptr_t
  text,          // strings, string views, arrays of characters (up to their trailing zeros)
  c_string,      // (const) char*
  pointer,       // other raw pointers: never followed, because they may dangle
  smart_pointer, // owning: followed
  optional,
  tuple,
  fields, // aggregates and classes with listed fields
  variant,
  sequence,
  set,
  map,
  duration,   // std::chrono::duration
  time_point, // std::chrono::time_point
  function,   // function pointers, lambdas, std::function
  opaque
};

} // namespace tali::values

namespace tali::detail {

template <class T>
inline constexpr bool is_int128 = std::is_same_v<T, int128> || std::is_same_v<T, uint128>;

template <class T>
inline constexpr bool is_character =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

template <class T>
concept complete = requires { sizeof(T); };

/// A type of the standard library, by its name. Its operator<< is then the library's, not the user's.
template <class T>
inline constexpr bool is_standard_type = raw_type_name<T>().starts_with("std::");

template <class T>
concept text_like = requires(const T& v) {
  typename T::traits_type;
  typename T::value_type;
  { v.data() } -> std::convertible_to<const typename T::value_type*>;
  v.size();
} && is_character<typename T::value_type>;

template <class T>
concept optional_like = requires(const T& v) {
  typename T::value_type;
  { v.has_value() } -> std::convertible_to<bool>;
  *v;
};

template <class T>
concept smart_pointer_like = requires(const T& v) {
  typename T::element_type;
  v.get();
  *v;
  static_cast<bool>(v);
} && !std::is_array_v<typename T::element_type> && complete<typename T::element_type>;

template <class T>
concept variant_shaped = requires(const T& v) {
  v.index();
  v.valueless_by_exception();
};

template <class T>
struct alternatives_of;
template <template <class...> class Variant, class... T>
struct alternatives_of<Variant<T...>> : type_list<T...> {
  using types = type_list<T...>;
};

template <class T>
concept variant_like = variant_shaped<T> && requires { typename alternatives_of<T>::types; };

template <class T>
concept iterable = requires(const T& v) {
  *v.begin();
  v.begin() != v.end();
};

template <class T>
using item_of = std::remove_cvref_t<decltype(*std::declval<const T&>().begin())>;

// A filesystem path is a range of paths, so iterating it recursively would not end.
template <class T>
concept collection_like = iterable<T> && !std::is_same_v<item_of<T>, T>;

template <class T>
concept map_like = requires(const T& v) {
  typename T::key_type;
  typename T::mapped_type;
  v.begin()->first;
  v.begin()->second;
};

template <class T>
concept set_like = requires { typename T::key_type; } && !requires { typename T::mapped_type; };

template <class T>
concept hashed_collection = requires(const T& v) { v.bucket_count(); };

template <class T>
concept duration_like = requires(const T& v) {
  typename T::rep;
  T::period::num;
  T::period::den;
  v.count();
};

template <class T>
concept time_point_like = requires(const T& v) {
  typename T::clock;
  { v.time_since_epoch() } -> duration_like;
};

template <class T>
concept function_like = requires { &T::operator(); } || requires {
  typename T::result_type;
  &T::target_type;
};

template <class T>
consteval value_kind classify_class() {
  if constexpr (has_listed_fields<T>)
    return value_kind::fields;
  else if constexpr (text_like<T>)
    return value_kind::text;
  else if constexpr (collection_like<T>) {
    if constexpr (map_like<T>)
      return value_kind::map;
    else if constexpr (set_like<T>)
      return value_kind::set;
    else
      return value_kind::sequence;
  } else if constexpr (variant_like<T>)
    return value_kind::variant;
  else if constexpr (optional_like<T>)
    return value_kind::optional;
  else if constexpr (smart_pointer_like<T>)
    return value_kind::smart_pointer;
  else if constexpr (shaped_like_tuple<T>)
    return value_kind::tuple;
  else if constexpr (duration_like<T>)
    return value_kind::duration;
  else if constexpr (time_point_like<T>)
    return value_kind::time_point;
  else if constexpr (reflectable<T>)
    return value_kind::fields;
  else if constexpr (function_like<T>)
    return value_kind::function;
  else
    return value_kind::opaque;
}

template <class T>
consteval value_kind classify() {
  if constexpr (std::is_same_v<T, bool>)
    return value_kind::boolean;
  else if constexpr (is_character<T>)
    return value_kind::character;
  else if constexpr (std::is_integral_v<T> || is_int128<T>)
    return value_kind::integer;
  else if constexpr (std::is_floating_point_v<T>)
    return value_kind::floating;
  else if constexpr (std::is_same_v<T, std::byte>)
    return value_kind::byte;
  else if constexpr (std::is_enum_v<T>)
    return value_kind::enumeration;
  else if constexpr (std::is_null_pointer_v<T>)
    return value_kind::null;
  else if constexpr (std::is_same_v<T, char*> || std::is_same_v<T, const char*>)
    return value_kind::c_string;
  else if constexpr (std::is_pointer_v<T>) {
    if constexpr (std::is_function_v<std::remove_pointer_t<T>>)
      return value_kind::function;
    else
      return value_kind::pointer;
  } else if constexpr (std::is_array_v<T>) {
    if constexpr (is_character<std::remove_cv_t<std::remove_extent_t<T>>>)
      return value_kind::text;
    else
      return value_kind::sequence;
  } else if constexpr (std::is_member_function_pointer_v<T>)
    return value_kind::function;
  else if constexpr (std::is_class_v<T>)
    return classify_class<T>();
  else
    return value_kind::opaque;
}

} // namespace tali::detail

namespace tali::values {

/// The kind of a type, without regard to const and volatile.
template <class T>
inline constexpr value_kind kind_of = detail::classify<std::remove_cv_t<T>>();

/// A kind that is treated as a whole.
constexpr bool is_leaf(value_kind kind) {
  switch (kind) {
  case value_kind::smart_pointer:
  case value_kind::optional:
  case value_kind::tuple:
  case value_kind::fields:
  case value_kind::variant:
  case value_kind::sequence:
  case value_kind::set:
  case value_kind::map:
    return false;
  default:
    return true;
  }
}

template <class T>
concept nullable_value = kind_of<T> == value_kind::optional || kind_of<T> == value_kind::smart_pointer;

template <class T>
concept product_value = kind_of<T> == value_kind::tuple || kind_of<T> == value_kind::fields;

template <class T>
concept sum_value = kind_of<T> == value_kind::variant;

template <class T>
concept collection_value =
    kind_of<T> == value_kind::sequence || kind_of<T> == value_kind::set || kind_of<T> == value_kind::map;

template <class T>
concept text_value = kind_of<T> == value_kind::text;

} // namespace tali::values

namespace tali::detail {

template <nullable_value T>
constexpr bool has_inner(const T& v) {
  if constexpr (kind_of<T> == value_kind::optional)
    return v.has_value();
  else
    return static_cast<bool>(v);
}

template <nullable_value T>
constexpr decltype(auto) inner(const T& v) {
  return *v; // NOLINT(bugprone-unchecked-optional-access): callers check has_inner
}

/// f.operator()<...>(parts...): the elements of a tuple, the fields of the rest.
template <product_value T, class F>
constexpr decltype(auto) with_parts(const T& v, F&& f) {
  if constexpr (kind_of<T> == value_kind::tuple) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
      using std::get;
      return f(get<I>(v)...);
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
  } else {
    return with_fields(v, f);
  }
}

/// The description of a product for compiled code, without the values of its parts.
struct product_shape {
  std::string_view raw_type = {};
  std::size_t size = 0;
  bool tuple = false;
  std::string_view raw_names = {};          // of the fields, for field_name_reader
  const std::string_view* listed = nullptr; // or as listed by fields_of
};

template <class T, std::size_t... I>
consteval auto listed_names(std::index_sequence<I...>) {
  struct names {
    std::string_view name[sizeof...(I) + 1];
  };
  return names{{get<I>(fields_of<T>::value).name..., {}}};
}

template <class T>
inline constexpr auto listed_names_of = listed_names<T>(std::make_index_sequence<count_fields<T>()>{});

template <product_value T>
inline constexpr product_shape shape_of = [] {
  product_shape shape{.raw_type = raw_type_name<T>()};
  if constexpr (kind_of<T> == value_kind::tuple) {
    shape.size = std::tuple_size<T>::value;
    shape.tuple = true;
  } else {
    shape.size = count_fields<T>();
    if constexpr (has_listed_fields<T>)
      shape.listed = listed_names_of<T>.name;
    else
      shape.raw_names = raw_field_names<T>();
  }
  return shape;
}();

template <class T>
const void* address_of(const T& v) {
  return const_cast<const void*>(static_cast<const volatile void*>(__builtin_addressof(v)));
}

/// f(addresses, type_list<parts...>): the parts of a product for compiled code, with their types.
template <product_value T, class F>
void with_part_addresses(const T& v, F&& f) {
  with_parts(v, [&]<class...>(const auto&... part) {
    const void* const addresses[] = {address_of(part)..., nullptr};
    f(addresses, type_list<std::remove_cvref_t<decltype(part)>...>{});
  });
}

/// Items that are adjacent in memory.
template <class T>
concept contiguous = std::is_array_v<T> || requires(const T& v) {
  { v.data() } -> std::same_as<const item_of<T>*>;
  v.size();
};

/// f.operator()<I>(alternative I) for the alternative the variant holds, nothing if it holds none.
template <sum_value T, class F>
constexpr void with_alternative(const T& v, F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    // get_if is found by argument-dependent lookup, without <variant>.
    static_cast<void>(((v.index() == I && (f.template operator()<I>(*get_if<I>(&v)), true)) || ...));
  }(std::make_index_sequence<alternatives_of<T>::size>{});
}

/// The characters of a text; those of an array without trailing zeros.
template <text_value T>
constexpr auto text_of(const T& v) {
  if constexpr (std::is_array_v<T>) {
    using character = std::remove_cv_t<std::remove_extent_t<T>>;
    std::size_t size = std::extent_v<T>;
    while (size > 0 && v[size - 1] == character{})
      --size;
    return std::basic_string_view<character>(v, size);
  } else {
    return std::basic_string_view<typename T::value_type>(v.data(), v.size());
  }
}

template <class T>
constexpr auto begin_of(const T& v) {
  if constexpr (std::is_array_v<T>)
    return static_cast<const std::remove_extent_t<T>*>(v);
  else
    return v.begin();
}

template <class T>
constexpr auto end_of(const T& v) {
  if constexpr (std::is_array_v<T>)
    return begin_of(v) + std::extent_v<T>;
  else
    return v.end();
}

/// The number of items; counted if the container has no size().
template <class T>
constexpr std::size_t size_of(const T& v) {
  if constexpr (std::is_array_v<T>) {
    return std::extent_v<T>;
  } else if constexpr (requires { v.size(); }) {
    return static_cast<std::size_t>(v.size());
  } else {
    std::size_t n = 0;
    for (auto i = v.begin(); i != v.end(); ++i)
      ++n;
    return n;
  }
}

} // namespace tali::detail
