// SPDX-License-Identifier: BSL-1.0
// Opt-in: classes and scoped enums outside namespace std that have a formatter of fmt are shown with it, unless they
// have an operator<< or another text rule. Include it after fmt, which tali itself does not include:
//
//   #include <fmt/core.h>
//   #include <tali/value/show_fmt.hpp>
//
// and in every file that shows such types, or in none: the text of a type must not depend on the file.
#pragma once

#include <iterator>
#include <string>
#include <type_traits>

#include "tali/value/show.hpp"

#ifdef FMT_VERSION

namespace tali::detail {

template <class T>
  requires(is_user_type<T>() && !(std::is_enum_v<T> && std::is_convertible_v<T, int>) && fmt::is_formattable<T>::value)
struct formatted_shower<T> {
  static void show(std::string& out, const T& v) { fmt::format_to(std::back_inserter(out), "{}", v); }
};

} // namespace tali::detail

#else
#pragma message("tali/value/show_fmt.hpp has no effect: include <fmt/core.h> before it")
#endif
