// SPDX-License-Identifier: BSL-1.0
// Values as text, similar to C++ source.
//
//   show(v)                 on one line
//   show_pretty(v, width)   on several indented lines if it is too wide
//   show_to(out, v)         appended to a string
//
//   true   42   1.5   'a'   "a\n"   color::red   color(17)   [1, 2]   {1, 2}   {"a": 1}   (1, "x")
//   point{.x = 1, .y = 2}   nullopt   nullptr   &42 (a smart pointer to 42)   5ms   <function>   <ns::opaque_type>
//
// The text of a type is determined in this order:
//   1. a specialisation of tali::shower<T>:  static void show(std::string& out, const T& v);
//      or a function tali_show(std::string& out, const T& v) found by argument-dependent lookup
//   2. operator<<(std::ostream&, const T&), for classes and enums outside namespace std
//   3. a formatter of fmt, if value/show_fmt.hpp is included
//   4. the structure of the type (kind.hpp)
//   5. operator<< of the standard library, for the rest of its types
//   6. the name of the type: <ns::opaque_type>
//
// Always ends, without stack overflow: nesting beyond max_depth is cut, which also ends cyclic values. The text is made
// from the value tree (tree.hpp), like the other forms of a value.
#pragma once

#include <cstddef>
#include <string>

#include "tali/value/tree.hpp"

namespace tali {

namespace detail {

void show_value_to(std::string& out, const value_type& type, const void* v, const show_limits& limits);
std::string show_value_pretty(const value_type& type, const void* v, std::size_t width, const show_limits& limits);

} // namespace detail

/// Appends v as text.
template <class T>
void show_to(std::string& out, const T& v, const values::show_limits& limits = {}) {
  detail::show_value_to(out, detail::value_type_of<T>::value, detail::address_of(v), limits);
}

/// v as text on one line.
template <class T>
std::string show(const T& v, const values::show_limits& limits = {}) {
  std::string out;
  show_to(out, v, limits);
  return out;
}

} // namespace tali

namespace tali::values {

/// v as text, on several lines where one would be wider than `width` characters.
template <class T>
std::string show_pretty(const T& v, std::size_t width = 100, const show_limits& limits = {}) {
  return detail::show_value_pretty(detail::value_type_of<T>::value, detail::address_of(v), width, limits);
}

} // namespace tali::values
