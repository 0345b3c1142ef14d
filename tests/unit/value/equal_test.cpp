// SPDX-License-Identifier: BSL-1.0
// Equality by structure.
#include "tali/value/equal.hpp"

#include <chrono>
#include <cmath>
#include <complex>
#include <filesystem>
#include <gtest/gtest.h>
#include <list>
#include <unordered_map>
#include <unordered_set>

#include "unit/value/types.hpp"

namespace zoo {

struct ignores_cache {
  int value;
  int cache;
  bool operator==(const ignores_cache& other) const { return value == other.value; }
};

struct truthy {
  int value;
  operator bool() const { return true; }
};

struct holds_function {
  std::function<int()> f;
};

} // namespace zoo

namespace {

using tali::values::comparable_value;
using tali::values::equal_values;
using namespace std::string_literals;

TEST(equal_values, of_leaves) {
  EXPECT_TRUE(equal_values(1, 1));
  EXPECT_FALSE(equal_values(1, 2));
  EXPECT_TRUE(equal_values("a"s, "a"s));
  EXPECT_FALSE(equal_values("a"s, "b"s));
  EXPECT_TRUE(equal_values(zoo::color::red, zoo::color::red));
  EXPECT_TRUE(equal_values(std::chrono::seconds(1), std::chrono::seconds(1)));
  EXPECT_TRUE(equal_values(nullptr, nullptr));
  EXPECT_TRUE(equal_values(std::complex<double>(1, 2), std::complex<double>(1, 2)));
  EXPECT_TRUE(equal_values(std::filesystem::path("a"), std::filesystem::path("a")));
}

TEST(equal_values, of_c_strings_is_that_of_their_text) {
  std::string a = "text", b = "text";
  EXPECT_TRUE(equal_values(a.c_str(), b.c_str()));
  EXPECT_FALSE(equal_values(a.c_str(), static_cast<const char*>(nullptr)));
}

TEST(equal_values, nan_equals_nan) {
  EXPECT_TRUE(equal_values(NAN, NAN));
  EXPECT_TRUE(equal_values(std::vector<double>{NAN}, std::vector<double>{NAN}));
  EXPECT_FALSE(equal_values(NAN, 1.0f));
  EXPECT_TRUE(equal_values(0.0, -0.0));
}

TEST(equal_values, goes_through_smart_pointers) {
  EXPECT_TRUE(equal_values(std::make_unique<int>(1), std::make_unique<int>(1)));
  EXPECT_FALSE(equal_values(std::make_unique<int>(1), std::make_unique<int>(2)));
  EXPECT_FALSE(equal_values(std::make_unique<int>(1), std::unique_ptr<int>()));
  EXPECT_TRUE(
      equal_values(std::make_shared<zoo::point>(zoo::point{1, 2}), std::make_shared<zoo::point>(zoo::point{1, 2})));
  int number = 0, other = 0;
  EXPECT_TRUE(equal_values(&number, &number));
  EXPECT_FALSE(equal_values(&number, &other));
}

TEST(equal_values, of_structures) {
  EXPECT_TRUE(equal_values(zoo::point{1, 2}, zoo::point{1, 2}));
  EXPECT_FALSE(equal_values(zoo::point{1, 2}, zoo::point{1, 3}));
  EXPECT_TRUE(equal_values(zoo::account("a", 1), zoo::account("a", 1)));
  EXPECT_FALSE(equal_values(zoo::account("a", 1), zoo::account("a", 2)));
  EXPECT_TRUE(equal_values(zoo::flags{1, 2, true}, zoo::flags{1, 2, true}));
  EXPECT_FALSE(equal_values(zoo::flags{1, 2, true}, zoo::flags{1, 2, false}));
  EXPECT_TRUE(equal_values(zoo::tree{1, {{2, {}}}}, zoo::tree{1, {{2, {}}}}));
  EXPECT_FALSE(equal_values(zoo::tree{1, {{2, {}}}}, zoo::tree{1, {{3, {}}}}));
  EXPECT_FALSE(equal_values(zoo::tree{1, {{2, {}}}}, zoo::tree{1, {}}));
  EXPECT_TRUE(equal_values(std::tuple(1, "a"s), std::tuple(1, "a"s)));
  EXPECT_FALSE(equal_values(std::variant<int, long>(1), std::variant<int, long>(1L)));
  EXPECT_TRUE(equal_values(std::optional<zoo::point>({1, 2}), std::optional<zoo::point>({1, 2})));
  EXPECT_FALSE(equal_values(std::optional<int>(1), std::optional<int>()));
}

TEST(equal_values, of_containers) {
  EXPECT_FALSE(equal_values(std::vector{1, 2}, std::vector{1, 2, 3}));
  EXPECT_FALSE(equal_values(std::list{1, 2}, std::list{1, 3}));
  EXPECT_TRUE(equal_values(std::vector<bool>{true}, std::vector<bool>{true}));
  EXPECT_FALSE(equal_values(std::set{1, 2}, std::set{1, 3}));
  EXPECT_TRUE(equal_values(std::map<int, std::unique_ptr<int>>(), std::map<int, std::unique_ptr<int>>()));
  int a[2] = {1, 2}, b[2] = {1, 2};
  EXPECT_TRUE(equal_values(a, b));
}

TEST(equal_values, of_hashed_containers_disregards_order) {
  std::unordered_map<int, std::string> a, b;
  for (int i = 0; i < 100; ++i) {
    a[i] = std::to_string(i);
    b[99 - i] = std::to_string(99 - i);
  }
  b.rehash(1000);
  EXPECT_TRUE(equal_values(a, b));
  b[50] += "x";
  EXPECT_FALSE(equal_values(a, b));
  EXPECT_FALSE(equal_values(std::unordered_set{1, 2}, std::unordered_set{1, 3}));
  std::unordered_multimap<int, int> c{{1, 1}, {1, 2}, {1, 2}}, d{{1, 2}, {1, 1}, {1, 2}}, e{{1, 1}, {1, 1}, {1, 2}};
  EXPECT_TRUE(equal_values(c, d));
  EXPECT_FALSE(equal_values(c, e));
  EXPECT_TRUE(equal_values(std::unordered_multiset{1, 1, 2}, std::unordered_multiset{1, 2, 1}));
  EXPECT_FALSE(equal_values(std::unordered_multiset{1, 1, 2}, std::unordered_multiset{1, 2, 2}));
}

TEST(equal_values, leaves_it_to_the_author) {
  EXPECT_TRUE(equal_values(zoo::ignores_cache{1, 2}, zoo::ignores_cache{1, 3}));
  EXPECT_TRUE(equal_values(std::vector{zoo::ignores_cache{1, 2}}, std::vector{zoo::ignores_cache{1, 3}}));
  EXPECT_FALSE(equal_values(zoo::secret(1), zoo::secret(2)));
}

TEST(equal_values, conversions_do_not_count) { EXPECT_FALSE(equal_values(zoo::truthy{1}, zoo::truthy{2})); }

TEST(equal_values, of_long_lists_needs_no_stack) {
  auto a = zoo::make_list(100000), b = zoo::make_list(100000);
  EXPECT_TRUE(equal_values(a, b));
  auto* last = b.get();
  while (last->next) {
    last = last->next.get();
  }
  last->value = 0;
  EXPECT_FALSE(equal_values(a, b));
  zoo::destroy_list(a);
  zoo::destroy_list(b);
}

TEST(equal_values, of_cycles_ends) {
  auto one = std::make_shared<zoo::vertex>();
  one->first = one->second = one;
  auto two = std::make_shared<zoo::vertex>();
  two->first = std::make_shared<zoo::vertex>(zoo::vertex{0, two, two});
  two->second = two->first;
  EXPECT_TRUE(equal_values(one, two)); // the same when unfolded
  two->first->value = 1;
  EXPECT_FALSE(equal_values(one, two));
  one->first = one->second = two->first = two->second = nullptr;
}

TEST(equal_values, of_shared_parts_takes_linear_time) {
  auto chain = [] {
    auto v = std::make_shared<zoo::vertex>();
    for (int i = 0; i < 1000; ++i) {
      v = std::make_shared<zoo::vertex>(zoo::vertex{i, v, v});
    }
    return v;
  };
  auto a = chain(), b = chain();
  EXPECT_TRUE(equal_values(a, b));
}

TEST(comparable_value, is_decided_by_the_leaves) {
  static_assert(comparable_value<zoo::document>);
  static_assert(comparable_value<zoo::tree>);
  static_assert(comparable_value<zoo::vertex>);
  static_assert(comparable_value<std::vector<zoo::secret>>);
  static_assert(!comparable_value<zoo::sealed>);
  static_assert(!comparable_value<std::map<int, std::optional<zoo::sealed>>>);
  static_assert(!comparable_value<zoo::holds_function>);
}

} // namespace
