// SPDX-License-Identifier: BSL-1.0
// Detects recursive types, and how a value of such a type can end.
#pragma once

#include <tali/value/fields.hpp>
#include <tali/value/kind.hpp>

#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tali {

/// Specialise with a static `make()` that returns a generator of T, to define arbitrary<T>() everywhere.
template <class T>
struct arbitrary_for {};

namespace detail {

template <class T>
concept customised = requires { arbitrary_for<T>::make(); };

/// f<P>() for the types P of the direct parts of T; true if any of the calls returns true.
template <class T, class F>
consteval bool any_part(F f) {
  constexpr value_kind kind = customised<T> ? value_kind::opaque : kind_of<T>;
  if constexpr (kind == value_kind::optional) {
    return f.template operator()<std::remove_cv_t<typename T::value_type>>();
  } else if constexpr (kind == value_kind::smart_pointer) {
    return f.template operator()<std::remove_cv_t<typename T::element_type>>();
  } else if constexpr (kind == value_kind::map) {
    return f.template operator()<typename T::key_type>() || f.template operator()<typename T::mapped_type>();
  } else if constexpr (kind == value_kind::sequence || kind == value_kind::set) {
    if constexpr (std::is_array_v<T>) {
      return f.template operator()<std::remove_cv_t<std::remove_extent_t<T>>>();
    } else {
      return f.template operator()<std::remove_cv_t<typename T::value_type>>();
    }
  } else if constexpr (kind == value_kind::tuple) {
    return []<std::size_t... I>([[maybe_unused]] F each, std::index_sequence<I...>) {
      return (each.template operator()<std::remove_cv_t<std::tuple_element_t<I, T>>>() || ...);
    }(f, std::make_index_sequence<std::tuple_size<T>::value>{});
  } else if constexpr (kind == value_kind::fields) {
    return []<std::size_t... I>([[maybe_unused]] F each, std::index_sequence<I...>) {
      return (each.template operator()<std::remove_cv_t<field_type<T, I>>>() || ...);
    }(f, std::make_index_sequence<field_count<T>>{});
  } else if constexpr (kind == value_kind::variant) {
    return []<class... A>([[maybe_unused]] F each, type_list<A...>) {
      return (each.template operator()<A>() || ...);
    }(f, typename alternatives_of<T>::types{});
  } else {
    return false;
  }
}

template <class T, class... Seen>
inline constexpr bool seen_before = (std::same_as<T, Seen> || ...);

/// Whether a value of T can contain a value of Target.
template <class T, class Target, class... Seen>
consteval bool contains() {
  return any_part<T>([]<class P>() {
    if constexpr (std::same_as<P, Target>) {
      return true;
    } else if constexpr (seen_before<P, Seen...>) {
      return false;
    } else {
      return contains<P, Target, P, Seen...>();
    }
  });
}

template <class T>
inline constexpr bool recursive_type = contains<T, T, T>();

/// The number of elements of an array, over all nested arrays; 1 for other types.
template <class T>
consteval int fixed_length() {
  if constexpr (std::is_array_v<T>) {
    return static_cast<int>(std::extent_v<T>) * fixed_length<std::remove_cv_t<std::remove_extent_t<T>>>();
  } else if constexpr (kind_of<T> == value_kind::sequence && requires { std::tuple_size<T>::value; }) {
    return static_cast<int>(std::tuple_size<T>::value) * fixed_length<typename T::value_type>();
  } else {
    return 1;
  }
}
template <class T>
inline constexpr bool is_fixed_array =
    kind_of<T> == value_kind::sequence && (std::is_array_v<T> || requires { std::tuple_size<T>::value; });

/// Whether a value of T can end although no recursive pointer is null.
template <class T, class... Seen>
consteval bool ends_without_null() {
  if constexpr (seen_before<T, Seen...>) {
    return false;
  } else {
    constexpr value_kind kind = kind_of<T>;
    if constexpr (kind == value_kind::variant) {
      return any_part<T>([]<class P>() { return ends_without_null<P, T, Seen...>(); });
    } else if constexpr (kind == value_kind::fields || kind == value_kind::tuple || kind == value_kind::smart_pointer ||
                         is_fixed_array<T>) {
      return !any_part<T>([]<class P>() { return !ends_without_null<P, T, Seen...>(); });
    } else {
      return true; // scalars; and optionals and containers, which may be empty
    }
  }
}

/// The number of direct parts of T that lead back to T, but at least 2: the divisor of the size at each level.
template <class T>
consteval int recursive_parts() {
  int parts = 0;
  any_part<T>([&parts]<class P>() {
    if constexpr (std::same_as<P, T>) {
      ++parts;
    } else {
      parts += contains<P, T, P>() ? fixed_length<P>() : 0;
    }
    return false;
  });
  return parts < 2 ? 2 : parts;
}

} // namespace detail

} // namespace tali
