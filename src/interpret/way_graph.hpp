// SPDX-License-Identifier: BSL-1.0
// The part of a forest below one node, in topological order (parts first), with each cycle as one component.
#pragma once

#include <tali/source/forest.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace tali::detail {

/// The parts of a node: at most two.
struct node_parts {
  forest::node of[2];
  int count;
};
[[nodiscard]] inline node_parts parts_of(const forest& f, forest::node n) noexcept {
  if (n < 2) {
    return {{0, 0}, 0};
  }
  const forest::entry& e = f.at(n);
  switch (e.what) {
  case forest::kind::integer:
  case forest::kind::real:
    return {{0, 0}, 0};
  case forest::kind::branch:
    return {{e.c, 0}, 1};
  case forest::kind::later:
  case forest::kind::partly:
    return {{e.a, 0}, 1};
  case forest::kind::join:
  case forest::kind::either:
    return {{e.a, e.b}, 2};
  }
  return {{0, 0}, 0};
}

/// The nodes that have a way. In a forest without cycles, all nodes except `none` have one.
class productive_nodes {
public:
  explicit productive_nodes(const forest& f);
  [[nodiscard]] bool operator[](forest::node n) const noexcept {
    return n != forest::none() && (productive_.empty() || productive_[n]);
  }

private:
  std::vector<bool> productive_; // empty: all
};

/// The productive nodes that are reachable from the root, in strongly connected components, parts first.
struct way_graph {
  std::vector<forest::node> nodes;
  std::vector<std::uint32_t> starts; // of components, and the end
  std::vector<bool> cycles;          // for each component: it refers to itself

  way_graph(const forest& f, forest::node root, const productive_nodes& productive);
  [[nodiscard]] std::size_t size() const noexcept { return cycles.size(); }
  [[nodiscard]] std::span<const forest::node> component(std::size_t i) const noexcept {
    return std::span(nodes).subspan(starts[i], starts[i + 1] - starts[i]);
  }
};

} // namespace tali::detail
