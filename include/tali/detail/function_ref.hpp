// SPDX-License-Identifier: BSL-1.0
// function_ref: a type-erased reference to a callable, which must outlive the call.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace tali::detail {

template <class Signature>
class function_ref;

template <class R, class... A>
class function_ref<R(A...)> {
public:
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, function_ref> && std::is_invocable_r_v<R, F&, A...>)
  // NOLINTNEXTLINE(bugprone-forwarding-reference-overload)
  function_ref(F&& f) noexcept
      : object_(const_cast<void*>(static_cast<const void*>(__builtin_addressof(f)))),
        call_([](void* object, A... arguments) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<A>(arguments)...);
        }) {}

  R operator()(A... arguments) const { return call_(object_, std::forward<A>(arguments)...); }

private:
  void* object_;
  R (*call_)(void* object, A... arguments);
};

} // namespace tali::detail
