// SPDX-License-Identifier: BSL-1.0
// Differences between values: what is reported, where, and how briefly.
#include "tali/value/diff.hpp"
#include "tali/value/show.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <list>
#include <random>
#include <unordered_map>

#include "unit/value/types.hpp"
#include "value/alignment.hpp"

namespace zoo {

struct labelled {
  std::string text;
  int number;
  friend std::ostream& operator<<(std::ostream& out, const labelled& v) { return out << v.text << '#' << v.number; }
};

struct never_equal {
  int value;
  bool operator==(const never_equal&) const { return false; }
};

} // namespace zoo

namespace {

using tali::diff;
using namespace std::string_literals;

TEST(diff, of_equal_values_is_empty) {
  EXPECT_EQ(diff(1, 1), "");
  EXPECT_EQ(diff(std::vector{1, 2}, std::vector{1, 2}), "");
  EXPECT_EQ(diff(NAN, NAN), "");
  EXPECT_EQ(diff(zoo::tree{1, {{2, {}}}}, zoo::tree{1, {{2, {}}}}), "");
}

TEST(diff, of_leaves) {
  EXPECT_EQ(diff(1, 2), "1 -> 2");
  EXPECT_EQ(diff("ab"s, "ac"s), R"("ab" -> "ac")");
  EXPECT_EQ(diff(zoo::color::red, zoo::color::blue), "color::red -> color::blue");
  EXPECT_EQ(diff(zoo::money(1), zoo::money(2)), "$1 -> $2");
}

TEST(diff, names_the_path) {
  zoo::account a("ann", 1), b("ann", 2);
  EXPECT_EQ(diff(a, b), ".balance: 1 -> 2\n.twice: 2 -> 4");
  EXPECT_EQ(diff(std::vector{std::pair(1, a)}, std::vector{std::pair(1, zoo::account("bob", 1))}),
            R"([0].1.owner: "ann" -> "bob")");
}

#if !defined(__clang__) || __clang_major__ >= 18
TEST(diff, of_a_document) {
  zoo::document a{{{1, "a"}, {2, "b"}, {3, "c"}},
                  {{"bob", 41}, {"al", 2}},
                  {"x", "y"},
                  3,
                  4,
                  std::make_unique<zoo::item>(zoo::item{1, "q"})};
  zoo::document b{
      {{1, "a"}, {7, "n"}, {2, "b"}, {3, "cc"}},     {{"bob", 42}, {"cy", 2}}, {"z", "y"}, std::nullopt, "s",
      std::make_unique<zoo::item>(zoo::item{1, "r"})};
  EXPECT_EQ(diff(a, b), "+ .items[1]: item{.id = 7, .name = \"n\"}\n"
                        ".items[2->3].name: \"c\" -> \"cc\"\n"
                        "- .ages[\"al\"]: 2\n"
                        ".ages[\"bob\"]: 41 -> 42\n"
                        "+ .ages[\"cy\"]: 2\n"
                        "- .tags: \"x\"\n"
                        "+ .tags: \"z\"\n"
                        ".version: 3 -> nullopt\n"
                        ".key: 4 -> \"s\"\n"
                        ".extra.name: \"q\" -> \"r\"");
}
#endif

TEST(diff, aligns_sequences) {
  EXPECT_EQ(diff(std::vector{1, 2, 3, 4, 5}, std::vector{1, 2, 9, 3, 4, 5}), "+ [2]: 9");
  EXPECT_EQ(diff(std::vector{1, 2, 3, 4, 5}, std::vector{1, 2, 4, 5}), "- [2]: 3");
  EXPECT_EQ(diff(std::vector{1, 2, 3, 4, 5}, std::vector{1, 3, 4, 6}), "- [1]: 2\n[4->3]: 5 -> 6");
  EXPECT_EQ(diff(std::list{1, 2}, std::list<int>{}), "- [0]: 1\n- [1]: 2");
  EXPECT_EQ(diff(std::vector<int>{}, std::vector{1}), "+ [0]: 1");
  EXPECT_EQ(diff(std::vector<bool>{true, false}, std::vector<bool>{true, true, true}),
            "[1]: false -> true\n+ [2]: true");
  int a[3] = {1, 2, 3}, b[3] = {1, 5, 3};
  EXPECT_EQ(diff(a, b), "[1]: 2 -> 5");
}

/// Checks an alignment against the length of the longest common subsequence, and that it leads from a to b.
void check_alignment(const std::vector<int>& a, const std::vector<int>& b) {
  const auto addresses_of = [](const std::vector<int>& items) {
    std::vector<const void*> addresses;
    for (const int& x : items) {
      addresses.push_back(&x);
    }
    return addresses;
  };
  const auto stretches = tali::detail::align(addresses_of(a), addresses_of(b), [](const void* x, const void* y) {
    return *static_cast<const int*>(x) != *static_cast<const int*>(y);
  });
  std::vector<std::vector<std::size_t>> lcs(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      lcs[i][j] = a[i] == b[j] ? lcs[i + 1][j + 1] + 1 : std::max(lcs[i + 1][j], lcs[i][j + 1]);
    }
  }
  std::size_t i = 0, j = 0, common = 0;
  auto match_up_to = [&](std::size_t left, std::size_t right) {
    ASSERT_EQ(left - i, right - j);
    for (; i < left; ++i, ++j, ++common) {
      ASSERT_EQ(a[i], b[j]);
    }
  };
  for (const auto& stretch : stretches) {
    match_up_to(stretch.left_begin, stretch.right_begin);
    i = stretch.left_end;
    j = stretch.right_end;
  }
  match_up_to(a.size(), b.size());
  EXPECT_EQ(common, lcs[0][0]);
}

