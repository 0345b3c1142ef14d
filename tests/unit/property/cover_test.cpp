// SPDX-License-Identifier: BSL-1.0
// Requirements of `cover`: the statistics alone, with simulated shares, and in runs.
//
// Every expectation about a simulated share has probability at most 10^-8 of being wrong for another seed; seeds are
// fixed, so they either always hold or never.
#include "property/observe/coverage_check.hpp"

#include <tali/gen/integer.hpp>
#include <tali/property/check.hpp>
#include <tali/random/rng.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::report;
using testing::HasSubstr;

coverage_summary decided(double required, std::uint64_t hits, std::uint64_t cases) {
  coverage_summary c;
  c.required = required;
  c.hits = hits;
  c.cases = cases;
  detail::decide_coverage(c);
  return c;
}

TEST(cover_statistics, clear_cases) {
  EXPECT_EQ(decided(20, 500, 1000).verdict, coverage_verdict::accepted);
  EXPECT_EQ(decided(20, 50, 1000).verdict, coverage_verdict::refuted);
  EXPECT_EQ(decided(20, 200, 1000).verdict, coverage_verdict::undecided);
  EXPECT_EQ(decided(20, 0, 0).verdict, coverage_verdict::undecided);
  EXPECT_EQ(decided(0, 0, 1000).verdict, coverage_verdict::accepted);
  EXPECT_EQ(decided(100, 1000, 1000).verdict, coverage_verdict::accepted);
  EXPECT_EQ(decided(1, 0, 1'000'000).verdict, coverage_verdict::refuted);
}

TEST(cover_statistics, exactly_the_required_share_is_accepted_in_the_end) {
  for (const double share : {1.0, 5.0, 20.0, 50.0, 90.0}) {
    coverage_summary c;
    std::uint64_t n = 100;
    do {
      n *= 2;
      c = decided(share, static_cast<std::uint64_t>(std::llround(static_cast<double>(n) * share / 100)), n);
    } while (c.verdict == coverage_verdict::undecided && n < (1U << 24U));
    EXPECT_EQ(c.verdict, coverage_verdict::accepted) << share << " % after " << n;
  }
}

TEST(cover_statistics, the_interval_is_wilsons) {
  // Known value: 10 hits of 100, z = 6.10941: (0.1 + z^2/200 -+ z sqrt(0.09/100 + z^2/40000)) / (1 + z^2/100)
  const coverage_summary c = decided(50, 10, 100);
  const double z = 6.109410204869;
  const double middle = 0.1 + z * z / 200;
  const double reach = z * std::sqrt(0.0009 + z * z / 40000);
  EXPECT_NEAR(c.low, 100 * (middle - reach) / (1 + z * z / 100), 1e-9);
  EXPECT_NEAR(c.high, 100 * (middle + reach) / (1 + z * z / 100), 1e-9);
  // The quantile itself: its tail probability is half of 10^-9.
  EXPECT_NEAR(0.5 * std::erfc(z / std::sqrt(2.0)) / 0.5e-9, 1, 1e-6);
}

TEST(cover_statistics, verdicts_of_simulated_shares_are_right) {
  // 200 runs each of a share clearly above, clearly below, and in between. A wrong verdict in one run has probability
  // below 10^-8 (eight checks at 10^-9 / 2 each); in between either is right, but undecided after this many cases is
  // not.
  const auto simulate = [](double share, double required, std::uint64_t seed) {
    rng engine(seed);
    coverage_summary c;
    std::uint64_t hits = 0;
    std::uint64_t n = 0;
    for (std::uint64_t wanted = 1000; wanted <= 1000 * 128; wanted *= 2) {
      for (; n < wanted; ++n) {
        hits += unit_real(engine) * 100 < share ? 1U : 0U;
      }
      c = decided(required, hits, n);
      if (c.verdict != coverage_verdict::undecided) {
        break;
      }
    }
    return c.verdict;
  };
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_EQ(simulate(20, 20, seed), coverage_verdict::accepted);
    EXPECT_EQ(simulate(25, 20, seed), coverage_verdict::accepted);
    EXPECT_EQ(simulate(17.5, 20, seed), coverage_verdict::refuted);
    EXPECT_EQ(simulate(10, 20, seed), coverage_verdict::refuted);
    EXPECT_NE(simulate(19, 20, seed), coverage_verdict::undecided);
  }
}

