// SPDX-License-Identifier: BSL-1.0
// Values from JSON, by their type: read_json<T>(text), read_json<T>(reader).
//
//   numbers, bool            as such; "nan", "inf", "-inf" as strings
//   char, strings            strings (a char: of one character); a char also as a number
//   enumerations             the name of an enumerator, or a number
//   optional, owning pointer null or the value
//   aggregates               an object by the names of the fields, or an array of them in order. A field that may be
//                            null may be missing; unknown members are ignored
//   tuples, std::array       an array of the same length
//   containers               an array; maps with text keys: an object; other maps: an array of pairs
//   variants                 an object whose only member is named after the type of the alternative, as in statistics;
//                            or a value that can be read as an alternative: the first one that accepts it
//   durations, time points   the number of ticks
//
// Specialise json_form<T> to read a class in another way. Other input is a json_error (json_reader.hpp).
#pragma once

#include <tali/detail/hold.hpp>
#include <tali/detail/namespaces.hpp>
#include <tali/value/detail/leaves.hpp>
#include <tali/value/json_reader.hpp>
#include <tali/value/kind.hpp>
#include <tali/value/tree.hpp>

#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tali {

/// Specialise with a static `T read(json_reader&)` to define how T is read.
template <class T>
struct json_form {};

namespace detail {

template <class T>
concept has_json_form = requires(json_reader& in) {
  { json_form<T>::read(in) } -> std::same_as<T>;
};

template <class T>
concept monostate_like = kind_of<T> == value_kind::fields && std::is_empty_v<T>;

template <class T>
inline constexpr bool is_std_array = requires { std::tuple_size<T>::value; };

/// Whether a type can be read depends on the type itself or on its parts.
template <class T>
struct json_rule {
  static consteval verdict decide() {
    constexpr value_kind kind = kind_of<T>;
    if constexpr (has_json_form<T>) {
      return verdict::yes;
    } else if constexpr (kind == value_kind::character) {
      return yes_if(sizeof(T) == 1);
    } else if constexpr (kind == value_kind::text) {
      return yes_if(requires(T t) { t.push_back(typename T::value_type{}); } && sizeof(typename T::value_type) == 1);
    } else if constexpr (std::is_array_v<T>) {
      return verdict::parts;
    } else if constexpr (kind == value_kind::smart_pointer) {
      return requires { typename T::deleter_type; } || requires(const T& t) { t.use_count(); } ? verdict::parts
                                                                                               : verdict::no;
    } else if constexpr (kind == value_kind::sequence || kind == value_kind::set) {
      using item = item_of<T>;
      return is_std_array<T> || std::is_constructible_v<T, std::move_iterator<item*>, std::move_iterator<item*>>
                 ? verdict::parts
                 : verdict::no;
    } else if constexpr (kind == value_kind::fields) {
      if constexpr (has_listed_fields<T> && !std::is_default_constructible_v<T>) {
        return verdict::no;
      } else {
        return verdict::parts;
      }
    } else if constexpr (is_leaf(kind)) {
      return yes_if(kind == value_kind::boolean || kind == value_kind::integer || kind == value_kind::floating ||
                    kind == value_kind::byte || kind == value_kind::enumeration || kind == value_kind::duration ||
                    kind == value_kind::time_point);
    } else {
      return verdict::parts;
    }
  }

private:
  static consteval verdict yes_if(bool good) { return good ? verdict::yes : verdict::no; }
};

// The parts that do not depend on the type (src/value/read_json.cpp). Each throws json_error.

[[nodiscard]] long long read_signed(json_reader& in, long long least, long long most);
[[nodiscard]] unsigned long long read_unsigned(json_reader& in, unsigned long long most);
[[nodiscard]] int128 read_wide(json_reader& in, bool is_signed);
[[nodiscard]] double read_floating(json_reader& in, double most);
[[nodiscard]] unsigned char read_character(json_reader& in);
/// The position of each field of a product in the text, and the position after the product. If a position has no value,
/// the field is missing.
class json_parts {
public:
  json_parts(json_reader& in, const product_shape& shape);
  /// Goes to the part; false if it is missing.
  [[nodiscard]] bool go_to(std::size_t i);
  [[noreturn]] void missing(std::size_t i) const;
  void finish() { in_.back_to(after_); }

private:
  json_reader& in_;
  product_shape shape_;
  std::vector<std::optional<json_reader::place>> at_;
  std::vector<std::string_view> names_;
  json_reader::place after_;
};
/// The index of the enumerator whose name comes next; empty if a number comes next.
[[nodiscard]] std::optional<std::size_t> read_enumerator(json_reader& in, const std::string_view* names,
                                                         std::size_t count);
[[noreturn]] void fail_length(const json_reader& in, std::size_t wanted);
[[noreturn]] void fail_alternatives(const json_reader& in, std::string_view raw_type);
/// The alternative named by an object with one member, or an invalid index. Consumes nothing.
[[nodiscard]] std::size_t named_alternative(json_reader& in, const value_type& variant);

template <class T>
T read_json_as(json_reader& in);

template <class T>
T read_number(json_reader& in) {
  if constexpr (is_int128<T>) {
    return static_cast<T>(read_wide(in, std::is_same_v<T, int128>));
  } else if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(read_signed(in, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  } else {
    return static_cast<T>(read_unsigned(in, std::numeric_limits<T>::max()));
  }
}

template <class T>
T read_enum(json_reader& in) {
  const auto& all = enumerators<T>();
  if (const auto named = read_enumerator(in, all.names, all.size())) {
    return all[*named];
  }
  return static_cast<T>(read_number<std::underlying_type_t<T>>(in));
}

template <class T>
T read_nullable(json_reader& in) {
  if (in.null()) {
    return T();
  }
  using inner = std::remove_cvref_t<decltype(*std::declval<const T&>())>;
  if constexpr (requires { typename T::deleter_type; }) {
    return T(new inner(read_json_as<inner>(in)));
  } else {
    return hold<T>(read_json_as<inner>(in));
  }
}

template <class Part>
Part read_part(json_parts& parts, json_reader& in, std::size_t i) {
  if (!parts.go_to(i)) {
    if constexpr (nullable_value<Part>) {
      return Part();
    } else {
      parts.missing(i);
    }
  }
  return read_json_as<Part>(in);
}

template <class Part>
void fill_part(json_reader& in, Part& into) {
  if constexpr (std::is_array_v<Part>) {
    std::size_t n = 0;
    in.array([&] {
      if (n == std::extent_v<Part>) {
        fail_length(in, std::extent_v<Part>);
      }
      fill_part(in, into[n++]);
    });
    if (n != std::extent_v<Part>) {
      fail_length(in, std::extent_v<Part>);
    }
  } else {
    into = read_json_as<std::remove_cv_t<Part>>(in);
  }
}

template <class T, std::size_t... I>
T read_fields(json_reader& in, std::index_sequence<I...> /*all*/) {
  json_parts parts(in, shape_of<T>);
  if constexpr (kind_of<T> == value_kind::tuple) {
    T made{read_part<std::remove_cv_t<std::tuple_element_t<I, T>>>(parts, in, I)...};
    parts.finish();
    return made;
  } else if constexpr (!has_listed_fields<T> && (!std::is_array_v<std::remove_cv_t<field_type<T, I>>> && ...)) {
    T made{read_part<std::remove_cv_t<field_type<T, I>>>(parts, in, I)...};
    parts.finish();
    return made;
  } else {
    T made{};
    const auto fields = tie_fields(made);
    const auto fill = [&]<class Part>(std::size_t i, Part& part) {
      if (parts.go_to(i)) {
        fill_part(in, part);
      } else if constexpr (!std::is_array_v<Part> && nullable_value<Part>) {
        part = Part();
      } else {
        parts.missing(i);
      }
    };
    (fill(I, tali::values::get<I>(fields)), ...);
    parts.finish();
    return made;
  }
}

template <class T>
T read_collection(json_reader& in) {
  if constexpr (kind_of<T> == value_kind::map) {
    using key = typename T::key_type;
    using mapped = typename T::mapped_type;
    T made;
    if constexpr (text_value<key>) {
      if (in.peek() == '{') {
        in.object(
            [&](const std::string& name) { made.emplace(key(name.begin(), name.end()), read_json_as<mapped>(in)); });
        return made;
      }
    }
    in.array([&] {
      auto entry = read_json_as<std::pair<key, mapped>>(in);
      made.emplace(std::move(entry.first), std::move(entry.second));
    });
    return made;
  } else if constexpr (is_std_array<T>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      json_parts parts(in, {.raw_type = {}, .size = sizeof...(I), .tuple = true, .raw_names = {}, .listed = nullptr});
      T made{{read_part<item_of<T>>(parts, in, I)...}};
      parts.finish();
      return made;
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
  } else if constexpr (std::is_same_v<item_of<T>, bool>) { // a vector of bits has no bools to move from
    T made;
    in.array([&] { made.insert(made.end(), in.boolean()); });
    return made;
  } else {
    std::vector<item_of<T>> items;
    in.array([&] { items.push_back(read_json_as<item_of<T>>(in)); });
    return T(std::make_move_iterator(items.data()), std::make_move_iterator(items.data() + items.size()));
  }
}

template <class T, class... A>
T read_variant(json_reader& in, type_list<A...> /*alternatives*/) {
  const json_reader::place start = in.here();
  std::optional<T> made;
  const auto read_as = [&]<std::size_t I, class Alternative>(std::integral_constant<std::size_t, I> /*index*/,
                                                             type_list<Alternative> /*type*/) {
    made.emplace(std::in_place_index<I>, read_json_as<Alternative>(in));
    return true;
  };
  const auto attempt = [&](const auto& read) {
    try {
      return read();
    } catch (const json_error&) {
      in.back_to(start);
      return false;
    }
  };
  const std::size_t named = named_alternative(in, value_type_of<T>::value);
  const bool found = [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto by_name = [&] {
      in.object([&](const std::string& /*name*/) {
        static_cast<void>(((I == named && read_as(std::integral_constant<std::size_t, I>{}, type_list<A>{})) || ...));
      });
      return true;
    };
    return (named < sizeof...(A) && attempt(by_name)) ||
           (attempt([&] { return read_as(std::integral_constant<std::size_t, I>{}, type_list<A>{}); }) || ...);
  }(std::index_sequence_for<A...>{});
  if (!found) {
    fail_alternatives(in, raw_type_name<T>());
  }
  return std::move(*made);
}

template <class T>
T read_json_as(json_reader& in) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (has_json_form<T>) {
    return json_form<T>::read(in);
  } else if constexpr (kind == value_kind::boolean) {
    return in.boolean();
  } else if constexpr (kind == value_kind::integer) {
    return read_number<T>(in);
  } else if constexpr (kind == value_kind::floating) {
    return static_cast<T>(read_floating(in, sizeof(T) < sizeof(double)
                                                ? static_cast<double>(std::numeric_limits<T>::max())
                                                : std::numeric_limits<double>::max()));
  } else if constexpr (kind == value_kind::character) {
    return static_cast<T>(read_character(in));
  } else if constexpr (kind == value_kind::byte) {
    return static_cast<T>(read_unsigned(in, 255));
  } else if constexpr (kind == value_kind::enumeration) {
    return read_enum<T>(in);
  } else if constexpr (kind == value_kind::text) {
    const std::string text = in.string();
    return T(text.begin(), text.end());
  } else if constexpr (kind == value_kind::duration) {
    return T(read_json_as<typename T::rep>(in));
  } else if constexpr (kind == value_kind::time_point) {
    return T(read_json_as<typename T::duration>(in));
  } else if constexpr (nullable_value<T>) {
    return read_nullable<T>(in);
  } else if constexpr (collection_value<T>) {
    return read_collection<T>(in);
  } else if constexpr (kind == value_kind::variant) {
    return read_variant<T>(in, typename alternatives_of<T>::types{});
  } else if constexpr (monostate_like<T>) {
    if (!in.null()) {
      in.object([&](const std::string& /*name*/) { in.skip(); });
    }
    return T{};
  } else {
    return read_fields<T>(in, std::make_index_sequence<shape_of<T>.size>{});
  }
}

} // namespace detail

} // namespace tali

namespace tali::values {

/// T can be read: no part of it is a raw pointer, a function, a view or an opaque class.
template <class T>
concept json_readable = detail::all_leaves<detail::json_rule, std::remove_cv_t<T>>();

} // namespace tali::values

namespace tali {

/// Reads the next value.
template <class T>
[[nodiscard]] T read_json(values::json_reader& in) {
  static_assert(values::json_readable<T>,
                "tali: read_json<T>: a part of T cannot be read: a raw pointer, a function, a view, or a class that is "
                "not an aggregate; list its fields in tali::fields_of, or specialise tali::json_form");
  return detail::read_json_as<T>(in);
}
/// Reads the value that the whole text represents.
template <class T>
[[nodiscard]] T read_json(std::string_view text) {
  values::json_reader in(text);
  T made = read_json<T>(in);
  in.end();
  return made;
}

} // namespace tali
