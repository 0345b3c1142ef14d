// SPDX-License-Identifier: BSL-1.0
// Values as JSON: their structure is kept, and different values have different JSON.
#include "stats/value_json.hpp"

#include <tali/tali.hpp>
#include <tali/value/read_json.hpp>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace json_values {

struct add {
  int left;
  int right;
  friend bool operator==(const add&, const add&) = default;
};
struct mul {
  int left;
  int right;
  friend bool operator==(const mul&, const mul&) = default;
};
struct leaf {};
struct tree {
  int value;
  std::shared_ptr<tree> left;
  std::vector<tree> more;
};
enum class color { red, green };

/// A type whose own text looks like a number.
struct money {
  int cents;
  friend std::ostream& operator<<(std::ostream& out, const money& m) { return out << m.cents; }
};

} // namespace json_values

namespace {

using namespace json_values;
using namespace tali;
using nlohmann::json;

template <class T>
json json_of(const T& value) {
  detail::value_tree tree;
  detail::encode_value(tree, detail::value_type_of<T>::value, &value, {});
  EXPECT_FALSE(tree.cut);
  std::string out;
  detail::append_value_json(out, tree);
  EXPECT_EQ(out.find('\n'), std::string::npos);
  return json::parse(out);
}

TEST(value_json, leaves) {
  EXPECT_EQ(json_of(true), json(true));
  EXPECT_EQ(json_of(-7), json(-7));
  EXPECT_EQ(json_of(static_cast<signed char>(-3)), json(-3));
  EXPECT_EQ(json_of(0.1), json(0.1));
  EXPECT_EQ(json_of(0.12345678901234567), json(0.12345678901234567));
  EXPECT_EQ(json_of(1e300), json(1e300));
  EXPECT_EQ(json_of(std::numeric_limits<double>::quiet_NaN()), json("nan"));
  EXPECT_EQ(json_of(-std::numeric_limits<double>::infinity()), json("-inf"));
  EXPECT_EQ(json_of('x'), json("x"));
  EXPECT_EQ(json_of(U'é'), json("é"));
  EXPECT_EQ(json_of(std::byte{31}), json(31));
  EXPECT_EQ(json_of(color::green), json("color::green"));
  EXPECT_EQ(json_of(static_cast<color>(17)), json("color(17)"));
  EXPECT_EQ(json_of(nullptr), json());
  EXPECT_EQ(json_of(std::chrono::milliseconds(5)), json("5ms"));
  EXPECT_EQ(json_of([](int x) { return x; }), json("<function>"));
  // Numbers that do not fit into those of other readers.
  EXPECT_EQ(json_of(999'999'999'999'999'999LL), json(999'999'999'999'999'999LL));
  EXPECT_EQ(json_of(std::numeric_limits<std::int64_t>::min()), json("-9223372036854775808"));
}

TEST(value_json, texts) {
  EXPECT_EQ(json_of(std::string("a\n\"\\\x01z")), json("a\n\"\\\x01z"));
  EXPECT_EQ(json_of(std::string("a\0b", 3)), json(std::string("a\0b", 3)));
  EXPECT_EQ(json_of(std::string("\xff")), json("\xef\xbf\xbd"));
  EXPECT_EQ(json_of(std::u16string(u"é\xD800x")), json("é\xef\xbf\xbdx"));
  EXPECT_EQ(json_of(std::u32string(U"\U0001f600")), json("\U0001f600"));
  const char* const none = nullptr;
  EXPECT_EQ(json_of(none), json());
}

TEST(value_json, structure) {
  EXPECT_EQ(json_of(std::vector<int>{1, -2, 3}), json::parse("[1,-2,3]"));
  EXPECT_EQ(json_of(std::vector<bool>{true, false}), json::parse("[true,false]"));
  EXPECT_EQ(json_of(std::set<int>{}), json::parse("[]"));
  EXPECT_EQ(json_of(std::tuple<int, std::string, bool>(1, "x", true)), json::parse(R"([1,"x",true])"));
  EXPECT_EQ(json_of(std::map<std::string, std::vector<int>>{{"a", {1}}, {"b\"", {}}}),
            json::parse(R"({"a":[1],"b\"":[]})"));
  EXPECT_EQ(json_of(std::map<std::string, int>{}), json::parse("{}"));
  EXPECT_EQ(json_of(std::map<int, int>{{1, 2}, {3, 4}}), json::parse("[[1,2],[3,4]]"));
  EXPECT_EQ(json_of(leaf{}), json::parse("{}"));
  tree t{1, std::make_shared<tree>(), {}};
  t.more.emplace_back();
  EXPECT_EQ(json_of(t), json::parse(R"({"value":1,"left":{"value":0,"left":null,"more":[]},
                                        "more":[{"value":0,"left":null,"more":[]}]})"));
}

TEST(value_json, alternatives_are_named) {
  using operation = std::variant<add, mul>;
  EXPECT_EQ(json_of(operation(add{1, 2})), json::parse(R"({"add":{"left":1,"right":2}})"));
  EXPECT_EQ(json_of(operation(mul{1, 2})), json::parse(R"({"mul":{"left":1,"right":2}})"));
  EXPECT_EQ(json_of(std::variant<int, std::string>(5)), json::parse(R"({"int":5})"));
  EXPECT_EQ(json_of(std::variant<int, int>(std::in_place_index<1>, 5)), json::parse(R"({"int#1":5})"));
  // When read back, the names decide.
  for (const operation& o : {operation(add{1, 2}), operation(mul{1, 2})}) {
    EXPECT_EQ(read_json<operation>(json_of(o).dump()), o);
  }
}

TEST(value_json, nulls_inside_of_nulls_are_told_apart) {
  using twice = std::optional<std::optional<int>>;
  EXPECT_EQ(json_of(twice()), json());
  EXPECT_EQ(json_of(twice(std::optional<int>())), json::parse(R"({"optional":null})"));
  EXPECT_EQ(json_of(twice(3)), json::parse(R"({"optional":3})"));
  EXPECT_EQ(json_of(std::make_unique<std::optional<int>>()), json::parse(R"({"pointer":null})"));
}

TEST(value_json, what_its_author_shows_is_a_string) {
  EXPECT_EQ(json_of(money{5}), json("5"));
  EXPECT_EQ(json_of(std::vector<money>{{1}, {2}}), json::parse(R"(["1","2"])"));
}

TEST(value_json, statistics_hold_it_for_every_way_of_making_a_case) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("tali_value_json_" + std::to_string(getpid()) + ".jsonl")).string();
  settings s;
  s.cases = 50;
  s.seed = 7;
  s.stats = path;
  s.store = "off";
  const result r = check("sums", s, [](const std::variant<add, mul>& o, const std::vector<int>& xs) {
    return std::holds_alternative<add>(o) || xs.size() < 3;
  });
  EXPECT_EQ(r.status, run_status::failed);
  std::ifstream in(path);
  int shrinking = 0;
  for (std::string line; std::getline(in, line);) {
    const json l = json::parse(line);
    if (l["type"] != "test_case") {
      continue;
    }
    const json& operation = l["arguments"]["argument 1"];
    ASSERT_TRUE(operation.contains("add") || operation.contains("mul")) << line;
    ASSERT_TRUE(l["arguments"]["argument 2"].is_array()) << line;
    EXPECT_EQ(l["representation"].get<std::string>().find('\n'), std::string::npos) << line;
    shrinking += l["how_generated"] == "shrinking" ? 1 : 0;
  }
  EXPECT_GT(shrinking, 0);
  std::filesystem::remove(path);
}

} // namespace
