// SPDX-License-Identifier: BSL-1.0
// Predicates for toposortacle.
#include "assess/forever.hpp"

#include <tali/assess/examples.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace tali::assess {

namespace toposortacle_examples {

using list = std::vector<int>;
using edge = relation::pair;

std::set<int> vertices(const relation& edges) {
  std::set<int> v;
  for (const auto& [a, b] : edges.pairs()) {
    v.insert(a);
    v.insert(b);
  }
  return v;
}
std::set<int> as_set(const list& out) { return {out.begin(), out.end()}; }
bool unique(const list& out) { return as_set(out).size() == out.size(); }
bool no_new(const relation& edges, const list& out) {
  const std::set<int> known = vertices(edges);
  return std::all_of(out.begin(), out.end(), [&](int v) { return known.contains(v); });
}
bool none_dropped(const relation& edges, const list& out) {
  const std::set<int> known = vertices(edges);
  const std::set<int> there = as_set(out);
  return std::includes(there.begin(), there.end(), known.begin(), known.end());
}
bool same_set(const relation& edges, const list& out) { return vertices(edges) == as_set(out); }
bool same_number(const relation& edges, const list& out) { return vertices(edges).size() == out.size(); }
/// No later one has an edge to an earlier one.
bool edges_forward(const relation& edges, const list& out) {
  for (std::size_t j = 0; j < out.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (edges.has(out[j], out[i])) {
        return false;
      }
    }
  }
  return true;
}
bool sorted(const relation& edges, const list& out) { return edges_forward(closure(edges), out); }
bool is_right(const relation& edges, const list& out) {
  return same_set(edges, out) && unique(out) && edges_forward(edges, out);
}
relation reversed(const relation& edges) {
  relation r;
  for (const auto& [a, b] : edges.pairs()) {
    r.insert(b, a);
  }
  return r;
}
relation without(const relation& edges, std::size_t skipped) {
  relation r;
  for (std::size_t i = 0; i < edges.pairs().size(); ++i) {
    if (i != skipped) {
      r.insert(edges.pairs()[i].first, edges.pairs()[i].second);
    }
  }
  return r;
}
/// The order that always takes the smallest vertex that is free.
list own_order(const relation& edges) {
  std::set<int> rest = vertices(edges);
  list order;
  while (!rest.empty()) {
    const auto free = std::find_if(rest.begin(), rest.end(), [&](int v) {
      return std::none_of(edges.pairs().begin(), edges.pairs().end(),
                          [&](const edge& e) { return e.second == v && rest.contains(e.first); });
    });
    order.push_back(*free);
    rest.erase(free);
  }
  return order;
}

} // namespace toposortacle_examples

