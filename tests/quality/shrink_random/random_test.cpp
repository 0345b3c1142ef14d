// SPDX-License-Identifier: BSL-1.0
// Shrink quality on random challenges, a small fixed form of ./bench.sh shrink-random: how many of them end in the
// simplest failing input, and in how many runs. Deterministic: fixed numbers, odd ones, which nothing is tuned with.
#include "challenge.hpp"

#include <gtest/gtest.h>

#include <map>

namespace {

using namespace shrink_random;

constexpr std::uint64_t challenges = 510; // thirty of each family

TEST(shrink_random_long, most_challenges_end_in_the_simplest_failing_input) {
  std::map<std::string, int> minimal;
  int all = 0;
  double runs = 0;
  for (std::uint64_t i = 0; i < challenges; ++i) {
    const challenge c = maker(2 * i + 1).make();
    const outcome o = attempt(c);
    minimal[families[c.family]] += o.minimal ? 1 : 0;
    all += o.minimal ? 1 : 0;
    runs += static_cast<double>(o.runs);
  }
  for (const auto& [family, count] : minimal) {
    EXPECT_GE(count, 27) << family << ": of thirty; ./bench.sh shrink-random --family " << family;
  }
  EXPECT_GE(100.0 * all / static_cast<double>(challenges), 97.0);
  EXPECT_LE(runs / static_cast<double>(challenges), 600.0);
}

TEST(shrink_random, a_number_is_always_the_same_challenge) {
  const challenge one = maker(17).make();
  const challenge other = maker(17).make();
  EXPECT_EQ(one.start.choices, other.start.choices);
  EXPECT_EQ(one.reference.choices, other.reference.choices);
}

TEST(shrink_random, no_result_is_simpler_than_the_reference_of_a_narrow_challenge) {
  for (std::uint64_t i = 0; i < 150; ++i) {
    const challenge c = maker(2 * i + 1).make();
    if (!c.wide && std::string(families[c.family]) != "reals") {
      EXPECT_GE(tali::choices::compare_shortlex(attempt(c).result.choices, c.reference.choices), 0) << c.number;
    }
  }
}

} // namespace
