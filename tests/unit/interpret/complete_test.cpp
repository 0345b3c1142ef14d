// SPDX-License-Identifier: BSL-1.0
// Holes in values of derived types: every kind of part, and holes inside holes.
#include <tali/gen/containers.hpp>
#include <tali/interpret/complete.hpp>
#include <tali/tali.hpp>

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

struct inner {
  int a;
  std::string b;
  bool operator==(const inner&) const = default;
};
struct record {
  int number;
  std::vector<int> numbers;
  std::optional<int> maybe;
  std::variant<int, std::string> either;
  inner nested;
  std::map<int, std::string> entries;
  bool operator==(const record&) const = default;
};

record example() { return {7, {1, 2, 3}, 4, std::string("x"), {5, "y"}, {{1, "one"}, {2, "two"}}}; }

TEST(CompleteDerived, FieldsOfADerivedType) {
  const auto g = tali::arbitrary<record>();
  const record p = example();
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto made = tali::complete(g, p, seed, tali::hole(p.number));
    ASSERT_TRUE(made);
    made->number = p.number;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.numbers));
    ASSERT_TRUE(made);
    made->numbers = p.numbers;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.maybe));
    ASSERT_TRUE(made);
    made->maybe = p.maybe;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(*p.maybe));
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->maybe);
    made->maybe = p.maybe;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.either));
    ASSERT_TRUE(made);
    made->either = p.either;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.nested));
    ASSERT_TRUE(made);
    made->nested = p.nested;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.nested.b));
    ASSERT_TRUE(made);
    made->nested.b = p.nested.b;
    EXPECT_EQ(*made, p);
    made = tali::complete(g, p, seed, tali::hole(p.entries));
    ASSERT_TRUE(made);
    made->entries = p.entries;
    EXPECT_EQ(*made, p);
  }
}

TEST(CompleteDerived, ValuesOfAMap) {
  const auto g = tali::arbitrary<std::map<int, std::string>>();
  const std::map<int, std::string> p{{1, "one"}, {2, "two"}};
  const auto made = tali::complete(g, p, 3, tali::hole(p.at(2)));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->at(1), "one");
  EXPECT_EQ(made->size(), 2U);
  EXPECT_TRUE(made->contains(2));
}

// A key that is drawn like another one would lose one of the entries, whose values are given.
TEST(CompleteDerived, KeysOfAMapStayDistinct) {
  const auto g = tali::gen::map_of(tali::gen::integer(0, 2), tali::gen::integer(0, 9));
  const std::map<int, int> p{{0, 5}, {1, 6}};
  std::set<int> keys;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto made = tali::complete(g, p, seed, tali::hole(p.begin()->first));
    ASSERT_TRUE(made);
    ASSERT_EQ(made->size(), 2U);
    EXPECT_EQ(made->at(1), 6);
    for (const auto& [key, value] : *made) {
      EXPECT_EQ(value, key == 1 ? 6 : 5);
      keys.insert(key);
    }
  }
  EXPECT_EQ(keys, (std::set<int>{0, 1, 2}));
}

struct tree {
  int key;
  std::shared_ptr<tree> left;
  std::vector<tree> more;
};

struct kinds {
  std::pair<int, bool> both;
  std::tuple<char, double> several;
  std::array<int, 3> numbers;
  int plain[2][2];
  std::list<std::deque<int>> nested;
  std::set<int> distinct;
  std::multiset<int> repeated;
  std::multimap<int, int> entries;
  std::unordered_map<int, std::vector<int>> lists;
  std::shared_ptr<int> shared;
  std::optional<std::vector<std::optional<int>>> deep;
  std::variant<int, std::vector<int>> either;
  std::string text;
  std::map<int, std::map<int, int>> maps;
};

kinds all_kinds() {
  return {{1, true},
          {'x', 0.5},
          {1, 2, 3},
          {{1, 2}, {3, 4}},
          {{1, 2}, {3}},
          {10, 20, 30},
          {7, 7, 8},
          {{1, 1}, {1, 2}},
          {{1, {2, 3}}, {4, {}}},
          std::make_shared<int>(9),
          std::vector<std::optional<int>>{1, std::nullopt},
          std::vector<int>{5, 6},
          "text",
          {{1, {{2, 3}}}}};
}

/// With the content of the hole put back, the completed value is the given one.
template <class Part>
void stays_around(const char* what, const Part& part) {
  SCOPED_TRACE(what);
  const auto g = tali::arbitrary<kinds>();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const kinds given = all_kinds();
    const auto made = tali::complete(g, given, seed, tali::hole(part(given)));
    ASSERT_TRUE(made);
    kinds filled = *made;
    const_cast<std::remove_cvref_t<decltype(part(filled))>&>(part(filled)) = part(given);
    EXPECT_TRUE(tali::values::equal_values(filled, given));
  }
}

