// SPDX-License-Identifier: BSL-1.0
// A second fixed suite of shrinking challenges, of the kinds that test suites and papers on shrinking use: sums of
// distinct elements, sets, maps, nested lists, reals, texts, permutations, dependent lengths, records, bit patterns,
// intervals, matrices, graphs, expressions, stack machines, trees built by construction, and test bodies that draw in
// loops.
//
// Each challenge states its simplest failing value. Nothing is tuned with this suite: it is only reported.
#pragma once

#include "../shrink/challenges.hpp"

#include <tali/gen/containers.hpp>

#include <cmath>
#include <map>
#include <numeric>

namespace shrink_suite {

namespace gen = tali::gen;
using challenges::outcome;

struct challenge {
  std::string name;
  std::string minimum;
  std::function<outcome(std::uint64_t seed)> run;
};

/// A test body as a generator: it draws as a property does with `c.draw`, without spans, and returns what it drew.
template <class T, class Body>
class body_of {
public:
  using value_type = T;
  explicit body_of(Body body) : body_(std::move(body)) {}
  template <class S>
  T operator()(S& source) const {
    const auto draw = [&source](const auto& g) { return g(source); };
    return body_(draw);
  }

private:
  Body body_;
};
template <class T, class Body>
body_of<T, Body> body(Body drawing) {
  return body_of<T, Body>(std::move(drawing));
}

using ints = std::vector<int>;

inline bool sorted(const ints& xs) { return std::is_sorted(xs.begin(), xs.end()); }
inline int total(const ints& xs) { return std::accumulate(xs.begin(), xs.end(), 0); }
inline std::size_t distinct(const ints& xs) { return std::set<int>(xs.begin(), xs.end()).size(); }

// Trees ---------------------------------------------------------------------------------------------------------------

struct tree;
using tree_ptr = std::shared_ptr<const tree>;
struct tree {
  int key;
  int colour; // of a red-black tree: 0 black, 1 red
  tree_ptr left, right;
};
inline std::string shown(const tree_ptr& t) {
  return t ? "(" + std::string(t->colour == 1 ? "r" : "") + std::to_string(t->key) + " " + shown(t->left) + " " +
                 shown(t->right) + ")"
           : "E";
}
inline std::string shown(const std::pair<tree_ptr, int>& p) {
  return "(" + shown(p.first) + ", " + std::to_string(p.second) + ")";
}
inline std::string shown(const challenges::expression_ptr& e) { return challenges::show(*e); }
inline int nodes(const tree_ptr& t) { return t ? 1 + nodes(t->left) + nodes(t->right) : 0; }
inline int height(const tree_ptr& t) { return t ? 1 + std::max(height(t->left), height(t->right)) : 0; }
inline tree_ptr join(int key, tree_ptr left, tree_ptr right, int colour = 0) {
  return std::make_shared<const tree>(tree{key, colour, std::move(left), std::move(right)});
}
inline tree_ptr leaf() { return {}; }

inline constexpr auto plain_trees = gen::recursive<tree_ptr>([](const auto& self, int depth) {
  auto empty = gen::exact<tree_ptr>();
  auto inner = gen::compose<tree_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(0, 1000), &tree::key);
    auto left = draw(self(depth - 1), &tree::left);
    auto right = draw(self(depth - 1), &tree::right);
    return join(key, left, right);
  });
  return gen::when(depth == 0, empty,
                   gen::pick<tree_ptr>(gen::branch<"empty">(1, empty), gen::branch<"node">(3, inner)));
});
inline int best_path(const tree_ptr& t) { return t ? t->key + std::max(best_path(t->left), best_path(t->right)) : 0; }

