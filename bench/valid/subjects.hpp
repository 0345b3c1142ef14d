// SPDX-License-Identifier: BSL-1.0
// The subjects of the benchmark of valid values: naive generators with their predicates.
//
// The first four are those of the paper on free generators (Goldstein and Pierce, "Parsing Randomness"): fair choices
// everywhere, bounded depth, and a predicate that is checked on the finished value only. The other four are ours, in
// the same style. Each has a size measure, which shows whether a sampler finds only small values.
#pragma once

#include <tali/gen.hpp>

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace subjects {

namespace gen = tali::gen;

inline std::uint64_t mix(std::uint64_t h, std::uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15ULL;
  h *= 0xff51afd7ed558ccdULL;
  return h ^ (h >> 32U);
}

// Trees with an extra number in each node -----------------------------------------------------------------------------

struct tree;
using tree_ptr = std::unique_ptr<tree>;
struct tree {
  int key = 0;
  int extra = 0; // a cached height, a colour, a cached size
  tree_ptr left;
  tree_ptr right;
};

inline std::uint64_t hash(const tree_ptr& t, std::uint64_t h = 1) {
  if (t == nullptr) {
    return mix(h, 3);
  }
  h = mix(h, static_cast<std::uint64_t>(t->key) * 64 + static_cast<std::uint64_t>(t->extra) + 7);
  return hash(t->right, hash(t->left, h));
}
inline int size(const tree_ptr& t) { return t == nullptr ? 0 : 1 + size(t->left) + size(t->right); }

struct leaf_gen {
  using value_type = tree_ptr;
  template <class S>
  tree_ptr operator()(S& /*source*/) const {
    return nullptr;
  }
};

template <bool Extra>
inline constexpr auto tree_of = gen::recursive<tree_ptr>([](auto self, int depth, int extras, int keys) {
  const auto node = gen::compose<tree_ptr>([=](auto& draw) {
    auto n = std::make_unique<tree>();
    n->key = draw(gen::integer(0, keys));
    if constexpr (Extra) {
      n->extra = draw(gen::integer(0, extras));
    }
    n->left = draw(self(depth - 1, extras, keys));
    n->right = draw(self(depth - 1, extras, keys));
    return n;
  });
  return gen::pick<tree_ptr>(gen::branch<"leaf">(1, leaf_gen{}), gen::branch<"node">(depth > 0 ? 1 : 0, node));
});

inline bool ordered(const tree_ptr& t, int lo = INT_MIN, int hi = INT_MAX) {
  return t == nullptr || (t->key > lo && t->key < hi && ordered(t->left, lo, t->key) && ordered(t->right, t->key, hi));
}

struct bst {
  static constexpr const char* name = "BST";
  static constexpr double all = 94'335; // valid values there are
  static constexpr int paper_rate = 50;
  static auto generator() { return tree_of<false>(5, 0, 9); }
  static bool valid(const tree_ptr& t) { return ordered(t); }
};

/// The height if it is balanced and the cached heights are right, or -1.
inline int avl_height(const tree_ptr& t) {
  if (t == nullptr) {
    return 0;
  }
  const int l = avl_height(t->left);
  if (l < 0) {
    return -1;
  }
  const int r = avl_height(t->right);
  return r >= 0 && l - r <= 1 && r - l <= 1 && t->extra == 1 + std::max(l, r) ? t->extra : -1;
}

struct avl {
  static constexpr const char* name = "AVL";
  static constexpr double all = 7'393; // valid values there are
  static constexpr int paper_rate = 500;
  static auto generator() { return tree_of<true>(5, 9, 9); }
  static bool valid(const tree_ptr& t) { return avl_height(t) >= 0 && ordered(t); }
};

/// Black height, or -1. Extra 0 is black, 1 is red.
inline int black_height(const tree_ptr& t, bool under_red) {
  if (t == nullptr) {
    return 0;
  }
  const bool red = t->extra == 1;
  if (red && under_red) {
    return -1;
  }
  const int l = black_height(t->left, red);
  if (l < 0 || black_height(t->right, red) != l) {
    return -1;
  }
  return l + (red ? 0 : 1);
}

struct red_black {
  static constexpr const char* name = "red-black";
  static constexpr double all = 599'458'205; // valid values there are
  static constexpr int paper_rate = 500;
  static auto generator() { return tree_of<true>(5, 1, 19); }
  static bool valid(const tree_ptr& t) {
    return (t == nullptr || t->extra == 0) && black_height(t, false) >= 0 && ordered(t);
  }
};

inline int heap_size(const tree_ptr& t, int above) {
  if (t == nullptr) {
    return 0;
  }
  if (t->key < above) {
    return -1;
  }
  const int l = heap_size(t->left, t->key);
  if (l < 0) {
    return -1;
  }
  const int r = heap_size(t->right, t->key);
  return r >= 0 && t->extra == 1 + l + r ? t->extra : -1;
}

struct sized_heap {
  static constexpr const char* name = "heap";
  static constexpr double all = 0; // too many to count
  static constexpr int paper_rate = 500;
  static auto generator() { return tree_of<true>(5, 31, 9); }
  static bool valid(const tree_ptr& t) { return heap_size(t, INT_MIN) >= 0; }
};

// Lists --------------------------------------------------------------------------------------------------------------

inline std::uint64_t hash(const std::vector<int>& xs) {
  std::uint64_t h = xs.size();
  for (const int x : xs) {
    h = mix(h, static_cast<std::uint64_t>(x));
  }
  return h;
}
inline int size(const std::vector<int>& xs) { return static_cast<int>(xs.size()); }

/// A fair coin before each element: stop, or one more.
template <int Last>
inline constexpr auto list_of = [](std::size_t longest) {
  return gen::compose<std::vector<int>>([=](auto& draw) {
    std::vector<int> xs;
    while (xs.size() < longest && draw(gen::boolean())) {
      xs.push_back(draw(gen::integer(0, Last)));
    }
    return xs;
  });
};

struct sorted {
  static constexpr const char* name = "SORTED";
  static constexpr double all = 30'045'015; // valid values there are
  static constexpr int paper_rate = 50;
  static auto generator() { return list_of<9>(20); }
  static bool valid(const std::vector<int>& xs) { return std::is_sorted(xs.begin(), xs.end()); }
};

/// Tokens of a text: 0..2 open a tag, 3..5 close it, 6..7 are words. Every tag is closed by the matching token.
struct tags {
  static constexpr const char* name = "tags";
  static constexpr double all = 0; // too many to count
  static constexpr int paper_rate = 50;
  static auto generator() { return list_of<7>(20); }
  static bool valid(const std::vector<int>& xs) {
    std::array<int, 20> open{};
    std::size_t depth = 0;
    for (const int x : xs) {
      if (x < 3) {
        open[depth++] = x;
      } else if (x < 6 && (depth == 0 || open[--depth] != x - 3)) {
        return false;
      }
    }
    return depth == 0;
  }
};

/// Edges u -> v as 5 u + v, grown from node 0: every edge starts at a node that was reached before, there is no cycle
/// and no duplicate edge, and all five nodes are reached.
struct dag {
  static constexpr const char* name = "DAG";
  static constexpr double all = 0; // too many to count
  static constexpr int paper_rate = 50;
  static auto generator() {
    return gen::compose<std::vector<int>>([](auto& draw) {
      std::vector<int> edges;
      while (edges.size() < 10 && draw(gen::boolean())) {
        const int from = draw(gen::integer(0, 4));
        edges.push_back(5 * from + draw(gen::integer(0, 4)));
      }
      return edges;
    });
  }
  static bool valid(const std::vector<int>& edges) {
    std::array<unsigned, 5> leads_to{1, 2, 4, 8, 16}; // itself included
    std::uint32_t seen = 0;
    unsigned reached = 1;
    for (const int e : edges) {
      const unsigned bit = 1U << static_cast<unsigned>(e);
      const auto u = static_cast<unsigned>(e / 5);
      const auto v = static_cast<unsigned>(e % 5);
      if ((seen & bit) != 0 || (reached & (1U << u)) == 0 || (leads_to[v] & (1U << u)) != 0) {
        return false;
      }
      seen |= bit;
      reached |= 1U << v;
      const unsigned more = leads_to[v];
      for (unsigned& r : leads_to) {
        r |= (r & (1U << u)) != 0 ? more : 0;
      }
    }
    return reached == 31;
  }
};

// Terms of the simply typed lambda calculus ---------------------------------------------------------------------------

struct type;
using type_ptr = std::unique_ptr<type>; // null: integers
struct type {
  type_ptr from;
  type_ptr to;
};

enum class term_kind : std::uint8_t { literal, plus, lambda, apply, variable };
struct term;
using term_ptr = std::unique_ptr<term>;
struct term {
  term_kind kind = term_kind::literal;
  int number = 0; // the literal, or how many lambdas outward
  type_ptr argument;
  term_ptr first;
  term_ptr second;
};

inline std::uint64_t hash(const type_ptr& t, std::uint64_t h) {
  return t == nullptr ? mix(h, 11) : hash(t->to, hash(t->from, mix(h, 13)));
}
inline std::uint64_t hash(const term_ptr& t, std::uint64_t h = 1) {
  h = mix(h, static_cast<std::uint64_t>(t->kind) * 16 + static_cast<std::uint64_t>(t->number));
  if (t->kind == term_kind::lambda) {
    h = hash(t->argument, h);
  }
  if (t->first != nullptr) {
    h = hash(t->first, h);
  }
  return t->second != nullptr ? hash(t->second, h) : h;
}
inline int size(const term_ptr& t) { return t == nullptr ? 0 : 1 + size(t->first) + size(t->second); }

struct int_type_gen {
  using value_type = type_ptr;
  template <class S>
  type_ptr operator()(S& /*source*/) const {
    return nullptr;
  }
};

inline constexpr auto types = gen::recursive<type_ptr>([](auto self, int depth) {
  const auto function = gen::compose<type_ptr>([=](auto& draw) {
    auto t = std::make_unique<type>();
    t->from = draw(self(depth - 1));
    t->to = draw(self(depth - 1));
    return t;
  });
  return gen::pick<type_ptr>(gen::branch<"int">(1, int_type_gen{}),
                             gen::branch<"function">(depth > 0 ? 1 : 0, function));
});

inline constexpr auto terms = gen::recursive<term_ptr>([](auto self, int depth) {
  const auto number = [](term_kind kind, int last) {
    return gen::compose<term_ptr>([=](auto& draw) {
      auto t = std::make_unique<term>();
      t->kind = kind;
      t->number = draw(gen::integer(0, last));
      return t;
    });
  };
  const auto two = [=](term_kind kind) {
    return gen::compose<term_ptr>([=](auto& draw) {
      auto t = std::make_unique<term>();
      t->kind = kind;
      t->first = draw(self(depth - 1));
      t->second = draw(self(depth - 1));
      return t;
    });
  };
  const auto lambda = gen::compose<term_ptr>([=](auto& draw) {
    auto t = std::make_unique<term>();
    t->kind = term_kind::lambda;
    t->argument = draw(types(2));
    t->first = draw(self(depth - 1));
    return t;
  });
  const std::uint32_t inner = depth > 0 ? 1 : 0;
  return gen::pick<term_ptr>(gen::branch<"literal">(1, number(term_kind::literal, 3)),
                             gen::branch<"plus">(inner, two(term_kind::plus)), gen::branch<"lambda">(inner, lambda),
                             gen::branch<"apply">(inner, two(term_kind::apply)),
                             gen::branch<"variable">(1, number(term_kind::variable, 2)));
});

/// Types while checking: small numbers, kept in a table so that equal types are equal numbers.
class type_table {
public:
  int integer() const { return 0; }
  int function(int from, int to) {
    for (std::size_t i = 0; i < made_.size(); ++i) {
      if (made_[i].first == from && made_[i].second == to) {
        return static_cast<int>(i) + 1;
      }
    }
    made_.emplace_back(from, to);
    return static_cast<int>(made_.size());
  }
  std::pair<int, int> parts(int t) const { return made_[static_cast<std::size_t>(t) - 1]; }
  int of(const type_ptr& t) { return t == nullptr ? 0 : function(of(t->from), of(t->to)); }
  void clear() { made_.clear(); }

private:
  std::vector<std::pair<int, int>> made_;
};

inline int type_of(const term_ptr& t, type_table& table, std::array<int, 8>& bound, int depth) {
  switch (t->kind) {
  case term_kind::literal:
    return 0;
  case term_kind::plus:
    return type_of(t->first, table, bound, depth) == 0 && type_of(t->second, table, bound, depth) == 0 ? 0 : -1;
  case term_kind::lambda: {
    const int from = table.of(t->argument);
    bound[static_cast<std::size_t>(depth)] = from;
    const int to = type_of(t->first, table, bound, depth + 1);
    return to < 0 ? -1 : table.function(from, to);
  }
  case term_kind::apply: {
    const int f = type_of(t->first, table, bound, depth);
    if (f <= 0) {
      return -1;
    }
    const auto [from, to] = table.parts(f);
    return type_of(t->second, table, bound, depth) == from ? to : -1;
  }
  case term_kind::variable:
    return t->number < depth ? bound[static_cast<std::size_t>(depth - 1 - t->number)] : -1;
  }
  return -1;
}

struct stlc {
  static constexpr const char* name = "STLC";
  static constexpr double all = 0; // too many to count
  static constexpr int paper_rate = 400;
  static auto generator() { return terms(5); }
  static bool valid(const term_ptr& t) {
    static thread_local type_table table;
    table.clear();
    std::array<int, 8> bound{};
    return type_of(t, table, bound, 0) >= 0;
  }
};

} // namespace subjects
