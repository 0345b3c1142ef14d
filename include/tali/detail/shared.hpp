// SPDX-License-Identifier: BSL-1.0
// shared: a pointer to an object that copies of the pointer share, like std::shared_ptr.
//
// It exists for the same reason as owned.hpp: the umbrella does not include <memory> or <atomic>.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tali::detail {

/// Counts the pointers to one object.
struct shared_count {
  std::size_t owners;
  void (*destroy)(shared_count*);
};

/// T may be incomplete except in `make`. Copies may be used by several threads.
template <class T>
class shared {
public:
  constexpr shared() = default;
  shared(const shared& other) noexcept : object_(other.object_), count_(other.count_) {
    if (count_ != nullptr) {
      __atomic_fetch_add(&count_->owners, 1, __ATOMIC_RELAXED);
    }
  }
  shared(shared&& other) noexcept
      : object_(std::exchange(other.object_, nullptr)), count_(std::exchange(other.count_, nullptr)) {}
  shared& operator=(shared other) noexcept {
    std::swap(object_, other.object_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~shared() {
    // Acquire and release: what the other owners did with the object happens before it is destroyed.
    if (count_ != nullptr && __atomic_sub_fetch(&count_->owners, 1, __ATOMIC_ACQ_REL) == 0) {
      count_->destroy(count_);
    }
  }

  /// Shares the object of another pointer, whose type may say more about it.
  template <class U>
    requires std::is_convertible_v<U*, T*>
  shared(shared<U> other) noexcept // implicit, like the conversion of pointers
      : object_(std::exchange(other.object_, nullptr)), count_(std::exchange(other.count_, nullptr)) {}

  template <class... A>
  [[nodiscard]] static shared make(A&&... arguments) {
    struct block : shared_count {
      T object;
      explicit block(A&&... a) : shared_count{1, &destroy_block}, object(std::forward<A>(a)...) {}
      static void destroy_block(shared_count* base) { delete static_cast<block*>(base); }
    };
    block* const made = new block(std::forward<A>(arguments)...);
    shared result;
    result.object_ = &made->object;
    result.count_ = made;
    return result;
  }

  [[nodiscard]] T* get() const noexcept { return object_; }
  [[nodiscard]] std::add_lvalue_reference_t<T> operator*() const noexcept { return *object_; }
  [[nodiscard]] T* operator->() const noexcept { return object_; }
  [[nodiscard]] explicit operator bool() const noexcept { return object_ != nullptr; }

private:
  template <class U>
  friend class shared;

  T* object_ = nullptr;
  shared_count* count_ = nullptr;
};

} // namespace tali::detail
