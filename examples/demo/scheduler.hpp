// SPDX-License-Identifier: BSL-1.0
// Jobs ordered by priority, then by arrival. Implemented as a binary heap, in which cancelled jobs stay as
// tombstones until they reach the top.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

enum class priority : std::uint8_t { low, normal, urgent };

struct job {
  int id; // increasing, so it also gives the order of arrival
  priority level;

  friend bool operator==(const job&, const job&) = default;
};

/// Whether b runs before a: the order of a heap, whose largest element comes first.
[[nodiscard]] constexpr bool runs_later(const job& a, const job& b) {
  return a.level != b.level ? a.level < b.level : a.id > b.id;
}

class scheduler {
public:
  /// Returns the id of the new job.
  int submit(priority level) {
    heap_.push_back({next_id_, level});
    std::push_heap(heap_.begin(), heap_.end(), runs_later);
    waiting_.insert(next_id_);
    return next_id_++;
  }

  /// Returns whether the job was still waiting.
  bool cancel(int id) { return waiting_.erase(id) != 0; }

  /// The job to run now, or nothing.
  std::optional<job> take() {
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end(), runs_later);
      const job next = heap_.back();
      heap_.pop_back();
      if (waiting_.erase(next.id) != 0) {
        return next;
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }

private:
  std::vector<job> heap_;
  std::unordered_set<int> waiting_;
  int next_id_ = 0;
};
