// SPDX-License-Identifier: BSL-1.0
// A property with a precondition that a derived generator hardly ever satisfies: erasing from an AVL tree leaves an AVL
// tree. The erasing has a bug: when a node with two children is replaced by its successor, the subtree that the
// successor comes from is not rebalanced. The smallest tree that shows it has seven nodes.
#pragma once

#include <tali/tali.hpp>
#include <tali/valid.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace avl_property {

enum class level : std::uint8_t { zero, one, two, three, four, five, six, seven };

struct node {
  std::uint8_t key = 0;
  level height = level::one; // cached
  std::unique_ptr<node> left;
  std::unique_ptr<node> right;
};
using tree = std::unique_ptr<node>;

inline int height(const tree& t) { return t == nullptr ? 0 : static_cast<int>(t->height); }

/// The height, or -1 if it is no AVL tree with keys strictly between the bounds and right cached heights.
inline int checked_height(const tree& t, int low, int high) {
  if (t == nullptr) {
    return 0;
  }
  if (t->key <= low || t->key >= high) {
    return -1;
  }
  const int l = checked_height(t->left, low, t->key);
  const int r = l < 0 ? -1 : checked_height(t->right, t->key, high);
  return r >= 0 && l - r <= 1 && r - l <= 1 && height(t) == 1 + std::max(l, r) ? height(t) : -1;
}
inline bool is_avl(const tree& t) { return checked_height(t, -1, 256) >= 0; }

inline void update(tree& t) { t->height = static_cast<level>(1 + std::max(height(t->left), height(t->right))); }

inline void rotate(tree& t, tree node::* up, tree node::* down) {
  tree child = std::move((*t).*up);
  (*t).*up = std::move((*child).*down);
  update(t);
  (*child).*down = std::move(t);
  t = std::move(child);
  update(t);
}

inline void balance(tree& t) {
  if (t == nullptr) {
    return;
  }
  update(t);
  const int lean = height(t->left) - height(t->right);
  if (lean > 1) {
    if (height(t->left->left) < height(t->left->right)) {
      rotate(t->left, &node::right, &node::left);
    }
    rotate(t, &node::left, &node::right);
  } else if (lean < -1) {
    if (height(t->right->right) < height(t->right->left)) {
      rotate(t->right, &node::left, &node::right);
    }
    rotate(t, &node::right, &node::left);
  }
}

/// Takes the least key out.
inline std::uint8_t take_least(tree& t, bool with_bug) {
  if (t->left == nullptr) {
    const std::uint8_t key = t->key;
    t = std::move(t->right);
    return key;
  }
  const std::uint8_t key = take_least(t->left, with_bug);
  if (with_bug) {
    update(t); // the bug: not balance(t)
  } else {
    balance(t);
  }
  return key;
}

inline void erase(tree& t, int key, bool with_bug) {
  if (t == nullptr) {
    return;
  }
  if (key != t->key) {
    erase(key < t->key ? t->left : t->right, key, with_bug);
  } else if (t->left == nullptr || t->right == nullptr) {
    tree rest = std::move(t->left != nullptr ? t->left : t->right);
    t = std::move(rest);
  } else {
    t->key = take_least(t->right, with_bug);
  }
  balance(t);
}

inline void keys_of(const tree& t, std::vector<int>& out) {
  if (t != nullptr) {
    keys_of(t->left, out);
    out.push_back(t->key);
    keys_of(t->right, out);
  }
}

inline tree copy(const tree& t) {
  if (t == nullptr) {
    return nullptr;
  }
  return std::make_unique<node>(node{t->key, t->height, copy(t->left), copy(t->right)});
}

/// Erasing any of the keys leaves an AVL tree.
inline bool erasing_keeps_balance(const tree& t, bool with_bug) {
  std::vector<int> keys;
  keys_of(t, keys);
  return std::all_of(keys.begin(), keys.end(), [&](int key) {
    tree smaller = copy(t);
    erase(smaller, key, with_bug);
    return is_avl(smaller);
  });
}

/// Whether a run with this seed finds the bug within the budget.
template <class G>
bool finds_bug(const G& g, std::uint64_t seed, tali::duration budget, bool with_bug = true) {
  const tali::result r = tali::check("erasing keeps the balance",
                                     tali::settings{.cases = 0, // as many as the time allows
                                                    .time_budget = budget,
                                                    .seed = seed,
                                                    .discard_ratio = 1'000'000'000'000,
                                                    .shrink = 0,
                                                    .store = "off",
                                                    .explain = 0},
                                     g, [&](const tree& t) { return erasing_keeps_balance(t, with_bug); });
  return r.status == tali::run_status::failed;
}

} // namespace avl_property
