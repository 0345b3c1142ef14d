// SPDX-License-Identifier: BSL-1.0
// The cases in RapidCheck, with its combinators. Sub-generators that do not depend on drawn values are built once;
// trees are shared_ptr, because its values must be copyable. A value is made by Gen::operator() and read by value().
#include "gen/peers.hpp"

#if defined(TALI_HAVE_RAPIDCHECK)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <rapidcheck.h>
#pragma GCC diagnostic pop

#include <memory>
#include <utility>
#include <vector>

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using rc::Gen;
namespace gen = rc::gen;

Gen<int> between(int lo, int hi) { return gen::inRange(lo, hi + 1); }

struct tree;
using tree_ptr = std::shared_ptr<const tree>;
struct tree {
  int label;
  tree_ptr left, right;
};
struct entry;
using entry_ptr = std::shared_ptr<const entry>;
struct entry {
  int key, value;
  entry_ptr left, right;
};
struct type;
using type_ptr = std::shared_ptr<const type>;
struct type {
  type_ptr from, to;
};
struct term;
using term_ptr = std::shared_ptr<const term>;
struct term {
  int kind, number;
  type_ptr annotation;
  term_ptr left, right;
};

u64 sum(int x) { return static_cast<u64>(x); }
u64 sum(const std::pair<int, int>& p) { return static_cast<u64>(p.first + p.second); }
u64 sum(const tree_ptr& t) { return t ? static_cast<u64>(t->label) + 1 + sum(t->left) + sum(t->right) : 0; }
u64 sum(const entry_ptr& t) { return t ? static_cast<u64>(t->key + t->value) + 1 + sum(t->left) + sum(t->right) : 0; }
u64 sum(const type_ptr& t) { return t ? 1 + sum(t->from) + sum(t->to) : 0; }
u64 sum(const term_ptr& t) {
  return t ? 1 + static_cast<u64>(t->kind + t->number) + sum(t->annotation) + sum(t->left) + sum(t->right) : 0;
}
u64 sum(const std::string& s) {
  u64 t = s.size();
  for (const char c : s)
    t += static_cast<unsigned char>(c);
  return t;
}
template <class T>
u64 sum(const std::vector<T>& v) {
  u64 t = v.size();
  for (const auto& x : v) {
    if constexpr (requires { x.second; })
      t += static_cast<u64>(x.first) + sum(x.second);
    else
      t += static_cast<u64>(x);
  }
  return t;
}

tree_ptr make_tree(int x, tree_ptr l, tree_ptr r) {
  return std::make_shared<const tree>(tree{x, std::move(l), std::move(r)});
}
entry_ptr make_entry(int k, int v, entry_ptr l, entry_ptr r) {
  return std::make_shared<const entry>(entry{k, v, std::move(l), std::move(r)});
}
type_ptr make_type(type_ptr a, type_ptr b) { return std::make_shared<const type>(type{std::move(a), std::move(b)}); }
term_ptr make_term(int kind, int n, type_ptr t, term_ptr a, term_ptr b) {
  return std::make_shared<const term>(term{kind, n, std::move(t), std::move(a), std::move(b)});
}

