// SPDX-License-Identifier: BSL-1.0
// How the author of a type determines its text: shower<T>, tali_show, operator<<, a formatter of fmt.
// show.hpp has the order in which they are tried.
#pragma once

#include <iosfwd>
#include <string>
#include <type_traits>

#include "tali/value/kind.hpp"

namespace tali {

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

/// Shown by its author's rule (1 to 3 above) rather than by structure.
template <class T>
concept shown_by_author = has_shower<T> || has_tali_show<T> || user_streamed<T> || has_formatter<T>;

} // namespace detail

} // namespace tali
