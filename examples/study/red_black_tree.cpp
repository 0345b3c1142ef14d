// SPDX-License-Identifier: BSL-1.0
// Insertion into a red-black tree, tested with three generators of trees. All three pass. The page shows what each has
// tested: the good one, trees of all sizes; the flawed one (keys from a small range), the same few small
// trees; the naive one (any tree, invalid ones discarded), almost only empty trees.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gen = tali::gen;

namespace {

enum class color : std::uint8_t { red, black };

struct node;
using tree = std::shared_ptr<const node>;
struct node {
  color c;
  tree left;
  int key;
  tree right;
};

tree make(color c, tree left, int key, tree right) {
  return std::make_shared<const node>(node{c, std::move(left), key, std::move(right)});
}
bool is_red(const tree& t) { return t != nullptr && t->c == color::red; }

// The code under test: Okasaki's insertion -------------------------------------------------------------------------

tree balance(color c, const tree& l, int k, const tree& r) {
  if (c == color::black) {
    const auto joined = [](const tree& a, int x, const tree& b, int y, const tree& d, int z, const tree& e) {
      return make(color::red, make(color::black, a, x, b), y, make(color::black, d, z, e));
    };
    if (is_red(l) && is_red(l->left)) {
      return joined(l->left->left, l->left->key, l->left->right, l->key, l->right, k, r);
    }
    if (is_red(l) && is_red(l->right)) {
      return joined(l->left, l->key, l->right->left, l->right->key, l->right->right, k, r);
    }
    if (is_red(r) && is_red(r->left)) {
      return joined(l, k, r->left->left, r->left->key, r->left->right, r->key, r->right);
    }
    if (is_red(r) && is_red(r->right)) {
      return joined(l, k, r->left, r->key, r->right->left, r->right->key, r->right->right);
    }
  }
  return make(c, l, k, r);
}

tree insert_below(const tree& t, int key) {
  if (t == nullptr) {
    return make(color::red, nullptr, key, nullptr);
  }
  if (key < t->key) {
    return balance(t->c, insert_below(t->left, key), t->key, t->right);
  }
  if (t->key < key) {
    return balance(t->c, t->left, t->key, insert_below(t->right, key));
  }
  return t;
}

tree insert(const tree& t, int key) {
  const tree with = insert_below(t, key);
  return make(color::black, with->left, with->key, with->right);
}

// The invariants of a red-black tree
// -----------------------------------------------------------------------------------

int size_of(const tree& t) { return t == nullptr ? 0 : 1 + size_of(t->left) + size_of(t->right); }
int height_of(const tree& t) { return t == nullptr ? 0 : 1 + std::max(height_of(t->left), height_of(t->right)); }

/// The number of black nodes on each path to a leaf, if it is the same on all paths.
std::optional<int> black_height(const tree& t) {
  if (t == nullptr) {
    return 0;
  }
  const std::optional<int> l = black_height(t->left);
  const std::optional<int> r = black_height(t->right);
  if (!l || l != r || (is_red(t) && (is_red(t->left) || is_red(t->right)))) {
    return std::nullopt;
  }
  return *l + (is_red(t) ? 0 : 1);
}
bool ordered(const tree& t, std::optional<int> above, std::optional<int> below) {
  return t == nullptr || ((!above || *above < t->key) && (!below || t->key < *below) &&
                          ordered(t->left, above, t->key) && ordered(t->right, t->key, below));
}
bool valid(const tree& t) { return !is_red(t) && black_height(t).has_value() && ordered(t, {}, {}); }
bool contains(const tree& t, int key) {
  return t != nullptr && (key == t->key || contains(key < t->key ? t->left : t->right, key));
}

void show_tree(std::string& out, const tree& t) {
  if (t == nullptr) {
    out += '.';
    return;
  }
  out += is_red(t) ? "R(" : "B(";
  show_tree(out, t->left);
  out += ' ' + std::to_string(t->key) + ' ';
  show_tree(out, t->right);
  out += ')';
}
struct shown_tree {
  tree root;
  friend void tali_show(std::string& out, const shown_tree& t) { show_tree(out, t.root); }
};

// Three generators -------------------------------------------------------------------------------------------------

shown_tree from_keys(const std::vector<int>& keys) {
  tree t;
  for (const int k : keys) {
    t = insert(t, k);
  }
  return {t};
}
constexpr auto good = gen::map(gen::vector(gen::integer(-1000, 1000)), &from_keys);
constexpr auto flawed = gen::map(gen::vector(gen::integer(0, 3)), &from_keys);
constexpr auto any_tree = gen::recursive<tree>([](auto self, int depth) {
  const auto leaf = gen::exact<tree>();
  const auto inner = gen::compose<tree>([=](auto& draw) {
    const color c = draw(gen::element(color::black, color::red));
    tree left = draw(self(depth - 1));
    const int key = draw(gen::integer(-1000, 1000));
    tree right = draw(self(depth - 1));
    return make(c, std::move(left), key, std::move(right));
  });
  return gen::when(depth == 0, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(1, inner)));
});
constexpr auto naive = gen::map(any_tree(6), [](tree t) { return shown_tree{std::move(t)}; });

constexpr auto insertion_keeps_it_valid = [](tali::test_case& c, const shown_tree& t, int key) {
  c.assume(valid(t.root), "not a red-black tree");
  c.event("size", size_of(t.root));
  c.event("black height", *black_height(t.root));
  c.event("size and height", "size", size_of(t.root), "height", height_of(t.root));
  c.classify(contains(t.root, key), "key is there already");
  const tree with = insert(t.root, key);
  return valid(with) && contains(with, key);
};
tali::settings many_discards() {
  tali::settings s;
  s.discard_ratio = 100;
  return s;
}

TALI_PROPERTY("red-black tree (good)", good, gen::integer(-1000, 1000), insertion_keeps_it_valid);
TALI_PROPERTY("red-black tree (flawed)", flawed, gen::integer(0, 3), insertion_keeps_it_valid);
TALI_PROPERTY("red-black tree (naive)", many_discards(), naive, gen::integer(-1000, 1000), insertion_keeps_it_valid);

} // namespace
