// SPDX-License-Identifier: BSL-1.0
#include "interpret/way_graph.hpp"

#include <algorithm>

namespace tali::detail {

productive_nodes::productive_nodes(const forest& f) {
  if (!f.cyclic()) {
    return;
  }
  productive_.resize(f.end());
  productive_[forest::empty()] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (forest::node n = 2; n < f.end(); ++n) {
      if (productive_[n]) {
        continue;
      }
      const node_parts parts = parts_of(f, n);
      const bool either = f.at(n).what == forest::kind::either;
      bool found = !either;
      for (int i = 0; i < parts.count; ++i) {
        found = either ? found || productive_[parts.of[i]] : found && productive_[parts.of[i]];
      }
      productive_[n] = found;
      changed = changed || found;
    }
  }
}

// Tarjan's algorithm with an explicit stack, because values may be deeper than the call stack.
// long: all steps of the loop use the same stacks.
way_graph::way_graph(const forest& f, forest::node root, const productive_nodes& productive) {
  starts.push_back(0);
  if (!productive[root]) {
    return;
  }
  constexpr std::uint32_t unseen = 0;
  constexpr std::uint32_t done = 0xffffffffU;
  std::vector<std::uint32_t> low(f.end(), unseen); // the discovery index, lowered to the earliest reachable; or done
  struct frame {
    forest::node at;
    std::uint32_t found;
    int next;
    bool itself;
  };
  std::vector<frame> path;
  std::vector<forest::node> open;
  std::uint32_t counter = 0;
  const auto enter = [&](forest::node n) {
    low[n] = ++counter;
    path.push_back({n, counter, 0, false});
    open.push_back(n);
  };
  enter(root);
  while (!path.empty()) {
    frame& top = path.back();
    const node_parts parts = parts_of(f, top.at);
    if (top.next < parts.count) {
      const forest::node part = parts.of[top.next++];
      if (!productive[part]) {
        continue;
      }
      if (low[part] == unseen) {
        enter(part);
      } else if (low[part] != done) {
        top.itself = top.itself || part == top.at;
        low[top.at] = std::min(low[top.at], low[part]);
      }
      continue;
    }
    const frame left = top;
    path.pop_back();
    if (!path.empty()) {
      low[path.back().at] = std::min(low[path.back().at], low[left.at]);
    }
    if (low[left.at] != left.found) {
      continue;
    }
    const std::size_t first = nodes.size();
    forest::node n = 0;
    do {
      n = open.back();
      open.pop_back();
      low[n] = done;
      nodes.push_back(n);
    } while (n != left.at);
    // Within a cycle, by index: parts first, except those that refer to a later node.
    std::sort(nodes.begin() + static_cast<std::ptrdiff_t>(first), nodes.end());
    starts.push_back(static_cast<std::uint32_t>(nodes.size()));
    cycles.push_back(nodes.size() - first > 1 || left.itself);
  }
}

} // namespace tali::detail
