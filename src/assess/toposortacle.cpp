// SPDX-License-Identifier: BSL-1.0
// Toposortacle: the conditions for a list of vertices to be a topological order of the edges.
#include <tali/assess/assignments.hpp>

namespace tali::assess {

std::unique_ptr<problem_of<toposorting>> toposortacle(const toposorting& bounds) {
  auto p = std::make_unique<problem_of<toposorting>>("toposortacle", bounds);
  const int vertices = bounds.last_vertex + 1;
  p->precondition("the edges have no cycle", [](const auto& edges, const auto&) { return acyclic(edges); });
  // Vertices can be named so that the output uses their names in order.
  p->without_loss([=](const auto&, const auto& out) {
    return all(range(0, size(out)), [&](int i) {
      return all(range(1, vertices), [&](int v) {
        return !(at(out, i) == v) || any(range(0, i), [&](int j) { return at(out, j) == v - 1; });
      });
    });
  });

  p->subproperty("no-new", "every vertex of the output occurs in the input", [](const auto& edges, const auto& out) {
    const auto known = field(edges);
    return all(out, [&](const auto& v) { return contains(known, v); });
  });
  p->subproperty(
      "none-dropped", "every vertex of the input occurs in the output",
      [](const auto& edges, const auto& out) { return all(field(edges), [&](int v) { return contains(out, v); }); });
  p->subproperty("unique", "no vertex occurs twice in the output", [](const auto&, const auto& out) {
    return all_pairs(out, [](const auto& earlier, const auto& later) { return earlier != later; });
  });
  p->subproperty("sorted", "no vertex comes before one of its predecessors", [](const auto& edges, const auto& out) {
    const auto precedes = closure(edges);
    return all_pairs(out, [&](const auto& earlier, const auto& later) { return !contains(precedes, later, earlier); });
  });
  p->error_subproperty("same-number", "the output is as long as the input has vertices",
                       [](const auto& edges, const auto& out) { return size(field(edges)) == size(out); });
  p->error_subproperty("incoming-edges", "before each vertex, each of its direct predecessors occurs once",
                       [=](const auto& edges, const auto& out) {
                         return all(range(0, size(out)), [&](int i) {
                           return all(range(0, vertices), [&](int v) {
                             return !contains(edges, v, at(out, i)) ||
                                    count(range(0, i), [&](int j) { return at(out, j) == v; }) == 1;
                           });
                         });
                       });
  p->implies({"no-new", "none-dropped", "unique"}, "same-number");
  p->implies({"no-new", "none-dropped", "same-number"}, "unique");
  p->implies({"unique", "same-number", "no-new"}, "none-dropped");
  p->implies({"unique", "same-number", "none-dropped"}, "no-new");
  p->implies({"none-dropped", "unique", "sorted"}, "incoming-edges");
  p->implies({"none-dropped", "unique", "incoming-edges"}, "sorted");
  return p;
}

} // namespace tali::assess
