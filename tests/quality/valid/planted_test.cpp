// SPDX-License-Identifier: BSL-1.0
// A property whose precondition is satisfied by hardly any value of its derived type finds the planted bug, with
// gen::valid. The short form of bench/valid_planted, counted in cases so that it does not depend on time.
#include "../../../bench/valid_planted/avl.hpp"

#include <gtest/gtest.h>

namespace {

using planted::mistake;

tali::settings cases(std::int64_t count, std::uint64_t seed) {
  return {.cases = count, .seed = seed, .discard_ratio = 10, .shrink = 0, .explain = 0, .store = "off"};
}

tali::learn::valid_options learning(std::uint64_t seed) {
  tali::learn::valid_options options;
  options.seed = seed;
  options.training_seconds = 60; // counted in attempts, on a slow machine too
  return options;
}

int found_with_valid(mistake m, int runs) {
  int found = 0;
  for (int i = 1; i <= runs; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const auto r = planted::check_erase(planted::valid_trees(learning(seed)), m, cases(2000, seed));
    found += r.status == tali::run_status::failed ? 1 : 0;
  }
  return found;
}

int found_with_filter(mistake m, int runs) {
  int found = 0;
  for (int i = 1; i <= runs; ++i) {
    const auto r = planted::check_erase(planted::filtered_trees(), m, cases(2000, static_cast<std::uint64_t>(i)));
    found += r.status == tali::run_status::failed ? 1 : 0;
  }
  return found;
}

TEST(planted, is_found_with_valid_and_not_with_filter) {
  for (const mistake m : {mistake::single_rotation, mistake::stale_path}) {
    EXPECT_EQ(found_with_valid(m, 5), 5);
    EXPECT_EQ(found_with_filter(m, 5), 0);
  }
}

TEST(planted, nothing_is_found_where_nothing_is) {
  const auto r = planted::check_erase(planted::valid_trees(learning(1)), mistake::none, cases(2000, 1));
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(planted, is_shrunk_to_a_valid_tree) {
  tali::settings how = cases(2000, 1);
  how.shrink = 10'000;
  const auto r = planted::check_erase(planted::valid_trees(learning(1)), mistake::single_rotation, how);
  ASSERT_EQ(r.status, tali::run_status::failed);
  // Four nodes: the root, a child with an inner child, and the one that is erased.
  const std::string report = r.report();
  std::size_t nodes = 0;
  for (std::size_t at = report.find("height"); at != std::string::npos; at = report.find("height", at + 1)) {
    ++nodes;
  }
  EXPECT_EQ(nodes, 4U) << report;
}

} // namespace
