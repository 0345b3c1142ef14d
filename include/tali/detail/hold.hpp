// SPDX-License-Identifier: BSL-1.0
// hold: an optional or an owning pointer that holds a value.
//
// The standard pointers are named without including <memory>, which the umbrella avoids (owned.hpp): the functions that
// create them are found by argument-dependent lookup when a template is instantiated, through an argument of namespace
// std. By then the program that uses such a pointer has included the header.
#pragma once

#include <tali/detail/inline.hpp>

#include <string> // std::allocator
#include <type_traits>
#include <utility>

namespace tali::detail {

template <class T>
using allocator_of = std::allocator<std::remove_cv_t<T>>;

/// std::unique_ptr<T> and std::shared_ptr<T>.
template <class T>
using unique_ptr_to = decltype(make_unique<T>(std::declval<allocator_of<T>>()));
template <class T>
using shared_ptr_to = decltype(allocate_shared<T>(std::declval<allocator_of<T>>()));

template <class H, class V>
[[nodiscard]] TALI_INLINE H hold(V&& value) {
  if constexpr (requires { typename H::deleter_type; }) {
    using element = typename H::element_type;
    return unique_ptr_to<element>(new element(std::forward<V>(value)));
  } else if constexpr (requires(const H& h) { h.use_count(); }) {
    using element = typename H::element_type;
    return allocate_shared<element>(allocator_of<element>(), std::forward<V>(value));
  } else {
    return H(std::forward<V>(value));
  }
}

} // namespace tali::detail
