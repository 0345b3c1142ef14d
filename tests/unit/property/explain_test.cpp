// SPDX-License-Identifier: BSL-1.0
// The processing of failures: distinct ones, the parts that matter, the path of shrinking, interruption, comparisons.
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/property/check.hpp>
#include <tali/property/interrupt.hpp>
#include <tali/property/report.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;

const settings seeded{.seed = 42};
using numbers = std::vector<int>;

const failure& only_failure(const result& r) {
  EXPECT_EQ(r.failures.size(), 1U) << r.report();
  return r.failures.front();
}

explanation explained(const failure& f) {
  EXPECT_TRUE(f.explained);
  return f.explained.value_or(explanation{});
}

shrink_summary shrinking(const failure& f) {
  EXPECT_TRUE(f.shrunk);
  return f.shrunk.value_or(shrink_summary{});
}

std::vector<std::string> free_parts(const failure& f) {
  std::vector<std::string> out;
  if (f.explained) {
    for (const free_part& p : explained(f).free_parts) {
      out.push_back(f.values[p.value].name + p.path);
    }
  }
  return out;
}

// Distinct failures ---------------------------------------------------------------------------------------------------

/// Fails in two ways. Neither is a simpler case of the other: long lists throw one thing, large numbers another.
void fails_in_two_ways(const numbers& xs) {
  if (xs.size() > 5) {
    throw std::runtime_error("long");
  }
  if (xs.size() > 1 && xs[0] > 100) {
    throw std::logic_error("large");
  }
}

/// Shrinking its first failure meets the other one.
const settings seeded_for_two{.seed = 2};

TEST(distinct_failures, are_kept_apart_and_each_is_minimal) {
  const result r = check("two ways", seeded_for_two, fails_in_two_ways);
  ASSERT_EQ(r.failures.size(), 2U);
  const failure& first = r.failures[0];
  const failure& second = r.failures[1];
  EXPECT_FALSE(first.found_while_shrinking);
  EXPECT_TRUE(second.found_while_shrinking);
  EXPECT_FALSE(first.cause.same_as(second.cause));
  for (const failure& f : r.failures) {
    EXPECT_TRUE(shrinking(f).complete);
    EXPECT_EQ(f.values[0].text, f.cause.message == "long" ? "[0, 0, 0, 0, 0, 0]" : "[101, 0]");
  }
  EXPECT_THAT(r.report(), HasSubstr("2 different failures"));
  EXPECT_THAT(r.report(), HasSubstr("another failure, found while shrinking"));
}

TEST(distinct_failures, are_the_same_again_from_the_case_alone) {
  const result first = check("two ways", seeded_for_two, fails_in_two_ways);
  settings alone = seeded_for_two;
  alone.case_index = first.failures[0].index;
  const result again = check("two ways", alone, fails_in_two_ways);
  ASSERT_EQ(again.failures.size(), first.failures.size());
  for (std::size_t i = 0; i < first.failures.size(); ++i) {
    EXPECT_EQ(again.failures[i].values[0].text, first.failures[i].values[0].text);
  }
}

