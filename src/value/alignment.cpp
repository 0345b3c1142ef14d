// SPDX-License-Identifier: BSL-1.0
// E. W. Myers, An O(ND) Difference Algorithm and Its Variations (1986), the greedy form that finds a shortest edit
// script, after equal beginnings and ends are set aside. It takes O((n + m) d) comparisons and O(d^2) memory for d
// edits; sequences that need more than 400 edits have so little in common that their items are compared one by one.
#include "value/alignment.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

void add(std::vector<differing_stretch>& stretches, const differing_stretch& s) {
  if (s.left_begin == s.left_end && s.right_begin == s.right_end)
    return;
  if (!stretches.empty() && stretches.back().left_end == s.left_begin && stretches.back().right_end == s.right_begin) {
    stretches.back().left_end = s.left_end;
    stretches.back().right_end = s.right_end;
  } else {
    stretches.push_back(s);
  }
}

} // namespace

// long: the way forward and the way back use the same rows and the same best_way.
std::vector<differing_stretch> align(std::span<const void* const> a, std::span<const void* const> b,
                                     bool (*differ)(const void*, const void*)) {
  auto equal = [&](const void* x, const void* y) { return !differ(x, y); };
  std::vector<differing_stretch> stretches;
  std::size_t first = 0, a_end = a.size(), b_end = b.size();
  while (first < a_end && first < b_end && equal(a[first], b[first]))
    ++first;
  while (a_end > first && b_end > first && equal(a[a_end - 1], b[b_end - 1]))
    --a_end, --b_end;

  using index = std::ptrdiff_t;
  const auto n = static_cast<index>(a_end - first), m = static_cast<index>(b_end - first);
  if (n == 0 || m == 0) {
    add(stretches, {first, a_end, first, b_end});
    return stretches;
  }

  // rows[d][k + d]: the furthest position in a on diagonal k (k = x - y) with d edits, -1 if unreachable.
  constexpr index most_edits = 400;
  std::vector<std::vector<index>> rows;

  // The best path to diagonal k with d edits: the item of a before x removed, or the item of b before y added.
  struct way {
    index x;
    bool removal;
  };
  auto best_way = [&](index d, index k) -> way {
    auto before = [&](index diagonal) -> index {
      if (diagonal < -(d - 1) || diagonal > d - 1)
        return -1;
      return rows[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
    };
    index removal = before(k - 1) < 0 || before(k - 1) + 1 > n ? -1 : before(k - 1) + 1;
    index addition = before(k + 1) < 0 || before(k + 1) - k > m ? -1 : before(k + 1);
    return removal > addition ? way{removal, true} : way{addition, false};
  };

  bool found = false;
  for (index d = 0; d <= std::min(n + m, most_edits) && !found; ++d) {
    std::vector<index> row(static_cast<std::size_t>(2 * d + 1), -1);
    for (index k = -d; k <= d && !found; k += 2) {
      index x = d == 0 ? 0 : best_way(d, k).x;
      if (x < 0)
        continue;
      index y = x - k;
      while (x < n && y < m && equal(a[first + static_cast<std::size_t>(x)], b[first + static_cast<std::size_t>(y)])) {
        ++x, ++y;
      }
      row[static_cast<std::size_t>(k + d)] = x;
      found = x == n && y == m;
    }
    rows.push_back(std::move(row));
  }
  if (!found) {
    add(stretches, {first, a_end, first, b_end});
    return stretches;
  }

  // Back along the path, then the edits in order.
  struct edit {
    index x, y;
    bool removal;
  };
  std::vector<edit> edits;
  index diagonal = n - m;
  for (auto d = static_cast<index>(rows.size()) - 1; d > 0; --d) {
    way w = best_way(d, diagonal);
    index y = w.x - diagonal;
    edits.push_back({w.removal ? w.x - 1 : w.x, w.removal ? y : y - 1, w.removal});
    diagonal += w.removal ? -1 : 1;
  }
  std::reverse(edits.begin(), edits.end());
  for (const auto& e : edits) {
    auto i = first + static_cast<std::size_t>(e.x), j = first + static_cast<std::size_t>(e.y);
    add(stretches, {i, e.removal ? i + 1 : i, j, e.removal ? j : j + 1});
  }
  return stretches;
}

} // namespace tali::detail