inline constexpr auto search_trees = gen::recursive<tree_ptr>([](const auto& self, int lo, int hi, int depth) {
  auto empty = gen::exact<tree_ptr>();
  auto inner = gen::compose<tree_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(lo, hi), &tree::key);
    auto left = draw(self(lo, key - 1, depth - 1), &tree::left);
    auto right = draw(self(key + 1, hi, depth - 1), &tree::right);
    return join(key, left, right);
  });
  return gen::when(depth == 0 || lo > hi, empty,
                   gen::pick<tree_ptr>(gen::branch<"empty">(1, empty), gen::branch<"node">(4, inner)));
});
/// Deletes a key with a mistake: an inner node with two children loses its right child's left subtree.
inline tree_ptr erase_wrongly(const tree_ptr& t, int key) {
  if (!t) {
    return t;
  }
  if (key < t->key) {
    return join(t->key, erase_wrongly(t->left, key), t->right);
  }
  if (key > t->key) {
    return join(t->key, t->left, erase_wrongly(t->right, key));
  }
  if (!t->left || !t->right) {
    return t->left ? t->left : t->right;
  }
  return join(t->right->key, t->left, t->right->right);
}
inline bool has(const tree_ptr& t, int key) {
  return t && (t->key == key || has(key < t->key ? t->left : t->right, key));
}

inline constexpr int least_nodes(int h) { return h <= 0 ? 0 : 1 + least_nodes(h - 1) + least_nodes(h - 2); }
inline constexpr auto avl_trees = gen::recursive<tree_ptr>([](const auto& self, int lo, int hi, int h) {
  const auto with = [=](int left_height, int right_height) {
    return gen::compose<tree_ptr>([=](auto& draw) {
      const int key = draw(gen::integer(lo + least_nodes(left_height), hi - least_nodes(right_height)), &tree::key);
      auto left = draw(self(lo, key - 1, left_height), &tree::left);
      auto right = draw(self(key + 1, hi, right_height), &tree::right);
      return join(key, left, right);
    });
  };
  const std::uint32_t even_fits = 2 * least_nodes(h - 1) < hi - lo + 1 ? 1 : 0;
  return gen::when(h == 0, gen::exact<tree_ptr>(),
                   gen::when(h == 1, with(0, 0),
                             gen::pick<tree_ptr>(gen::branch<"even">(even_fits, with(h - 1, h - 1)),
                                                 gen::branch<"right">(1, with(h - 2, h - 1)),
                                                 gen::branch<"left">(1, with(h - 1, h - 2)))));
});
/// An insertion that forgets the double rotation on the left.
inline tree_ptr rebalanced(const tree_ptr& t) {
  if (height(t->left) > height(t->right) + 1) {
    return join(t->left->key, t->left->left, join(t->key, t->left->right, t->right));
  }
  if (height(t->right) > height(t->left) + 1) {
    const tree_ptr& r = t->right;
    if (height(r->left) > height(r->right)) {
      return join(r->left->key, join(t->key, t->left, r->left->left), join(r->key, r->left->right, r->right));
    }
    return join(r->key, join(t->key, t->left, r->left), r->right);
  }
  return t;
}
inline tree_ptr inserted(const tree_ptr& t, int key) {
  if (!t) {
    return join(key, leaf(), leaf());
  }
  if (key == t->key) {
    return t;
  }
  return rebalanced(key < t->key ? join(t->key, inserted(t->left, key), t->right)
                                 : join(t->key, t->left, inserted(t->right, key)));
}
inline bool balanced(const tree_ptr& t) {
  return !t || (std::abs(height(t->left) - height(t->right)) <= 1 && balanced(t->left) && balanced(t->right));
}

