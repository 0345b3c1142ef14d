// SPDX-License-Identifier: BSL-1.0
// The JSON summary: valid for any drawn value, and conforming to its schema.
#include <tali/gen/integer.hpp>
#include <tali/gen/text.hpp>
#include <tali/property/check.hpp>
#include <tali/property/report.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <limits>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::report;
using nlohmann::json;

// A validator for the keywords our schema uses, which rejects any other: enough to keep schema and writer consistent
// without a library. docs and consumers use a real one.
class validator {
public:
  explicit validator(json schema) : root_(std::move(schema)) {}
  std::vector<std::string> errors(const json& value) {
    errors_.clear();
    check(root_, value, "$");
    return errors_;
  }

private:
  static bool has_type(const json& value, const std::string& type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "null" && value.is_null()) || (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number());
  }
  void complain(const std::string& where, const std::string& what) { errors_.push_back(where + ": " + what); }

  void check(const json& schema, const json& value, const std::string& where) {
    for (const auto& [keyword, argument] : schema.items()) {
      if (keyword == "$ref") {
        check(root_.at(json::json_pointer(argument.get<std::string>().substr(1))), value, where);
      } else if (keyword == "type") {
        bool any = false;
        for (const json& type : argument.is_array() ? argument : json::array({argument})) {
          any = any || has_type(value, type.get<std::string>());
        }
        if (!any) {
          complain(where, "is not " + argument.dump());
        }
      } else if (keyword == "const") {
        if (value != argument) {
          complain(where, "is not " + argument.dump());
        }
      } else if (keyword == "enum") {
        if (std::find(argument.begin(), argument.end(), value) == argument.end()) {
          complain(where, "is none of " + argument.dump());
        }
      } else if (keyword == "minimum") {
        if (value.is_number() && value < argument) {
          complain(where, "is below " + argument.dump());
        }
      } else if (keyword == "pattern") {
        if (value.is_string() &&
            !std::regex_search(value.get<std::string>(), std::regex(argument.get<std::string>()))) {
          complain(where, "does not match");
        }
      } else if (keyword == "required") {
        for (const json& name : argument) {
          if (!value.contains(name.get<std::string>())) {
            complain(where, "lacks " + name.get<std::string>());
          }
        }
      } else if (keyword == "properties") {
        for (const auto& [name, member] : argument.items()) {
          if (value.is_object() && value.contains(name)) {
            check(member, value.at(name), where + "." + name);
          }
        }
      } else if (keyword == "additionalProperties") {
        for (const auto& [name, member] : value.items()) {
          if (!schema.at("properties").contains(name)) {
            complain(where, "has a member the schema does not know: " + name);
          }
        }
      } else if (keyword == "items") {
        for (std::size_t i = 0; i < value.size(); ++i) {
          check(argument, value.at(i), where + "[" + std::to_string(i) + "]");
        }
      } else if (keyword == "if") {
        validator condition(root_);
        condition.check(argument, value, where);
        if (!condition.errors_.empty()) {
          check(schema.at("else"), value, where);
        }
      } else if (keyword != "else" && !keyword.starts_with("$") && keyword != "title" && keyword != "description") {
        complain(where, "the schema has a keyword this test does not know: " + keyword);
      }
    }
  }

  json root_;
  std::vector<std::string> errors_;
};

std::vector<result> results_of_all_kinds() {
  session only;
  only.command_line.only = "x";
  int calls = 0;
  std::vector<result> all;
  all.push_back(check("passes", settings{.cases = 200, .seed = 1}, [](test_case& c, int n) {
    c.collect(n % 2);
    c.event("n", n);
    c.event("kind", n < 0 ? "negative" : "other");
    c.event("strange", std::nan(""));
    c.target(n, "n");
    c.cover(10, n > 0, "positive");
    c.assume(n % 5 != 0, "a multiple of five");
  }));
  all.push_back(check("fails \xff", settings{.seed = 1}, [](test_case& c, const std::string& s) {
    c.note("a note");
    c.expect(s.size() < 10, "too long");
  }));
  all.push_back(check("throws", settings{.seed = 1}, [](int) { throw std::runtime_error("thrown"); }));
  all.push_back(check("refuted", settings{.seed = 1}, [](test_case& c, int n) { c.cover(90, n == 3, "three"); }));
  all.push_back(check("gives up", settings{.seed = 1}, [](int) { assume(false); }));
  all.push_back(check("error", gen::integer(3, 1), [](int) {}));
  all.push_back(check("setting", settings{.size = -1}, [](int) {}));
  all.push_back(check("all", gen::integer(0, 3), [](int) {}));
  all.push_back(check("one of all", gen::integer(0, 3), [](int n) { return n != 2; }));
  all.push_back(check("flaky", settings{.seed = 1}, [&](int) { return ++calls != 3; }));
  all.push_back(check("alone", settings{.seed = 1, .case_index = 5}, [](int) {}));
  all.push_back(check("budget", settings{.time_budget = milliseconds(2)}, [](int) {}));
  all.push_back(property("example", [](int n) { return n != 3; }).example(3).run());
  all.push_back(only.check("skipped", [](int) {}));
  // Failures of every kind, with all optional parts.
  result deaths;
  deaths.name = "deaths";
  deaths.status = run_status::failed;
  for (int kind = 0; kind <= static_cast<int>(failure_kind::sanitizer); ++kind) {
    failure f;
    f.cause.kind = static_cast<failure_kind>(kind);
    f.in_predicate = predicate_call{"[11]", search_tally{36, 5}};
    f.stack = {"f()", "main()"};
    f.output = "said";
    deaths.failures.push_back(f);
  }
  all.push_back(deaths);
  return all;
}

TEST(json_summary, is_as_its_schema_says) {
  std::ifstream file(TALI_SOURCE_DIR "/schema/summary.schema.json");
  ASSERT_TRUE(file.is_open());
  validator v(json::parse(file));
  const std::vector<result> all = results_of_all_kinds();
  const json summary = json::parse(render_json(all));
  EXPECT_THAT(v.errors(summary), testing::ElementsAre());
  EXPECT_EQ(summary.at("properties").size(), all.size());
  EXPECT_EQ(summary.at("totals").at("properties"), all.size());
  EXPECT_EQ(summary.at("totals").at("skipped"), 1);
  EXPECT_EQ(summary.at("passed"), false);
  // The validator does find mistakes.
  json wrong = summary;
  wrong["properties"][0]["surprise"] = 1;
  wrong["properties"][1]["status"] = "odd";
  wrong["properties"][2].erase("seed");
  EXPECT_EQ(v.errors(wrong).size(), 3U);
}

TEST(json_summary, of_nothing_is_valid) {
  const json summary = json::parse(render_json({}));
  EXPECT_EQ(summary.at("passed"), true);
  EXPECT_EQ(summary.at("properties").size(), 0U);
}

} // namespace
