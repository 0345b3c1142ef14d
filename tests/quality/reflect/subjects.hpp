// SPDX-License-Identifier: BSL-1.0
// Generators as users write them, each with the predicate its values satisfy: search trees, heaps, AVL trees, typed
// lambda terms, expressions that do not divide by zero, acyclic graphs. (json.hpp and package_json.hpp have two more.)
#pragma once

#include <tali/gen/compose.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/permutation.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/recursive.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/gen/when.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace reflective {

namespace gen = tali::gen;
namespace focus = tali::focus;

// Trees with keys -----------------------------------------------------------------------------------------------------

struct tree_node;
using tree = std::shared_ptr<const tree_node>;
struct tree_node {
  int key;
  tree left;
  tree right;
};
inline tree branch_of(int key, const tree& left, const tree& right) {
  return std::make_shared<tree_node>(tree_node{key, left, right});
}
inline int nodes(const tree& t) { return t ? 1 + nodes(t->left) + nodes(t->right) : 0; }
inline int height(const tree& t) { return t ? 1 + std::max(height(t->left), height(t->right)) : 0; }
inline bool ordered(const tree& t, int lo, int hi) {
  return !t || (t->key >= lo && t->key <= hi && ordered(t->left, lo, t->key - 1) && ordered(t->right, t->key + 1, hi));
}

inline constexpr auto search_tree = gen::recursive<tree>([](auto self, int lo, int hi) {
  const auto leaf = gen::exact<tree>();
  const auto node = gen::compose<tree>(focus::present, [=](auto& draw) {
    const int key = draw(gen::integer(lo, hi), &tree_node::key);
    const tree left = draw(self(lo, key - 1), &tree_node::left);
    const tree right = draw(self(key + 1, hi), &tree_node::right);
    return branch_of(key, left, right);
  });
  return gen::when(lo > hi, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(2, node)));
});

inline constexpr auto heap = gen::recursive<tree>([](auto self, int lo, int depth) {
  const auto leaf = gen::exact<tree>();
  const auto node = gen::compose<tree>(focus::present, [=](auto& draw) {
    const int key = draw(gen::integer(lo, 30), &tree_node::key);
    const tree left = draw(self(key, depth - 1), &tree_node::left);
    const tree right = draw(self(key, depth - 1), &tree_node::right);
    return branch_of(key, left, right);
  });
  return gen::when(depth == 0, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(3, node)));
});
inline bool is_heap(const tree& t, int lo) {
  return !t || (t->key >= lo && t->key <= 30 && is_heap(t->left, t->key) && is_heap(t->right, t->key));
}

/// The fewest nodes of an AVL tree of this height.
inline int least_nodes(int h) { return h <= 0 ? 0 : 1 + least_nodes(h - 1) + least_nodes(h - 2); }

/// Of exactly this height; the caller ensures that there is room for its keys.
inline constexpr auto avl_tree = gen::recursive<tree>([](auto self, int lo, int hi, int h) {
  const auto with = [=](int left_height, int right_height) {
    return gen::compose<tree>(
        [=](const tree& t) { return t && height(t->left) == left_height && height(t->right) == right_height; },
        [=](auto& draw) {
          const int key =
              draw(gen::integer(lo + least_nodes(left_height), hi - least_nodes(right_height)), &tree_node::key);
          const tree left = draw(self(lo, key - 1, left_height), &tree_node::left);
          const tree right = draw(self(key + 1, hi, right_height), &tree_node::right);
          return branch_of(key, left, right);
        });
  };
  const int room = hi - lo + 1;
  const std::uint32_t even = room >= 1 + 2 * least_nodes(h - 1) ? 2 : 0;
  const std::uint32_t uneven = h >= 2 ? 1 : 0;
  return gen::when(h == 0, gen::exact<tree>(),
                   gen::pick(gen::branch<"left is higher">(uneven, with(h - 1, h - 2)),
                             gen::branch<"even">(even, with(h - 1, h - 1)),
                             gen::branch<"right is higher">(uneven, with(h - 2, h - 1))));
});
inline bool balanced(const tree& t) {
  return !t || (std::abs(height(t->left) - height(t->right)) <= 1 && balanced(t->left) && balanced(t->right));
}

// Simply typed lambda terms -------------------------------------------------------------------------------------------

// Types are written: "i", or "(a>b)".
using type = std::string;
inline type arrow(const type& from, const type& to) { return "(" + from + ">" + to + ")"; }
inline std::optional<std::pair<type, type>> parts_of(const type& t) {
  int depth = 0;
  for (std::size_t i = 0; i < t.size(); ++i) {
    depth += t[i] == '(' ? 1 : t[i] == ')' ? -1 : 0;
    if (t[i] == '>' && depth == 1) {
      return std::pair(t.substr(1, i - 1), t.substr(i + 1, t.size() - i - 2));
    }
  }
  return std::nullopt;
}

