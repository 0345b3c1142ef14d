// SPDX-License-Identifier: BSL-1.0
// source_hooks: what a generator that searches for its value (gen::valid) exchanges with the code that runs the case.
//
// Learning can take long. The predicate can throw, crash or hang, and the case then ends without a value to show. So
// the runner sets a deadline, learns of each value before the predicate sees it, and of the progress of the search,
// which it can keep where it outlives the process. A source only carries a pointer to its hooks; without a runner it is
// null.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>

namespace tali::choices {

/// How often a search called the predicate, and how many of the values were valid.
struct search_tally {
  std::uint64_t attempts = 0;
  std::uint64_t valid = 0;
  friend bool operator==(const search_tally&, const search_tally&) = default;
};

/// A search_tally in memory that another process reads.
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

class source_hooks {
public:
  static constexpr std::int64_t no_deadline = std::numeric_limits<std::int64_t>::max();

  /// When learning ends at the latest, in nanoseconds of the steady clock.
  [[nodiscard]] virtual std::int64_t learning_deadline() const noexcept = 0;
  /// Whether predicate_called is of use: its argument takes time to make.
  [[nodiscard]] virtual bool observes_predicates() const noexcept = 0;
  /// The predicate is about to be called with this value, as it is shown.
  virtual void predicate_called(std::string&& value) = 0;
  virtual void predicate_returned() = 0;
  /// The attempts of the search so far.
  virtual void search_progressed(search_tally seen) noexcept = 0;
  [[nodiscard]] virtual search_tally searched() const noexcept = 0;

protected:
  source_hooks() = default;
  source_hooks(const source_hooks&) = default;
  source_hooks& operator=(const source_hooks&) = default;
  ~source_hooks() = default;
};

} // namespace tali::choices
