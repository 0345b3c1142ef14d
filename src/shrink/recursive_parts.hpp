// SPDX-License-Identifier: BSL-1.0
// What the passes over recursive parts share: visiting the parts, finding the parts of a part, and copying pieces of
// the tree. The visit ends with the first change, because positions are then those of another tree.
#pragma once

#include "shrink/shrinker.hpp"

#include <cstdint>
#include <vector>

namespace tali::detail {

class recursive_parts {
public:
  explicit recursive_parts(shrinker& s) : s_(s), start_(s.version()) {}

  /// Calls f with the position of each recursive part. No calls if there are too many of them to be worth the runs.
  template <class F>
  void each(const F& f) const {
    constexpr std::size_t most = 24;
    const std::vector<std::uint32_t> all = found_in(0, size(), false);
    for (std::size_t i = 0; i < all.size() && all.size() <= most && going(); ++i) {
      f(all[i]);
    }
  }
  /// Whether nothing has changed yet and runs are left.
  [[nodiscard]] bool going() const { return s_.version() == start_ && !s_.spent(); }

  /// The nearest recursive parts inside a span.
  [[nodiscard]] std::vector<std::uint32_t> inside(std::uint32_t open) const {
    return found_in(open + 1, s_.closes()[open], true);
  }
  /// The position after a span.
  [[nodiscard]] std::uint32_t end(std::uint32_t open) const { return s_.closes()[open] + 1; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(s_.tree().size()); }
  void copy(choice_tree& to, std::uint32_t from, std::uint32_t until) const {
    to.insert(to.end(), s_.tree().begin() + from, s_.tree().begin() + until);
  }

private:
  [[nodiscard]] std::vector<std::uint32_t> found_in(std::uint32_t from, std::uint32_t until, bool only_nearest) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = from; i < until; ++i) {
      if (is_open(s_.tree()[i], span_kind::recursion)) {
        found.push_back(i);
        i = only_nearest ? s_.closes()[i] : i;
      }
    }
    return found;
  }

  shrinker& s_;
  std::uint64_t start_;
};

} // namespace tali::detail
