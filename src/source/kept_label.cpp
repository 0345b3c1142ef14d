// SPDX-License-Identifier: BSL-1.0
// A hash table without locks, because the threads and processes that use it may end at any point. Texts are appended to
// an area, and a slot, once set, never changes. A process that dies while adding a text wastes its space. If two
// processes add the same text at the same time, both use the one that was stored first.
#include <tali/detail/mix.hpp>
#include <tali/source/error.hpp>
#include <tali/source/kept_label.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace tali::choices {

namespace {

struct label_table {
  static constexpr std::size_t slot_count = std::size_t{1} << 21U;
  static constexpr std::uint32_t most_labels = 1'000'000; // so that about half of the slots stay free
  static constexpr std::size_t capacity = std::size_t{64} << 20U;

  std::atomic<std::uint32_t> count;
  std::atomic<std::size_t> used;                // of the texts
  std::atomic<std::uint32_t> slots[slot_count]; // where a text is, from 1; 0: free
  char texts[capacity];                         // each with its length before it

  [[nodiscard]] std::string_view at(std::uint32_t place) const noexcept {
    std::uint32_t length = 0;
    std::memcpy(&length, texts + (place - 1), sizeof(length));
    return {texts + (place - 1) + sizeof(length), length};
  }
  /// Its place, or 0 if the area is full.
  [[nodiscard]] std::uint32_t append(std::string_view text) noexcept {
    const std::size_t size = sizeof(std::uint32_t) + text.size();
    if (text.size() > capacity || count.load(std::memory_order_relaxed) >= most_labels) {
      return 0;
    }
    std::size_t begin = used.load(std::memory_order_relaxed);
    do {
      if (capacity - begin < size) {
        return 0;
      }
    } while (!used.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed));
    const auto length = static_cast<std::uint32_t>(text.size());
    std::memcpy(texts + begin, &length, sizeof(length));
    std::memcpy(texts + begin + sizeof(length), text.data(), text.size());
    return static_cast<std::uint32_t>(begin) + 1;
  }
};

/// Null if there is no memory for it. Fresh pages are zero, the initial value of every member, and most are never used.
label_table* table() noexcept {
  static label_table* const mine = [] {
    void* memory =
        mmap(nullptr, sizeof(label_table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : static_cast<label_table*>(memory); // NOLINT(performance-no-int-to-ptr)
  }();
  return mine;
}

std::size_t hash_of(std::string_view text) noexcept {
  const std::uint64_t h = detail::fnv1a_64(text); // labels are short
  return static_cast<std::size_t>(h ^ (h >> 32U));
}

} // namespace

std::string_view kept_label(std::string_view text) {
  if (text.empty()) {
    return {};
  }
  label_table* const labels = table();
  if (labels == nullptr) {
    throw std::bad_alloc();
  }
  std::uint32_t mine = 0;
  for (std::size_t i = hash_of(text);; ++i) {
    std::atomic<std::uint32_t>& slot = labels->slots[i % label_table::slot_count];
    std::uint32_t there = slot.load(std::memory_order_acquire);
    if (there == 0) {
      mine = mine == 0 ? labels->append(text) : mine;
      if (mine == 0) {
        detail::throw_generator_error(
            "no room for another label: there may be a million different ones, 64 MiB in all; "
            "label kinds of values, not each value");
      }
      if (slot.compare_exchange_strong(there, mine, std::memory_order_acq_rel)) {
        labels->count.fetch_add(1, std::memory_order_relaxed);
        return labels->at(mine);
      }
    }
    if (labels->at(there) == text) {
      return labels->at(there);
    }
  }
}

} // namespace tali::choices

namespace tali {

void detail::share_kept_labels() noexcept { static_cast<void>(table()); }

} // namespace tali