TEST(distinct_failures, there_are_at_most_five) {
  const auto n = gen::integer(0, 1'000'000).uniform();
  const result r = check("many ways", settings{.cases = 1, .seed = 1}, n, [](test_case& c, int x) {
    // Halving a number leads from each place to the next.
    c.require(x < 500'000);
    c.require(x < 200'000);
    c.require(x < 90'000);
    c.require(x < 40'000);
    c.require(x < 18'000);
    c.require(x < 8'000);
    c.require(x < 3'000);
    c.require(x < 1'000);
  });
  ASSERT_EQ(r.failures.size(), 5U) << r.report();
  for (const failure& f : r.failures) {
    EXPECT_THAT(f.values[0].text, AnyOf("500000", "200000", "90000", "40000", "18000", "8000", "3000", "1000"));
  }
}

TEST(distinct_failures, without_shrinking_there_is_one) {
  settings s = seeded;
  s.shrink = 0;
  EXPECT_EQ(check("two ways", s, fails_in_two_ways).failures.size(), 1U);
}

// What matters --------------------------------------------------------------------------------------------------------

TEST(explanation, a_value_that_does_not_matter_can_be_anything) {
  const result r = check("only n", seeded, gen::integer(0, 1'000'000), gen::boolean(), gen::vector(gen::integer<int>()),
                         [](int n, bool, const numbers&) { return n < 900; });
  const failure& f = only_failure(r);
  EXPECT_THAT(free_parts(f), ElementsAre("argument 2", "argument 3"));
  EXPECT_TRUE(explained(f).free_together);
  EXPECT_TRUE(explained(f).free_parts[0].all) << "a bool has one other value";
  EXPECT_FALSE(explained(f).free_parts[1].all);
  EXPECT_THAT(r.report(), HasSubstr("argument 2 = false   (any value fails)\n"));
}

TEST(explanation, names_the_nearest_case_that_passes) {
  const result r =
      check("only n", seeded, gen::integer(0, 1'000'000), gen::boolean(), [](int n, bool) { return n < 900; });
  const failure& f = only_failure(r);
  ASSERT_EQ(explained(f).nearest_pass.size(), 1U);
  EXPECT_EQ(explained(f).nearest_pass[0].value, 0U);
  EXPECT_EQ(explained(f).nearest_pass[0].passes_with, "899");
  EXPECT_THAT(r.report(), HasSubstr("passes with: argument 1 = 899\n"));
}

struct order {
  int id;
  std::string customer;
  numbers items;
};

TEST(explanation, parts_inside_a_value_are_named_by_their_path) {
  const result r = check("orders", seeded, [](const order& o) { return o.id < 10 || o.items.size() < 2; });
  const failure& f = only_failure(r);
  EXPECT_EQ(f.values[0].text, "order{.id = 10, .customer = \"\", .items = [0, 0]}");
  EXPECT_THAT(free_parts(f), ElementsAre("argument 1.customer", "argument 1.items[0]", "argument 1.items[1]"));
  ASSERT_EQ(explained(f).nearest_pass.size(), 1U);
  EXPECT_EQ(explained(f).nearest_pass[0].difference, ".id: 10 -> 9");
}

TEST(explanation, says_when_parts_can_be_anything_only_one_at_a_time) {
  // Fails unless both differ from 0 and agree: either may be anything while the other is 0.
  const result r = check("alone", settings{.seed = 42, .exhaustive = exhaustive_mode::never}, gen::integer(0, 7),
                         gen::integer(0, 7), [](int a, int b) { return a != 0 && b != 0; });
  const failure& f = only_failure(r);
  EXPECT_THAT(free_parts(f), ElementsAre("argument 1", "argument 2"));
  EXPECT_FALSE(explained(f).free_together);
  EXPECT_THAT(r.report(), HasSubstr("individually irrelevant"));
}

TEST(explanation, many_parts_are_counted) {
  const result r = check("long", seeded, [](const numbers& xs) { return xs.size() < 12; });
  EXPECT_THAT(free_parts(only_failure(r)), testing::SizeIs(12));
  EXPECT_THAT(r.report(), HasSubstr("(any value fails at [0], [1], [2], [3], [4], [5], [6], [7] and 4 more)\n"));
}

TEST(explanation, what_always_fails_has_no_neighbour_that_passes) {
  const failure f = only_failure(check("always", seeded, [](int, const std::string&) { return false; }));
  EXPECT_THAT(free_parts(f), ElementsAre("argument 1", "argument 2"));
  EXPECT_TRUE(explained(f).nearest_pass.empty());
}

TEST(explanation, discards_say_nothing) {
  // Every other value is discarded, which is not evidence that any value fails.
  const failure f = only_failure(
      check("zero", settings{.seed = 1, .exhaustive = exhaustive_mode::never}, gen::integer(0, 20), [](int n) {
        assume(n == 0);
        return false;
      }));
  EXPECT_TRUE(free_parts(f).empty());
}

TEST(explanation, keeps_to_its_runs) {
  settings s = seeded;
  s.explain = 10;
  const auto body = [](const numbers& xs) { return xs.size() < 20; };
  const failure few = only_failure(check("long", s, body));
  ASSERT_TRUE(few.explained);
  EXPECT_LE(explained(few).runs, 10U);
  EXPECT_FALSE(explained(few).complete);
  s.explain = 0;
  EXPECT_FALSE(only_failure(check("long", s, body)).explained);
}

TEST(explanation, is_the_same_each_time) {
  const auto once = [] {
    return check("orders", seeded, [](const order& o) { return o.id < 10 || o.items.size() < 2; }).report();
  };
  EXPECT_EQ(once(), once());
}

// The path of shrinking -----------------------------------------------------------------------------------------------

TEST(shrink_path, goes_from_the_case_found_to_the_result) {
  settings s = seeded;
  s.show_shrinks = 5;
  const result r = check("sum", s, gen::vector(gen::integer(0, 1000)), [](const numbers& xs) {
    int sum = 0;
    for (const int x : xs) {
      sum += x;
    }
    return sum < 1500;
  });
  const failure& f = only_failure(r);
  const std::vector<shrink_step> path = shrinking(f).path;
  ASSERT_GE(path.size(), 3U);
  EXPECT_LE(path.size(), 5U);
  EXPECT_EQ(path.front().run, 0U);
  EXPECT_EQ(path.front().values[0].text, shrinking(f).from[0].text);
  EXPECT_EQ(path.back().values[0].text, f.values[0].text);
  for (std::size_t i = 1; i < path.size(); ++i) {
    EXPECT_LT(path[i - 1].run, path[i].run);
  }
  EXPECT_THAT(r.report(), HasSubstr("as found:\n"));
}

TEST(shrink_path, is_kept_only_if_asked_for) {
  const result r = check("long", seeded, [](const numbers& xs) { return xs.size() < 5; });
  EXPECT_TRUE(shrinking(only_failure(r)).path.empty());
}

// Interruption --------------------------------------------------------------------------------------------------------

class impatient_user final : public interrupt_switch {
public:
  void arm() override { ++armed; }
  void disarm() override { ++disarmed; }
  [[nodiscard]] bool raised() const override { return patience-- <= 0; }
  int armed = 0;
  int disarmed = 0;
  mutable int patience = 6;
};

TEST(interruption, reports_the_best_so_far) {
  impatient_user user;
  session around;
  around.interrupt = &user;
  const result r = around.check("long", seeded, [](const numbers& xs) { return xs.size() < 5 || xs[0] < 1000; });
  const failure& f = only_failure(r);
  ASSERT_TRUE(f.shrunk);
  EXPECT_TRUE(shrinking(f).interrupted);
  EXPECT_FALSE(shrinking(f).complete);
  EXPECT_LE(shrinking(f).runs, 8U);
  EXPECT_FALSE(f.explained);
  EXPECT_EQ(user.armed, 1);
  EXPECT_EQ(user.disarmed, 1);
  EXPECT_THAT(r.report(), HasSubstr("interrupted"));
}

TEST(interruption, is_not_listened_to_without_a_failure) {
  impatient_user user;
  session around;
  around.interrupt = &user;
  EXPECT_TRUE(around.check("fine", seeded, [](int) {}).passed());
  EXPECT_EQ(user.armed, 0);
}

// Comparisons ---------------------------------------------------------------------------------------------------------

TEST(comparisons, equal_values_pass) {
  EXPECT_TRUE(check("equal", seeded, [](test_case& c, const order& o) {
                c.expect_equal(o, o);
                c.require_equal(o.items, numbers(o.items));
                c.expect_equal(o.customer, std::string_view(o.customer));
              }).passed());
}

TEST(comparisons, say_where_values_differ) {
  const failure f = only_failure(check("orders", seeded, [](test_case& c, order o) {
    o.items = numbers(40, 7);
    order changed = o;
    changed.items[30] = 8;
    c.expect_equal(o, changed);
  }));
  EXPECT_EQ(f.cause.kind, failure_kind::expectation);
  EXPECT_THAT(f.cause.message, HasSubstr(".items[30]: 7 -> 8"));
  const failure small = only_failure(check("numbers", seeded, [](test_case& c, int n) { c.require_equal(n, n + 1L); }));
  EXPECT_EQ(small.cause.message, "not equal\nleft:  0\nright: 1");
}

} // namespace