// In runs -------------------------------------------------------------------------------------------------------------

result run_with_share(int per_thousand, double required, settings s) {
  return check("share", s, [=](test_case& c) {
    const int n = c.draw(gen::integer<std::uint64_t>().uniform()) % 1000 < static_cast<std::uint64_t>(per_thousand);
    c.cover(required, n != 0, "hit");
  });
}

TEST(cover_runs, accepted_at_once_when_clear) {
  const result r = run_with_share(500, 20, {.seed = 1});
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.cases, 1000U);
  EXPECT_EQ(r.coverage.at(0).verdict, coverage_verdict::accepted);
  EXPECT_EQ(r.coverage[0].cases, 1000U);
  EXPECT_THAT(r.report(), HasSubstr("covered: hit "));
}

TEST(cover_runs, refuted_fails_with_numbers) {
  const result r = run_with_share(50, 20, {.seed = 1});
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_TRUE(r.failures.empty());
  EXPECT_THAT(r.message, HasSubstr("'hit'"));
  EXPECT_THAT(r.message, HasSubstr("but 20 % are required"));
  EXPECT_THAT(r.message, HasSubstr("of 1000)"));
}

TEST(cover_runs, go_on_until_decided) {
  const result r = run_with_share(200, 20, {.seed = 1});
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_GT(r.cases, 1000U);
  EXPECT_LE(r.cases, 128'000U);
  EXPECT_EQ(r.cases % 1000, 0U);
  const result below = run_with_share(170, 20, {.seed = 1});
  EXPECT_EQ(below.status, run_status::failed);
  EXPECT_GT(below.cases, 1000U);
}

TEST(cover_runs, undecided_at_the_cap_is_a_warning) {
  const result r = run_with_share(200, 20, {.seed = 1, .coverage_factor = 4});
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.cases, 4000U);
  EXPECT_EQ(r.coverage.at(0).verdict, coverage_verdict::undecided);
  ASSERT_EQ(r.warnings.size(), 1U);
  EXPECT_EQ(r.warnings[0].kind, warning_kind::coverage_undecided);
  EXPECT_THAT(r.warnings[0].text, HasSubstr("of the cases are 'hit', after 4000 cases"));
  EXPECT_THAT(r.report(), HasSubstr("coverage undecided: hit"));
  // A limit that is not a power of two is respected.
  EXPECT_EQ(run_with_share(200, 20, {.seed = 1, .coverage_factor = 3}).cases, 3000U);
  EXPECT_EQ(run_with_share(200, 20, {.seed = 1, .coverage_factor = 1}).cases, 1000U);
}

TEST(cover_runs, budget_ends_it_too) {
  const result r = check("slow share", settings{.cases = 100, .time_budget = milliseconds(50)}, [](test_case& c) {
    c.cover(20, c.draw(gen::integer(0, 9999)) < 2000, "hit");
    volatile int work = 0;
    for (int i = 0; i < 20'000; ++i) {
      work = work + i;
    }
  });
  EXPECT_TRUE(r.passed());
  EXPECT_TRUE(r.budget_ended || r.coverage.at(0).verdict == coverage_verdict::accepted);
}

TEST(cover_runs, several_requirements_each_for_itself) {
  const result r = check("several", settings{.seed = 3}, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 9999).uniform());
    c.cover(10, n < 5000, "low");
    c.cover(90, n < 5000, "mostly low");
    c.cover(5, n % 2 == 0, "even");
  });
  EXPECT_EQ(r.status, run_status::failed);
  ASSERT_EQ(r.coverage.size(), 3U);
  EXPECT_EQ(r.coverage[0].label, "even");
  EXPECT_EQ(r.coverage[0].verdict, coverage_verdict::accepted);
  EXPECT_EQ(r.coverage[1].verdict, coverage_verdict::accepted);
  EXPECT_EQ(r.coverage[2].verdict, coverage_verdict::refuted);
}

TEST(cover_runs, a_case_hits_once_and_discards_not_at_all) {
  const result r = check("hits", settings{.cases = 100, .seed = 3}, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 9999));
    c.cover(50, true, "always");
    c.cover(50, true, "always");
    c.assume(n % 2 == 0);
  });
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.coverage.at(0).hits, r.cases);
}

} // namespace
