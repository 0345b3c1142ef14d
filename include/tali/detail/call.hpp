// SPDX-License-Identifier: BSL-1.0
// Calls a function that a user passes: a function, a function object or a pointer to a member.
//
// Replaces std::invoke, because <functional> takes longer to include than all uses here.
#pragma once

#include <tali/detail/inline.hpp>

#include <type_traits>
#include <utility>

namespace tali::detail {

/// How a callable is stored: a function as a pointer, everything else by value.
template <class F>
using stored_function = std::decay_t<const F&>;

/// f(arguments...), or the member that f points to, of an object or of a pointee.
template <class F, class... A>
TALI_INLINE constexpr decltype(auto) call(const F& f, A&&... arguments) {
  if constexpr (std::is_member_function_pointer_v<F>) {
    return []<class Object, class... Rest>(F member, Object&& object, Rest&&... rest) -> decltype(auto) {
      if constexpr (requires { (std::forward<Object>(object).*member)(std::forward<Rest>(rest)...); }) {
        return (std::forward<Object>(object).*member)(std::forward<Rest>(rest)...);
      } else {
        return ((*std::forward<Object>(object)).*member)(std::forward<Rest>(rest)...);
      }
    }(f, std::forward<A>(arguments)...);
  } else if constexpr (std::is_member_object_pointer_v<F>) {
    return []<class Object>(F member, Object&& object) -> decltype(auto) {
      if constexpr (requires { std::forward<Object>(object).*member; }) {
        return (std::forward<Object>(object).*member);
      } else {
        return ((*std::forward<Object>(object)).*member);
      }
    }(f, std::forward<A>(arguments)...);
  } else {
    return f(std::forward<A>(arguments)...);
  }
}

} // namespace tali::detail
