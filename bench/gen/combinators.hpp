// SPDX-License-Identifier: BSL-1.0
// The cases as a user of tali writes them: with the library's combinators, not tuned for speed.
#pragma once

#include "gen/values.hpp"

#include <tali/gen.hpp>

namespace combinators {

using namespace values;
namespace gen = tali::gen;

inline constexpr auto number = gen::integer(0, 1000);

inline constexpr auto dependent_pair = gen::compose<std::pair<int, int>>([](auto& draw) {
  const int x = draw(number);
  const int y = draw(gen::integer(0, x));
  return std::pair(x, y);
});

inline constexpr auto hundred = gen::vector(number, 100);
inline constexpr auto up_to_hundred = gen::vector(number, 0, 100);
inline constexpr auto printable = gen::ascii(0, 64);
inline constexpr auto pairs = gen::vector(gen::pair(number, printable), 0, 20);

inline constexpr auto no_tree = gen::exact<tree_ptr>();

inline constexpr auto labelled_tree = gen::recursive<tree_ptr>([](auto self, u32 n) {
  return gen::pick(gen::branch<"leaf">(1, no_tree),
                   gen::branch<"node">(n, gen::compose<tree_ptr>([=](auto& draw) {
                                         const int x = draw(number);
                                         tree_ptr l = draw(self(n / 2));
                                         tree_ptr r = draw(self(n / 2));
                                         return tree_ptr(new tree{x, std::move(l), std::move(r)});
                                       })));
});

inline constexpr auto search_tree = gen::recursive<tree_ptr>([](auto self, int lo, int hi, int depth) {
  auto node = gen::compose<tree_ptr>([=](auto& draw) {
    const int x = draw(gen::integer(lo, hi));
    tree_ptr l = draw(self(lo, x - 1, depth - 1));
    tree_ptr r = draw(self(x + 1, hi, depth - 1));
    return tree_ptr(new tree{x, std::move(l), std::move(r)});
  });
  return gen::when(lo > hi || depth == 0, no_tree,
                   gen::pick(gen::branch<"leaf">(1, no_tree), gen::branch<"node">(5, node)));
});

// The same two in an arena: only the pointer type and `make` change.
inline constexpr auto no_arena_tree = gen::exact<arena_tree_ptr>();

inline constexpr auto labelled_arena_tree = gen::recursive<arena_tree_ptr>([](auto self, u32 n) {
  return gen::pick(gen::branch<"leaf">(1, no_arena_tree),
                   gen::branch<"node">(n, gen::compose<arena_tree_ptr>([=](auto& draw) {
                                         const int x = draw(number);
                                         const arena_tree_ptr l = draw(self(n / 2));
                                         const arena_tree_ptr r = draw(self(n / 2));
                                         return draw.template make<arena_tree>(x, l, r);
                                       })));
});

inline constexpr auto arena_search_tree = gen::recursive<arena_tree_ptr>([](auto self, int lo, int hi, int depth) {
  auto node = gen::compose<arena_tree_ptr>([=](auto& draw) {
    const int x = draw(gen::integer(lo, hi));
    const arena_tree_ptr l = draw(self(lo, x - 1, depth - 1));
    const arena_tree_ptr r = draw(self(x + 1, hi, depth - 1));
    return draw.template make<arena_tree>(x, l, r);
  });
  return gen::when(lo > hi || depth == 0, no_arena_tree,
                   gen::pick(gen::branch<"leaf">(1, no_arena_tree), gen::branch<"node">(5, node)));
});

inline constexpr auto any_type = gen::recursive<type_ptr>([](auto self, int depth) {
  auto base = gen::make([] { return type_ptr(new type{nullptr, nullptr}); });
  return gen::when(depth == 0, base,
                   gen::pick(gen::branch<"base">(1, base),
                             gen::branch<"function">(1, gen::compose<type_ptr>([=](auto& draw) {
                                                       type_ptr a = draw(self(depth - 1));
                                                       type_ptr b = draw(self(depth - 1));
                                                       return type_ptr(new type{std::move(a), std::move(b)});
                                                     }))));
});

inline constexpr auto any_term = gen::recursive<term_ptr>([](auto self, int depth) {
  auto leaf = [](term_kind kind, int last) {
    return gen::compose<term_ptr>(
        [=](auto& draw) { return term_ptr(new term{kind, draw(gen::integer(0, last)), nullptr, nullptr, nullptr}); });
  };
  auto both = [=](term_kind kind) {
    return gen::compose<term_ptr>([=](auto& draw) {
      term_ptr a = draw(self(depth - 1));
      term_ptr b = draw(self(depth - 1));
      return term_ptr(new term{kind, 0, nullptr, std::move(a), std::move(b)});
    });
  };
  auto lambda = gen::compose<term_ptr>([=](auto& draw) {
    type_ptr t = draw(any_type(2));
    term_ptr b = draw(self(depth - 1));
    return term_ptr(new term{term_kind::lambda, 0, std::move(t), std::move(b), nullptr});
  });
  auto literal = leaf(term_kind::literal, 9);
  auto variable = leaf(term_kind::variable, 3);
  return gen::when(depth == 0, gen::pick(gen::branch<"literal">(1, literal), gen::branch<"variable">(1, variable)),
                   gen::pick(gen::branch<"literal">(1, literal), gen::branch<"plus">(1, both(term_kind::plus)),
                             gen::branch<"lambda">(1, lambda), gen::branch<"apply">(1, both(term_kind::apply)),
                             gen::branch<"variable">(1, variable)));
});

// The cases of "Fail Faster", by size ------------------------------------------------------------------------------

inline constexpr auto flips = [](u32 n) { return gen::vector(gen::boolean(), n); };

inline constexpr auto no_entry = gen::exact<entry_ptr>();

inline constexpr auto single_pass = gen::recursive<entry_ptr>([](auto self, int lo, int hi, u32 size) {
  auto node = gen::compose<entry_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(lo, hi));
    const int value = draw(gen::integer(0, 999));
    entry_ptr l = draw(self(lo, key - 1, size / 2));
    entry_ptr r = draw(self(key + 1, hi, size / 2));
    return entry_ptr(new entry{key, value, std::move(l), std::move(r)});
  });
  return gen::when(lo >= hi || size <= 1, no_entry,
                   gen::pick(gen::branch<"leaf">(1, no_entry), gen::branch<"node">(size, node)));
});

