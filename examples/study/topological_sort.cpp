// SPDX-License-Identifier: BSL-1.0
// Sorting an acyclic graph, tested with three generators of graphs. The good one has graphs of all densities. The
// flawed one has only paths, which have a single order. The naive one discards graphs with cycles, and the rest have
// almost no edges.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gen = tali::gen;

namespace {

struct graph {
  int nodes = 0;
  std::vector<std::pair<int, int>> edges; // from before to
};

// The code under test: Kahn's algorithm. Empty if there is a cycle.
std::vector<int> sorted(const graph& g) {
  std::vector<int> before(static_cast<std::size_t>(g.nodes), 0);
  for (const auto& [from, to] : g.edges) {
    ++before[static_cast<std::size_t>(to)];
  }
  std::vector<int> out;
  for (int n = 0; n < g.nodes; ++n) {
    if (before[static_cast<std::size_t>(n)] == 0) {
      out.push_back(n);
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    for (const auto& [from, to] : g.edges) {
      if (from == out[i] && --before[static_cast<std::size_t>(to)] == 0) {
        out.push_back(to);
      }
    }
  }
  return static_cast<int>(out.size()) == g.nodes ? out : std::vector<int>{};
}

/// The number of edges on the longest path.
int depth(const graph& g, const std::vector<int>& order) {
  std::vector<int> longest(static_cast<std::size_t>(g.nodes), 0);
  for (const int n : order) {
    for (const auto& [from, to] : g.edges) {
      if (from == n) {
        longest[static_cast<std::size_t>(to)] =
            std::max(longest[static_cast<std::size_t>(to)], longest[static_cast<std::size_t>(n)] + 1);
      }
    }
  }
  return longest.empty() ? 0 : *std::max_element(longest.begin(), longest.end());
}

constexpr auto good = gen::compose<graph>([](auto& draw) {
  graph g;
  g.nodes = draw(gen::integer(2, 16));
  const int density = draw(gen::integer(1, 3)); // of 4
  // Names are in a different order than the nodes, otherwise code that does nothing would pass.
  std::vector<int> names(static_cast<std::size_t>(g.nodes));
  for (int i = 0; i < g.nodes; ++i) {
    names[static_cast<std::size_t>(i)] = i;
    std::swap(names[static_cast<std::size_t>(i)], names[static_cast<std::size_t>(draw(gen::integer(0, i)))]);
  }
  for (int a = 0; a < g.nodes; ++a) {
    for (int b = a + 1; b < g.nodes; ++b) {
      if (draw(gen::integer(1, 4)) <= density) {
        g.edges.emplace_back(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
      }
    }
  }
  return g;
});
constexpr auto flawed = gen::compose<graph>([](auto& draw) {
  graph g;
  g.nodes = draw(gen::integer(0, 12));
  for (int a = 0; a + 1 < g.nodes; ++a) {
    g.edges.emplace_back(a, a + 1);
  }
  return g;
});
constexpr auto naive = gen::compose<graph>([](auto& draw) {
  graph g;
  g.nodes = draw(gen::integer(0, 12));
  for (int n = g.nodes == 0 ? 0 : draw(gen::integer(0, 2 * g.nodes)); n > 0; --n) {
    const int from = draw(gen::integer(0, g.nodes - 1));
    g.edges.emplace_back(from, draw(gen::integer(0, g.nodes - 1)));
  }
  return g;
});

constexpr auto order_respects_edges = [](tali::test_case& c, const graph& g) {
  const std::vector<int> order = sorted(g);
  c.assume(static_cast<int>(order.size()) == g.nodes, "has a cycle");
  c.event("nodes", g.nodes);
  c.event("edges", g.edges.size());
  c.event("depth", depth(g, order));
  c.event("nodes and edges", "nodes", g.nodes, "edges", static_cast<double>(g.edges.size()));
  c.classify(std::is_sorted(order.begin(), order.end()), "in order already");
  std::vector<int> place(static_cast<std::size_t>(g.nodes), -1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  }
  return std::none_of(place.begin(), place.end(), [](int p) { return p < 0; }) &&
         std::all_of(g.edges.begin(), g.edges.end(), [&](const auto& e) {
           return place[static_cast<std::size_t>(e.first)] < place[static_cast<std::size_t>(e.second)];
         });
};
tali::settings random_cases() { // do not test the few inputs of the flawed generator exhaustively
  tali::settings s;
  s.exhaustive = tali::exhaustive_mode::never;
  s.discard_ratio = 100;
  return s;
}

TALI_PROPERTY("topological sort (good)", random_cases(), good, order_respects_edges);
TALI_PROPERTY("topological sort (flawed)", random_cases(), flawed, order_respects_edges);
TALI_PROPERTY("topological sort (naive)", random_cases(), naive, order_respects_edges);

} // namespace
