// SPDX-License-Identifier: BSL-1.0
// Settings: from text, in layers, in conflict with one another; and the sizes of cases.
#include "property/settings/resolve.hpp"
#include "property/settings/setting_table.hpp"

#include <tali/gen/integer.hpp>
#include <tali/property/check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;
using testing::AllOf;
using testing::HasSubstr;

/// Sets an environment variable until the end of a scope.
class variable {
public:
  variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  variable(const variable&) = delete;
  variable& operator=(const variable&) = delete;
  ~variable() { ::unsetenv(name_); }

private:
  const char* name_;
};

std::string complaint(std::string_view name, std::string_view value) {
  settings s;
  try {
    s.set(name, value, "--" + std::string(name));
  } catch (const settings_error& e) {
    return e.what();
  }
  return "";
}

std::string complaint(const settings& code, const session& around = {}) {
  try {
    static_cast<void>(detail::resolve(code, around));
  } catch (const settings_error& e) {
    return e.what();
  }
  return "";
}

TEST(settings_text, every_setting_is_understood) {
  settings s;
  const auto set = [&](const char* name, const char* value) { s.set(name, value, "test"); };
  set("cases", "17");
  set("time-budget", "50ms");
  set("seed", "0xFf");
  set("case", "3");
  set("only", "rev*");
  set("store", "kept");
  set("replay", "t1-AA");
  set("stats", "s.jsonl");
  set("weights", "w.json");
  set("size", "7");
  set("threads", "2");
  set("exhaustive", "never");
  set("discard-ratio", "5");
  set("shrink", "0");
  set("aim", "25");
  set("explain", "50");
  set("show-shrinks", "8");
  set("isolation", "always");
  set("deadline", "250ms");
  set("memory", "1.5GiB");
  set("coverage-factor", "6");
  set("verbosity", "verbose");
  set("color", "always");
  set("label-rows", "9");
  set("training-attempts", "500,0,20");
  EXPECT_EQ(s.cases, 17);
  EXPECT_EQ(s.time_budget, milliseconds(50));
  EXPECT_EQ(s.seed, 255U);
  EXPECT_EQ(s.case_index, 3U);
  EXPECT_EQ(s.only, "rev*");
  EXPECT_EQ(s.store, "kept");
  EXPECT_EQ(s.replay, "t1-AA");
  EXPECT_EQ(s.stats, "s.jsonl");
  EXPECT_EQ(s.weights, "w.json");
  EXPECT_EQ(s.size, 7);
  EXPECT_EQ(s.threads, 2);
  EXPECT_EQ(s.exhaustive, exhaustive_mode::never);
  EXPECT_EQ(s.discard_ratio, 5);
  EXPECT_EQ(s.shrink, 0);
  EXPECT_EQ(s.aim, 25);
  EXPECT_EQ(s.explain, 50);
  EXPECT_EQ(s.show_shrinks, 8);
  EXPECT_EQ(s.isolation, isolation_mode::always);
  EXPECT_EQ(s.deadline, milliseconds(250));
  EXPECT_EQ(s.memory, 1'610'612'736U);
  EXPECT_EQ(s.coverage_factor, 6);
  EXPECT_EQ(s.verbosity, verbosity_level::verbose);
  EXPECT_EQ(s.color, color_mode::always);
  EXPECT_EQ(s.label_rows, 9);
  EXPECT_EQ(s.training_attempts, "500,0,20");
  // Every setting of the table is one of those above: a new one needs a line here.
  EXPECT_EQ(detail::setting_table().size(), 25U);
}

// Where the documentation has the table of settings. With TALI_APPROVE set in the environment the table is written.
TEST(settings_text, the_documentation_has_the_table) {
  const std::string path = std::string(TALI_SOURCE_DIR) + "/docs/reference/settings.md";
  std::ifstream in(path);
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  std::string table = "| in code | flag | variable | meaning | value | default |\n|---|---|---|---|---|---|\n";
  const auto escaped = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      out += c == '*' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
    }
    return out;
  };
  for (const detail::setting_info& info : detail::setting_table()) {
    table += "| `" + std::string(info.field) + "` | `" + detail::flag_of(info.name) + "` | `" +
             detail::variable_of(info.name) + "` | " + escaped(info.help) + " | " + escaped(info.expected) + " | " +
             detail::default_of(info) + " |\n";
  }
  const std::size_t begin = page.find("| in code |");
  ASSERT_NE(begin, std::string::npos);
  const std::size_t end = page.find("\n\n", begin) + 1;
  if (std::getenv("TALI_APPROVE") != nullptr) {
    std::ofstream(path) << page.substr(0, begin) << table << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), table) << "run again with TALI_APPROVE=1 to write " << path;
}