inline constexpr auto type_derived = gen::recursive<entry_ptr>([](auto self, u32 size) {
  auto node = gen::compose<entry_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(0, 99));
    const int value = draw(gen::integer(0, 99));
    entry_ptr l = draw(self(size - 1));
    entry_ptr r = draw(self(size - 1));
    return entry_ptr(new entry{key, value, std::move(l), std::move(r)});
  });
  return gen::when(size == 0, no_entry, gen::pick(gen::branch<"leaf">(1, no_entry), gen::branch<"node">(1, node)));
});

inline constexpr auto goal_type = gen::recursive<shared_type_ptr>([](auto self, u32 n) {
  auto base = gen::make([] { return base_type; });
  auto function = gen::compose<shared_type_ptr>([=](auto& draw) {
    shared_type_ptr a = draw(self(n / 2));
    shared_type_ptr b = draw(self(n / 2));
    return shared_type_ptr(std::make_shared<const shared_type>(shared_type{std::move(a), std::move(b)}));
  });
  return gen::when(n <= 1, base, gen::pick(gen::branch<"base">(1, base), gen::branch<"function">(n, function)));
});

// The goal type is passed by address: it lives in the caller's frame, as in the hand-written recursion.
inline constexpr auto of_type =
    gen::recursive<typed_term_ptr>([](auto self, const scope* in, const shared_type_ptr* goal, u32 n) {
      return gen::compose<typed_term_ptr>([=](auto& draw) {
        const shared_type_ptr& t = *goal;
        if (n <= 1) {
          const int variables = count_variables(in, t.get());
          if (variables == 0)
            return constant(t);
          const int index = draw(gen::integer(0, variables - 1));
          return typed_term_ptr(new typed_term{term_kind::variable, index, nullptr, nullptr, nullptr});
        }
        if (t->from != nullptr) {
          const scope inner{in, t->from.get()};
          typed_term_ptr body = draw(self(static_cast<const scope*>(&inner), &t->to, n - 1));
          return typed_term_ptr(new typed_term{term_kind::lambda, 0, t->from, std::move(body), nullptr});
        }
        const shared_type_ptr argument = draw(goal_type(n / 2));
        const shared_type_ptr function = std::make_shared<const shared_type>(shared_type{argument, t});
        typed_term_ptr f = draw(self(in, &function, n / 2));
        typed_term_ptr a = draw(self(in, &argument, n / 2));
        return typed_term_ptr(new typed_term{term_kind::apply, 0, nullptr, std::move(f), std::move(a)});
      });
    });

inline constexpr auto well_typed = [](u32 n) {
  return gen::compose<typed_term_ptr>([=](auto& draw) {
    const shared_type_ptr goal = draw(goal_type(n));
    return draw(of_type(static_cast<const scope*>(nullptr), &goal, n));
  });
};

} // namespace combinators
