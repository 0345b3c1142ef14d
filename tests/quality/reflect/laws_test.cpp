// SPDX-License-Identifier: BSL-1.0
// The laws of running backward for generators as users write them, and mutation, coverage and thinning over them.
#include "quality/reflect/subjects.hpp"

#include <tali/interpret/coverage.hpp>
#include <tali/interpret/mutate.hpp>
#include <tali/interpret/validate.hpp>

#include <functional>
#include <set>

#include <gtest/gtest.h>

namespace {

using namespace reflective;

template <class G, class Valid>
void expect_lawful(const char* name, const G& g, const Valid& valid, std::size_t cases = 100) {
  tali::validate_options options;
  options.cases = cases;
  const tali::validation found = tali::validate(g, valid, options);
  EXPECT_TRUE(found.good()) << name << ": "
                            << (found.not_accepted.empty() ? "" : "not accepted " + found.not_accepted[0])
                            << (found.not_projected.empty() ? "" : "not projected " + found.not_projected[0])
                            << (found.not_valid.empty() ? "" : "not valid " + found.not_valid[0]);
  EXPECT_GT(found.cases, cases / 2) << name;
}

TEST(Laws, UsersGenerators) {
  expect_lawful("search trees", search_tree(0, 40), [](const tree& t) { return ordered(t, 0, 40); });
  expect_lawful("heaps", heap(0, 5), [](const tree& t) { return is_heap(t, 0) && height(t) <= 5; });
  expect_lawful("AVL trees", avl_tree(0, 60, 5),
                [](const tree& t) { return ordered(t, 0, 60) && balanced(t) && height(t) == 5; });
  expect_lawful("typed terms", typed_terms(3), [](const term_ptr& t) { return type_of(t, {}).has_value(); });
  expect_lawful("expressions", expressions(4), [](const expression& e) { return result_of(e).has_value(); });
  expect_lawful("acyclic graphs", acyclic_graph(6), [](const graph& g) { return order_of(g).has_value(); });
}

TEST(Laws, CompleteAgainstANaiveGenerator) {
  const auto naive = gen::recursive<tree>([](auto self, int depth) {
    const auto leaf = gen::exact<tree>();
    const auto node = gen::compose<tree>([=](auto& draw) {
      const int key = draw(gen::integer(0, 9));
      const tree left = draw(self(depth - 1));
      return branch_of(key, left, draw(self(depth - 1)));
    });
    return gen::when(depth == 0, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(1, node)));
  });
  const auto valid = [](const tree& t) { return ordered(t, 0, 9); };
  const tali::validation found = tali::validate(search_tree(0, 9), valid, naive(3));
  EXPECT_TRUE(found.good());
  EXPECT_GT(found.compared, 50U);
  EXPECT_EQ(found.most_ways, 1U);
  // A generator that omits values is reported, and so is one with too many values.
  EXPECT_FALSE(tali::validate(search_tree(0, 8), valid, naive(3)).not_made.empty());
  EXPECT_FALSE(tali::validate(search_tree(0, 10), valid, naive(3)).not_valid.empty());
}

TEST(Laws, WrongAnnotationsAreFound) {
  const auto exchanged = gen::compose<std::pair<int, int>>([](auto& draw) {
    const int a = draw(gen::integer(0, 9), &std::pair<int, int>::second);
    return std::pair(a, draw(gen::integer(0, 9), &std::pair<int, int>::first));
  });
  EXPECT_FALSE(tali::validate(exchanged).not_projected.empty());
  const auto outside = gen::map(gen::integer(0, 9), [](int n) { return n + 1; }, [](int n) { return n; });
  EXPECT_FALSE(tali::validate(outside).good());
}

// Up to distribution, and here more than that: the same values from the same seeds, and the same choices backward.
template <class A, class B>
void expect_alike(const A& a, const B& b) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto value = tali::sample(a, seed);
    EXPECT_TRUE(tali::values::equal_values(value, tali::sample(b, seed)));
    EXPECT_EQ(tali::reflect(a, value), tali::reflect(b, value));
  }
}

