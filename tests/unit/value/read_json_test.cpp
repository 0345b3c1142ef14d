// SPDX-License-Identifier: BSL-1.0
#include <tali/value/read_json.hpp>
#include <tali/value/show.hpp>

#include <array>
#include <chrono>
#include <cmath>
#include <deque>
#include <forward_list>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace tali;
using namespace tali::values;

enum class color { red, green };
struct point {
  int x;
  std::optional<double> y;
  friend bool operator==(const point&, const point&) = default;
};
struct node {
  int key;
  std::unique_ptr<node> left;
  std::unique_ptr<node> right;
};
struct grid {
  int cells[2][2]; // what is tested
};
struct nothing {};
struct circle {
  int radius;
};
struct box {
  int width;
  int height;
};
class hidden {
public:
  [[nodiscard]] int value() const { return value_; }

private:
  friend struct tali::fields_of<hidden>;
  int value_ = 0;
};
class by_hand {
public:
  explicit by_hand(int count) : n(count) {}
  int n;
};

/// The error of the reader; empty if there is none.
template <class T>
std::string complaint(std::string_view text) {
  try {
    static_cast<void>(read_json<T>(text));
    return {};
  } catch (const json_error& e) {
    return e.what();
  }
}

} // namespace

template <>
struct tali::fields_of<hidden> {
  static constexpr auto value = tali::fields(tali::field("value", &hidden::value_));
};
template <>
struct tali::json_form<by_hand> {
  static by_hand read(json_reader& in) { return by_hand(static_cast<int>(in.string().size())); }
};

