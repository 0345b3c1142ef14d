// SPDX-License-Identifier: BSL-1.0
// owned: a pointer that deletes what it points to, like std::unique_ptr.
//
// The umbrella does not include <memory>: the header takes an eighth of the time in which a small property compiles
// (docs/decisions/0012-umbrella.md). Compiled parts of the library, which cost users nothing, use std::unique_ptr.
#pragma once

#include <cstddef>
#include <utility>

namespace tali::detail {

/// T may be incomplete where only the pointer is declared; it must be complete where it is deleted.
template <class T>
class owned {
public:
  constexpr owned() = default;
  /// Takes ownership of an object created by `new`.
  constexpr explicit owned(T* object) noexcept : object_(object) {}
  constexpr owned(owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  constexpr owned& operator=(owned&& other) noexcept {
    delete std::exchange(object_, std::exchange(other.object_, nullptr));
    return *this;
  }
  owned(const owned&) = delete;
  owned& operator=(const owned&) = delete;
  constexpr ~owned() {
    static_assert(requires { sizeof(T); }, "the type must be complete where it is deleted");
    delete object_;
  }

  [[nodiscard]] constexpr T* get() const noexcept { return object_; }
  [[nodiscard]] constexpr T& operator*() const noexcept { return *object_; }
  [[nodiscard]] constexpr T* operator->() const noexcept { return object_; }
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return object_ != nullptr; }
  friend constexpr bool operator==(const owned& a, std::nullptr_t) noexcept { return a.object_ == nullptr; }

private:
  T* object_ = nullptr;
};

} // namespace tali::detail