TEST(Laws, MonadAndProfunctor) {
  using pair = std::pair<int, int>;
  const auto whole = [](const auto& v) { return &v; };
  const auto first = gen::integer(0, 99);
  const auto then = [](int n) { return gen::integer(0, n); };
  // return a >>= k is k a
  expect_alike(gen::compose<int>([=](auto& draw) {
                 const int a = draw(gen::exact(7), focus::constant(7));
                 return draw(then(a), whole);
               }),
               then(7));
  // m >>= return is m
  expect_alike(gen::compose<int>([=](auto& draw) {
                 const int a = draw(first, whole);
                 return draw(gen::exact(a), whole);
               }),
               first);
  // (m >>= k) >>= h is m >>= (k >=> h)
  const auto inner = gen::compose<pair>([=](auto& draw) {
    const int a = draw(first, &pair::first);
    return pair(a, draw(then(a), &pair::second));
  });
  expect_alike(gen::compose<pair>([=](auto& draw) {
                 const pair p = draw(inner, whole);
                 return draw(gen::exact(p), whole);
               }),
               gen::compose<pair>([=](auto& draw) {
                 const int a = draw(first, &pair::first);
                 const int b = draw(then(a), &pair::second);
                 return draw(gen::exact(pair(a, b)), whole);
               }));
  // map id is id, map f . map g is map (f . g)
  const auto same = [](int n) { return n; };
  expect_alike(gen::map(first, same, same), first);
  const auto more = [](int n) { return n + 1; };
  const auto less = [](int n) { return n - 1; };
  expect_alike(gen::map(gen::map(first, more, less), more, less),
               gen::map(first, [](int n) { return n + 2; }, [](int n) { return n - 2; }));
}

// Mutation ------------------------------------------------------------------------------------------------------------

std::set<int> keys_of(const tree& t) {
  std::set<int> keys;
  const auto walk = [&](const auto& self, const tree& at) -> void {
    if (at) {
      keys.insert(at->key);
      self(self, at->left);
      self(self, at->right);
    }
  };
  walk(walk, t);
  return keys;
}

TEST(Mutate, SearchTrees) {
  const auto leaf = [](int key) { return branch_of(key, {}, {}); };
  const tree original = branch_of(20, branch_of(10, leaf(5), leaf(15)), branch_of(30, leaf(25), leaf(35)));
  const auto g = search_tree(0, 40);
  const tali::mutator change(g, original);
  tali::choices::rng engine(1);
  constexpr int mutants = 10'000;
  int different = 0;
  int near = 0;
  std::set<std::string> seen;
  for (int i = 0; i < mutants; ++i) {
    const auto made = change(engine);
    ASSERT_TRUE(made);
    ASSERT_TRUE(ordered(*made, 0, 40));
    different += tali::values::equal_values(*made, original) ? 0 : 1;
    const std::set<int> before = keys_of(original);
    const std::set<int> after = keys_of(*made);
    near += std::count_if(before.begin(), before.end(), [&](int k) { return after.contains(k); }) >= 4 ? 1 : 0;
    seen.insert(tali::show(*made));
  }
  EXPECT_GE(different, mutants * 95 / 100);
  EXPECT_GE(near, mutants / 2);
  // Every tree that differs in one choice: a key moved within its gap, a node cut off, a node added.
  int missing = 0;
  int neighbours = 0;
  const auto look = [&](const tree& t) {
    ++neighbours;
    missing += seen.contains(tali::show(t)) ? 0 : 1;
  };
  const std::function<tree(const tree&)> identity = [](const tree& t) { return t; };
  const std::function<void(const tree&, int, int, const std::function<tree(const tree&)>&)> walk =
      [&](const tree& t, int lo, int hi, const std::function<tree(const tree&)>& rebuild) {
        if (!t) {
          for (int key = lo; key <= hi; ++key) {
            look(rebuild(leaf(key)));
          }
          return;
        }
        look(rebuild(tree()));
        const std::set<int> left = keys_of(t->left);
        const std::set<int> right = keys_of(t->right);
        for (int key = left.empty() ? lo : *left.rbegin() + 1; key <= (right.empty() ? hi : *right.begin() - 1);
             ++key) {
          if (key != t->key) {
            look(rebuild(branch_of(key, t->left, t->right)));
          }
        }
        walk(t->left, lo, t->key - 1, [&](const tree& l) { return rebuild(branch_of(t->key, l, t->right)); });
        walk(t->right, t->key + 1, hi, [&](const tree& r) { return rebuild(branch_of(t->key, t->left, r)); });
      };
  walk(original, 0, 40, identity);
  EXPECT_GT(neighbours, 60);
  EXPECT_EQ(missing, 0) << "of " << neighbours;
}