inline constexpr auto red_black_trees =
    gen::recursive<tree_ptr>([](const auto& self, int lo, int hi, int black, int red) {
      const int least = (1 << black) - 1;          // of a subtree below a red node
      const int least_below = (least + 1) / 2 - 1; // and below a black one
      const auto with = [=](int colour, int below, int room) {
        return gen::compose<tree_ptr>([=](auto& draw) {
          const int key = draw(gen::integer(lo + room, hi - room), &tree::key);
          auto left = draw(self(lo, key - 1, below, 1 - colour), &tree::left);
          auto right = draw(self(key + 1, hi, below, 1 - colour), &tree::right);
          return join(key, left, right, colour);
        });
      };
      const bool red_fits = red == 1 && hi - lo + 1 >= 2 * least + 1;
      return gen::when(black == 0,
                       gen::when(red_fits,
                                 gen::pick<tree_ptr>(gen::branch<"empty">(1, gen::exact<tree_ptr>()),
                                                     gen::branch<"red">(2, with(1, 0, 0))),
                                 gen::exact<tree_ptr>()),
                       gen::when(red_fits,
                                 gen::pick<tree_ptr>(gen::branch<"black">(1, with(0, black - 1, least_below)),
                                                     gen::branch<"red">(1, with(1, black, least))),
                                 with(0, black - 1, least_below)));
    });
/// A black node with two red children, each with a child of its own: where a recolouring that stops too early shows.
inline int reds(const tree_ptr& t) { return t ? t->colour + reds(t->left) + reds(t->right) : 0; }
inline bool red_has_red_uncle(const tree_ptr& t) {
  return t && ((t->colour == 0 && t->left && t->right && t->left->colour == 1 && t->right->colour == 1 &&
                (t->left->left || t->left->right || t->right->left || t->right->right)) ||
               red_has_red_uncle(t->left) || red_has_red_uncle(t->right));
}

// Well-typed terms ----------------------------------------------------------------------------------------------------

/// Types: 0 numbers, 1 truths, otherwise 2 + 8 * argument + result for functions (of at most one order more).
inline constexpr int arrow(int argument, int result) { return 2 + 8 * argument + result; }
inline constexpr int argument_of(int type) { return (type - 2) / 8; }
inline constexpr int result_of(int type) { return (type - 2) % 8; }

struct expr;
using expr_ptr = std::shared_ptr<const expr>;
struct expr {
  enum class kind { literal, variable, abstraction, application, sum, conditional, less };
  kind what;
  int n; // the literal, or the index of the variable
  std::vector<expr_ptr> parts;
};
inline int size_of(const expr_ptr& e) {
  int n = 1;
  for (const expr_ptr& p : e->parts) {
    n += size_of(p);
  }
  return n;
}
inline std::string shown(const expr_ptr& e) {
  switch (e->what) {
  case expr::kind::literal:
    return std::to_string(e->n);
  case expr::kind::variable:
    return "x" + std::to_string(e->n);
  case expr::kind::abstraction:
    return "(\\ " + shown(e->parts[0]) + ")";
  case expr::kind::application:
    return "(" + shown(e->parts[0]) + " " + shown(e->parts[1]) + ")";
  case expr::kind::sum:
    return "(" + shown(e->parts[0]) + " + " + shown(e->parts[1]) + ")";
  case expr::kind::less:
    return "(" + shown(e->parts[0]) + " < " + shown(e->parts[1]) + ")";
  case expr::kind::conditional:
    break;
  }
  return "(if " + shown(e->parts[0]) + " " + shown(e->parts[1]) + " " + shown(e->parts[2]) + ")";
}