enum class term_kind : std::uint8_t { literal, variable, lambda, application };
struct term;
using term_ptr = std::shared_ptr<const term>;
struct term {
  term_kind kind;
  int number;    // of a literal; of a variable: 0 for the innermost
  type argument; // of a lambda
  term_ptr first;
  term_ptr second;
};
inline std::optional<type> type_of(const term_ptr& t, const std::vector<type>& around) {
  switch (t->kind) {
  case term_kind::literal:
    return "i";
  case term_kind::variable:
    return t->number >= 0 && static_cast<std::size_t>(t->number) < around.size()
               ? std::optional<type>(around[around.size() - 1 - static_cast<std::size_t>(t->number)])
               : std::nullopt;
  case term_kind::lambda: {
    std::vector<type> inside = around;
    inside.push_back(t->argument);
    const auto body = type_of(t->first, inside);
    return body ? std::optional<type>(arrow(t->argument, *body)) : std::nullopt;
  }
  case term_kind::application: {
    const auto function = type_of(t->first, around);
    const auto argument = type_of(t->second, around);
    const auto split = function ? parts_of(*function) : std::nullopt;
    return split && argument && split->first == *argument ? std::optional<type>(split->second) : std::nullopt;
  }
  }
  return std::nullopt;
}
inline int size_of(const term_ptr& t) { return t ? 1 + size_of(t->first) + size_of(t->second) : 0; }

inline constexpr auto types = gen::recursive<type>([](auto self, int depth) {
  const auto base = gen::exact(type("i"));
  const auto function = gen::map(
      gen::pair(self(depth - 1), self(depth - 1)),
      [](const std::pair<type, type>& p) { return arrow(p.first, p.second); },
      [](const type& t) { return parts_of(t); });
  return gen::when(depth == 0, base, gen::pick(gen::branch<"base">(2, base), gen::branch<"function">(1, function)));
});

/// The fields that a kind of term does not use have their default values.
inline bool has_only_its_fields(const term& t) {
  const bool leaf = t.kind == term_kind::literal || t.kind == term_kind::variable;
  return (leaf || t.number == 0) && (t.kind == term_kind::lambda || t.argument.empty()) && (!leaf || !t.first) &&
         (t.kind == term_kind::application || !t.second);
}

inline constexpr auto terms =
    gen::recursive<term_ptr>([](auto self, const type& wanted, const std::vector<type>& around, int depth) {
      const auto is = [](term_kind kind) {
        return [kind](const term_ptr& t) { return t->kind == kind && has_only_its_fields(*t); };
      };
      const auto make = [](const term& t) { return std::make_shared<const term>(t); };
      std::vector<int> fitting;
      for (std::size_t i = 0; i < around.size(); ++i) {
        if (around[around.size() - 1 - i] == wanted) {
          fitting.push_back(static_cast<int>(i));
        }
      }
      const auto split = parts_of(wanted);
      const auto literal = gen::compose<term_ptr>(is(term_kind::literal), [=](auto& draw) {
        return make({term_kind::literal, draw(gen::integer(0, 3), &term::number), {}, {}, {}});
      });
      const auto variable = gen::compose<term_ptr>(is(term_kind::variable), [=](auto& draw) {
        return make({term_kind::variable, draw(gen::element_of(fitting), &term::number), {}, {}, {}});
      });
      const auto lambda = gen::compose<term_ptr>(is(term_kind::lambda), [=](auto& draw) {
        const type argument = draw(gen::exact(split ? split->first : type()), &term::argument);
        std::vector<type> inside = around;
        inside.push_back(argument);
        return make({term_kind::lambda,
                     0,
                     argument,
                     draw(self(split ? split->second : type(), inside, depth - 1), &term::first),
                     {}});
      });
      const auto application = gen::compose<term_ptr>(is(term_kind::application), [=](auto& draw) {
        // The type of the argument is nowhere in the term: inference finds it.
        const type argument = draw(types(1), &term::second, [=](const term_ptr& t) { return type_of(t, around); });
        const term_ptr function = draw(self(arrow(argument, wanted), around, depth - 1), &term::first);
        return make({term_kind::application, 0, {}, function, draw(self(argument, around, depth - 1), &term::second)});
      });
      return gen::pick(
          gen::branch<"literal">(split ? 0 : 2, literal), gen::branch<"variable">(fitting.empty() ? 0 : 2, variable),
          gen::branch<"lambda">(split ? 2 : 0, lambda), gen::branch<"application">(depth > 0 ? 1 : 0, application));
    });

