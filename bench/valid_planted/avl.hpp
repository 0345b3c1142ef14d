// SPDX-License-Identifier: BSL-1.0
// A typical balanced search tree with a planted bug in its deletion, and the property that should find it. There is no
// generator for such trees: the type is derived, the precondition is a function.
#pragma once

#include <tali/gen.hpp>
#include <tali/property/check.hpp>
#include <tali/valid.hpp>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace planted {

struct node;
using link = std::unique_ptr<node>;
struct node {
  std::uint8_t key = 0;
  std::uint8_t height = 0;
  link left;
  link right;
};
struct tree {
  link root;
};

// The precondition ---------------------------------------------------------------------------------------------------

/// The height if keys are in order within the bounds, cached heights are right and siblings differ by one at most;
/// otherwise -1.
inline int avl_height(const link& n, int above, int below) {
  if (n == nullptr) {
    return 0;
  }
  if (n->key <= above || n->key >= below) {
    return -1;
  }
  const int l = avl_height(n->left, above, n->key);
  const int r = l < 0 ? -1 : avl_height(n->right, n->key, below);
  return r >= 0 && std::abs(l - r) <= 1 && n->height == 1 + std::max(l, r) ? n->height : -1;
}

struct is_avl {
  bool operator()(const tree& t) const { return avl_height(t.root, -1, 256) >= 0; }
};

// The code under test ------------------------------------------------------------------------------------------------

inline int height_of(const link& n) { return n == nullptr ? 0 : n->height; }
inline void update(node& n) {
  n.height = static_cast<std::uint8_t>(1 + std::max(height_of(n.left), height_of(n.right)));
}

inline void rotate_right(link& n) {
  link up = std::move(n->left);
  n->left = std::move(up->right);
  update(*n);
  up->right = std::move(n);
  n = std::move(up);
  update(*n);
}
inline void rotate_left(link& n) {
  link up = std::move(n->right);
  n->right = std::move(up->left);
  update(*n);
  up->left = std::move(n);
  n = std::move(up);
  update(*n);
}

enum class mistake : std::uint8_t {
  none,
  single_rotation, // a single rotation where the taller inner grandchild requires two
  stale_path,      // no rebalancing between an erased node with two children and its replacement
};

inline void rebalance(link& n, mistake m) {
  const bool twice = m != mistake::single_rotation;
  const int lean = height_of(n->left) - height_of(n->right);
  if (lean > 1) {
    if (twice && height_of(n->left->left) < height_of(n->left->right)) {
      rotate_left(n->left);
    }
    rotate_right(n);
  } else if (lean < -1) {
    if (twice && height_of(n->right->right) < height_of(n->right->left)) {
      rotate_right(n->right);
    }
    rotate_left(n);
  } else {
    update(*n);
  }
}

/// Removes the first node of a tree that has one.
inline link take_first(link& n, mistake m) {
  if (n->left == nullptr) {
    link first = std::move(n);
    n = std::move(first->right);
    return first;
  }
  link first = take_first(n->left, m);
  if (m != mistake::stale_path) {
    rebalance(n, m);
  }
  return first;
}

inline void erase(link& n, std::uint8_t key, mistake m) {
  if (n == nullptr) {
    return;
  }
  if (key < n->key) {
    erase(n->left, key, m);
  } else if (n->key < key) {
    erase(n->right, key, m);
  } else if (n->left == nullptr || n->right == nullptr) {
    link rest = std::move(n->left != nullptr ? n->left : n->right);
    n = std::move(rest);
    return;
  } else {
    link next = take_first(n->right, m);
    next->left = std::move(n->left);
    next->right = std::move(n->right);
    n = std::move(next);
  }
  rebalance(n, m);
}

// The property -------------------------------------------------------------------------------------------------------

inline void keys_of(const link& n, std::vector<std::uint8_t>& out) {
  if (n != nullptr) {
    keys_of(n->left, out);
    out.push_back(n->key);
    keys_of(n->right, out);
  }
}

/// Erasing some key of a valid tree leaves a valid tree of the other keys.
template <class Trees>
tali::result check_erase(const Trees& trees, mistake m, const tali::settings& how) {
  return tali::check("erase keeps a tree valid", how, trees, tali::gen::integer<std::uint8_t>(),
                     [m](tree t, std::uint8_t which) {
                       std::vector<std::uint8_t> keys;
                       keys_of(t.root, keys);
                       if (keys.empty()) {
                         return true;
                       }
                       const auto at = keys.begin() + which % static_cast<int>(keys.size());
                       erase(t.root, *at, m);
                       keys.erase(at);
                       std::vector<std::uint8_t> left;
                       keys_of(t.root, left);
                       return left == keys && is_avl{}(t);
                     });
}

inline auto valid_trees(const tali::learn::valid_options& options = {}) {
  return tali::gen::valid(tali::arbitrary<tree>(), is_avl{}, options);
}
inline auto filtered_trees() { return tali::gen::filter(tali::arbitrary<tree>(), is_avl{}); }

} // namespace planted
