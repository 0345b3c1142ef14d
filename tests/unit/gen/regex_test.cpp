// SPDX-License-Identifier: BSL-1.0
// The parts of regular expressions that the conformance suite does not check: which values are the simplest, that all
// are reached, and that matching takes no exponential time.
#include <tali/gen/regex.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <set>

namespace {

namespace gen = tali::gen;

std::string simplest(const char* expression) {
  return *tali::replay(gen::matching(expression), {}, 10, tali::choices::past_end::simplest);
}

TEST(regular_expressions, have_a_simplest_match) {
  EXPECT_EQ(simplest("[a-z]{2,5}(-[0-9]+)?"), "aa");
  EXPECT_EQ(simplest("\\w+@\\w+\\.(com|org)"), "a@a.com");
  EXPECT_EQ(simplest(".+"), "a");
  EXPECT_EQ(simplest("[^a-z]"), "0");
  EXPECT_EQ(simplest("[^a-z0-9]"), "A");
  EXPECT_EQ(simplest("[ -/]"), " ");
  EXPECT_EQ(simplest("(long|s|)"), "");
  EXPECT_EQ(simplest("[0-9]+|none"), "none");
  EXPECT_EQ(simplest("b|a"), "b");
}

TEST(regular_expressions, reach_all_matches) {
  std::set<std::string> seen;
  for (const auto& v : tali::samples(gen::matching("(a|[bc]){1,2}d?"), 2000, 1)) {
    seen.insert(v);
  }
  EXPECT_EQ(seen.size(), (3U + 9U) * 2);
}

TEST(regular_expressions, repeat_as_often_as_the_size_says) {
  std::size_t longest = 0;
  for (const auto& v : tali::samples(gen::matching("a*"), 2000, 1, 30)) {
    longest = std::max(longest, v.size());
  }
  EXPECT_EQ(longest, 30U);
  EXPECT_EQ(tali::sample(gen::matching("a*"), 1, 0), "");
  EXPECT_EQ(tali::sample(gen::matching("a{3,}"), 1, 0), "aaa");
}

TEST(regular_expressions, are_matched_in_polynomial_time) {
  // A backtracking matcher takes 2^60 steps to find that these do not match.
  const std::string many(60, 'a');
  EXPECT_FALSE(tali::accepts(gen::matching("(a*)*b"), many));
  EXPECT_FALSE(tali::accepts(gen::matching("(a|aa)*b"), many));
  EXPECT_FALSE(tali::accepts(gen::matching("(a?){60}a{61}"), many));
  EXPECT_TRUE(tali::accepts(gen::matching("(a?){60}a{60}"), many));
}

TEST(regular_expressions, are_matched_with_the_fewest_repetitions) {
  const auto choices = tali::reflect(gen::matching("(a|b|ab)*"), "abab", 10);
  ASSERT_TRUE(choices);
  EXPECT_EQ(choices->choices[0].value, 2U);
}

TEST(regular_expressions, accept_only_what_the_size_allows) {
  EXPECT_TRUE(tali::accepts(gen::matching("a*"), std::string(10, 'a'), 10));
  EXPECT_FALSE(tali::accepts(gen::matching("a*"), std::string(11, 'a'), 10));
}

TEST(regular_expressions, can_be_constants_of_namespace_scope) {
  static const auto identifier = gen::matching("[a-z]\\w*");
  EXPECT_FALSE(tali::sample(identifier, 1).empty());
}

} // namespace
