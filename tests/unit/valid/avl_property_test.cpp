// SPDX-License-Identifier: BSL-1.0
// End to end: a bug behind a rare precondition, over a derived type. With all seeds: ./bench.sh valid property.
#include "../../../bench/valid/avl_property.hpp"

#include <gtest/gtest.h>

namespace {

using namespace avl_property;

const auto trees = tali::arbitrary<tree>();
constexpr auto predicate = [](const tree& t) { return is_avl(t); };

TEST(avl_property, valid_finds_the_bug_and_filter_does_not) {
  const auto valid = tali::gen::valid(trees, predicate);
  // One training serves all; each run then has as many cases as it needs, whatever the clock does.
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_TRUE(finds_bug(valid, seed, tali::seconds(30))) << valid.statistics().summary();
  }
  EXPECT_FALSE(finds_bug(tali::gen::filter(trees, predicate), 1, tali::milliseconds(200)));
}

TEST(avl_property, holds_without_the_bug) {
  EXPECT_FALSE(finds_bug(tali::gen::valid(trees, predicate), 1, tali::milliseconds(300), false));
}

} // namespace