TEST(diff, alignments_are_shortest) {
  std::minstd_rand random(1);
  for (int round = 0; round < 3000; ++round) {
    std::vector<int> a(random() % 12), b(random() % 12);
    unsigned letters = 1 + random() % 4;
    for (auto& x : a) {
      x = static_cast<int>(random() % letters);
    }
    for (auto& x : b) {
      x = static_cast<int>(random() % letters);
    }
    check_alignment(a, b);
    if (testing::Test::HasFailure()) {
      FAIL() << tali::show(a) << " " << tali::show(b);
    }
  }
}

TEST(diff, of_sequences_with_nothing_in_common) {
  std::vector<int> a(1000), b(1000);
  for (int i = 0; i < 1000; ++i) {
    b[static_cast<std::size_t>(i)] = i + 1;
  }
  auto text = diff(a, b);
  EXPECT_TRUE(text.starts_with("[0]: 0 -> 1\n[1]: 0 -> 2\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 40);
  EXPECT_TRUE(text.ends_with("… more differences"));
}

TEST(diff, limits_the_number_of_lines_exactly) {
  EXPECT_EQ(diff(std::vector{1, 2}, std::vector{3, 4}, {.max_lines = 2}), "[0]: 1 -> 3\n[1]: 2 -> 4");
  EXPECT_EQ(diff(std::vector{1, 2}, std::vector{3, 4}, {.max_lines = 1}), "[0]: 1 -> 3\n… more differences");
}

TEST(diff, of_sets_and_maps_goes_by_key) {
  EXPECT_EQ(diff(std::set{1, 2}, std::set{2, 3}), "- 1\n+ 3");
  EXPECT_EQ(diff(std::multiset{1, 1, 2}, std::multiset{1, 2, 2}), "- 1\n+ 2");
  EXPECT_EQ(diff(std::map<int, int>{{1, 1}, {2, 2}}, std::map<int, int>{{2, 3}, {4, 4}}),
            "- [1]: 1\n[2]: 2 -> 3\n+ [4]: 4");
  EXPECT_EQ(diff(std::multimap<int, int>{{1, 1}, {1, 2}}, std::multimap<int, int>{{1, 1}}), "- [1]: 2");
  EXPECT_EQ(diff(std::unordered_map<int, int>{{1, 1}}, std::unordered_map<int, int>{{1, 2}}), "[1]: 1 -> 2");
}

/// Compares without regard to case, and its text does not have to be equal.
struct folded {
  std::string text;
  bool operator==(const folded& other) const {
    return std::ranges::equal(text, other.text, [](char a, char b) { return std::tolower(a) == std::tolower(b); });
  }
  bool operator<(const folded& other) const {
    return std::ranges::lexicographical_compare(text, other.text,
                                                [](char a, char b) { return std::tolower(a) < std::tolower(b); });
  }
};

TEST(diff, pairs_keys_by_their_own_comparison) {
  EXPECT_EQ(diff(std::map<folded, int>{{{"A"}, 1}, {{"b"}, 2}}, std::map<folded, int>{{{"a"}, 1}, {{"B"}, 3}}),
            R"([folded{.text = "b"}]: 2 -> 3)");
  EXPECT_EQ(diff(std::set<folded>{{"A"}, {"b"}}, std::set<folded>{{"B"}, {"c"}}),
            "- folded{.text = \"A\"}\n+ folded{.text = \"c\"}");
  EXPECT_EQ(diff(std::set{-0.0, 2.0}, std::set{0.0, 1.0}), "- 2.0\n+ 1.0");
}

TEST(diff, of_hashed_maps_does_not_depend_on_their_order) {
  std::unordered_map<int, std::string> a, b;
  b.reserve(10'000); // other buckets, another order
  for (int i = 0; i < 300; ++i) {
    a[i * 7] = b[(299 - i) * 7] = "x";
  }
  EXPECT_EQ(diff(a, b), "");
  a[14] = "y";
  b.erase(21);
  b[-1] = "z";
  std::string expected_in_some_order = diff(a, b);
  EXPECT_NE(expected_in_some_order.find(R"([14]: "y" -> "x")"), std::string::npos) << expected_in_some_order;
  EXPECT_NE(expected_in_some_order.find(R"(- [21]: "x")"), std::string::npos) << expected_in_some_order;
  EXPECT_NE(expected_in_some_order.find(R"(+ [-1]: "z")"), std::string::npos) << expected_in_some_order;
  EXPECT_EQ(std::count(expected_in_some_order.begin(), expected_in_some_order.end(), '\n'), 2);
}

TEST(diff, of_items_that_an_iterator_makes) {
  EXPECT_EQ(diff(std::vector<bool>{true}, std::vector<bool>{true}), "");
  EXPECT_EQ(diff(std::pair(1, std::vector<bool>{true, false}), std::pair(1, std::vector<bool>{true})),
            "- .1[1]: false");
}

TEST(diff, of_long_texts_shows_where_they_differ) {
  auto left = "It was said that the quick brown fox jumps over the lazy dog, whatever"s;
  auto right = "It was said that the quick red fox jumps over the lazy dog, whatever"s;
  EXPECT_EQ(diff(left, right), R"(…"t the quick "{"brown" -> "red"}" fox jumps o"… (at 27))");
  std::string as(50, 'a');
  EXPECT_EQ(diff(as + 'x', as), R"(…"aaaaaaaaaaaa"{"x" -> ""} (at 50))");
  EXPECT_EQ(diff('x' + as, as), R"({"x" -> ""}"aaaaaaaaaaaa"… (at 0))");
}

TEST(diff, does_not_cut_characters_apart) {
  auto left = std::string(50, 'a') + "\u00e9" + std::string(50, 'b');
  auto right = std::string(50, 'a') + "\u00e8" + std::string(50, 'b');
  EXPECT_EQ(diff(left, right), "…\"aaaaaaaaaaaa\"{\"\u00e9\" -> \"\u00e8\"}\"bbbbbbbbbbbb\"… (at 50)");
  std::string many;
  for (int i = 0; i < 30; ++i) {
    many += "\u4e16";
  }
  auto text = diff(many + "x" + many, many + "y" + many);
  EXPECT_EQ(text.find("\\x"), text.npos) << text;
}

TEST(diff, shows_long_values_on_lines_of_their_own) {
  std::string a(60, 'a'), b(60, 'b');
  EXPECT_EQ(diff(a, b), "left:  \"" + a + "\"\nright: \"" + b + "\"");
  EXPECT_EQ(diff(std::pair(1, a), std::pair(1, b)), ".1:\n  left:  \"" + a + "\"\n  right: \"" + b + "\"");
}

TEST(diff, of_what_cannot_be_told_apart_says_so) {
  EXPECT_EQ(diff(zoo::secret(1), zoo::secret(2)), "not equal, but both shown as <zoo::secret>");
  EXPECT_TRUE(diff(zoo::never_equal{1}, zoo::never_equal{1}).starts_with("not equal, but both shown as never_equal{"));
  EXPECT_EQ(diff(zoo::sealed(1), zoo::sealed(2)), ""); // nothing to see
}

TEST(diff, takes_what_its_author_shows_apart_only_if_it_is_long) {
  EXPECT_EQ(diff(zoo::labelled{"a", 1}, zoo::labelled{"a", 2}), "a#1 -> a#2");
  std::string text(100, 'x');
  auto taken_apart = diff(zoo::labelled{text, 1}, zoo::labelled{text, 2});
  EXPECT_TRUE(taken_apart.ends_with(": 1 -> 2")) << taken_apart;
}

TEST(diff, of_optional_and_variant) {
  EXPECT_EQ(diff(std::optional<int>(1), std::optional<int>()), "1 -> nullopt");
  EXPECT_EQ(diff(std::optional<int>(1), std::optional<int>(2)), "1 -> 2");
  EXPECT_EQ(diff(std::variant<int, long>(1), std::variant<int, long>(1L)), "int(1) -> long(1)");
  EXPECT_EQ(
      diff(std::variant<int, std::vector<int>>(std::vector{1}), std::variant<int, std::vector<int>>(std::vector{2})),
      "[0]: 1 -> 2");
  EXPECT_EQ(diff(std::make_unique<int>(1), std::unique_ptr<int>()), "&1 -> nullptr");
}

TEST(diff, of_long_lists_does_not_overflow_the_stack) {
  auto a = zoo::make_list(100000), b = zoo::make_list(100000);
  EXPECT_EQ(diff(a, b), "");
  b->next->value = 7;
  EXPECT_TRUE(diff(a, b).ends_with(": 2 -> 7"));
  auto* last = a.get();
  while (last->next) {
    last = last->next.get();
  }
  last->value = 0;
  EXPECT_NE(diff(a, b), "");
  zoo::destroy_list(a);
  zoo::destroy_list(b);
}

TEST(diff, of_cycles_ends) {
  auto one = std::make_shared<zoo::vertex>(), two = std::make_shared<zoo::vertex>();
  one->first = one;
  two->first = two;
  EXPECT_EQ(diff(one, two), "");
  two->value = 1;
  EXPECT_NE(diff(one, two, {.max_lines = 3}), "");
  one->first = two->first = nullptr;
}

} // namespace