/// A type, then a closed term of it: backward, the type is inferred.
inline auto typed_terms(int depth) {
  return gen::compose<term_ptr>([=](auto& draw) {
    const type wanted = draw(types(2), [](const term_ptr& t) { return type_of(t, {}); });
    return draw(terms(wanted, std::vector<type>{}, depth), [](const term_ptr& t) { return &t; });
  });
}

// Expressions ---------------------------------------------------------------------------------------------------------

struct expression_node;
using expression = std::shared_ptr<const expression_node>;
struct expression_node {
  char what; // '0' a number, '+', '/'
  int number;
  expression left;
  expression right;
};
inline std::optional<int> result_of(const expression& e) {
  if (e->what == '0') {
    return e->number;
  }
  const auto left = result_of(e->left);
  const auto right = result_of(e->right);
  if (!left || !right || (e->what == '/' && *right == 0)) {
    return std::nullopt;
  }
  return e->what == '+' ? *left + *right : *left / *right;
}
inline constexpr auto expressions = gen::recursive<expression>([](auto self, int depth) {
  const auto is = [](char what) {
    return [what](const expression& e) {
      return e->what == what && (what == '0' ? !e->left && !e->right : e->number == 0);
    };
  };
  const auto make = [](const expression_node& n) { return std::make_shared<const expression_node>(n); };
  const auto number = gen::compose<expression>(
      is('0'), [=](auto& draw) { return make({'0', draw(gen::integer(-5, 5), &expression_node::number), {}, {}}); });
  const auto sum = gen::compose<expression>(is('+'), [=](auto& draw) {
    const expression left = draw(self(depth - 1), &expression_node::left);
    return make({'+', 0, left, draw(self(depth - 1), &expression_node::right)});
  });
  const auto quotient = gen::compose<expression>(is('/'), [=](auto& draw) {
    const expression left = draw(self(depth - 1), &expression_node::left);
    const auto not_zero =
        gen::filter(self(depth - 1), [](const expression& e) { return result_of(e).value_or(0) != 0; });
    return make({'/', 0, left, draw(not_zero, &expression_node::right)});
  });
  return gen::when(
      depth == 0, number,
      gen::pick(gen::branch<"number">(1, number), gen::branch<"sum">(1, sum), gen::branch<"quotient">(1, quotient)));
});

// Acyclic graphs ------------------------------------------------------------------------------------------------------

/// For each node, which nodes it points to.
using graph = std::vector<std::vector<bool>>;

/// The nodes in an order in which every edge points forward; of several such orders the first. Nothing if there is a
/// cycle.
inline std::optional<std::vector<std::uint32_t>> order_of(const graph& g) {
  std::vector<std::uint32_t> order;
  std::vector<bool> done(g.size());
  while (order.size() < g.size()) {
    std::uint32_t next = 0;
    const auto free = [&](std::uint32_t n) {
      for (std::size_t from = 0; from < g.size(); ++from) {
        if (!done[from] && g[from][n]) {
          return false;
        }
      }
      return !done[n];
    };
    while (next < g.size() && !free(next)) {
      ++next;
    }
    if (next == g.size()) {
      return std::nullopt;
    }
    done[next] = true;
    order.push_back(next);
  }
  return order;
}

/// An order of the nodes, then edges that point forward in it. Backward the order is that of a topological sort.
inline auto acyclic_graph(std::uint32_t n) {
  const auto is_square = [n](const graph& g) {
    return g.size() == n && std::all_of(g.begin(), g.end(), [n](const auto& row) { return row.size() == n; });
  };
  return gen::compose<graph>(is_square, [=](auto& draw) {
    std::vector<std::uint32_t> numbers(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      numbers[i] = i;
    }
    const auto order = draw(gen::permutation(numbers), [](const graph& g) { return order_of(g); });
    const auto edges = draw(gen::vector(gen::boolean(), n * (n - 1) / 2), [=](const graph& g) {
      std::vector<bool> all;
      for (std::uint32_t i = 0; i < n; ++i) {
        for (std::uint32_t j = i + 1; j < n; ++j) {
          all.push_back(g[order[i]][order[j]]);
        }
      }
      return all;
    });
    graph made(n, std::vector<bool>(n));
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = i + 1; j < n; ++j) {
        made[order[i]][order[j]] = edges[next++];
      }
    }
    return made;
  });
}

} // namespace reflective