Gen<tree_ptr> labelled_tree(u32 n) {
  auto leaf = gen::just(tree_ptr());
  if (n == 0)
    return leaf;
  auto sub = labelled_tree(n / 2);
  return gen::weightedOneOf<tree_ptr>({{1, leaf}, {n, gen::apply(make_tree, between(0, 1000), sub, sub)}});
}
Gen<tree_ptr> search_tree(int lo, int hi, int depth) {
  auto leaf = gen::just(tree_ptr());
  if (lo > hi || depth == 0)
    return leaf;
  return gen::weightedOneOf<tree_ptr>(
      {{1, leaf}, {5, gen::mapcat(between(lo, hi), [=](int x) {
                     return gen::apply([x](tree_ptr l, tree_ptr r) { return make_tree(x, std::move(l), std::move(r)); },
                                       search_tree(lo, x - 1, depth - 1), search_tree(x + 1, hi, depth - 1));
                   })}});
}
Gen<type_ptr> any_type(int depth) {
  auto base = gen::just<type_ptr>(std::make_shared<const type>());
  if (depth == 0)
    return base;
  auto sub = any_type(depth - 1);
  return gen::oneOf(base, gen::apply(make_type, sub, sub));
}
Gen<term_ptr> any_term(int depth) {
  auto literal = gen::map(between(0, 9), [](int n) { return make_term(0, n, {}, {}, {}); });
  auto variable = gen::map(between(0, 3), [](int n) { return make_term(4, n, {}, {}, {}); });
  if (depth == 0)
    return gen::oneOf(literal, variable);
  auto sub = any_term(depth - 1);
  auto both = [&](int kind) {
    return gen::apply([kind](term_ptr a, term_ptr b) { return make_term(kind, 0, {}, std::move(a), std::move(b)); },
                      sub, sub);
  };
  auto lambda = gen::apply([](type_ptr t, term_ptr b) { return make_term(2, 0, std::move(t), std::move(b), {}); },
                           any_type(2), sub);
  return gen::oneOf(literal, both(1), lambda, both(3), variable);
}
Gen<std::string> printable() {
  auto c = gen::inRange<char>(32, 127);
  return gen::mapcat(between(0, 64),
                     [c](int n) { return gen::container<std::string>(static_cast<std::size_t>(n), c); });
}
Gen<entry_ptr> single_pass(int lo, int hi, u32 size) {
  auto leaf = gen::just(entry_ptr());
  if (lo >= hi || size <= 1)
    return leaf;
  return gen::weightedOneOf<entry_ptr>(
      {{1, leaf}, {size, gen::mapcat(between(lo, hi), [=](int k) {
                     return gen::apply(
                         [k](int v, entry_ptr l, entry_ptr r) { return make_entry(k, v, std::move(l), std::move(r)); },
                         between(0, 999), single_pass(lo, k - 1, size / 2), single_pass(k + 1, hi, size / 2));
                   })}});
}
Gen<entry_ptr> type_derived(u32 size) {
  auto leaf = gen::just(entry_ptr());
  if (size == 0)
    return leaf;
  return gen::oneOf(leaf, gen::apply(make_entry, between(0, 99), between(0, 99),
                                     gen::lazy([=] { return type_derived(size - 1); }),
                                     gen::lazy([=] { return type_derived(size - 1); })));
}
Gen<type_ptr> goal_type(u32 n) {
  auto base = gen::just<type_ptr>(std::make_shared<const type>());
  if (n <= 1)
    return base;
  auto sub = goal_type(n / 2);
  return gen::weightedOneOf<type_ptr>({{1, base}, {n, gen::apply(make_type, sub, sub)}});
}
bool same(const type_ptr& a, const type_ptr& b) {
  if (a == b)
    return true;
  return a && b && same(a->from, b->from) && same(a->to, b->to);
}
term_ptr constant(const type_ptr& t) {
  return t->from ? make_term(2, 0, t->from, constant(t->to), {}) : make_term(0, 0, {}, {}, {});
}
Gen<term_ptr> of_type(std::vector<type_ptr> in, const type_ptr& t, u32 n) {
  if (n <= 1) {
    const auto variables =
        static_cast<int>(std::count_if(in.begin(), in.end(), [&](const type_ptr& v) { return same(v, t); }));
    if (variables == 0)
      return gen::just(constant(t));
    return gen::map(between(0, variables - 1), [](int i) { return make_term(4, i, {}, {}, {}); });
  }
  if (t->from) {
    in.push_back(t->from);
    return gen::map(of_type(std::move(in), t->to, n - 1),
                    [t](term_ptr b) { return make_term(2, 0, t->from, std::move(b), {}); });
  }
  return gen::mapcat(goal_type(n / 2), [=](const type_ptr& argument) {
    return gen::apply([](term_ptr f, term_ptr a) { return make_term(3, 0, {}, std::move(f), std::move(a)); },
                      of_type(in, make_type(argument, t), n / 2), of_type(in, argument, n / 2));
  });
}

template <class T>
bench::contestant run(const Gen<T>& g) {
  return [g](u64 turn, u64 count) {
    u64 total = 0;
    rc::Random random(turn);
    for (u64 i = 0; i < count; ++i)
      total += sum(g(random.split(), 100).value());
    return total;
  };
}

} // namespace

bench::contestant peers::rapidcheck(const std::string& name, u32 size) {
  const auto n = static_cast<std::size_t>(size);
  if (name == "int")
    return run(between(0, 1000));
  if (name == "dependent pair")
    return run(gen::mapcat(between(0, 1000),
                           [](int x) { return gen::map(between(0, x), [x](int y) { return std::make_pair(x, y); }); }));
  if (name == "100 ints")
    return run(gen::container<std::vector<int>>(100, between(0, 1000)));
  if (name == "0-100 ints")
    return run(gen::container<std::vector<int>>(between(0, 1000)));
  if (name == "labelled tree")
    return run(labelled_tree(100));
  if (name == "search tree")
    return run(search_tree(0, 1000, 10));
  if (name == "STLC term")
    return run(any_term(5));
  if (name == "string")
    return run(printable());
  if (name == "vector of pairs")
    return run(gen::mapcat(between(0, 20), [](int k) {
      return gen::container<std::vector<std::pair<int, std::string>>>(static_cast<std::size_t>(k),
                                                                      gen::pair(between(0, 1000), printable()));
    }));
  if (name == "bool list")
    return run(gen::container<std::vector<bool>>(n, gen::inRange<int>(0, 2)));
  if (name == "BST single pass")
    return run(single_pass(0, 1000, size));
  // Recursion as deep as the size: RapidCheck's lazily built generators overflow the stack beyond some hundreds.
  if (name == "BST type-derived" && size <= 100)
    return run(type_derived(size));
  if (name == "STLC well-typed" && size <= 1000)
    return run(gen::mapcat(goal_type(size), [=](const type_ptr& goal) { return of_type({}, goal, size); }));
  return {};
}

#else

bench::contestant peers::rapidcheck(const std::string& /*name*/, std::uint32_t /*size*/) { return {}; }

#endif
