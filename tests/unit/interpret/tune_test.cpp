// SPDX-License-Identifier: BSL-1.0
// Weights, values drawn by them, and values with holes.
#include <tali/gen/compose.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/labelled.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/recursive.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/gen/when.hpp>
#include <tali/interpret/complete.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/interpret/tune.hpp>

#include <array>
#include <memory>

#include <gtest/gtest.h>

namespace {

namespace gen = tali::gen;
using tali::weights;

// Weights -------------------------------------------------------------------------------------------------------------

TEST(Weights, RoundTripThroughJson) {
  weights w;
  w.set("leaf", 3);
  w.set("node", 0.25);
  w.set("quote \" and \\ and \x01", 1e-30);
  const std::array<std::string_view, 2> inside{"node", "left"};
  w.set("leaf", 17, inside);
  EXPECT_EQ(w.depth(), 2U);
  EXPECT_EQ(weights::from_json(w.to_json()), w);
  EXPECT_EQ(weights::from_json(w.inverted().to_json()), w.inverted());
  EXPECT_TRUE(weights::from_json(w.inverted().to_json()).is_inverted());
  EXPECT_EQ(weights::from_json(weights().to_json()), weights());
}

TEST(Weights, ReadsWhatOthersWrite) {
  const weights w =
      weights::from_json(R"( {"made by": ["x", {"y": null}], "weights": [ {"count": 2, "label": "\u00e9\n"},
      {"label":"b","more":true,"count":1.5e1} ], "version": 1, "format": "tali weights"})");
  EXPECT_EQ(w.count("\xc3\xa9\n"), 2);
  EXPECT_EQ(w.count("b"), 15);
}

