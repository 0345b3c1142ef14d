// SPDX-License-Identifier: BSL-1.0
// Shapes of binary and ternary trees: uniform ones and weighted ones, exactly and by sampling; sizes under invariants.
#include "exact_distribution.hpp"

#include <tali/gen/holey.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/shrink/shrink.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>

namespace {

namespace gen = tali::gen;
using holey_test::exact_distribution;
using holey_test::fraction;
using text = std::string;

// Preorder, N for a node and L for a leaf: as the paper writes them.
constexpr auto binary = gen::holey<text>([](auto self) {
  return gen::hole(gen::make([] { return text("L"); }), [=](auto& /*draw*/) {
    return gen::fill([](const text& l, const text& r) { return "N" + l + r; }, self(), self());
  });
});
constexpr auto ternary = gen::holey<text>([](auto self) {
  return gen::hole(gen::make([] { return text("L"); }), [=](auto& /*draw*/) {
    return gen::fill([](const text& a, const text& b, const text& c) { return "N" + a + b + c; }, self(), self(),
                     self());
  });
});

const std::vector<std::uint64_t> catalan{1, 1, 2, 5, 14, 42, 132, 429, 1430};
const std::vector<std::uint64_t> ternary_counts{1, 1, 3, 12, 55, 273, 1428};

TEST(UniformShapes, AreExactlyUniformForBinaryTrees) {
  for (std::uint32_t n = 0; n <= 7; ++n) {
    const auto all = exact_distribution(binary().exactly(n));
    EXPECT_EQ(all.size(), catalan[n]);
    for (const auto& [shape, likely] : all) {
      EXPECT_EQ(likely, (fraction{1, catalan[n]})) << shape;
    }
  }
}

TEST(UniformShapes, AreExactlyUniformForTernaryTrees) {
  for (std::uint32_t n = 0; n <= 6; ++n) {
    const auto all = exact_distribution(ternary().exactly(n));
    EXPECT_EQ(all.size(), ternary_counts[n]);
    for (const auto& [shape, likely] : all) {
      EXPECT_EQ(likely, (fraction{1, ternary_counts[n]})) << shape;
    }
  }
}

// If invariants might close holes, another implementation of the same walk is used; with none closed it is as uniform.
TEST(UniformShapes, AreExactlyUniformWhereGuardsNeverClose) {
  constexpr auto guarded = gen::holey<text>([](auto self) {
    return gen::hole(true, gen::make([] { return text("L"); }), [=](auto& /*draw*/) {
      return gen::fill([](const text& l, const text& r) { return "N" + l + r; }, self(), self());
    });
  });
  const auto all = exact_distribution(guarded().exactly(5));
  EXPECT_EQ(all.size(), catalan[5]);
  for (const auto& [shape, likely] : all) {
    EXPECT_EQ(likely, (fraction{1, catalan[5]})) << shape;
  }
}

// A chi-square test for each size from 2 to 8, by the normal approximation of Wilson and Hilferty. A right generator
// misses 4.5 standard deviations with a probability of 3.4e-6 a size, 2.4e-5 in all; the seed is fixed.
TEST(UniformShapes, AreSampledUniformly) {
  for (std::uint32_t n = 2; n <= 8; ++n) {
    const std::uint64_t shapes = catalan[n];
    const std::uint64_t draws = 20 * shapes + 2000;
    std::map<text, std::uint64_t> seen;
    tali::choices::random_context context(100);
    tali::choices::random_source source(tali::choices::rng(17 + n), context);
    const auto g = binary().exactly(n);
    for (std::uint64_t i = 0; i < draws; ++i) {
      ++seen[g(source)];
    }
    const double expected = static_cast<double>(draws) / static_cast<double>(shapes);
    double chi_square = expected * static_cast<double>(shapes - seen.size());
    for (const auto& [shape, count] : seen) {
      const double off = static_cast<double>(count) - expected;
      chi_square += off * off / expected;
    }
    const double freedom = static_cast<double>(shapes - 1);
    const double deviations =
        (std::cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / std::sqrt(2 / (9 * freedom));
    EXPECT_LT(deviations, 4.5) << "size " << n;
    EXPECT_LE(seen.size(), shapes);
  }
}

// The walk of the paper, which grows a uniform tree node by node, with and without the "1 -" that its displayed formula
// lacks.
TEST(UniformShapes, ThePapersWalkIsUniformOnceCorrected) {
  struct walk {
    bool corrected;
    [[nodiscard]] double left(double n, double k) const {
      if (k == 0) {
        return 3 / ((n + 1) * (2 * n + 1));
      }
      const double right =
          (2 * n - 2 * k - 1) / (n - k + 1) * ((n + 2) / (2 * n + 1) - left(n, k - 1) * (k + 1) / (2 * k - 1));
      return corrected ? 1 - right : right;
    }
    static std::size_t end(const text& t, std::size_t at) {
      for (int open = 1; open > 0; ++at) {
        open += t[at] == 'N' ? 1 : -1;
      }
      return at;
    }
    void add(const text& t, std::size_t at, double likely, std::map<text, double>& grown) const {
      if (t[at] == 'L') {
        grown[t.substr(0, at) + "NLL" + t.substr(at + 1)] += likely;
        return;
      }
      const std::size_t middle = end(t, at + 1);
      const std::size_t last = end(t, middle);
      const auto size = [&](std::size_t from, std::size_t to) { return static_cast<double>((to - from - 1) / 2); };
      const double go_left = left(size(at, last), size(at + 1, middle));
      add(t, at + 1, likely * go_left, grown);
      add(t, middle, likely * (1 - go_left), grown);
    }
    [[nodiscard]] double worst(std::uint32_t n) const {
      std::map<text, double> trees{{"L", 1.0}};
      for (std::uint32_t i = 0; i < n; ++i) {
        std::map<text, double> grown;
        for (const auto& [t, likely] : trees) {
          add(t, 0, likely, grown);
        }
        trees = grown;
      }
      double off = 0;
      for (const auto& [t, likely] : trees) {
        off = std::max(off, std::abs(likely * static_cast<double>(catalan[n]) - 1));
      }
      return off;
    }
  };
  EXPECT_LT(walk{true}.worst(7), 1e-9);
  EXPECT_GT(walk{false}.worst(4), 0.1);
}

// An independent computation of weightings: a tree as the set of paths to its nodes, each of `l` and `r`.
template <class Weight>
void grow(const std::set<text>& nodes, std::uint32_t more, fraction likely, const Weight& weight,
          std::map<text, fraction>& out) {
  if (more == 0) {
    const auto shape = [&](const auto& self, const text& way) -> text {
      return nodes.contains(way) ? "N" + self(self, way + "l") + self(self, way + "r") : "L";
    };
    const text made = shape(shape, "");
    out[made] = out[made] + likely;
    return;
  }
  std::vector<text> holes;
  for (const text& node : nodes) {
    for (const text& hole : {node + "l", node + "r"}) {
      if (!nodes.contains(hole)) {
        holes.push_back(hole);
      }
    }
  }
  std::uint64_t total = 0;
  for (const text& hole : holes) {
    total += weight(hole);
  }
  for (const text& hole : holes) {
    std::set<text> grown = nodes;
    grown.insert(hole);
    const std::uint64_t shared = std::gcd(weight(hole), total);
    grow(grown, more - 1, likely * fraction{weight(hole) / shared, total / shared}, weight, out);
  }
}
template <class Weight>
std::map<text, fraction> grown_to_4(const Weight& weight) {
  std::map<text, fraction> out;
  grow({""}, 3, {1, 1}, weight, out);
  return out;
}

std::uint64_t power_of_4(std::ptrdiff_t n) { return std::uint64_t{1} << static_cast<unsigned>(2 * n); }

TEST(Weightings, HaveTheProbabilitiesOfThePaper) {
  EXPECT_EQ(exact_distribution(binary().exactly(4).by(gen::deep())),
            grown_to_4([](const text& hole) { return power_of_4(std::ssize(hole)); }));
  EXPECT_EQ(exact_distribution(binary().exactly(4).by(gen::shallow())),
            grown_to_4([](const text& hole) { return power_of_4(8 - std::ssize(hole)); }));
  EXPECT_EQ(exact_distribution(binary().exactly(4).by(gen::leaning_left())),
            grown_to_4([](const text& hole) { return power_of_4(std::count(hole.begin(), hole.end(), 'l')); }));
  EXPECT_EQ(exact_distribution(binary().exactly(4).by(gen::leaning_right())),
            grown_to_4([](const text& hole) { return power_of_4(std::count(hole.begin(), hole.end(), 'r')); }));
  EXPECT_EQ(exact_distribution(binary().exactly(4).by(gen::any_hole{})), grown_to_4([](const text&) { return 1U; }));
}

TEST(Weightings, OfTheUserSeeThePlace) {
  // Only the path that turns at every step has a weight.
  const auto zigzag = binary().exactly(6).by(
      [](const gen::hole_place& p) { return p.depth % 2 == p.child && p.lefts + p.rights == p.depth ? 1.0 : 0.0; });
  EXPECT_EQ(tali::sample(zigzag, 1), "NLNNLNNLNLLLL");
  EXPECT_THROW(static_cast<void>(tali::sample(binary().exactly(2).by([](const gen::hole_place&) { return -1.0; }), 1)),
               tali::generator_error);
}

TEST(Weightings, KeepTheirMeaningAtAnyDepth) {
  const auto depth_of = [](const text& t) {
    std::vector<int> open{0};
    int deepest = 0;
    for (const char c : t) {
      const int d = open.back();
      open.pop_back();
      deepest = std::max(deepest, d);
      if (c == 'N') {
        open.insert(open.end(), 2, d + 1);
      }
    }
    return deepest;
  };
  EXPECT_GT(depth_of(tali::sample(binary().exactly(2000).by(gen::deep()), 1)), 1500); // 4^1500 is no double
  EXPECT_LT(depth_of(tali::sample(binary().exactly(2000).by(gen::shallow()), 1)), 14);
}

TEST(Weightings, AreMixedValueByValue) {
  const auto mixed = binary().exactly(3).by(gen::mixture(gen::deep(1024), gen::shallow(1024)));
  const auto all = exact_distribution(mixed);
  const fraction bushy = all.at("NNLLNLL");
  const double likely = static_cast<double>(bushy.over) / static_cast<double>(bushy.under);
  EXPECT_NEAR(likely, 0.5, 0.01);
}

// A search tree of shared nodes, with keys and no leaf to see.
struct node;
using tree = std::shared_ptr<const node>;
struct node {
  tree left;
  int key;
  tree right;
};
std::size_t size_of(const tree& t) { return t == nullptr ? 0 : size_of(t->left) + 1 + size_of(t->right); }
void keys_of(const tree& t, std::vector<int>& out) {
  if (t != nullptr) {
    keys_of(t->left, out);
    out.push_back(t->key);
    keys_of(t->right, out);
  }
}

constexpr auto search_tree = gen::holey<tree>([](auto self, int lo, int hi) {
  return gen::hole(lo <= hi, nullptr, [=](auto& draw) {
    const int key = draw(gen::integer(lo, hi));
    return gen::fill([=](tree l, tree r) { return std::make_shared<const node>(node{l, key, r}); }, self(lo, key - 1),
                     self(key + 1, hi));
  });
});
constexpr auto heap = gen::holey<tree>([](auto self, int top) {
  return gen::hole(top > 0, nullptr, [=](auto& draw) {
    const int key = draw(gen::integer(0, top));
    return gen::fill([=](tree l, tree r) { return std::make_shared<const node>(node{l, key, r}); }, self(key),
                     self(key));
  });
});

template <class G>
void expect_search_trees(const G& of_size) {
  for (std::uint32_t n = 0; n <= 20; ++n) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const tree t = tali::sample(of_size(n), seed);
      std::vector<int> keys;
      keys_of(t, keys);
      ASSERT_EQ(keys.size(), n);
      ASSERT_TRUE(std::is_sorted(keys.begin(), keys.end(), std::less_equal<>{}));
      ASSERT_TRUE(keys.empty() || (keys.front() >= 1 && keys.back() <= 20));
    }
  }
}

