// SPDX-License-Identifier: BSL-1.0
// arena: memory that lives as long as one case.
//
// Trees spend more than half of their time in malloc and free. An arena allocates by advancing a pointer and
// releases everything at once when the case ends. Destructors do not run, so it accepts only trivially destructible
// types (arena_ptr trees of them, pmr containers of them). A source has an arena only if it was given one.
#pragma once

#include <tali/detail/inline.hpp>
#include <tali/detail/owned.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace tali {

/// A pointer to a value in an arena. Copies share the value; comparison and printing use the value.
template <class T>
class arena_ptr {
public:
  using element_type = T;
  constexpr arena_ptr() = default;
  constexpr arena_ptr(std::nullptr_t) {}
  constexpr explicit arena_ptr(const T* value) : value_(value) {}

  [[nodiscard]] constexpr const T* get() const { return value_; }
  [[nodiscard]] constexpr const T& operator*() const { return *value_; }
  [[nodiscard]] constexpr const T* operator->() const { return value_; }
  [[nodiscard]] constexpr explicit operator bool() const { return value_ != nullptr; }

private:
  const T* value_ = nullptr;
};

class arena {
public:
  arena();
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;
  ~arena();

  [[nodiscard]] TALI_INLINE void* allocate(std::size_t bytes, std::size_t alignment) {
    const std::uintptr_t at = (next_ + (alignment - 1)) & ~(static_cast<std::uintptr_t>(alignment) - 1);
    if (at + bytes > end_) [[unlikely]] {
      return allocate_elsewhere(bytes, alignment);
    }
    next_ = at + bytes;
    return reinterpret_cast<void*>(at); // NOLINT(performance-no-int-to-ptr)
  }

  template <class T, class... A>
  [[nodiscard]] TALI_INLINE arena_ptr<T> make(A&&... arguments) {
    static_assert(std::is_trivially_destructible_v<T>,
                  "tali: arena::make takes only trivially destructible types: an arena runs no destructors");
    return arena_ptr<T>(::new (allocate(sizeof(T), alignof(T))) T{std::forward<A>(arguments)...});
  }

  /// Releases everything. Objects allocated before must no longer be used.
  void reset() noexcept {
    if (end_ != 0) [[unlikely]] { // there are blocks
      reset_blocks();
    }
  }

  /// The number of bytes in use, and the number of bytes allocated.
  [[nodiscard]] std::size_t used() const noexcept;
  [[nodiscard]] std::size_t reserved() const noexcept;

  /// The same memory as a std::pmr::memory_resource (in an opaque pointer: <memory_resource> is a heavy header).
  [[nodiscard]] void* as_memory_resource() noexcept;

private:
  struct state;
  void reset_blocks() noexcept;
  [[nodiscard]] [[gnu::cold, gnu::noinline]] void* allocate_elsewhere(std::size_t bytes, std::size_t alignment);

  std::uintptr_t next_ = 0;
  std::uintptr_t end_ = 0;
  detail::owned<state> state_;
};

} // namespace tali