/// Terms of a type in an environment of so many numbers and truths, by construction.
inline constexpr auto terms =
    gen::recursive<expr_ptr>([](const auto& self, int type, int numbers, int truths, int depth) {
      using kind = expr::kind;
      const auto made = [](kind what, int n, std::vector<expr_ptr> parts) {
        return std::make_shared<const expr>(expr{what, n, std::move(parts)});
      };
      const int variables = type == 0 ? numbers : type == 1 ? truths : 0;
      auto literal = gen::compose<expr_ptr>(
          [=](auto& draw) { return made(kind::literal, draw(gen::integer(0, type == 0 ? 20 : 1)), {}); });
      auto variable = gen::compose<expr_ptr>(
          [=](auto& draw) { return made(kind::variable, draw(gen::integer(0, std::max(0, variables - 1))), {}); });
      auto abstraction = gen::compose<expr_ptr>([=](auto& draw) {
        const int argument = argument_of(type);
        auto inside = draw(self(result_of(type), numbers + (argument == 0 ? 1 : 0), truths + argument, depth));
        return made(kind::abstraction, 0, {inside});
      });
      auto application = gen::compose<expr_ptr>([=](auto& draw) {
        const int argument = draw(gen::integer(0, 1));
        auto f = draw(self(arrow(argument, type), numbers, truths, depth - 1));
        auto x = draw(self(argument, numbers, truths, depth - 1));
        return made(kind::application, 0, {f, x});
      });
      auto binary = gen::compose<expr_ptr>([=](auto& draw) {
        auto a = draw(self(0, numbers, truths, depth - 1));
        auto b = draw(self(0, numbers, truths, depth - 1));
        return made(type == 0 ? kind::sum : kind::less, 0, {a, b});
      });
      auto conditional = gen::compose<expr_ptr>([=](auto& draw) {
        auto c = draw(self(1, numbers, truths, depth - 1));
        auto a = draw(self(type, numbers, truths, depth - 1));
        auto b = draw(self(type, numbers, truths, depth - 1));
        return made(kind::conditional, 0, {c, a, b});
      });
      const auto weight = [](bool possible) { return possible ? 1U : 0U; };
      return gen::pick<expr_ptr>(gen::branch<"literal">(weight(type < 2), literal),
                                 gen::branch<"abstraction">(weight(type > 1), abstraction),
                                 gen::branch<"variable">(weight(variables > 0), variable),
                                 gen::branch<"application">(weight(type < 2 && depth > 0), application),
                                 gen::branch<"binary">(weight(type < 2 && depth > 0), binary),
                                 gen::branch<"conditional">(weight(depth > 0), conditional));
    });
inline bool contains(const expr_ptr& e, expr::kind what) {
  return e->what == what ||
         std::any_of(e->parts.begin(), e->parts.end(), [&](const expr_ptr& p) { return contains(p, what); });
}
/// An application of an abstraction whose body adds its variable: where a substitution that forgets sums shows.
inline bool applies_a_sum(const expr_ptr& e) {
  const bool here = e->what == expr::kind::application && e->parts[0]->what == expr::kind::abstraction &&
                    contains(e->parts[0]->parts[0], expr::kind::sum) &&
                    contains(e->parts[0]->parts[0], expr::kind::variable);
  return here || std::any_of(e->parts.begin(), e->parts.end(), [](const expr_ptr& p) { return applies_a_sum(p); });
}

// The challenges ------------------------------------------------------------------------------------------------------