// 20 keys and up to 20 nodes: holes close all the time, and yet every size is reached.
TEST(Invariants, LeaveSizesExact) {
  expect_search_trees([](std::uint32_t n) { return search_tree(1, 20).exactly(n); });
  expect_search_trees([](std::uint32_t n) { return search_tree(1, 20).exactly(n).by(gen::deep()); });
  expect_search_trees([](std::uint32_t n) { return search_tree(1, 20).exactly(n).by(gen::any_hole{}); });
}

TEST(Invariants, ThatLeaveNoPlaceAreSaid) {
  EXPECT_NE(tali::sample(search_tree(1, 5).at_most(9), 3), nullptr);
  try {
    static_cast<void>(tali::sample(search_tree(1, 5).exactly(6), 1));
    FAIL();
  } catch (const tali::discard& d) {
    EXPECT_EQ(d.reason, "gen::holey: 6 nodes requested, but after 5 no hole was left to fill; widen the range of the "
                        "labels, or request fewer nodes");
  }
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_LE(size_of(tali::sample(heap(3).at_most(30), seed)), 30U);
  }
}

TEST(Sizes, AreUniformFromRangeOrSize) {
  std::map<std::size_t, int> seen;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    ++seen[size_of(tali::sample(search_tree(1, 50), seed, 3))];
    const std::size_t n = size_of(tali::sample(search_tree(1, 50).between(5, 7), seed));
    ASSERT_TRUE(n >= 5 && n <= 7);
  }
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& [n, count] : seen) { // 0 to 3, 1000 each: 6.5 standard deviations
    EXPECT_NEAR(count, 1000, 180) << n;
  }
}