namespace {

TEST(ReadJson, Numbers) {
  EXPECT_EQ(read_json<int>(" -2147483648 "), std::numeric_limits<int>::min());
  EXPECT_EQ(read_json<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read_json<std::int8_t>("-128"), -128);
  EXPECT_EQ(read_json<double>("-1.5e3"), -1500.0);
  EXPECT_EQ(read_json<double>("\"-inf\""), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(read_json<float>("\"nan\"")));
  EXPECT_TRUE(read_json<bool>("true"));
  EXPECT_EQ(read_json<std::byte>("255"), std::byte{255});
  EXPECT_EQ(show(read_json<detail::int128>("-170141183460469231731687303715884105728")),
            "-170141183460469231731687303715884105728");
  EXPECT_EQ(show(read_json<detail::uint128>("340282366920938463463374607431768211455")),
            "340282366920938463463374607431768211455");
  EXPECT_EQ(complaint<std::int8_t>("128"), "line 1: 128 is not between -128 and 127");
  EXPECT_EQ(complaint<unsigned>("-1"), "line 1: -1 is not between 0 and 4294967295");
  EXPECT_EQ(complaint<int>("1.0"), "line 1: expected an integer");
  EXPECT_EQ(complaint<int>("\n\"1\""), "line 2: expected an integer");
  EXPECT_EQ(complaint<float>("1e39"), "line 1: the number is too large");
  EXPECT_EQ(complaint<double>("1e999"), "line 1: the number is too large or too small");
  EXPECT_EQ(complaint<double>("nan"), "line 1: expected a number");
  EXPECT_EQ(complaint<bool>("1"), "line 1: expected true or false");
  EXPECT_EQ(complaint<detail::uint128>("340282366920938463463374607431768211456"),
            "line 1: 340282366920938463463374607431768211456 does not fit into 128 bits");
  EXPECT_EQ(complaint<detail::uint128>("-1"), "line 1: -1 does not fit into 128 bits");
  EXPECT_EQ(complaint<int>("1 2"), "line 1: trailing characters");
}

TEST(ReadJson, Text) {
  EXPECT_EQ(read_json<std::string>(R"("a\"\\\/\b\f\n\r\té😀é")"), "a\"\\/\b\f\n\r\t\u00e9\U0001f600\u00e9");
  EXPECT_EQ(read_json<char>("\"a\""), 'a');
  EXPECT_EQ(read_json<char>("10"), '\n');
  EXPECT_EQ(complaint<char>("\"ab\""), "line 1: expected a string of one character (of one byte), or its number");
  EXPECT_EQ(complaint<std::string>(R"("\ud83d")"), "line 1: unpaired surrogate");
  EXPECT_EQ(complaint<std::string>(R"("\ud83dA")"), "line 1: unpaired surrogate");
  EXPECT_EQ(complaint<std::string>(R"("\x")"), "line 1: invalid escape");
  EXPECT_EQ(complaint<std::string>("\"a"), "line 1: unterminated string");
  EXPECT_EQ(complaint<std::string>("a"), "line 1: expected a string");
}

TEST(ReadJson, Structure) {
  EXPECT_EQ(read_json<std::vector<int>>("[1, 2]"), (std::vector<int>{1, 2}));
  EXPECT_EQ(read_json<std::vector<bool>>("[true,false]"), (std::vector<bool>{true, false}));
  EXPECT_EQ(read_json<std::forward_list<int>>("[]"), std::forward_list<int>{});
  EXPECT_EQ(read_json<std::deque<std::string>>(R"(["a"])"), std::deque<std::string>{"a"});
  EXPECT_EQ(read_json<std::set<int>>("[2, 1, 2]"), (std::set<int>{1, 2}));
  EXPECT_EQ((read_json<std::map<std::string, int>>(R"({"a": 1, "b": 2})")),
            (std::map<std::string, int>{{"a", 1}, {"b", 2}}));
  EXPECT_EQ((read_json<std::map<int, int>>("[[1, 2]]")), (std::map<int, int>{{1, 2}}));
  EXPECT_EQ((read_json<std::array<int, 2>>("[1, 2]")), (std::array<int, 2>{1, 2}));
  EXPECT_EQ((read_json<std::tuple<int, std::string, bool>>(R"([1, "x", true])")), std::tuple(1, "x", true));
  EXPECT_EQ(read_json<std::optional<int>>("null"), std::nullopt);
  EXPECT_EQ(read_json<std::optional<int>>("3"), 3);
  EXPECT_EQ(read_json<std::chrono::seconds>("3"), std::chrono::seconds(3));
  EXPECT_EQ(read_json<color>("\"green\""), color::green);
  EXPECT_EQ(read_json<color>("1"), color::green);
  EXPECT_EQ((complaint<std::array<int, 2>>("[1]")), "line 1: expected an array of 2");
  EXPECT_EQ((complaint<std::tuple<int, int>>("[1,2,3]")), "line 1: expected an array of 2");
  EXPECT_EQ(complaint<std::vector<int>>("[1,]"), "line 1: expected an integer");
  EXPECT_EQ(complaint<std::vector<int>>("[1"), "line 1: expected ']'");
  EXPECT_EQ(complaint<color>("\"blue\""), "line 1: there is no enumerator \"blue\"");
}

TEST(ReadJson, Aggregates) {
  EXPECT_EQ(read_json<point>("[1, 2.5]"), (point{1, 2.5}));
#if !defined(__clang__) || __clang_major__ >= 18 // the compiler knows the names of fields
  EXPECT_EQ(read_json<point>(R"({"y": 2.5, "more": [{}], "x": 1})"), (point{1, 2.5}));
  EXPECT_EQ(read_json<point>(R"({"x": 1})"), (point{1, std::nullopt}));
  EXPECT_EQ(complaint<point>(R"({"y": 1})"), "line 1: member \"x\" of point is missing");
  EXPECT_EQ(complaint<point>("1"), "line 1: expected an object or an array");
  const auto tree = read_json<std::unique_ptr<node>>(R"({"key": 2, "left": {"key": 1}, "right": null})");
  EXPECT_EQ(tree->left->key, 1);
  EXPECT_EQ(tree->right, nullptr);
#endif
  EXPECT_EQ(read_json<std::vector<point>>("[[1, null], [2, 3]]"), (std::vector<point>{{1, std::nullopt}, {2, 3.0}}));
  EXPECT_EQ(read_json<hidden>(R"({"value": 7})").value(), 7);
  const auto cells = read_json<grid>("[[[1, 2], [3, 4]]]");
  EXPECT_EQ(cells.cells[1][0], 3);
  EXPECT_EQ(complaint<grid>("[[[1, 2], [3]]]"), "line 1: expected an array of 2");
}

TEST(ReadJson, VariantsTakeTheFirstAlternativeThatFits) {
  using any = std::variant<nothing, bool, int, std::string, std::vector<int>>;
  EXPECT_EQ(read_json<any>("null").index(), 0U);
  EXPECT_EQ(read_json<any>("true").index(), 1U);
  EXPECT_EQ(read_json<any>("1").index(), 2U);
  EXPECT_EQ(read_json<any>("\"1\"").index(), 3U);
  EXPECT_EQ(read_json<any>("[1]").index(), 4U);
  EXPECT_EQ((read_json<std::variant<circle, box>>("[1, 2]").index()), 1U);
  EXPECT_NE((complaint<std::variant<int, bool>>("\"1\"")).find("can be read from this"), std::string::npos);
}

TEST(ReadJson, OthersSayHow) {
  EXPECT_EQ(read_json<std::vector<by_hand>>(R"(["", "abc"])").back().n, 3);
  static_assert(json_readable<std::map<std::string, std::vector<std::variant<point, color>>>>);
  static_assert(json_readable<node>);
  static_assert(json_readable<by_hand>);
  static_assert(!json_readable<int*>);
  static_assert(!json_readable<std::string_view>);
  static_assert(!json_readable<std::vector<std::function<int()>>>);
  static_assert(!json_readable<std::u16string>);
}

TEST(ReadJson, NestingHasAnEnd) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) {
    deep += '[';
  }
  json_reader in(deep);
  EXPECT_THROW(in.skip(), json_error);
}

} // namespace
