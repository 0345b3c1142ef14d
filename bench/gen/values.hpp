// SPDX-License-Identifier: BSL-1.0
// The values that the generation cases make, and the checksums that consume them.
#pragma once

#include <tali/source/arena.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace values {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// A tree with int labels, on the heap and in an arena.
struct tree {
  int label;
  std::unique_ptr<tree> left, right;
};
using tree_ptr = std::unique_ptr<tree>;
struct arena_tree {
  int label;
  tali::arena_ptr<arena_tree> left, right;
};
using arena_tree_ptr = tali::arena_ptr<arena_tree>;

// A search tree with keys and values.
struct entry {
  int key, value;
  std::unique_ptr<entry> left, right;
};
using entry_ptr = std::unique_ptr<entry>;

// Simply typed terms whose types are trees of their own.
struct type {
  std::unique_ptr<type> from, to; // both null: the base type
};
using type_ptr = std::unique_ptr<type>;
enum class term_kind { literal, plus, lambda, apply, variable };
struct term {
  term_kind kind;
  int number;
  type_ptr annotation;
  std::unique_ptr<term> left, right;
};
using term_ptr = std::unique_ptr<term>;

// Terms built to a goal type: types are shared by everything that refers to them.
struct shared_type {
  std::shared_ptr<const shared_type> from, to;
};
using shared_type_ptr = std::shared_ptr<const shared_type>;
inline const shared_type_ptr base_type = std::make_shared<const shared_type>(); // one for all, as in RapidCheck
struct typed_term {
  term_kind kind;
  int number;
  shared_type_ptr annotation;
  std::unique_ptr<typed_term> left, right;
};
using typed_term_ptr = std::unique_ptr<typed_term>;
/// The variables in scope, innermost first, as a list on the stack.
struct scope {
  const scope* outer;
  const shared_type* variable;
};
inline bool same(const shared_type* a, const shared_type* b) {
  if (a == b)
    return true;
  if (a == nullptr || b == nullptr)
    return false;
  return same(a->from.get(), b->from.get()) && same(a->to.get(), b->to.get());
}
inline int count_variables(const scope* s, const shared_type* t) {
  int n = 0;
  for (; s != nullptr; s = s->outer)
    n += same(s->variable, t) ? 1 : 0;
  return n;
}
/// The canonical constant of a type: a literal inside the lambdas that the type requires.
inline typed_term_ptr constant(const shared_type_ptr& t) {
  if (t->from == nullptr)
    return typed_term_ptr(new typed_term{term_kind::literal, 0, nullptr, nullptr, nullptr});
  return typed_term_ptr(new typed_term{term_kind::lambda, 0, t->from, constant(t->to), nullptr});
}

inline u64 sum(const tree* t) {
  return t ? static_cast<u64>(t->label) + 1 + sum(t->left.get()) + sum(t->right.get()) : 0;
}
inline u64 sum(const arena_tree* t) {
  return t ? static_cast<u64>(t->label) + 1 + sum(t->left.get()) + sum(t->right.get()) : 0;
}
inline u64 sum(const entry* t) {
  return t ? static_cast<u64>(t->key) + static_cast<u64>(t->value) + 1 + sum(t->left.get()) + sum(t->right.get()) : 0;
}
inline u64 sum(const type* t) { return t ? 1 + sum(t->from.get()) + sum(t->to.get()) : 0; }
inline u64 sum(const shared_type* t) { return t ? 1 + sum(t->from.get()) + sum(t->to.get()) : 0; }
template <class Term>
u64 sum_term(const Term* t) {
  return t ? 1 + static_cast<u64>(t->kind) + static_cast<u64>(t->number) + sum(t->annotation.get()) +
                 sum_term(t->left.get()) + sum_term(t->right.get())
           : 0;
}
inline u64 sum(const term* t) { return sum_term(t); }
inline u64 sum(const typed_term* t) { return sum_term(t); }
inline u64 sum(const std::string& s) {
  u64 t = s.size();
  for (const char c : s)
    t += static_cast<unsigned char>(c);
  return t;
}
inline u64 sum(const std::vector<int>& v) {
  u64 t = v.size();
  for (const int x : v)
    t += static_cast<u64>(x);
  return t;
}
inline u64 sum(const std::vector<bool>& v) {
  u64 t = v.size();
  for (const bool x : v)
    t += x ? 1 : 0;
  return t;
}
inline u64 sum(const std::vector<std::pair<int, std::string>>& v) {
  u64 t = 0;
  for (const auto& [x, s] : v)
    t += static_cast<u64>(x) + sum(s);
  return t;
}
inline u64 sum(int x) { return static_cast<u64>(x); }
inline u64 sum(const std::pair<int, int>& p) { return static_cast<u64>(p.first) + static_cast<u64>(p.second); }
template <class T>
u64 sum(const std::unique_ptr<T>& p) {
  return sum(p.get());
}
template <class T>
u64 sum(const tali::arena_ptr<T>& p) {
  return sum(p.get());
}

} // namespace values
