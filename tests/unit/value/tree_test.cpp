// SPDX-License-Identifier: BSL-1.0
// The value tree: equal values have equal trees, cut values are marked as cut, cut trees give the text of the value,
// and trees as C++ source.
#include "value/source_text.hpp"
#include "value/tree_reader.hpp"

#include <tali/value/diff.hpp>
#include <tali/value/show.hpp>

#include <array>
#include <chrono>
#include <gtest/gtest.h>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "unit/value/types.hpp"

namespace tree_test_types {

struct throws {};
inline void tali_show(std::string& /*out*/, const throws& /*v*/) { throw std::runtime_error("not for you"); }

struct careless {
  int value;
};
inline void tali_show(std::string& out, const careless& c) { out = "careless " + std::to_string(c.value); }

enum class suit { hearts = 1, spades };
struct card {
  suit s;
  short rank;
  int pips[2];
};

} // namespace tree_test_types

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::values;
using namespace tree_test_types;
using detail::value_tree;

template <class T>
value_tree tree_of(const T& v, const show_limits& limits = {}) {
  value_tree tree;
  detail::encode_value(tree, detail::value_type_of<T>::value, &v, limits);
  return tree;
}

template <class T>
std::string text_of_tree(const T& v, const show_limits& limits = {}) {
  std::string out;
  detail::append_text(out, tree_of(v, limits), limits);
  return out;
}

template <class T>
std::string source_of(const T& v) {
  return detail::source_text(tree_of(v));
}

TEST(value_tree, equal_values_have_equal_trees) {
  using value = std::tuple<long double, std::string, std::optional<int>, std::map<int, bool>>;
  const value a(1.5L, "x", 3, {{1, true}});
  const value b(1.5L, "x", 3, {{1, true}});
  const value c(1.5L, "x", 3, {{1, false}});
  EXPECT_EQ(tree_of(a).bytes, tree_of(b).bytes);
  EXPECT_NE(tree_of(a).bytes, tree_of(c).bytes);
  EXPECT_FALSE(tree_of(a).cut);
}

TEST(value_tree, text_with_any_limits_is_that_of_a_whole_tree) {
  const std::map<std::string, std::vector<std::tuple<std::string, int>>> value{
      {"first \x01 key", {{"one", 1}, {"two\n", 22}}}, {"second", {}}, {"third é key", {{"three", 333}}}};
  const std::vector<int> numbers{1, 22, 333, 4444, 55555, 666666, 7777777};
  const std::u16string wide(50, u'é');
  for (std::size_t most = 0; most < 160; ++most) {
    const show_limits limits{.max_chars = most};
    const auto same = [&](const auto& v) {
      std::string from_whole;
      const value_tree whole = tree_of(v);
      const bool cut = detail::append_text(from_whole, whole, limits);
      EXPECT_EQ(text_of_tree(v, limits), from_whole) << most;
      EXPECT_EQ(show(v, limits), from_whole) << most;
      EXPECT_EQ(cut, from_whole != show(v)) << most;
      EXPECT_TRUE(cut || !tree_of(v, limits).cut) << most; // the tree is cut after the text
    };
    same(value);
    same(numbers);
    same(wide);
    same(std::string(60, 'x') + "\xff\xfe" + std::string(60, '\n'));
    same(std::vector<std::string>(10, "abc"));
  }
}