TEST(Mutate, TypedTerms) {
  const auto g = typed_terms(3);
  int different = 0;
  int all = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const term_ptr original = tali::sample(g, seed);
    tali::mutator change(g, original);
    change.splice_from(tali::sample(g, seed + 100));
    tali::choices::rng engine(seed);
    for (int i = 0; i < 50; ++i) {
      const auto made = change(engine);
      ASSERT_TRUE(made);
      ASSERT_TRUE(type_of(*made, {}));
      ++all;
      different += tali::values::equal_values(*made, original) ? 0 : 1;
    }
  }
  EXPECT_GE(different, all * 95 / 100);
}

TEST(Mutate, KeepsToTheCompatibleAsTheUserSays) {
  const auto g = search_tree(0, 40);
  const tree original = branch_of(20, branch_of(10, {}, {}), {});
  tali::choices::mutation_odds swaps{0, 1, 0, 0, 0};
  const tali::mutator none(g, original, swaps, [](const auto&, const auto&) { return false; });
  tali::choices::rng engine(3);
  EXPECT_FALSE(none(engine));
}

// Coverage ------------------------------------------------------------------------------------------------------------

/// Strength 2 and 3 by looking at all pairs and triples of nodes.
std::set<std::string> naive_descriptions(const tali::label_tree& t, int strength) {
  const auto n = static_cast<std::uint32_t>(t.nodes.size());
  constexpr std::uint32_t none = tali::label_tree::none;
  // The part of `above` that contains x; none if x is not below it.
  const auto part_of = [&](std::uint32_t above, std::uint32_t x) {
    for (std::uint32_t at = x; t.nodes[at].parent != none; at = t.nodes[at].parent) {
      if (t.nodes[at].parent == above) {
        return t.nodes[at].part;
      }
    }
    return none;
  };
  const auto text = [&](std::uint32_t x) { return std::string(t.nodes[x].label); };
  std::set<std::string> found;
  for (std::uint32_t a = 0; a < n; ++a) {
    for (std::uint32_t b = 0; b < n; ++b) {
      const std::uint32_t i = part_of(a, b);
      if (i == none) {
        continue;
      }
      if (strength == 2) {
        found.insert(text(a) + ", below part " + std::to_string(i + 1) + ": " + text(b));
        continue;
      }
      for (std::uint32_t c = 0; c < n; ++c) {
        if (const std::uint32_t j = part_of(b, c); j != none) {
          found.insert(text(a) + ", below part " + std::to_string(i + 1) + ": (" + text(b) + ", below part " +
                       std::to_string(j + 1) + ": " + text(c) + ")");
        }
        if (const std::uint32_t j = part_of(a, c); j != none && j > i) {
          found.insert(text(a) + ", below part " + std::to_string(i + 1) + ": " + text(b) + ", below part " +
                       std::to_string(j + 1) + ": " + text(c));
        }
      }
    }
  }
  return found;
}

TEST(Coverage, AgainstBruteForce) {
  for (const int strength : {2, 3}) {
    tali::combination_coverage counted(strength);
    std::set<std::string> expected;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const auto run = tali::record(expressions(3), seed).choices;
      const auto here = naive_descriptions(tali::labels_of(run), strength);
      const std::size_t before = expected.size();
      expected.insert(here.begin(), here.end());
      EXPECT_EQ(counted.add(run), expected.size() - before);
    }
    EXPECT_EQ(counted.covered(), expected.size());
    std::set<std::string> words;
    for (const auto& [text, count] : counted.descriptions()) {
      words.insert(text);
    }
    EXPECT_EQ(words, expected);
    EXPECT_EQ(counted.growth().back(), expected.size());
    // A part of the values covers less, and the missing combinations are reported.
    tali::combination_coverage fewer(strength);
    fewer.add(tali::record(expressions(3), 1).choices);
    EXPECT_EQ(fewer.missing_from(counted).size(), expected.size() - fewer.covered());
  }
}

TEST(Coverage, ThinningTakesWhatAddsMost) {
  std::vector<tali::choices::trace> candidates;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    candidates.push_back(tali::record(expressions(4), seed).choices);
  }
  const auto chosen = tali::thin(candidates, 10);
  ASSERT_EQ(chosen.size(), 10U);
  EXPECT_EQ(std::set<std::size_t>(chosen.begin(), chosen.end()).size(), 10U);
  tali::combination_coverage thinned(2);
  tali::combination_coverage first(2);
  for (std::size_t i = 0; i < 10; ++i) {
    thinned.add(candidates[chosen[i]]);
    first.add(candidates[i]);
  }
  EXPECT_GE(thinned.covered(), first.covered());
  EXPECT_EQ(tali::label_frequencies(candidates).size(), 3U);
}

} // namespace