TEST(settings_text, every_default_is_stated) {
  for (const detail::setting_info& info : detail::setting_table()) {
    EXPECT_NE(detail::default_of(info), "") << info.name;
  }
}

TEST(settings_text, times_have_units) {
  const auto time = [](const char* text) {
    settings s;
    s.set("time-budget", text, "test");
    return s.time_budget->nanoseconds();
  };
  EXPECT_EQ(time("1ns"), 1);
  EXPECT_EQ(time("2us"), 2'000);
  EXPECT_EQ(time("1.5s"), 1'500'000'000);
  EXPECT_EQ(time("2min"), 120'000'000'000);
  EXPECT_EQ(time("1m"), 60'000'000'000);
  EXPECT_EQ(time("1h"), 3'600'000'000'000);
}

TEST(settings_text, errors_name_setting_source_and_legal_values) {
  EXPECT_THAT(complaint("cases", "many"),
              AllOf(HasSubstr("--cases"), HasSubstr("'many'"), HasSubstr("a whole number")));
  EXPECT_THAT(complaint("cases", "-1"), HasSubstr("a whole number"));
  EXPECT_THAT(complaint("cases", "1x"), HasSubstr("a whole number"));
  EXPECT_THAT(complaint("cases", ""), HasSubstr("a whole number"));
  EXPECT_THAT(complaint("cases", "99999999999999999999"), HasSubstr("a whole number"));
  EXPECT_THAT(complaint("size", "-1"), HasSubstr("from 0"));
  EXPECT_THAT(complaint("threads", "0"), HasSubstr("from 1"));
  EXPECT_THAT(complaint("time-budget", "50"), HasSubstr("with its unit"));
  EXPECT_THAT(complaint("time-budget", "-5ms"), HasSubstr("positive"));
  EXPECT_THAT(complaint("time-budget", "0s"), HasSubstr("positive"));
  EXPECT_THAT(complaint("time-budget", "nan s"), HasSubstr("positive"));
  EXPECT_THAT(complaint("color", "red"), HasSubstr("auto, never, always"));
  EXPECT_THAT(complaint("verbosity", "loud"), HasSubstr("quiet, normal, verbose"));
  EXPECT_THAT(complaint("exhaustive", "yes"), HasSubstr("auto, never, always"));
  EXPECT_THAT(complaint("seed", "0xg"), HasSubstr("hexadecimal"));
  EXPECT_THAT(complaint("only", ""), HasSubstr("name of a property"));
  EXPECT_THAT(complaint("speed", "1"), HasSubstr("no setting 'speed'"));
}

TEST(settings_text, errors_show_the_start_of_what_is_long) {
  const std::string many(100'000, '9');
  EXPECT_THAT(complaint("cases", many), HasSubstr("--cases: invalid value '9999"));
  EXPECT_THAT(complaint("cases", many), HasSubstr("999…' (100000 characters): expected a whole number"));
  EXPECT_LT(complaint("cases", many).size(), 400U);
  const tali::result r = tali::check("replayed", tali::settings{.replay = many}, [](int) {});
  EXPECT_THAT(r.message, HasSubstr("999…' (100000 characters)"));
  EXPECT_LT(r.message.size(), 400U);
}

TEST(settings_layers, environment_is_read_only_when_asked) {
  const variable cases("TALI_CASES", "5");
  const settings quick{.cases = 20, .exhaustive = exhaustive_mode::never};
  EXPECT_EQ(check("alone", quick, [](int) {}).cases, 20U);
  EXPECT_EQ(session{}.check("empty session", quick, [](int) {}).cases, 20U);
  EXPECT_EQ(session::from_environment().check("asked", quick, [](int) {}).cases, 5U);
}

TEST(settings_layers, later_ones_win) {
  session s;
  s.defaults = {.cases = 1, .size = 1, .threads = 1, .discard_ratio = 1};
  s.environment = {.cases = 3, .size = 3};
  s.command_line = {.cases = 4};
  const settings code{.cases = 2, .size = 2, .threads = 2};
  const run_settings r = detail::resolve(code, s);
  EXPECT_EQ(r.cases, 4);
  EXPECT_EQ(r.size, 3);
  EXPECT_EQ(r.threads, 2);
  EXPECT_EQ(r.discard_ratio, 1);
  EXPECT_EQ(r.coverage_factor, 128);
}

TEST(settings_layers, variables_have_the_names_of_settings) {
  const variable budget("TALI_TIME_BUDGET", "1s");
  const variable rows("TALI_LABEL_ROWS", "3");
  const variable empty("TALI_SEED", "");
  const settings s = settings::from_environment();
  EXPECT_EQ(s.time_budget, seconds(1));
  EXPECT_EQ(s.label_rows, 3);
  EXPECT_FALSE(s.seed.has_value()); // empty counts as not set
}

TEST(settings_layers, bad_variables_are_named) {
  const variable threads("TALI_THREADS", "none");
  try {
    static_cast<void>(session::from_environment());
    FAIL() << "no complaint";
  } catch (const settings_error& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("TALI_THREADS"), HasSubstr("'none'"), HasSubstr("from 1 to 64")));
  }
}

TEST(settings_layers, budget_alone_means_as_many_cases_as_fit) {
  EXPECT_EQ(detail::resolve({.time_budget = milliseconds(5)}, {}).cases, run_settings::unlimited);
  EXPECT_EQ(detail::resolve({.cases = 7, .time_budget = milliseconds(5)}, {}).cases, 7);
  EXPECT_EQ(detail::resolve({}, {}).cases, 1000);
}

TEST(settings_contradictions, are_errors_that_say_where_they_come_from) {
  session s;
  s.environment.cases = 0;
  EXPECT_THAT(complaint({}, s), AllOf(HasSubstr("cases: 0 (in the environment)"), HasSubstr("time budget")));
  EXPECT_THAT(complaint({.cases = 0}), HasSubstr("in the code of the property"));
  EXPECT_EQ(complaint({.cases = 0, .time_budget = milliseconds(1)}), "");
  EXPECT_THAT(complaint({.cases = -3}), AllOf(HasSubstr("cases: invalid value -3"), HasSubstr("in the code")));
  EXPECT_THAT(complaint({.size = -1}), AllOf(HasSubstr("size: invalid value -1"), HasSubstr("from 0")));
  EXPECT_THAT(complaint({.size = 2'000'000}), HasSubstr("size: invalid value 2000000"));
  EXPECT_THAT(complaint({.threads = 0}), AllOf(HasSubstr("threads: invalid value 0"), HasSubstr("from 1")));
  EXPECT_THAT(complaint({.threads = 65}), HasSubstr("threads: invalid value 65"));
  EXPECT_THAT(complaint({.time_budget = milliseconds(-5)}), AllOf(HasSubstr("time-budget"), HasSubstr("positive")));
  EXPECT_THAT(complaint({.discard_ratio = 0}), HasSubstr("discard-ratio"));
  EXPECT_THAT(complaint({.coverage_factor = 0}), HasSubstr("coverage-factor"));
  EXPECT_THAT(complaint({.label_rows = 0}), HasSubstr("label-rows"));
}

TEST(settings_contradictions, make_a_property_fail_not_throw) {
  const result r = check("bad", settings{.size = -1}, [](int) { FAIL() << "must not run"; });
  EXPECT_EQ(r.status, run_status::error);
  EXPECT_THAT(r.message, HasSubstr("size: invalid value -1"));
  EXPECT_THAT(r.report(), HasSubstr("error: bad — setting size: invalid value -1"));
}

TEST(settings_durations, take_those_of_chrono) {
  using namespace std::chrono_literals;
  EXPECT_EQ(duration(1500us).nanoseconds(), 1'500'000);
  EXPECT_EQ(duration(2h).nanoseconds(), 7'200'000'000'000);
  EXPECT_EQ(duration(std::chrono::duration<double>(0.5)).nanoseconds(), 500'000'000);
  const settings s{.cases = 3, .time_budget = 1s};
  EXPECT_EQ(s.time_budget, seconds(1));
}

TEST(settings_only, selects_by_pattern) {
  session s;
  s.command_line.only = "rev*";
  EXPECT_EQ(s.check("reverse", [](bool) {}).status, run_status::passed);
  const result r = s.check("sort", [](bool) -> bool { throw 1; });
  EXPECT_EQ(r.status, run_status::skipped);
  EXPECT_TRUE(r.passed());
}

TEST(settings_patterns, match) {
  using detail::matches;
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("*", "abc"));
  EXPECT_TRUE(matches("a*c", "abbbc"));
  EXPECT_TRUE(matches("a*b*c", "aXbYbZc"));
  EXPECT_TRUE(matches("?b?", "abc"));
  EXPECT_TRUE(matches("a**", "a"));
  EXPECT_FALSE(matches("a?", "a"));
  EXPECT_FALSE(matches("abc", "ab"));
  EXPECT_FALSE(matches("ab", "abc"));
  EXPECT_FALSE(matches("a*d", "abc"));
  EXPECT_TRUE(matches("a\\*", "a*"));
  EXPECT_FALSE(matches("a\\*", "ab"));
}

TEST(settings_patterns, any_name_can_be_matched_alone) {
  const result r = check("literal patterns", [](const std::string& name, const std::string& other) {
    const std::string pattern = detail::literal_pattern(name);
    return detail::matches(pattern, name) && detail::matches(pattern, other) == (name == other);
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(settings_sizes, rise_and_start_again) {
  run_settings s;
  s.size = 3;
  s.cases = 1000;
  std::vector<int> sizes;
  for (std::uint64_t i = 0; i < 9; ++i) {
    sizes.push_back(size_of_case(i, s));
  }
  EXPECT_THAT(sizes, testing::ElementsAre(0, 1, 2, 3, 0, 1, 2, 3, 0));
}

TEST(settings_sizes, spread_over_few_cases) {
  run_settings s;
  s.size = 100;
  s.cases = 5;
  std::vector<int> sizes;
  for (std::uint64_t i = 0; i < 6; ++i) {
    sizes.push_back(size_of_case(i, s));
  }
  EXPECT_THAT(sizes, testing::ElementsAre(0, 25, 50, 75, 100, 0));
  s.cases = 1;
  EXPECT_EQ(size_of_case(0, s), 50);
  s.cases = run_settings::unlimited;
  EXPECT_EQ(size_of_case(101, s), 0);
}

TEST(settings_sizes, are_those_the_cases_see) {
  for (const std::int64_t cases : {1, 7, 100, 101, 250}) {
    std::vector<int> seen;
    const result r = check("sizes", settings{.cases = cases, .exhaustive = exhaustive_mode::never},
                           [&](test_case& c) { seen.push_back(c.size()); });
    ASSERT_EQ(seen.size(), static_cast<std::size_t>(cases));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_EQ(seen[i], size_of_case(i, r.settings)) << cases << " cases, case " << i;
    }
  }
}

TEST(settings_seeds, are_fresh_unless_given) {
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 10; ++i) {
    seeds.insert(check("seed", settings{.cases = 1}, [](int) {}).settings.seed);
  }
  EXPECT_EQ(seeds.size(), 10U); // two of ten 64-bit numbers are equal with probability 2^-58
}

TEST(settings_rerun, says_what_the_code_alone_does_not) {
  session s;
  EXPECT_FALSE(detail::resolve({}, s).rerun_cases.has_value());
  EXPECT_FALSE(detail::resolve({.cases = 10}, s).rerun_cases.has_value()); // as in code
  s.environment.cases = 5000;
  EXPECT_FALSE(detail::resolve({}, s).rerun_cases.has_value()); // sizes are the same for 1000
  EXPECT_EQ(detail::resolve({.cases = 10}, s).rerun_cases, 101);
  s.environment.cases = 20;
  EXPECT_EQ(detail::resolve({}, s).rerun_cases, 20);
  s.environment.size = 7;
  EXPECT_EQ(detail::resolve({}, s).rerun_size, 7);
}

} // namespace
