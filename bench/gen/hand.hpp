// SPDX-License-Identifier: BSL-1.0
// The cases written by hand: plain loops and recursive functions over the same random engine. The lower limit of the
// time.
#pragma once

#include "gen/values.hpp"

#include <tali/random/rng.hpp>

namespace hand {

using namespace values;
using tali::choices::rng;

inline int range(rng& r, int lo, int hi) {
  return lo + static_cast<int>(tali::choices::below(r, static_cast<u32>(hi - lo) + 1));
}

inline std::vector<int> ints(rng& r, u32 n) {
  std::vector<int> v(n);
  for (int& x : v)
    x = range(r, 0, 1000);
  return v;
}

inline tree_ptr labelled_tree(rng& r, u32 n) {
  if (tali::choices::below(r, n + 1) == 0)
    return nullptr;
  const int x = range(r, 0, 1000);
  auto a = labelled_tree(r, n / 2);
  auto b = labelled_tree(r, n / 2);
  return tree_ptr(new tree{x, std::move(a), std::move(b)});
}

inline tree_ptr search_tree(rng& r, int lo, int hi, int depth) {
  if (lo > hi || depth == 0 || tali::choices::below(r, 6U) == 0)
    return nullptr;
  const int x = range(r, lo, hi);
  auto a = search_tree(r, lo, x - 1, depth - 1);
  auto b = search_tree(r, x + 1, hi, depth - 1);
  return tree_ptr(new tree{x, std::move(a), std::move(b)});
}

inline type_ptr any_type(rng& r, int depth) {
  if (depth == 0 || tali::choices::below(r, 2U) == 0)
    return type_ptr(new type{nullptr, nullptr});
  auto a = any_type(r, depth - 1);
  auto b = any_type(r, depth - 1);
  return type_ptr(new type{std::move(a), std::move(b)});
}

inline term_ptr any_term(rng& r, int depth) {
  const u32 k = depth == 0 ? 4 * tali::choices::below(r, 2U) : tali::choices::below(r, 5U);
  switch (k) {
  case 0:
    return term_ptr(new term{term_kind::literal, range(r, 0, 9), nullptr, nullptr, nullptr});
  case 4:
    return term_ptr(new term{term_kind::variable, range(r, 0, 3), nullptr, nullptr, nullptr});
  case 2: {
    auto t = any_type(r, 2);
    auto b = any_term(r, depth - 1);
    return term_ptr(new term{term_kind::lambda, 0, std::move(t), std::move(b), nullptr});
  }
  default: {
    auto a = any_term(r, depth - 1);
    auto b = any_term(r, depth - 1);
    return term_ptr(new term{k == 1 ? term_kind::plus : term_kind::apply, 0, nullptr, std::move(a), std::move(b)});
  }
  }
}

inline std::string printable(rng& r) {
  std::string s(tali::choices::below(r, 65U), '\0');
  for (char& c : s)
    c = static_cast<char>(range(r, 32, 126));
  return s;
}

inline std::vector<std::pair<int, std::string>> pairs(rng& r) {
  std::vector<std::pair<int, std::string>> v;
  const u32 n = tali::choices::below(r, 21U);
  v.reserve(n);
  for (u32 i = 0; i < n; ++i) {
    const int x = range(r, 0, 1000);
    v.emplace_back(x, printable(r));
  }
  return v;
}

// The cases of "Fail Faster", by size ------------------------------------------------------------------------------

inline std::vector<bool> flips(rng& r, u32 n) {
  std::vector<bool> v(n);
  for (u32 i = 0; i < n; ++i)
    v[i] = tali::choices::below(r, 2U) != 0;
  return v;
}

inline entry_ptr single_pass(rng& r, int lo, int hi, u32 size) {
  if (lo >= hi || size <= 1 || tali::choices::below(r, size + 1) == 0)
    return nullptr;
  const int key = range(r, lo, hi);
  const int value = range(r, 0, 999);
  auto a = single_pass(r, lo, key - 1, size / 2);
  auto b = single_pass(r, key + 1, hi, size / 2);
  return entry_ptr(new entry{key, value, std::move(a), std::move(b)});
}

inline entry_ptr type_derived(rng& r, u32 size) {
  if (size == 0 || tali::choices::below(r, 2U) == 0)
    return nullptr;
  const int key = range(r, 0, 99);
  const int value = range(r, 0, 99);
  auto a = type_derived(r, size - 1);
  auto b = type_derived(r, size - 1);
  return entry_ptr(new entry{key, value, std::move(a), std::move(b)});
}

inline shared_type_ptr goal_type(rng& r, u32 n) {
  if (n <= 1 || tali::choices::below(r, n + 1) == 0)
    return base_type;
  auto a = goal_type(r, n / 2);
  auto b = goal_type(r, n / 2);
  return std::make_shared<const shared_type>(shared_type{std::move(a), std::move(b)});
}

inline typed_term_ptr of_type(rng& r, const scope* in, const shared_type_ptr& t, u32 n) {
  if (n <= 1) {
    const int variables = count_variables(in, t.get());
    if (variables == 0)
      return constant(t);
    return typed_term_ptr(new typed_term{term_kind::variable, range(r, 0, variables - 1), nullptr, nullptr, nullptr});
  }
  if (t->from != nullptr) {
    const scope inner{in, t->from.get()};
    auto body = of_type(r, &inner, t->to, n - 1);
    return typed_term_ptr(new typed_term{term_kind::lambda, 0, t->from, std::move(body), nullptr});
  }
  const shared_type_ptr argument = goal_type(r, n / 2);
  const auto function = std::make_shared<const shared_type>(shared_type{argument, t});
  auto f = of_type(r, in, function, n / 2);
  auto a = of_type(r, in, argument, n / 2);
  return typed_term_ptr(new typed_term{term_kind::apply, 0, nullptr, std::move(f), std::move(a)});
}

inline typed_term_ptr well_typed(rng& r, u32 n) {
  const shared_type_ptr goal = goal_type(r, n);
  return of_type(r, nullptr, goal, n);
}

} // namespace hand
