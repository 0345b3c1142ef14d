// SPDX-License-Identifier: BSL-1.0
// Targets guide the search: failures that random cases practically never reach are found by climbing.
#include <tali/gen/integer.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::report;
using testing::HasSubstr;

constexpr std::uint64_t seeds = 20;

/// The number of seeds that find the failure at default settings.
template <class Body>
int found(const Body& body, int aim) {
  int n = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    n += check("search", settings{.seed = seed, .shrink = 0, .aim = aim}, body).passed() ? 0 : 1;
  }
  return n;
}

// A hundred numbers up to 1000: random lists add up to 25000 on average.
void sum_is_small(test_case& c) {
  const auto xs = c.draw("xs", gen::vector(gen::integer(0, 1000)));
  const int sum = std::accumulate(xs.begin(), xs.end(), 0);
  c.target(sum, "sum");
  c.expect(sum < 80'000, "the sum is too large");
}

void is_no_needle(test_case& c) {
  const int n = c.draw("n", gen::integer<int>());
  c.target(-std::fabs(n - 123'456'789.0));
  c.expect(n != 123'456'789);
}

void is_not_near(test_case& c) {
  const double x = c.draw("x", gen::real(0.0, 1e9));
  const int n = c.draw("n", gen::integer(0, 1'000'000));
  c.target(-std::fabs(x - 7e8) - std::abs(n - 654'321));
  c.expect(std::fabs(x - 7e8) > 1000 || std::abs(n - 654'321) > 10);
}

TEST(aim, finds_what_random_cases_do_not) {
  EXPECT_EQ(found(sum_is_small, 0), 0);
  EXPECT_EQ(found(sum_is_small, 50), seeds);
  EXPECT_EQ(found(is_no_needle, 0), 0);
  EXPECT_EQ(found(is_no_needle, 50), seeds);
  EXPECT_EQ(found(is_not_near, 0), 0);
  EXPECT_GE(found(is_not_near, 50), seeds * 9 / 10);
}

TEST(aim, failures_are_shrunk_and_can_be_seen_again) {
  const result r = check("needle", settings{.seed = 1}, is_no_needle);
  ASSERT_EQ(r.failures.size(), 1U);
  const failure& f = r.failures[0];
  EXPECT_EQ(f.origin, failure_origin::targeted);
  EXPECT_FALSE(f.flaky);
  EXPECT_TRUE(f.shrunk);
  EXPECT_EQ(f.values[0].text, "123456789");
  EXPECT_THAT(r.report(), HasSubstr("found by targeting"));
  EXPECT_THAT(r.report(), HasSubstr("--replay "));
  const result whole = check("needle", settings{.seed = 1, .shrink = 0}, is_no_needle);
  EXPECT_EQ(whole.failures[0].index, f.index);
}

void two_targets(test_case& c) {
  const auto xs = c.draw("xs", gen::vector(gen::integer(-50, 50)));
  c.label(xs.empty() ? "empty" : "some");
  c.target(static_cast<double>(xs.size()), "length");
  c.target(std::accumulate(xs.begin(), xs.end(), 0.0), "sum");
}

TEST(aim, stays_within_the_cases_and_out_of_the_statistics) {
  const result r = check("two", settings{.seed = 3}, two_targets);
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.cases + r.aimed, 1000U);
  EXPECT_GT(r.aimed, 0U);
  EXPECT_LE(r.aimed, 500U);
  std::uint64_t labelled = 0;
  for (const count_of& l : r.labels) {
    labelled += l.count;
  }
  EXPECT_EQ(labelled, r.cases);
  ASSERT_EQ(r.targets.size(), 2U);
  for (const target_summary& t : r.targets) {
    EXPECT_GT(t.aimed.value_or(t.best), t.best) << t.name;
    EXPECT_EQ(t.count, r.cases);
  }
  EXPECT_EQ(r.targets[0].aimed, 100.0);
  EXPECT_THAT(r.report(), HasSubstr(" targeted"));
}

TEST(aim, is_the_same_for_any_number_of_threads) {
  const auto report = [](int threads, const auto& body) {
    // Bounded in runs that fit into its time on any machine, and without warnings about time.
    result r = check("same", settings{.seed = 11, .threads = threads, .shrink = 300, .explain = 100}, body);
    std::erase_if(r.warnings, [](const warning& w) { return w.kind == warning_kind::slow; });
    return r.report();
  };
  EXPECT_EQ(report(1, two_targets), report(4, two_targets));
  EXPECT_EQ(report(1, sum_is_small), report(3, sum_is_small));
}

TEST(aim, changes_nothing_without_targets) {
  const auto drawn = [](int aim) {
    std::vector<int> all;
    const result r = check("plain", settings{.cases = 300, .seed = 5, .exhaustive = exhaustive_mode::never, .aim = aim},
                           [&](int n) { all.push_back(n); });
    EXPECT_EQ(r.cases, 300U);
    EXPECT_EQ(r.aimed, 0U);
    return all;
  };
  EXPECT_EQ(drawn(0), drawn(50));
}

TEST(aim, can_be_switched_off) {
  const result r = check("two", settings{.seed = 3, .aim = 0}, two_targets);
  EXPECT_EQ(r.cases, 1000U);
  EXPECT_EQ(r.aimed, 0U);
  EXPECT_FALSE(r.targets[0].aimed);
}

TEST(aim, ends_with_the_time_budget) {
  const result r = check("two", settings{.time_budget = milliseconds(60), .seed = 3}, two_targets);
  EXPECT_TRUE(r.passed());
  EXPECT_TRUE(r.budget_ended);
  EXPECT_LT(r.elapsed, seconds(5));
}

TEST(aim, what_is_no_number_is_left_alone) {
  const result r = check("nan", settings{.seed = 3}, [](test_case& c) {
    const int n = c.draw("n", gen::integer(0, 1'000'000));
    c.target(n % 2 == 0 ? std::nan("") : 1.0);
  });
  EXPECT_TRUE(r.passed());
}

/// The highest target of a run.
template <class... Parts>
double reached(std::uint64_t seed, Parts&&... parts) {
  const result r = check("aim", settings{.seed = seed}, parts...);
  const target_summary& t = r.targets.at(0);
  return std::max(t.best, t.aimed.value_or(t.best));
}

TEST(aiming, climbs_in_fractions) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    EXPECT_GE(reached(seed, [](test_case& c, double d) { c.target(-(d - 42.5) * (d - 42.5)); }), -1e-6) << seed;
    EXPECT_GE(reached(seed, gen::real(-1000.0, 1000.0),
                      [](test_case& c, double d) { c.target(-std::fabs(d - 0.123456789)); }),
              -1e-6)
        << seed;
    EXPECT_GE(reached(seed, [](test_case& c, double x,
                               double y) { c.target(-(x - 1.25) * (x - 1.25) - (y + 3.75) * (y + 3.75)); }),
              -1e-6)
        << seed;
    EXPECT_GE(reached(seed, [](test_case& c, int n) { c.target(-std::fabs(n - 123456.0)); }), -1e-6) << seed;
  }
}

// A ridge: both numbers have to change together.
TEST(aiming, follows_a_ridge) {
  int found = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const double best =
        reached(seed, gen::real(-100.0, 100.0), gen::real(-100.0, 100.0), [](test_case& c, double x, double y) {
          const double across = x - y;
          const double along = x + y - 50;
          c.target(-10 * across * across - along * along);
        });
    found += best >= -1e-2 ? 1 : 0;
  }
  EXPECT_GE(found, 16);
}

} // namespace