TEST(Choices, EnumerateEachShapeOnce) {
  const std::vector<text> all = tali::enumerate(binary().exactly(5), 1000);
  EXPECT_EQ(all.size(), 42U);
  EXPECT_EQ(std::set<text>(all.begin(), all.end()).size(), 42U);
  EXPECT_EQ(tali::enumerate(binary(), 1000, 4).size(), 1U + 1 + 2 + 5 + 14);
  EXPECT_EQ(tali::enumerate(binary(), 3, 4), (std::vector<text>{"L", "NLL", "NLNLL"})); // fewer fills first
}

// Values that need skipped holes again are made twice if nothing is recorded: the whole state of a source has to be
// restored. Keys of a wide range are drawn near keys drawn before.
TEST(Choices, AreTheSameWhetherRecordedOrNot) {
  const auto g = heap(1'000'000).at_most(60);
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::vector<int> sampled;
    std::vector<int> recorded;
    tali::choices::random_context context(100);
    tali::choices::random_source source(tali::choices::rng(seed), context);
    keys_of(g(source), sampled);
    keys_of(g(source), sampled); // continues where the first one ended
    const auto twice = gen::tuple(g, g);
    const auto both = tali::record(twice, seed).value;
    keys_of(std::get<0>(both), recorded);
    keys_of(std::get<1>(both), recorded);
    ASSERT_EQ(sampled, recorded) << "seed " << seed;
  }
}

