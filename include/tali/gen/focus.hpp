// SPDX-License-Identifier: BSL-1.0
// Focus: the path from a whole value to the part that one draw produces.
//
// A focus is a pointer to a data member or a function. A function takes the whole and returns a pointer to the part
// (null if this whole has no such part), or a part that it computes, as a value or in an optional. Several focuses are
// applied one after the other; pointers and smart pointers in between are dereferenced.
//
//   focus::present           the whole is not null (for the guard of gen::compose)
//   focus::alternative<A>    the alternative A of a variant; also a guard
//   focus::constant(v)       the whole has no such part, but the drawn value must have been v
#pragma once

#include <tali/gen/generator.hpp>

namespace tali::detail {

/// The current value was not produced by this branch: it has no such part.
struct focus_lost {};

/// Returned by a function that computes a part, if there is none.
template <class R, class Part>
concept optional_part = requires(const R& r) {
  static_cast<bool>(r);
  requires std::same_as<std::remove_cvref_t<decltype(*r)>, Part>;
};

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
    return call(step, whole);
  }
}

/// Follows the steps; null if a part is missing. Computed parts are kept in the forest.
template <class Part, class F, class W, class Step, class... Rest>
[[nodiscard]] const Part* focus_on(F& forest, const W& whole, const Step& step, const Rest&... rest) {
  using found = decltype(follow(whole, step));
  if constexpr (sizeof...(Rest) == 0) {
    if constexpr (std::is_pointer_v<found>) {
      return follow(whole, step);
    } else if constexpr (optional_part<found, Part>) {
      auto part = follow(whole, step);
      return part ? &forest.keep(Part(*std::move(part))) : nullptr;
    } else {
      return &forest.keep(Part(follow(whole, step)));
    }
  } else if constexpr (std::is_pointer_v<found>) {
    const auto* next = follow(whole, step);
    return next == nullptr ? nullptr : focus_on<Part>(forest, *next, rest...);
  } else if constexpr (requires(found f) { f.has_value(); }) {
    auto next = follow(whole, step);
    return next ? focus_on<Part>(forest, forest.keep(*std::move(next)), rest...) : nullptr;
  } else {
    return focus_on<Part>(forest, forest.keep(follow(whole, step)), rest...);
  }
}

/// The result of a backward draw: a copy of the part, or an empty value if it cannot be copied. (A body only passes
/// such a part on, and its result is not used backward.)
template <class T>
[[nodiscard]] T copy_or_blank(const T& part) {
  if constexpr (std::copy_constructible<T>) {
    return part;
  } else {
    return T{};
  }
}

} // namespace tali::detail

namespace tali::focus {

/// A pointer, smart pointer or optional that is not empty.
struct present_guard {
  template <class W>
  [[nodiscard]] constexpr bool operator()(const W& whole) const {
    return static_cast<bool>(whole);
  }
};
inline constexpr present_guard present{};

/// The alternative A of a std::variant, of a class derived from one, or of a class with a variant member `value`.
template <class A>
struct alternative_step {
  template <class W>
  [[nodiscard]] constexpr const A* operator()(const W& whole) const {
    const auto& inner = *detail::pointee(whole);
    if constexpr (requires { inner.value.index(); }) {
      return get_if<A>(&inner.value); // found by argument-dependent lookup, without <variant>
    } else {
      return get_if<A>(&inner);
    }
  }
};
template <class A>
inline constexpr alternative_step<A> alternative{};

/// The whole does not contain the drawn value, but only this value is possible.
template <class T>
struct constant_step {
  T part;
  template <class W>
  [[nodiscard]] constexpr T operator()(const W& /*whole*/) const {
    return part;
  }
};
template <class T>
[[nodiscard]] constexpr constant_step<T> constant(const T& part) {
  return {part};
}

} // namespace tali::focus