TEST(Weights, SayWhatIsWrong) {
  const auto complaint = [](std::string_view text) -> std::string {
    try {
      static_cast<void>(weights::from_json(text));
      return "nothing";
    } catch (const tali::learn::weights_error& e) {
      return e.what();
    }
  };
  EXPECT_EQ(complaint("{}"),
            "weights: not a weights file: expected a member \"format\" with the value \"tali weights\"");
  EXPECT_EQ(complaint("{\n\"version\": 2}"),
            "weights: line 2: unknown version 2: this version of tali reads version 1");
  EXPECT_EQ(complaint("{\"format\": \"tali weights\", \"weights\": [{\"count\": 1}]}"),
            "weights: line 1: an entry has no \"label\"");
  EXPECT_EQ(complaint("{\"weights\": [{\"label\": \"a\", \"count\": -1}]}"), "weights: line 1: a count is negative");
  EXPECT_EQ(complaint("{\"format\": \"tali weights\"} x"), "weights: line 1: trailing characters");
  for (const std::string_view text :
       {"", "{", "[", "{\"a\"", "{\"a\":", "{\"a\":\"\\u12", "{\"a\":1,}", "{\"a\":tru}"}) {
    EXPECT_NE(complaint(text), "nothing") << text;
  }
  EXPECT_NE(complaint(std::string(100'000, '[')), "nothing");
  EXPECT_NE(complaint("{\"a\":" + std::string(100'000, '[')), "nothing");
}

TEST(Weights, ChangeOnlyWhatTheyKnow) {
  const std::array<std::uint32_t, 4> given{1, 2, 3, 0};
  const std::array<std::string_view, 4> labels{"a", "", "b", "c"};
  const tali::choices::branch_request request{given, labels};
  std::vector<double> out;
  weights w;
  EXPECT_FALSE(w.apply(request, {}, out));
  w.set("other", 5);
  EXPECT_FALSE(w.apply(request, {}, out));
  w.set("a", 3);
  w.set("c", 100); // cannot be chosen, whatever its count
  ASSERT_TRUE(w.apply(request, {}, out));
  EXPECT_EQ(out, (std::vector<double>{4, 2, 0, 0})); // what has no label keeps its share: the others have 4 together
  w.set("b", 1);
  ASSERT_TRUE(w.apply(request, {}, out));
  EXPECT_EQ(out, (std::vector<double>{3, 2, 1, 0}));
  ASSERT_TRUE(w.inverted().apply(request, {}, out));
  EXPECT_NEAR(out[0], 4 * (1.0 / 4) / (1.0 / 4 + 1.0 / 2), 1e-12);
  weights twice = w;
  twice.merge(w, 2);
  EXPECT_EQ(twice.count("a"), 9);
}

// Trees with labels ---------------------------------------------------------------------------------------------------

struct node;
using tree = std::shared_ptr<const node>;
struct node {
  int key;
  tree left;
  tree right;
};

constexpr auto bst = gen::recursive<tree>([](auto self, int lo, int hi) {
  const auto leaf = gen::exact<tree>();
  const auto inner = gen::compose<tree>([=](auto& draw) -> tree {
    const int key = draw(gen::integer(lo, hi), &node::key);
    const tree left = draw(self(lo, key - 1), &node::left);
    return std::make_shared<node>(node{key, left, draw(self(key + 1, hi), &node::right)});
  });
  return gen::when(lo > hi, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(1, inner)));
});

tree of(int key, const tree& left = {}, const tree& right = {}) {
  return std::make_shared<node>(node{key, left, right});
}
int size_of(const tree& t) { return t ? 1 + size_of(t->left) + size_of(t->right) : 0; }
bool valid(const tree& t, int lo, int hi) {
  return !t || (t->key >= lo && t->key <= hi && valid(t->left, lo, t->key - 1) && valid(t->right, t->key + 1, hi));
}

TEST(Tune, CountsLabels) {
  const std::array<tree, 2> examples{of(5, of(2), of(8)), of(0, of(-1))};
  const tali::learn::tuning found = tali::tune(bst(0, 9), examples, 1);
  EXPECT_EQ(found.used, 1U);
  EXPECT_EQ(found.refused, std::vector<std::size_t>{1});
  EXPECT_EQ(found.counts.count("node"), 3);
  EXPECT_EQ(found.counts.count("leaf"), 4);
  const std::array<std::string_view, 1> in_node{"node"};
  EXPECT_EQ(found.counts.count("node", in_node), 2);
  EXPECT_EQ(found.counts.count("leaf", in_node), 4);
}

TEST(Tune, DrawsByWeights) {
  weights w;
  w.set("node", 9);
  w.set("leaf", 1);
  double large = 0;
  double small = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const tree t = tali::sample(bst(0, 30), w, seed);
    ASSERT_TRUE(valid(t, 0, 30));
    large += size_of(t);
    small += size_of(tali::sample(bst(0, 30), w.inverted(), seed));
    EXPECT_TRUE(tali::values::equal_values(t, tali::sample(bst(0, 30), w, seed)));
  }
  EXPECT_GT(large / 200, 10);
  EXPECT_LT(small / 200, 1);
}

TEST(Tune, WithContext) {
  // Only chains to the left: below a node a leaf as often as a node, but no context distinguishes left from right.
  weights w;
  w.set("node", 1);
  w.set("leaf", 0);
  const std::array<std::string_view, 1> in_node{"node"};
  w.set("leaf", 1, in_node); // with a node around, always a leaf
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(size_of(tali::sample(bst(0, 30), w, seed)), 1);
  }
}

TEST(Tune, EndsWhereWeightsDoNot) {
  const auto endless = gen::recursive<tree>([](auto self) {
    return gen::pick(gen::branch<"leaf">(1, gen::exact<tree>()),
                     gen::branch<"node">(1, gen::compose<tree>([=](auto& draw) {
                                           const tree left = draw(self(), &node::left);
                                           return of(0, left);
                                         })));
  });
  weights w;
  w.set("node", 1);
  const tree t = tali::sample(endless(), w, 1);
  EXPECT_EQ(size_of(t), 100);
}

TEST(Labelled, LettersAndLengths) {
  const auto words = gen::repeated<std::string, "end", "letter">(gen::labelled_letters("abc"), 1, 3);
  EXPECT_NEAR(tali::probability(words, "ab").at_least, 0.75 / 3 * 0.75 / 3 * 0.25, 1e-15);
  EXPECT_FALSE(tali::accepts(words, "abd"));
  const std::array<std::string, 2> examples{"aab", "a"};
  const weights w = tali::tune(words, examples).counts;
  EXPECT_EQ(w.count("a"), 3);
  EXPECT_EQ(w.count("letter"), 4);
  EXPECT_EQ(w.count("end"), 2);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(tali::sample(words, w, seed).find('c'), std::string::npos);
  }
}

// Holes ---------------------------------------------------------------------------------------------------------------

TEST(Complete, KeepsWhatIsGivenAndTheInvariant) {
  const tree partial = of(5, of(2), of(8, {}, of(9)));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto made =
        tali::complete(bst(0, 20), partial, seed, tali::hole(partial->left), tali::hole(partial->right->left));
    ASSERT_TRUE(made);
    const tree& t = *made;
    EXPECT_TRUE(valid(t, 0, 20));
    EXPECT_EQ(t->key, 5);
    EXPECT_EQ(t->right->key, 8);
    ASSERT_TRUE(t->right->right);
    EXPECT_EQ(t->right->right->key, 9);
  }
  // A number in a hole: the rest determines its possible values.
  bool seen[3] = {false, false, false};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const tree keyless = of(-100, of(2), of(6));
    const auto made = tali::complete(bst(0, 20), keyless, seed, tali::hole(keyless->key));
    ASSERT_TRUE(made);
    ASSERT_TRUE(valid(*made, 0, 20));
    ASSERT_GE((*made)->key, 3);
    ASSERT_LE((*made)->key, 5);
    seen[(*made)->key - 3] = true;
    EXPECT_EQ((*made)->left->key, 2);
    EXPECT_EQ((*made)->right->key, 6);
  }
  EXPECT_TRUE(seen[0] && seen[1] && seen[2]);
}

TEST(Complete, StructuralGenerators) {
  const auto g = gen::pair(gen::integer(0, 9), gen::integer(10, 19));
  const std::pair<int, int> partial{3, 0};
  const auto made = tali::complete(g, partial, 7, tali::hole(partial.second));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->first, 3);
  EXPECT_GE(made->second, 10);
  EXPECT_FALSE(tali::complete(g, {10, 0}, 7)); // what is given cannot be made
}

TEST(Complete, FiltersSeeTheWhole) {
  const auto even_sum = gen::filter(gen::pair(gen::integer(0, 9), gen::integer(0, 9)),
                                    [](const std::pair<int, int>& p) { return (p.first + p.second) % 2 == 0; });
  const std::pair<int, int> partial{3, 0};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto made = tali::complete(even_sum, partial, seed, tali::hole(partial.second));
    ASSERT_TRUE(made);
    EXPECT_EQ(made->first, 3);
    EXPECT_EQ(made->second % 2, 1);
  }
}

TEST(Complete, SaysWhereTheMissingPartIsNeeded) {
  const auto swapped = gen::map(
      gen::pair(gen::integer(0, 9), gen::integer(0, 9)),
      [](const std::pair<int, int>& p) { return std::pair<int, int>(p.second, p.first); },
      [](const std::pair<int, int>& p) { return std::pair<int, int>(p.second, p.first); });
  const std::pair<int, int> partial{3, 4};
  EXPECT_THROW(static_cast<void>(tali::complete(swapped, partial, 1, tali::hole(partial.second))),
               tali::generator_error);
}

} // namespace
