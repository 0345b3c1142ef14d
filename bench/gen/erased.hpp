// SPDX-License-Identifier: BSL-1.0
// The recursive cases with every sub-generator behind any_gen: the cost of a structure known only at run time.
#pragma once

#include "gen/combinators.hpp"

namespace erased {

using namespace values;
namespace gen = tali::gen;
using tali::any_gen;

inline any_gen<tree_ptr> labelled_tree(u32 n) {
  return gen::pick(gen::branch<"leaf">(1, combinators::no_tree),
                   gen::branch<"node">(n, gen::compose<tree_ptr>([=](auto& draw) {
                                         const int x = draw(combinators::number);
                                         tree_ptr l = draw(labelled_tree(n / 2));
                                         tree_ptr r = draw(labelled_tree(n / 2));
                                         return tree_ptr(new tree{x, std::move(l), std::move(r)});
                                       })));
}

inline any_gen<tree_ptr> search_tree(int lo, int hi, int depth) {
  auto node = gen::compose<tree_ptr>([=](auto& draw) {
    const int x = draw(gen::integer(lo, hi));
    tree_ptr l = draw(search_tree(lo, x - 1, depth - 1));
    tree_ptr r = draw(search_tree(x + 1, hi, depth - 1));
    return tree_ptr(new tree{x, std::move(l), std::move(r)});
  });
  return gen::when(lo > hi || depth == 0, combinators::no_tree,
                   gen::pick(gen::branch<"leaf">(1, combinators::no_tree), gen::branch<"node">(5, node)));
}

inline any_gen<term_ptr> any_term(int depth) {
  auto leaf = [](term_kind kind, int last) {
    return any_gen<term_ptr>(gen::compose<term_ptr>(
        [=](auto& draw) { return term_ptr(new term{kind, draw(gen::integer(0, last)), nullptr, nullptr, nullptr}); }));
  };
  auto both = [=](term_kind kind) {
    return gen::compose<term_ptr>([=](auto& draw) {
      term_ptr a = draw(any_term(depth - 1));
      term_ptr b = draw(any_term(depth - 1));
      return term_ptr(new term{kind, 0, nullptr, std::move(a), std::move(b)});
    });
  };
  auto lambda = gen::compose<term_ptr>([=](auto& draw) {
    type_ptr t = draw(combinators::any_type(2));
    term_ptr b = draw(any_term(depth - 1));
    return term_ptr(new term{term_kind::lambda, 0, std::move(t), std::move(b), nullptr});
  });
  const auto literal = leaf(term_kind::literal, 9);
  const auto variable = leaf(term_kind::variable, 3);
  if (depth == 0) {
    return gen::pick(gen::branch<"literal">(1, literal), gen::branch<"variable">(1, variable));
  }
  return gen::pick(gen::branch<"literal">(1, literal), gen::branch<"plus">(1, both(term_kind::plus)),
                   gen::branch<"lambda">(1, lambda), gen::branch<"apply">(1, both(term_kind::apply)),
                   gen::branch<"variable">(1, variable));
}

} // namespace erased
