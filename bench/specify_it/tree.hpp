// SPDX-License-Identifier: BSL-1.0
// The finite map of "How to Specify It!" (Hughes, 2019) as a search tree, correct and with each of its eight bugs.
//
// Trees are immutable and live until the next test: nodes come from a pool that is cleared all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace specify_it {

struct node;
using tree = const node*;
struct node {
  tree left;
  int key;
  int value;
  tree right;
};

/// Nodes of one test.
class pool {
public:
  void clear() { used_ = 0; }
  tree make(tree l, int k, int v, tree r) {
    const std::size_t block = used_ / block_size;
    if (block == blocks_.size()) {
      blocks_.push_back(std::make_unique<node[]>(block_size));
    }
    node& n = blocks_[block][used_++ % block_size];
    n = {l, k, v, r};
    return &n;
  }

private:
  static constexpr std::size_t block_size = 4096;
  std::vector<std::unique_ptr<node[]>> blocks_;
  std::size_t used_ = 0;
};
inline pool nodes;

inline tree branch(tree l, int k, int v, tree r) { return nodes.make(l, k, v, r); }

using pairs = std::vector<std::pair<int, int>>;

inline void add_pairs(tree t, pairs& out) {
  if (t != nullptr) {
    add_pairs(t->left, out);
    out.emplace_back(t->key, t->value);
    add_pairs(t->right, out);
  }
}
inline pairs to_list(tree t) {
  pairs out;
  add_pairs(t, out);
  return out;
}
inline void add_insertions(tree t, pairs& out) {
  if (t != nullptr) {
    out.emplace_back(t->key, t->value);
    add_insertions(t->left, out);
    add_insertions(t->right, out);
  }
}
inline std::size_t size(tree t) { return t == nullptr ? 0 : size(t->left) + 1 + size(t->right); }
inline bool same(tree a, tree b) {
  if (a == nullptr || b == nullptr) {
    return a == b;
  }
  return a == b || (a->key == b->key && a->value == b->value && same(a->left, b->left) && same(a->right, b->right));
}
/// In order, each key once.
inline bool valid(tree t) {
  const pairs all = to_list(t);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i - 1].first >= all[i].first) {
      return false;
    }
  }
  return true;
}
inline std::optional<int> find(int k, tree t) {
  while (t != nullptr && t->key != k) {
    t = k < t->key ? t->left : t->right;
  }
  return t == nullptr ? std::nullopt : std::optional(t->value);
}

/// The operations, with one of the bugs 1 to 8, or with none (0).
template <int Bug>
struct operations {
  static tree insert(int k, int v, tree t) {
    if (t == nullptr || Bug == 1) {
      return branch(nullptr, k, v, nullptr);
    }
    if (k < t->key) {
      return branch(insert(k, v, t->left), t->key, t->value, t->right);
    }
    if (k > t->key || Bug == 2) {
      return branch(t->left, t->key, t->value, insert(k, v, t->right));
    }
    return branch(t->left, k, Bug == 3 ? t->value : v, t->right);
  }

  static tree remove(int k, tree t) {
    if (t == nullptr) {
      return nullptr;
    }
    if (k == t->key) {
      return Bug == 6 ? unite(t->left, t->right) : join(t->left, t->right);
    }
    const bool below_root = Bug == 5 ? k > t->key : k < t->key;
    if (Bug == 4) {
      return remove(k, below_root ? t->left : t->right);
    }
    return below_root ? branch(remove(k, t->left), t->key, t->value, t->right)
                      : branch(t->left, t->key, t->value, remove(k, t->right));
  }

  static tree join(tree a, tree b) {
    if (a == nullptr || b == nullptr) {
      return a == nullptr ? b : a;
    }
    return branch(a->left, a->key, a->value, branch(join(a->right, b->left), b->key, b->value, b->right));
  }

  static tree below(int k, tree t) {
    if (t == nullptr) {
      return nullptr;
    }
    return k <= t->key ? below(k, t->left) : branch(t->left, t->key, t->value, below(k, t->right));
  }
  static tree above(int k, tree t) {
    if (t == nullptr) {
      return nullptr;
    }
    return k >= t->key ? above(k, t->right) : branch(above(k, t->left), t->key, t->value, t->right);
  }

  static tree unite(tree a, tree b) {
    if (a == nullptr || b == nullptr) {
      return a == nullptr ? b : a;
    }
    const auto interleaved = [&] {
      return branch(a->left, a->key, a->value, branch(unite(a->right, b->left), b->key, b->value, b->right));
    };
    if constexpr (Bug == 6) {
      return interleaved();
    } else if constexpr (Bug == 7 || Bug == 8) {
      if (a->key == b->key) {
        return branch(unite(a->left, b->left), a->key, a->value, unite(a->right, b->right));
      }
      if (a->key > b->key) {
        return unite(b, a);
      }
      if constexpr (Bug == 7) {
        return interleaved();
      } else {
        return branch(unite(a->left, below(a->key, b->left)), a->key, a->value,
                      unite(a->right, branch(above(a->key, b->left), b->key, b->value, b->right)));
      }
    } else {
      return branch(unite(a->left, below(a->key, b)), a->key, a->value, unite(a->right, above(a->key, b)));
    }
  }
};

} // namespace specify_it