template <class G, class Fails>
challenge make(std::string name, std::string minimum, const G& g, Fails fails) {
  const auto describe = [](const auto& v) {
    if constexpr (requires { shown(v); }) {
      return std::pair(shown(v), 0);
    } else {
      return std::pair(tali::show(v), 0);
    }
  };
  const auto holds = [=](const auto& v) { return !fails(v); };
  return {std::move(name), std::move(minimum),
          [=](std::uint64_t seed) { return challenges::attempt(g, holds, describe, seed, 50'000, 100); }};
}

inline std::uint32_t hashed(std::uint32_t x) { return (x * 2654435761U) >> 28U; }
inline std::string first_with_hash(std::uint32_t least, std::uint32_t wanted) {
  while (hashed(least) != wanted) {
    ++least;
  }
  return std::to_string(least);
}

/// Lists, sets and maps.
inline void add_containers(std::vector<challenge>& all) {
  const auto small = gen::integer(0, 1000);
  const auto letters = gen::vector(gen::integer<int>('a', 'z'));
  all.push_back(make("sum of distinct", "[0, 1, 499]", gen::vector(small),
                     [](const ints& xs) { return distinct(xs) >= 3 && total(xs) >= 500; }));
  all.push_back(make("set", "{0, 1, 2, 51}", gen::set(gen::integer(0, 100)),
                     [](const std::set<int>& xs) { return xs.size() >= 4 && *xs.rbegin() > 50; }));
  all.push_back(
      make("map entry", "{100: [0]}", gen::map_of(small, gen::vector(small)), [](const std::map<int, ints>& m) {
        return std::any_of(m.begin(), m.end(), [](const auto& e) { return e.first >= 100 && !e.second.empty(); });
      }));
  all.push_back(
      make("inner sum", "[[], [101]]", gen::vector(gen::vector(gen::integer<int>())), [](const std::vector<ints>& xs) {
        return xs.size() > 1 && std::any_of(xs.begin(), xs.end(), [](const ints& x) {
                 return std::accumulate(x.begin(), x.end(), std::int64_t{0}) > 100;
               });
      }));
  all.push_back(
      make("flattened", "[[0, -1]]", gen::vector(gen::vector(gen::integer<int>())), [](const std::vector<ints>& xs) {
        ints flat;
        for (const ints& x : xs) {
          flat.insert(flat.end(), x.begin(), x.end());
        }
        return !sorted(flat);
      }));
  all.push_back(make("letters in order", "[97, 120, 121]", letters, [](const ints& xs) {
    const auto x = std::find(xs.begin(), xs.end(), 'x');
    return xs.size() > 2 && x != xs.end() && std::find(x, xs.end(), 'y') != xs.end();
  }));
  all.push_back(make("descent", "[0, 0, -1]", gen::vector(gen::integer<int>()),
                     [](const ints& xs) { return xs.size() > 2 && !sorted(xs); }));
  all.push_back(make("equal lengths", "([97, 97, 97], [97, 97, 98])", gen::pair(letters, letters), [](const auto& p) {
    return p.first.size() > 2 && p.first.size() == p.second.size() && p.first != p.second;
  }));
  all.push_back(make("product", "[10, 10, 10, 10, 10, 10]", gen::vector(gen::integer(2, 10)), [](const ints& xs) {
    double product = 1;
    for (const int x : xs) {
      product *= x;
    }
    return product >= 1e6;
  }));
  all.push_back(make("palindrome", "[0, 1, 1, 0]", gen::vector(gen::integer(0, 3)), [](const ints& xs) {
    return xs.size() > 3 && distinct(xs) > 1 && std::equal(xs.begin(), xs.end(), xs.rbegin());
  }));
  all.push_back(make("equal remainders", "[0, 50]", gen::vector(small), [](const ints& xs) {
    for (const int x : xs) {
      if (std::any_of(xs.begin(), xs.end(), [x](int y) { return x != y && x % 50 == y % 50; })) {
        return true;
      }
    }
    return false;
  }));
  all.push_back(make("anagrams", "([0, 1], [1, 0])",
                     gen::pair(gen::vector(gen::integer(0, 4)), gen::vector(gen::integer(0, 4))),
                     [](const std::pair<ints, ints>& p) {
                       return p.first != p.second && p.first.size() == p.second.size() &&
                              std::is_permutation(p.first.begin(), p.first.end(), p.second.begin());
                     }));
}

/// Numbers and fixed shapes.
inline void add_numbers(std::vector<challenge>& all) {
  all.push_back(
      make("fraction", "10.5", gen::real(0.0, 1000.0), [](double x) { return x > 10 && x - std::floor(x) >= 0.3; }));
  all.push_back(make("two reals", "(0.5, 100.0)", gen::pair(gen::real(0.0, 1000.0), gen::real(0.0, 1000.0)),
                     [](const auto& p) { return p.first != std::floor(p.first) && p.first + p.second > 100.25; }));
  all.push_back(
      make("mean", "[0.0, 0.0, 31.0]", gen::vector(gen::real(0.0, 1000.0)), [](const std::vector<double>& xs) {
        return xs.size() > 2 && std::accumulate(xs.begin(), xs.end(), 0.0) / static_cast<double>(xs.size()) > 10;
      }));
  all.push_back(make("exclusive or", "(101, 304)",
                     gen::pair(gen::integer<std::uint16_t>(0, 1023), gen::integer<std::uint16_t>(0, 1023)),
                     [](const auto& p) { return (p.first ^ p.second) == 0x155 && p.first > 100; }));
  all.push_back(make("hash", first_with_hash(50, 7), gen::integer<std::uint32_t>(),
                     [](std::uint32_t x) { return x >= 50 && hashed(x) == 7; }));
  all.push_back(make("common divisor", "(7, 14)", gen::pair(gen::integer(1, 10000), gen::integer(1, 10000)),
                     [](const auto& p) { return p.first != p.second && std::gcd(p.first, p.second) >= 7; }));
  all.push_back(
      make("date", "(1972, 2, 29)", gen::tuple(gen::integer(1970, 2100), gen::integer(1, 12), gen::integer(1, 31)),
           [](const auto& d) { return std::get<0>(d) % 4 == 0 && std::get<1>(d) == 2 && std::get<2>(d) == 29; }));
  all.push_back(make("bits", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]", gen::array<16>(gen::integer(0, 1)),
                     [](const std::array<int, 16>& b) {
                       return std::accumulate(b.begin(), b.end(), 0) >= 3 && b[12] + b[13] + b[14] + b[15] > 0;
                     }));
  all.push_back(make("linear", "(0, 20)", gen::pair(gen::integer(0, 1000), gen::integer(0, 1000)),
                     [](const auto& p) { return 2 * p.first + 3 * p.second == 60; }));
  all.push_back(make("triangle", "(1, 1, 1)",
                     gen::tuple(gen::integer(0, 100), gen::integer(0, 100), gen::integer(0, 100)), [](const auto& t) {
                       const auto [a, b, c] = t;
                       return a + b > c && a + c > b && b + c > a;
                     }));
}

/// Values whose later parts depend on earlier ones.
inline void add_dependent(std::vector<challenge>& all) {
  all.push_back(make("own length", "[0, 0, 0, 0, 5]",
                     gen::bind(gen::integer(1, 30),
                               [](int n) { return gen::vector(gen::integer(0, n), static_cast<std::uint32_t>(n)); }),
                     [](const ints& xs) {
                       const auto n = static_cast<int>(xs.size());
                       return n >= 5 && *std::max_element(xs.begin(), xs.end()) == n;
                     }));
  all.push_back(make("overlap", "[(0, 2), (1, 2)]", gen::vector(gen::pair(gen::integer(0, 200), gen::integer(1, 50))),
                     [](const std::vector<std::pair<int, int>>& xs) {
                       for (const auto& [a, n] : xs) {
                         for (const auto& [b, m] : xs) {
                           if (a < b && b < a + n && a + n < b + m) {
                             return true;
                           }
                         }
                       }
                       return false;
                     }));
  const auto matrix = gen::bind(gen::pair(gen::integer(1, 6), gen::integer(1, 6)), [](std::pair<int, int> size) {
    return gen::vector(gen::vector(gen::integer(0, 9), static_cast<std::uint32_t>(size.second)),
                       static_cast<std::uint32_t>(size.first));
  });
  all.push_back(make("matrix", "[[0, 1], [0, 1]]", matrix, [](const std::vector<ints>& rows) {
    return rows.size() > 1 && rows[0].size() > 1 && total(rows[0]) > 0 &&
           std::all_of(rows.begin(), rows.end(), [&](const ints& r) { return total(r) == total(rows[0]); });
  }));
  const auto graph = gen::bind(gen::integer(1, 8), [](int n) {
    return gen::pair(gen::exact(n), gen::vector(gen::pair(gen::integer(0, n - 1), gen::integer(0, n - 1))));
  });
  all.push_back(make("cycle", "(2, [(0, 1), (1, 0)])", graph, [](const auto& g) {
    for (const auto& [a, b] : g.second) {
      for (const auto& [c, d] : g.second) {
        if (a != b && b == c && a == d) {
          return true;
        }
      }
    }
    return false;
  }));
  all.push_back(
      make("records", "[(0, [], true), (0, [], true)]",
           gen::vector(gen::tuple(gen::integer(0, 1000), gen::vector(gen::integer<int>('a', 'z')), gen::boolean())),
           [](const auto& xs) {
             for (std::size_t i = 0; i < xs.size(); ++i) {
               for (std::size_t j = 0; j < i; ++j) {
                 if (std::get<0>(xs[i]) == std::get<0>(xs[j]) && std::get<2>(xs[i]) && std::get<2>(xs[j])) {
                   return true;
                 }
               }
             }
             return false;
           }));
  const auto command =
      gen::pick<std::pair<int, int>>(gen::branch<"pop">(1, gen::pair(gen::exact(0), gen::exact(0))),
                                     gen::branch<"push">(2, gen::pair(gen::exact(1), gen::integer(0, 20))),
                                     gen::branch<"add">(1, gen::pair(gen::exact(2), gen::exact(0))));
  all.push_back(make("stack", "[(1, 0), (1, 18), (2, 0)]", gen::vector(command), [](const auto& commands) {
    ints stack;
    for (const auto& [what, x] : commands) {
      if (what == 1) {
        stack.push_back(x);
      } else if (what == 0 && !stack.empty()) {
        stack.pop_back();
      } else if (what == 2 && stack.size() > 1) {
        const int top = stack.back();
        stack.pop_back();
        stack.back() += top;
        if (stack.back() > 17) {
          return true;
        }
      }
    }
    return false;
  }));
  all.push_back(make("negative quotient", "(1 / -1)",
                     gen::sized([](int size) { return challenges::any_expression(std::min(size, 16)); }),
                     [](const challenges::expression_ptr& e) {
                       const auto v = challenges::evaluate(*e);
                       return e->what == challenges::expression::kind::divide && v && *v < 0;
                     }));
}

/// Trees and terms by construction.
inline void add_constructed(std::vector<challenge>& all) {
  all.push_back(make("path sum", "(0 E (100 E E))", plain_trees(5),
                     [](const tree_ptr& t) { return nodes(t) > 1 && best_path(t) >= 100; }));
  all.push_back(make("search tree", "(0 E (1 E (2 E E)))", search_trees(0, 1000, 5), [](const tree_ptr& t) {
    return height(t) > 2 && !has(t, 3) && has(t, 2) && has(t, 1) && has(t, 0);
  }));
  all.push_back(make("erase", "((1 (0 E E) (3 (2 E E) E)), 1)", gen::pair(search_trees(0, 20, 4), gen::integer(0, 20)),
                     [](const auto& p) {
                       return has(p.first, p.second) && nodes(erase_wrongly(p.first, p.second)) != nodes(p.first) - 1;
                     }));
  const auto avl = gen::bind(gen::integer(0, 4), [](int h) { return avl_trees(0, 60, h); });
  all.push_back(make("avl insertion", "((2 (0 E E) E), 1)", gen::pair(avl, gen::integer(0, 60)),
                     [](const auto& p) { return !balanced(inserted(p.first, p.second)); }));
  all.push_back(make("avl leans", "(2 (0 E (1 E E)) (3 E E))", avl, [](const tree_ptr& t) {
    return t && height(t->left) > height(t->right) && t->left->right && height(t->left->right) > height(t->left->left);
  }));
  const auto red_black = gen::bind(gen::integer(0, 2), [](int black) { return red_black_trees(0, 40, black, 1); });
  all.push_back(make("red and black", "(1 (0 E E) (r3 (2 E E) (4 E E)))", red_black, [](const tree_ptr& t) {
    return t && t->colour == 0 && t->left && t->right && t->right->colour == 1 && t->left->colour == 0;
  }));
  all.push_back(make("typed term", "((\\ (0 + x0)) 0)", terms(0, 0, 0, 4), applies_a_sum));
}

/// Test bodies that draw in loops.
inline void add_bodies(std::vector<challenge>& all) {
  all.push_back(make("loop", "[50, 100]", body<ints>([](const auto& draw) {
                       ints xs;
                       const int n = draw(gen::integer(0, 20));
                       for (int i = 0; i < n; ++i) {
                         xs.push_back(draw(gen::integer(0, 100)));
                       }
                       return xs;
                     }),
                     [](const ints& xs) { return total(xs) >= 150; }));
  all.push_back(make("loop, any step", "[0, 7, 7]", body<ints>([](const auto& draw) {
                       ints xs;
                       const int n = draw(gen::integer(0, 20));
                       for (int i = 0; i < n; ++i) {
                         xs.push_back(draw(gen::integer(0, 100)));
                       }
                       return xs;
                     }),
                     [](const ints& xs) { return xs.size() > 2 && std::count(xs.begin(), xs.end(), 7) > 1; }));
  all.push_back(make(
      "while", "[(0, true), (0, true), (0, true)]", body<std::vector<std::pair<int, bool>>>([](const auto& draw) {
        std::vector<std::pair<int, bool>> xs;
        while (draw(gen::boolean()) && xs.size() < 40) {
          const int x = draw(gen::integer(0, 50));
          xs.emplace_back(x, draw(gen::boolean()));
        }
        return xs;
      }),
      [](const auto& xs) { return std::count_if(xs.begin(), xs.end(), [](const auto& x) { return x.second; }) > 2; }));
  all.push_back(
      make("two loops", "([21], [0])", body<std::pair<ints, ints>>([](const auto& draw) {
             std::pair<ints, ints> both;
             const int n = draw(gen::integer(0, 10));
             const int m = draw(gen::integer(0, 10));
             for (int i = 0; i < std::max(n, m); ++i) { // interleaved
               if (i < n) {
                 both.first.push_back(draw(gen::integer(0, 50)));
               }
               if (i < m) {
                 both.second.push_back(draw(gen::integer(0, 50)));
               }
             }
             return both;
           }),
           [](const std::pair<ints, ints>& p) { return !p.second.empty() && total(p.first) > total(p.second) + 20; }));
  all.push_back(make("loop with a break", "[[0, 5, 0], [0, 5, 0]]", body<std::vector<ints>>([](const auto& draw) {
                       std::vector<ints> groups;
                       const int n = draw(gen::integer(0, 12));
                       for (int i = 0; i < n; ++i) {
                         ints step{draw(gen::integer(0, 2)), draw(gen::integer(0, 9))};
                         if (step[0] == 2) {
                           break;
                         }
                         step.push_back(draw(gen::integer(0, 9)));
                         groups.push_back(step);
                       }
                       return groups;
                     }),
                     [](const std::vector<ints>& groups) {
                       return std::count_if(groups.begin(), groups.end(), [](const ints& g) { return g[1] == 5; }) > 1;
                     }));
  all.push_back(make("commands in a body", "[(1, 3), (1, 3)]",
                     body<std::vector<std::pair<int, int>>>([](const auto& draw) {
                       std::vector<std::pair<int, int>> commands;
                       const int n = draw(gen::integer(1, 30));
                       for (int i = 0; i < n; ++i) {
                         const int what = draw(gen::integer(0, 3));
                         commands.emplace_back(what, what == 0 ? 0 : draw(gen::integer(0, 10)));
                       }
                       return commands;
                     }),
                     [](const auto& commands) {
                       for (std::size_t i = 0; i < commands.size(); ++i) {
                         for (std::size_t j = 0; j < i; ++j) {
                           if (commands[i].first == 1 && commands[i] == commands[j] && commands[i].second >= 3) {
                             return true;
                           }
                         }
                       }
                       return false;
                     }));
}

inline std::vector<challenge> all() {
  std::vector<challenge> list;
  add_containers(list);
  add_numbers(list);
  add_dependent(list);
  add_constructed(list);
  add_bodies(list);
  return list;
}

} // namespace shrink_suite
