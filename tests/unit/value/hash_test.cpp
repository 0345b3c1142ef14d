// SPDX-License-Identifier: BSL-1.0
// Fingerprints: equal for equal structure, different otherwise.
#include "tali/value/hash.hpp"

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <gtest/gtest.h>
#include <list>
#include <unordered_map>
#include <unordered_set>

#include "tali/value/equal.hpp"
#include "unit/value/types.hpp"

namespace {

using tali::values::hash_value;
using tali::values::hashable;
using namespace std::string_literals;

TEST(hash_value, is_the_same_for_equal_values) {
  EXPECT_EQ(hash_value(1), hash_value(1));
  EXPECT_EQ(hash_value("text"s), hash_value("text"s));
  EXPECT_EQ(hash_value(std::vector{1, 2}), hash_value(std::vector{1, 2}));
  EXPECT_EQ(hash_value(zoo::tree{1, {{2, {}}}}), hash_value(zoo::tree{1, {{2, {}}}}));
  EXPECT_EQ(hash_value(std::make_unique<int>(1)), hash_value(std::make_unique<int>(1)));
  EXPECT_EQ(hash_value(zoo::account("a", 1)), hash_value(zoo::account("a", 1)));
}

TEST(hash_value, tells_values_apart) {
  EXPECT_NE(hash_value(0.0), hash_value(-0.0));
  EXPECT_NE(hash_value(1.0L), hash_value(1.0L + 1e-18L));
  EXPECT_NE(hash_value(std::vector{1, 2}), hash_value(std::vector{2, 1}));
  EXPECT_NE(hash_value(std::vector{0}), hash_value(std::vector{0, 0}));
  EXPECT_NE(hash_value(""s), hash_value("\0"s));
  EXPECT_NE(hash_value(std::vector<std::string>{"ab", "c"}), hash_value(std::vector<std::string>{"a", "bc"}));
  EXPECT_NE(hash_value(std::vector<std::vector<int>>{{}, {1}}), hash_value(std::vector<std::vector<int>>{{1}, {}}));
  EXPECT_NE(hash_value(std::optional<int>()), hash_value(std::optional<int>(0)));
  EXPECT_NE(hash_value(std::variant<int, long>(1)), hash_value(std::variant<int, long>(1L)));
  EXPECT_NE(hash_value(std::vector<bool>{true}), hash_value(std::vector<bool>{false}));
  EXPECT_NE(hash_value(static_cast<tali::detail::uint128>(1) << 64), hash_value(tali::detail::uint128{0}));
  EXPECT_NE(hash_value(zoo::flags{1, 2, true}), hash_value(zoo::flags{1, 2, false}));
  zoo::vertex left{0, std::make_shared<zoo::vertex>(), nullptr}, right{0, nullptr, std::make_shared<zoo::vertex>()};
  EXPECT_NE(hash_value(left), hash_value(right));
}

template <class T, class Make>
void expect_no_collisions(std::size_t count, Make make) {
  std::unordered_set<std::uint64_t> seen;
  for (std::size_t i = 0; i < count; ++i) {
    seen.insert(hash_value(T(make(i))));
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(hash_value, rarely_collides) {
  expect_no_collisions<std::uint64_t>(100000, [](std::size_t i) { return i; });
  expect_no_collisions<std::uint64_t>(64, [](std::size_t i) { return std::uint64_t{1} << i; });
  expect_no_collisions<std::string>(100000, [](std::size_t i) { return std::to_string(i); });
  expect_no_collisions<std::vector<int>>(10000, [](std::size_t i) { return std::vector<int>(i); });
  expect_no_collisions<std::vector<char>>(1000, [](std::size_t i) { return std::vector<char>(i, 'a'); });
  expect_no_collisions<std::pair<int, int>>(
      10000, [](std::size_t i) { return std::pair(static_cast<int>(i / 100), static_cast<int>(i % 100)); });
}

TEST(hash_value, every_byte_counts) {
  for (std::size_t size : {1u, 7u, 8u, 9u, 15u, 16u, 17u, 31u, 63u, 64u, 65u, 127u, 128u, 129u, 200u}) {
    std::string text(size, 'x');
    auto before = hash_value(text);
    for (std::size_t i = 0; i < size; ++i) {
      text[i] = 'y';
      EXPECT_NE(hash_value(text), before) << size << " " << i;
      text[i] = 'x';
    }
  }
}

struct padded {
  char a;
  int b;
};

TEST(hash_value, does_not_read_padding) {
  static_assert(!tali::detail::is_plain_memory<padded>());
  static_assert(!tali::detail::is_plain_memory<zoo::flags>());
  static_assert(tali::detail::is_plain_memory<zoo::point>());
  static_assert(tali::detail::is_plain_memory<int[2][3]>());
  static_assert(!tali::detail::is_plain_memory<int*>());
  padded a, b;
  std::memset(static_cast<void*>(&a), 0, sizeof a);
  std::memset(static_cast<void*>(&b), 255, sizeof b);
  a.a = b.a = 'x';
  a.b = b.b = 1;
  EXPECT_EQ(hash_value(std::vector{a}), hash_value(std::vector{b}));
}

TEST(hash_value, of_hashed_containers_disregards_order) {
  std::unordered_map<int, std::string> a, b;
  for (int i = 0; i < 100; ++i) {
    a[i] = std::to_string(i);
    b[99 - i] = std::to_string(99 - i);
  }
  b.rehash(1000);
  EXPECT_EQ(hash_value(a), hash_value(b));
  b[50] += "x";
  EXPECT_NE(hash_value(a), hash_value(b));
}

TEST(hash_value, of_long_lists_needs_no_stack) {
  auto a = zoo::make_list(100000), b = zoo::make_list(100000), c = zoo::make_list(99999);
  EXPECT_EQ(hash_value(a), hash_value(b));
  EXPECT_NE(hash_value(a), hash_value(c));
  zoo::destroy_list(a);
  zoo::destroy_list(b);
  zoo::destroy_list(c);
}

TEST(hash_value, of_cycles_ends_and_agrees_with_equality) {
  auto one = std::make_shared<zoo::vertex>();
  one->first = one->second = one;
  auto two = std::make_shared<zoo::vertex>();
  two->first = std::make_shared<zoo::vertex>(zoo::vertex{0, two, two});
  two->second = two->first;
  ASSERT_TRUE(tali::values::equal_values(one, two));
  EXPECT_EQ(hash_value(one), hash_value(two));
  one->first = one->second = two->first = two->second = nullptr;
}

TEST(hashable, is_decided_by_the_leaves) {
  static_assert(hashable<zoo::document>);
  static_assert(hashable<zoo::tree>);
  static_assert(hashable<zoo::vertex>);
  static_assert(hashable<zoo::account>);
  static_assert(hashable<std::chrono::milliseconds>);
  static_assert(hashable<const char*>);
  static_assert(hashable<std::filesystem::path>); // std::hash knows it
  static_assert(!hashable<int*>);
  static_assert(!hashable<zoo::secret>);
  static_assert(!hashable<std::vector<std::optional<zoo::secret>>>);
  static_assert(!hashable<std::function<int()>>);
}

} // namespace
