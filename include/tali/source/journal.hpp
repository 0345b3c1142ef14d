// SPDX-License-Identifier: BSL-1.0
// choice_journal: the choices of a running case, in memory that outlives the process.
//
// A trace is on the heap and is lost when the process dies. A journal is one flat block that can be in memory shared
// with another process, which can read the choices that led to the crash. Span descriptions are constants of the
// program, and labels are constants or kept (kept_label.hpp), so their addresses are valid in every process forked
// from it.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/choice.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace tali::choices {

struct choice_journal {
  static constexpr std::uint32_t capacity = 1U << 20;

  struct entry {
    enum class kind : std::uint8_t { choice, open, close };
    kind what = kind::choice;
    choice chosen{};                 // of a choice
    std::string_view label{};        // of a branch
    const span_info* info = nullptr; // of an open
  };

  void clear() noexcept { size.store(0, std::memory_order_relaxed); }
  void add(const entry& e) noexcept {
    const std::uint32_t at = size.load(std::memory_order_relaxed);
    if (at < capacity) {
      entries[at] = e;
    }
    // Release, so that a process that reads the size also sees the entry.
    size.store(at < capacity ? at + 1 : capacity + 1, std::memory_order_release);
  }
  /// Removes the entries after the first `size`.
  void cut(std::uint32_t count) noexcept {
    if (count < size.load(std::memory_order_relaxed)) {
      size.store(count, std::memory_order_release);
    }
  }
  /// The entries so far.
  [[nodiscard]] std::uint32_t count() const noexcept {
    const std::uint32_t n = size.load(std::memory_order_acquire);
    return n < capacity ? n : capacity;
  }
  /// Whether there were more entries than fit.
  [[nodiscard]] bool overflowed() const noexcept { return size.load(std::memory_order_acquire) > capacity; }

  std::atomic<std::uint32_t> size;
  entry entries[capacity]; // lies in shared memory
};

/// Only the choices.
[[nodiscard]] std::vector<choice> choices_of(const choice_journal& journal);

} // namespace tali::choices
