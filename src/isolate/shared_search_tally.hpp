// SPDX-License-Identifier: BSL-1.0
// shared_search_tally: a search_tally in memory that another process reads.
#pragma once

#include <tali/source/hooks.hpp>

#include <atomic>
#include <cstdint>

namespace tali::detail {

struct shared_search_tally {
  void store(search_tally seen) noexcept {
    attempts.store(seen.attempts, std::memory_order_relaxed);
    valid.store(seen.valid, std::memory_order_relaxed);
  }
  [[nodiscard]] search_tally load() const noexcept {
    return {attempts.load(std::memory_order_relaxed), valid.load(std::memory_order_relaxed)};
  }

  std::atomic<std::uint64_t> attempts;
  std::atomic<std::uint64_t> valid;
};

} // namespace tali::detail
