// SPDX-License-Identifier: BSL-1.0
// The ways to define the text of a type: shower<T>, tali_show, operator<<, a formatter of fmt. show.hpp has their
// order.
#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>

#include "tali/value/kind.hpp"

namespace tali {

/// Specialise to define the text of T: `static void show(std::string& out, const T& v)`.
template <class T>
struct shower {};

namespace detail {

template <class T>
concept has_shower = requires(std::string& out, const T& v) { shower<T>::show(out, v); };

template <class T>
concept has_tali_show = requires(std::string& out, const T& v) { tali_show(out, v); };

// Written as a function call, so that the members of std::ostream, which accept conversions to numbers, do not count.
template <class T>
concept has_stream_operator = requires(std::ostream& out, const T& v) { operator<<(out, v); };

// An unscoped enum is promoted to its underlying type, and would be printed as a character if that is a character type.
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

/// The text is defined by the author of the type (rules 1 to 3), not by the structure.
template <class T>
concept shown_by_author = has_shower<T> || has_tali_show<T> || user_streamed<T> || has_formatter<T>;

} // namespace detail

} // namespace tali
