// SPDX-License-Identifier: BSL-1.0
// A set of integers stored as half-open intervals [begin, end): sorted, disjoint, and merged where they touch.
// It has a bug, on purpose. Can you find it before the properties in interval_set.cpp do?
#pragma once

#include <algorithm>
#include <vector>

struct interval {
  int begin;
  int end;

  friend bool operator==(const interval&, const interval&) = default;
};

class interval_set {
public:
  void add(interval added) {
    if (added.begin >= added.end) {
      return; // nothing to add
    }
    // Everything before `first` ends before the new interval begins.
    auto first = std::find_if(parts_.begin(), parts_.end(), [&](interval i) { return i.end >= added.begin; });
    auto last = first;
    while (last != parts_.end() && last->begin < added.end) {
      added.begin = std::min(added.begin, last->begin);
      added.end = std::max(added.end, last->end);
      ++last;
    }
    parts_.insert(parts_.erase(first, last), added);
  }

  [[nodiscard]] bool contains(int x) const {
    const auto after = std::upper_bound(parts_.begin(), parts_.end(), x, [](int v, interval i) { return v < i.begin; });
    return after != parts_.begin() && x < std::prev(after)->end;
  }

  [[nodiscard]] const std::vector<interval>& parts() const { return parts_; }

private:
  std::vector<interval> parts_;
};
