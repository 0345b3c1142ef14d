// SPDX-License-Identifier: BSL-1.0
// Focus: the way from a whole value to the part that one draw makes.
//
// A focus is a pointer to a data member or a function; a function takes the whole and returns a pointer to the part,
// null when this whole has no such part. Several in a row are followed in turn; pointers and smart pointers on the way
// are passed through.
#pragma once

#include <tali/gen/generator.hpp>

namespace tali::detail {

/// The value in hand was not made by this branch: its part is not there.
struct focus_lost {};

template <class W>
[[nodiscard]] auto pointee(const W& whole) {
  if constexpr (requires {
                  whole.get();
                  *whole;
                }) {
    return static_cast<const std::remove_cvref_t<decltype(*whole)>*>(whole.get());
  } else if constexpr (std::is_pointer_v<W>) {
    return static_cast<const std::remove_cv_t<std::remove_pointer_t<W>>*>(whole);
  } else {
    return &whole;
  }
}

template <class W, class Step>
[[nodiscard]] auto follow(const W& whole, const Step& step) {
  if constexpr (std::is_member_object_pointer_v<Step>) {
    if constexpr (requires { whole.*step; }) {
      return &(whole.*step);
    } else {
      const auto* inner = pointee(whole);
      return inner == nullptr ? nullptr : &(inner->*step);
    }
  } else {
    return step(whole);
  }
}

template <class Part, class W, class Step, class... Rest>
[[nodiscard]] const Part* focus_on(const W& whole, const Step& step, const Rest&... rest) {
  const auto* next = follow(whole, step);
  if constexpr (sizeof...(Rest) == 0) {
    return next;
  } else {
    return next == nullptr ? nullptr : focus_on<Part>(*next, rest...);
  }
}

/// What a backward draw returns: the part itself, or a blank one where it cannot be copied (a body only hands such a
/// part on, and backward nobody takes it).
template <class T>
[[nodiscard]] T copy_or_blank(const T& part) {
  if constexpr (std::copy_constructible<T>) {
    return part;
  } else {
    return T{};
  }
}

} // namespace tali::detail
