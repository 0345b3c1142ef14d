// SPDX-License-Identifier: BSL-1.0
// Recursive types. If every value is valid, the generator is derived. If values have an invariant of
// the whole tree, as in a binary search tree, the invariant becomes a parameter of the recursion.
#include <tali/property/registry.hpp>
#include <tali/tali.hpp>

#include <memory>
#include <variant>

namespace gen = tali::gen;

// Any expression is valid ------------------------------------------------------------------------------------------

struct expression;
using expression_ptr = std::unique_ptr<expression>;

struct sum {
  expression_ptr left;
  expression_ptr right;
};
struct negation {
  expression_ptr operand;
};
struct expression {
  std::variant<int, sum, negation> node;
};

namespace {

long evaluate(const expression& e, long sign = 1) {
  struct visitor {
    long sign;
    long operator()(int n) const { return sign * n; }
    long operator()(const sum& s) const { return evaluate(*s.left, sign) + evaluate(*s.right, sign); }
    long operator()(const negation& n) const { return evaluate(*n.operand, -sign); }
  };
  return std::visit(visitor{sign}, e.node);
}

std::size_t node_count(const expression& e) {
  struct visitor {
    std::size_t operator()(int /*a leaf*/) const { return 1; }
    std::size_t operator()(const sum& s) const { return 1 + node_count(*s.left) + node_count(*s.right); }
    std::size_t operator()(const negation& n) const { return 1 + node_count(*n.operand); }
  };
  return std::visit(visitor{}, e.node);
}

// Derived. The size ends the recursion, and because the variant has a leaf, pointers are never null.
TALI_PROPERTY("a negative sign turns the value around", [](tali::test_case& c) {
  const auto e = c.draw<expression>("e");
  c.event("nodes", node_count(e));
  return evaluate(e, -1) == -evaluate(e);
});

// Only search trees are valid ----------------------------------------------------------------------------------------

struct tree;
using tree_ptr = std::unique_ptr<tree>;

struct tree {
  int key;
  tree_ptr left;
  tree_ptr right;
};

// All search trees with keys in [lo, hi]. `self` is this generator with other parameters. The branch that
// ends the recursion comes first. The members name the part of the tree that each draw produces: they are ignored
// when the generator runs forward, and used when it runs backward.
constexpr auto search_tree = gen::recursive<tree_ptr>([](auto self, int lo, int hi) {
  const auto leaf = gen::exact<tree_ptr>();
  const auto node = gen::compose<tree_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(lo, hi), &tree::key);
    tree_ptr left = draw(self(lo, key - 1), &tree::left);
    tree_ptr right = draw(self(key + 1, hi), &tree::right);
    return std::make_unique<tree>(tree{key, std::move(left), std::move(right)});
  });
  return gen::when(lo > hi, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(5, node)));
});

bool is_search_tree(const tree_ptr& t, int lo, int hi) {
  return !t || (lo <= t->key && t->key <= hi && is_search_tree(t->left, lo, t->key - 1) &&
                is_search_tree(t->right, t->key + 1, hi));
}

bool contains(const tree_ptr& t, int key) {
  return t && (t->key == key || contains(key < t->key ? t->left : t->right, key));
}

bool contains_anywhere(const tree_ptr& t, int key) {
  return t && (t->key == key || contains_anywhere(t->left, key) || contains_anywhere(t->right, key));
}

TALI_PROPERTY("search trees are search trees", [](tali::test_case& c) {
  const tree_ptr t = c.draw("t", search_tree(0, 99));
  return is_search_tree(t, 0, 99);
});

TALI_PROPERTY("searching finds what is there", [](tali::test_case& c) {
  const tree_ptr t = c.draw("t", search_tree(0, 20));
  const int key = c.draw("key", gen::integer(0, 20));
  return contains(t, key) == contains_anywhere(t, key);
});

// The same generator backward: it tests whether it can produce a tree.
TALI_PROPERTY("the generator accepts what it makes, and nothing else", [](tali::test_case& c) {
  const tree_ptr t = c.draw("t", search_tree(0, 20));
  c.expect(tali::accepts(search_tree(0, 20), t));
  if (t) {
    c.expect(!tali::accepts(search_tree(t->key + 1, 20), t), "the root is out of bounds");
  }
});

} // namespace
