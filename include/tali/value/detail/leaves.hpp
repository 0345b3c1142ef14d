// SPDX-License-Identifier: BSL-1.0
// Properties of a type that its leaves determine, such as whether all of it can be compared or hashed. Types may be
// recursive (a tree of vectors of trees): a type whose check is in progress counts as yes.
#pragma once

#include <type_traits>

#include "tali/value/kind.hpp"

namespace tali::detail {

/// The result of a rule for one type: yes, no, or as for its parts.
enum class verdict : unsigned char { no, yes, parts };

template <template <class> class Rule, class T, class... Seen>
consteval bool all_leaves();

template <template <class> class Rule, class... Seen, class... T>
consteval bool all_leaves_of(type_list<T...>) {
  return (all_leaves<Rule, std::remove_cvref_t<T>, Seen...>() && ...);
}

template <class T>
auto part_types() {
  if constexpr (kind_of<T> == value_kind::fields) {
    return field_types<const T>{};
  } else {
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return type_list<typename std::tuple_element<I, T>::type...>{};
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
  }
}

/// Whether Rule<X>::decide() is yes for all parts X of T.
template <template <class> class Rule, class T, class... Seen>
consteval bool all_leaves() {
  if constexpr ((std::is_same_v<T, Seen> || ...))
    return true;
  else if constexpr (Rule<T>::decide() != verdict::parts)
    return Rule<T>::decide() == verdict::yes;
  else if constexpr (std::is_array_v<T>) {
    return all_leaves<Rule, std::remove_cv_t<std::remove_extent_t<T>>, Seen..., T>();
  } else if constexpr (nullable_value<T>) {
    return all_leaves<Rule, std::remove_cvref_t<decltype(*std::declval<const T&>())>, Seen..., T>();
  } else if constexpr (kind_of<T> == value_kind::map) {
    return all_leaves<Rule, typename T::key_type, Seen..., T>() &&
           all_leaves<Rule, typename T::mapped_type, Seen..., T>();
  } else if constexpr (collection_value<T>)
    return all_leaves<Rule, item_of<T>, Seen..., T>();
  else if constexpr (sum_value<T>)
    return all_leaves_of<Rule, Seen..., T>(typename alternatives_of<T>::types{});
  else if constexpr (product_value<T>)
    return all_leaves_of<Rule, Seen..., T>(decltype(part_types<T>()){});
  else
    return false;
}

} // namespace tali::detail