TEST(value_tree, says_what_was_cut) {
  EXPECT_TRUE(tree_of(std::vector<int>(10), {.max_items = 9}).cut);
  EXPECT_FALSE(tree_of(std::vector<int>(10), {.max_items = 10}).cut);
  EXPECT_TRUE(tree_of(std::list<int>(10), {.max_items = 9}).cut);
  EXPECT_TRUE(tree_of(std::string(1000, 'x'), {.max_chars = 10}).cut);
  EXPECT_LT(tree_of(std::string(1000, 'x'), {.max_chars = 10}).bytes.size(), 100U);
  EXPECT_LT(tree_of(std::vector<int>(100'000), {.max_chars = 10}).bytes.size(), 100U);
  EXPECT_TRUE(tree_of(std::vector<std::vector<int>>{{1}}, {.max_depth = 1}).cut);
  auto cycle = std::make_shared<zoo::vertex>();
  cycle->first = cycle;
  EXPECT_TRUE(tree_of(cycle).cut);
  EXPECT_EQ(text_of_tree(cycle), show(cycle));
  cycle->first.reset();
}

TEST(value_tree, damaged_bytes_are_read_as_zeros) {
  value_tree tree = tree_of(std::vector<std::string>{"abc", "def"});
  for (std::size_t n = 0; n < tree.bytes.size(); ++n) {
    value_tree less = tree;
    less.bytes.resize(n);
    std::string out;
    detail::append_text(out, less, {});
    EXPECT_FALSE(out.empty());
  }
}

TEST(value_tree, an_author_who_throws_or_overwrites) {
  EXPECT_EQ(text_of_tree(throws{}), "<showing it threw: not for you>");
  EXPECT_EQ(text_of_tree(std::vector<throws>(2)), "<showing it threw: not for you>");
  EXPECT_THROW(static_cast<void>(show(throws{})), std::runtime_error);
  EXPECT_EQ(show(std::vector<careless>{{1}, {2}}), "[careless 1, careless 2]");
}

TEST(value_source, expressions_of_the_same_type) {
  EXPECT_EQ(source_of(1), "1");
  EXPECT_EQ(source_of(std::numeric_limits<int>::min()), "(-2147483647 - 1)");
  EXPECT_EQ(source_of(std::numeric_limits<long>::min()), "(-9223372036854775807L - 1)");
  EXPECT_EQ(source_of(18446744073709551615ULL), "18446744073709551615ULL");
  EXPECT_EQ(source_of(static_cast<signed char>(-3)), "static_cast<signed char>(-3)");
  EXPECT_EQ(source_of('\n'), R"('\n')");
  EXPECT_EQ(source_of('"'), R"('"')");
  EXPECT_EQ(source_of(-0.0), "-0.0");
  EXPECT_EQ(source_of(1.0F / 3), "0.33333334F");
  EXPECT_EQ(source_of(std::byte{31}), "std::byte{0x1f}");
  EXPECT_EQ(source_of(std::string("\x01"
                                  "f\"é")),
            R"(std::string("\x01" "f\"é"))");
  EXPECT_EQ(source_of(std::string("a\0b", 3)), R"(std::string("a\x00" "b", 3))");
  EXPECT_EQ(source_of(std::wstring(L"x")), R"(std::wstring(L"x"))");
  EXPECT_EQ(source_of(std::list<std::vector<std::string>>{{"a"}, {}}),
            "std::list<std::vector<std::string>>{std::vector<std::string>{std::string(\"a\")}, "
            "std::vector<std::string>{}}");
  EXPECT_EQ(source_of(std::set<int>{1, 2}), "std::set<int>{1, 2}");
  EXPECT_EQ(source_of(std::array<int, 2>{1, 2}), "std::array<int, 2>{1, 2}");
  EXPECT_EQ(source_of(std::map<int, std::string>{{1, "x"}, {2, ""}}),
            R"(std::map<int, std::string>{{1, std::string("x")}, {2, std::string("")}})");
  EXPECT_EQ(source_of(std::tuple<int, bool, char>(1, true, 'c')), "std::tuple<int, bool, char>(1, true, 'c')");
  EXPECT_EQ(source_of(std::optional<int>()), "std::optional<int>(std::nullopt)");
  EXPECT_EQ(source_of(std::optional<std::optional<int>>(std::optional<int>(3))),
            "std::optional<std::optional<int>>(std::optional<int>(3))");
  EXPECT_EQ(source_of(std::variant<int, bool>(true)), "std::variant<int, bool>(std::in_place_index<1>, true)");
  EXPECT_EQ(source_of(std::make_unique<int>(3)), "std::make_unique<int>(3)");
  EXPECT_EQ(source_of(card{suit::spades, 7, {1, 2}}),
            "tree_test_types::card{.s = tree_test_types::suit::spades, .rank = static_cast<short>(7), .pips = {1, 2}}");
  EXPECT_EQ(source_of(static_cast<suit>(9)), "static_cast<tree_test_types::suit>(9)");
  EXPECT_EQ(source_of(std::chrono::seconds(5)), "std::chrono::duration<long>(5L)");
}

TEST(value_source, what_cannot_be_written) {
  EXPECT_EQ(source_of(std::numeric_limits<double>::quiet_NaN()), "");
  EXPECT_EQ(source_of(std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(source_of(zoo::money(5)), "");
  EXPECT_EQ(source_of(zoo::secret(5)), "");
  EXPECT_EQ(source_of(zoo::account("me", 5)), "");
  EXPECT_EQ(source_of(std::vector<zoo::money>{zoo::money(5)}), "");
  std::vector<std::unique_ptr<int>> pointers;
  pointers.push_back(std::make_unique<int>(1));
  EXPECT_EQ(source_of(pointers), ""); // nothing can be moved out of an initialiser list
  EXPECT_EQ(detail::source_text(tree_of(std::vector<int>(10), {.max_items = 3})), "");
}

template <class T>
std::string path_of(const T& left, const T& right, const diff_limits& limits = {}) {
  return detail::find_differences(detail::value_type_of<T>::value, &left, &right, limits).path;
}

TEST(diff_path, is_what_all_differences_have_in_common) {
  using row = std::tuple<std::string, std::vector<int>>;
  const std::map<std::string, row> a{{"x: y", {"one", {1, 2, 3}}}, {"z", {"two", {}}}};
  auto b = a;
  std::get<0>(b["x: y"]) = "ONE";
  EXPECT_EQ(path_of(a, b), R"(["x: y"].0)");
  std::get<1>(b["x: y"])[1] = 7;
  EXPECT_EQ(path_of(a, b), R"(["x: y"])");
  std::get<1>(b["z"]).push_back(1);
  EXPECT_EQ(path_of(a, b), "");
  auto c = a;
  std::get<1>(c["x: y"]).push_back(4); // an item present or not: the sequence changes
  EXPECT_EQ(path_of(a, c), R"(["x: y"].1)");
  EXPECT_EQ(path_of(1, 2), "");
  EXPECT_EQ(path_of(std::vector{1, 2}, std::vector{3, 4}, {.max_lines = 1}), ""); // some differences are omitted
}

} // namespace