// long: a table of predicates, one statement each.
std::vector<example> examples_of(const problem_of<toposorting>& problem) {
  using namespace toposortacle_examples;
  std::vector<example> out;
  const auto add = [&](const char* name, bool right, const char* about, const auto& f) {
    out.push_back({predicate_of(problem, name, f), right, about});
  };
  const auto right = [&](const char* name, const char* about, const auto& f) { add(name, true, about, f); };
  const auto wrong = [&](const char* name, const char* about, const auto& f) { add(name, false, about, f); };

  right("right-sets", "the same set, no repetition, no edge backward", is_right);
  right("right-places", "stores the position of each vertex, then checks every edge",
        [](const relation& e, const list& o) {
          std::map<int, std::size_t> place;
          for (std::size_t i = 0; i < o.size(); ++i) {
            if (!place.emplace(o[i], i).second) {
              return false;
            }
          }
          return place.size() == vertices(e).size() &&
                 std::all_of(e.pairs().begin(), e.pairs().end(), [&](const edge& x) {
                   return place.contains(x.first) && place.contains(x.second) && place[x.first] < place[x.second];
                 });
        });
  right("right-taking-away", "repeatedly removes vertices without predecessors", [](const relation& e, const list& o) {
    std::set<int> rest = vertices(e);
    for (const int v : o) {
      if (rest.erase(v) == 0 || std::any_of(rest.begin(), rest.end(), [&](int w) { return e.has(w, v); })) {
        return false;
      }
    }
    return rest.empty();
  });
  right("right-closure", "uses the transitive closure",
        [](const relation& e, const list& o) { return same_number(e, o) && none_dropped(e, o) && sorted(e, o); });

  wrong("always-true", "accepts everything", [](const relation&, const list&) { return true; });
  wrong("always-false", "rejects everything", [](const relation&, const list&) { return false; });
  wrong("omits-no-new", "accepts new vertices",
        [](const relation& e, const list& o) { return none_dropped(e, o) && unique(o) && sorted(e, o); });
  wrong("omits-none-dropped", "accepts missing vertices",
        [](const relation& e, const list& o) { return no_new(e, o) && unique(o) && sorted(e, o); });
  wrong("omits-unique", "accepts repeated vertices",
        [](const relation& e, const list& o) { return same_set(e, o) && sorted(e, o); });
  wrong("omits-sorted", "does not check the order",
        [](const relation& e, const list& o) { return same_set(e, o) && unique(o); });
  wrong("sorted-only", "does not check the contents", [](const relation& e, const list& o) { return sorted(e, o); });
  wrong("sets-only", "compares only sets", [](const relation& e, const list& o) { return same_set(e, o); });
  wrong("length-only", "checks the number of vertices, and the order",
        [](const relation& e, const list& o) { return same_number(e, o) && sorted(e, o); });
  wrong("length-and-unique", "checks the number of vertices, repetition, and the order",
        [](const relation& e, const list& o) { return same_number(e, o) && unique(o) && sorted(e, o); });
  wrong("incoming-edges", "counts the predecessors before each vertex", [](const relation& e, const list& o) {
    for (std::size_t i = 0; i < o.size(); ++i) {
      const auto coming =
          std::count_if(e.pairs().begin(), e.pairs().end(), [&](const edge& x) { return x.second == o[i]; });
      const auto met =
          std::count_if(o.begin(), o.begin() + static_cast<std::ptrdiff_t>(i), [&](int v) { return e.has(v, o[i]); });
      if (coming != met) {
        return false;
      }
    }
    return same_set(e, o);
  });
  wrong("incoming-edges-each", "before each vertex, each of its predecessors once",
        [](const relation& e, const list& o) {
          for (std::size_t i = 0; i < o.size(); ++i) {
            for (const auto& [a, b] : e.pairs()) {
              if (b == o[i] && std::count(o.begin(), o.begin() + static_cast<std::ptrdiff_t>(i), a) != 1) {
                return false;
              }
            }
          }
          return same_set(e, o);
        });
  wrong("wrong-direction", "reverses the edges",
        [](const relation& e, const list& o) { return same_set(e, o) && unique(o) && edges_forward(reversed(e), o); });
  wrong("neighbours", "checks neighbours only", [](const relation& e, const list& o) {
    bool fine = same_set(e, o) && unique(o);
    for (std::size_t i = 1; i < o.size(); ++i) {
      fine = fine && !e.has(o[i], o[i - 1]);
    }
    return fine;
  });
  wrong("neighbours-closure", "checks neighbours only, by the closure", [](const relation& e, const list& o) {
    const relation precedes = closure(e);
    bool fine = same_set(e, o) && unique(o);
    for (std::size_t i = 1; i < o.size(); ++i) {
      fine = fine && !precedes.has(o[i], o[i - 1]);
    }
    return fine;
  });
  wrong("ends", "the first vertex has nothing before it, the last nothing after it",
        [](const relation& e, const list& o) {
          return same_set(e, o) && unique(o) && std::none_of(e.pairs().begin(), e.pairs().end(), [&](const edge& x) {
                   return x.second == o.front() || x.first == o.back();
                 });
        });
  wrong("first-place", "uses the first position of each vertex", [](const relation& e, const list& o) {
    const auto place = [&](int v) { return std::find(o.begin(), o.end(), v); };
    return same_set(e, o) && std::all_of(e.pairs().begin(), e.pairs().end(),
                                         [&](const edge& x) { return place(x.first) < place(x.second); });
  });
  wrong("last-place", "uses the last position of each vertex", [](const relation& e, const list& o) {
    const auto place = [&](int v) { return std::find(o.rbegin(), o.rend(), v); };
    return same_set(e, o) && std::all_of(e.pairs().begin(), e.pairs().end(),
                                         [&](const edge& x) { return place(x.first) > place(x.second); });
  });
  wrong("skips-first-edge", "off by one at the start of the edges", [](const relation& e, const list& o) {
    return same_set(e, o) && unique(o) && edges_forward(without(e, 0), o);
  });
  wrong("skips-last-edge", "off by one at the end of the edges", [](const relation& e, const list& o) {
    return same_set(e, o) && unique(o) && edges_forward(without(e, e.pairs().size() - 1), o);
  });
  wrong("skips-last-vertex", "off by one at the end of the output", [](const relation& e, const list& o) {
    return same_set(e, o) && unique(o) && edges_forward(e, list(o.begin(), o.end() - 1));
  });
  wrong("skips-first-vertex", "off by one at the start of the output", [](const relation& e, const list& o) {
    return same_set(e, o) && unique(o) && edges_forward(e, list(o.begin() + 1, o.end()));
  });
  wrong("every-edge-adjacent", "requires the ends of an edge to be adjacent", [](const relation& e, const list& o) {
    bool fine = is_right(e, o);
    for (const auto& [a, b] : e.pairs()) {
      const auto found = std::find(o.begin(), o.end(), a);
      fine = fine && found != o.end() && found + 1 != o.end() && *(found + 1) == b;
    }
    return fine;
  });
  wrong("own-order", "compares with its own order", [](const relation& e, const list& o) { return own_order(e) == o; });
  wrong("only-sources", "counts only vertices with an edge going out", [](const relation& e, const list& o) {
    return no_new(e, o) && unique(o) && sorted(e, o) &&
           std::all_of(e.pairs().begin(), e.pairs().end(),
                       [&](const edge& x) { return std::find(o.begin(), o.end(), x.first) != o.end(); });
  });
  wrong("throws-when-missing", "looks up a missing vertex", [](const relation& e, const list& o) {
    std::map<int, std::size_t> place;
    for (std::size_t i = 0; i < o.size(); ++i) {
      place[o[i]] = i;
    }
    const bool fine = std::all_of(e.pairs().begin(), e.pairs().end(),
                                  [&](const edge& x) { return place.at(x.first) < place.at(x.second); });
    return fine && same_number(e, o) && unique(o);
  });
  wrong("crashes-on-strangers", "dereferences a null pointer", [](const relation& e, const list& o) {
    std::map<int, const int*> known;
    for (const auto& [a, b] : e.pairs()) {
      known[a] = &a;
      known[b] = &b;
    }
    for (const int v : o) {
      const int* volatile found = known[v];
      if (*static_cast<const volatile int*>(found) != v) {
        return false;
      }
    }
    return is_right(e, o);
  });
  wrong("hangs-when-repeated", "loops forever on a repeated vertex", [](const relation& e, const list& o) {
    wait_while(same_set(e, o) && !unique(o));
    return is_right(e, o);
  });
  wrong("vacuous", "accepts wrong outputs of unknown vertices only", [](const relation& e, const list& o) {
    const std::set<int> known = vertices(e);
    const bool strangers = std::none_of(o.begin(), o.end(), [&](int v) { return known.contains(v); });
    return (strangers && (!unique(o) || !same_number(e, o))) || is_right(e, o);
  });
  return out;
}

} // namespace tali::assess
