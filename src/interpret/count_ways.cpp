// SPDX-License-Identifier: BSL-1.0
#include "interpret/way_graph.hpp"

#include <tali/interpret/ways.hpp>

#include <algorithm>

namespace tali::choices {

bool has_way(const forest& f, forest::node root) {
  return f.cyclic() ? detail::productive_nodes(f)[root] : root != forest::none();
}

way_count count_ways(const forest& f, forest::node root) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  way_count result;
  const detail::productive_nodes productive(f);
  const detail::way_graph graph(f, root, productive);
  std::vector<std::uint64_t> count(f.end());
  count[forest::empty()] = 1;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph.cycles[i]) { // all its nodes are productive, so it has an exit and can be repeated any number of times
      result.infinite = true;
      for (const forest::node n : graph.component(i)) {
        count[n] = most;
      }
      continue;
    }
    const forest::node n = graph.component(i).front();
    if (n < 2) {
      continue;
    }
    const forest::entry& e = f.at(n);
    std::uint64_t& here = count[n];
    switch (e.what) {
    case forest::kind::integer:
    case forest::kind::real:
      here = 1;
      break;
    case forest::kind::branch:
      here = count[e.c];
      break;
    case forest::kind::later:
    case forest::kind::partly:
      here = count[e.a];
      break;
    case forest::kind::join:
      if (__builtin_mul_overflow(count[e.a], count[e.b], &here)) {
        result.overflowed = true;
        here = most;
      }
      break;
    case forest::kind::either:
      if (__builtin_add_overflow(count[e.a], count[e.b], &here)) {
        result.overflowed = true;
        here = most;
      }
      break;
    }
    if (e.what == forest::kind::partly) {
      const std::string_view why = f.reasons()[e.b];
      if (std::ranges::find(result.unexplored, why) == result.unexplored.end()) {
        result.unexplored.push_back(why);
      }
    }
  }
  result.overflowed = result.overflowed && !result.infinite;
  result.count = result.infinite || result.overflowed ? most : count[root];
  return result;
}

} // namespace tali::choices
