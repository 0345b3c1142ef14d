// SPDX-License-Identifier: BSL-1.0
// A small fixed form of ./bench.sh find: the events whose bound is at least 0.95, with ten seeds each.
//
// The seeds are fixed, so the test does not fail by chance. At a share of 0.95 fewer than six of ten new seeds find an
// event with probability 6e-5; there are about 80 events, so another choice of seeds fails in 0.5 % of cases.
#include "events.hpp"

#include <gtest/gtest.h>

namespace {

void check_events(std::span<const find_quality::event> events) {
  constexpr std::uint64_t seeds = 10;
  for (const find_quality::event& e : events) {
    std::uint64_t found = 0;
    for (std::uint64_t seed = 1; seed <= seeds && e.bound >= 0.95; ++seed) {
      found += e.found(seed, 1000) ? 1U : 0U;
    }
    EXPECT_TRUE(found >= 6 || e.bound < 0.95) << e.group << ": " << e.name << ": " << found << " of " << seeds;
  }
}

TEST(finding_long, meets_events_in_texts) { check_events(find_quality::text_events()); }
TEST(finding_long, meets_events_in_numbers) { check_events(find_quality::number_events()); }
TEST(finding_long, meets_events_in_containers) { check_events(find_quality::container_events()); }
TEST(finding_long, meets_events_in_structures) { check_events(find_quality::structure_events()); }

} // namespace