int depth_of(const tree& t) { return t == nullptr ? 0 : 1 + std::max(depth_of(t->left), depth_of(t->right)); }

// The sizes of the results of shrinking 20 failing cases.
template <class G, class Bad>
std::vector<std::size_t> shrunk_sizes(const G& g, const Bad& bad) {
  std::vector<std::size_t> sizes;
  for (std::uint64_t seed = 0; sizes.size() < 20; ++seed) {
    const auto found = tali::record(g, seed);
    if (bad(found.value)) {
      sizes.push_back(size_of(tali::shrink(g, found.choices, bad).value));
    }
  }
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

TEST(Choices, ShrinkToFewNodes) {
  const auto many_large = [](const tree& t) {
    std::vector<int> keys;
    keys_of(t, keys);
    return std::count_if(keys.begin(), keys.end(), [](int key) { return key > 50; }) >= 3;
  };
  const std::vector<std::size_t> sizes = shrunk_sizes(search_tree(0, 100).at_most(60), many_large);
  EXPECT_LE(sizes[10], 4U); // half of them to the smallest possible, or one more
  EXPECT_LE(sizes.back(), 8U);
  const auto tall = [](const tree& t) { return depth_of(t) >= 5; };
  EXPECT_EQ(shrunk_sizes(search_tree(0, 100).at_most(60), tall)[15], 5U);
  EXPECT_EQ(shrunk_sizes(search_tree(0, 100).at_most(60).by(gen::deep()), tall).back(), 5U);
  EXPECT_EQ(shrunk_sizes(search_tree(0, 100).at_most(60).by(gen::shallow()), tall).back(), 5U);
}

// An edit that removes a part must not make another one grow: the value ends early, as long as it is large enough.
TEST(Choices, ThatWereEditedMayEndEarly) {
  const auto g = binary().between(2, 9);
  auto found = tali::record(g, 5);
  auto& choices = found.choices.choices;
  for (std::size_t i = 1; i < choices.size(); ++i) {
    choices[i].value = i <= 2 ? 1 : 0; // fill twice, then skip
  }
  EXPECT_EQ(tali::replay(g, choices, 100), "NNLLL");
  const auto exact = tali::record(binary().exactly(9), 5).choices;
  EXPECT_EQ(tali::replay(binary().exactly(9), std::vector<tali::choices::choice>(19), 100)->size(), 19U);
  EXPECT_EQ(exact.choices.size(), 19U);
}

} // namespace