TEST(CompleteDerived, EveryKindOfPart) {
  stays_around("pair", [](const kinds& k) -> const auto& { return k.both; });
  stays_around("half of a pair", [](const kinds& k) -> const auto& { return k.both.second; });
  stays_around("element of a tuple", [](const kinds& k) -> const auto& { return std::get<1>(k.several); });
  stays_around("element of an array", [](const kinds& k) -> const auto& { return k.numbers[1]; });
  stays_around("element of a C array", [](const kinds& k) -> const auto& { return k.plain[1][0]; });
  stays_around("element of a nested list", [](const kinds& k) -> const auto& { return k.nested.front()[1]; });
  stays_around("inner sequence", [](const kinds& k) -> const auto& { return k.nested.back(); });
  stays_around("set", [](const kinds& k) -> const auto& { return k.distinct; });
  stays_around("multiset", [](const kinds& k) -> const auto& { return k.repeated; });
  stays_around("value in a multimap", [](const kinds& k) -> const auto& { return k.entries.begin()->second; });
  stays_around("list in a hash map", [](const kinds& k) -> const auto& { return k.lists.at(1); });
  stays_around("number in it", [](const kinds& k) -> const auto& { return k.lists.at(1)[1]; });
  stays_around("shared number", [](const kinds& k) -> const auto& { return *k.shared; });
  stays_around("deep optional", [](const kinds& k) -> const auto& { return (*k.deep)[0]; });
  stays_around("number in a deep optional", [](const kinds& k) -> const auto& { return *(*k.deep)[0]; });
  stays_around("held alternative", [](const kinds& k) -> const auto& { return std::get<1>(k.either); });
  stays_around("number in the alternative", [](const kinds& k) -> const auto& { return std::get<1>(k.either)[1]; });
  stays_around("value in a map of maps", [](const kinds& k) -> const auto& { return k.maps.at(1).at(2); });
  stays_around("map in a map", [](const kinds& k) -> const auto& { return k.maps.at(1); });
}

TEST(CompleteDerived, WholeArrayAndCharacters) {
  const auto g = tali::arbitrary<kinds>();
  const kinds given = all_kinds();
  auto made = tali::complete(g, given, 1, tali::hole(given.plain));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->numbers, given.numbers);
  EXPECT_NE(made->plain[0][0] + made->plain[1][1], 5);
  made = tali::complete(g, given, 2, tali::hole(given.text[1]));
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->text.starts_with('t'));
  EXPECT_TRUE(made->text.ends_with("xt"));
  EXPECT_NE(made->text, "text");
  made = tali::complete(g, given, 2, tali::hole(*given.lists.begin()));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->lists.size(), 2U);
}

TEST(CompleteDerived, RecursiveTypes) {
  const auto g = tali::arbitrary<tree>();
  tree given{1, std::make_shared<tree>(), {}};
  given.left->key = 2;
  given.more.emplace_back().key = 3;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto made = tali::complete(g, given, seed, tali::hole(given.left->key), tali::hole(given.more[0].left));
    ASSERT_TRUE(made);
    EXPECT_EQ(made->key, 1);
    ASSERT_TRUE(made->left);
    EXPECT_FALSE(made->left->left);
    ASSERT_EQ(made->more.size(), 1U);
    EXPECT_EQ(made->more[0].key, 3);
  }
}

// The inner one is part of what is drawn for the outer one.
TEST(CompleteDerived, HolesInsideHoles) {
  const auto g = tali::arbitrary<record>();
  const record p = example();
  auto made = tali::complete(g, p, 3, tali::hole(p.nested), tali::hole(p.nested.a), tali::hole(p.nested.b));
  ASSERT_TRUE(made);
  made->nested = p.nested;
  EXPECT_EQ(*made, p);
  made = tali::complete(g, p, 3, tali::hole(p.numbers[1]), tali::hole(p.numbers), tali::hole(*p.maybe));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->nested, p.nested);
  made = tali::complete(g, p, 3, tali::hole(p), tali::hole(p.entries.at(2)), tali::hole(p.entries));
  EXPECT_TRUE(made);
  const int elsewhere = 0;
  EXPECT_THROW(static_cast<void>(tali::complete(g, p, 3, tali::hole(p), tali::hole(elsewhere))), tali::generator_error);
}

} // namespace
