// SPDX-License-Identifier: BSL-1.0
// The second fixed suite of shrinking challenges, a small form of ./bench.sh shrink-suite: the share of runs that end
// in the simplest failing value. Deterministic: fixed seeds.
#include "suite.hpp"

#include <gtest/gtest.h>

namespace {

constexpr std::uint64_t seeds = 20;

TEST(shrink_suite_long, most_runs_end_in_the_simplest_failing_value) {
  double share = 0;
  double runs = 0;
  double count = 0;
  for (const shrink_suite::challenge& c : shrink_suite::all()) {
    double found = 0;
    double minimal = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const shrink_suite::outcome o = c.run(seed);
      found += o.found ? 1 : 0;
      minimal += o.found && o.result == c.minimum ? 1 : 0;
      runs += static_cast<double>(o.evaluations) / seeds;
    }
    ASSERT_GT(found, 0) << c.name;
    EXPECT_GE(minimal / found, 0.4) << c.name << ": ./bench.sh shrink-suite";
    share += minimal / found;
    ++count;
  }
  EXPECT_GE(share / count, 0.95);
  EXPECT_LE(runs / count, 400);
}

} // namespace
