// SPDX-License-Identifier: BSL-1.0
// The training of gen::valid: the same values at any speed of the machine, also after a time limit has ended it.
#include "property/case/training_record.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>
#include <tali/valid.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::learn;
using namespace tali::report;
using testing::ElementsAre;
using testing::HasSubstr;
using lists = std::vector<std::vector<int>>;

struct outcome {
  lists values;
  result of{};
};

/// The values of a run whose predicate uses the processor for a while.
outcome run(std::chrono::microseconds slowness, const valid_options& options, const settings& s) {
  outcome o;
  const auto g = gen::valid(
      gen::vector(gen::integer(0, 99), 0, 8),
      [=](const std::vector<int>& xs) {
        const auto end = std::chrono::steady_clock::now() + slowness;
        while (std::chrono::steady_clock::now() < end) {
        }
        return std::is_sorted(xs.begin(), xs.end());
      },
      options);
  o.of = check("sorted", s, g, [&](const std::vector<int>& xs) {
    o.values.push_back(xs);
    return true;
  });
  return o;
}

std::vector<std::string> warnings(const result& r) {
  std::vector<std::string> texts;
  for (const warning& w : r.warnings) {
    if (w.kind == warning_kind::training) {
      texts.push_back(w.text);
    }
  }
  return texts;
}

const settings seeded{.cases = 50, .seed = 7, .store = "off"};

TEST(training, gives_the_same_values_at_any_speed) {
  const valid_options options{.training = 2500};
  const outcome fast = run({}, options, seeded);
  const outcome slow = run(std::chrono::microseconds(30), options, seeded);
  EXPECT_EQ(fast.values.size(), 50U);
  EXPECT_EQ(fast.values, slow.values);
  EXPECT_THAT(warnings(slow.of), ElementsAre());
}

TEST(training, that_a_time_limit_ended_can_be_repeated_at_any_speed) {
  const valid_options options{.training = 100'000'000, .enough = 100'000'000, .training_seconds = 0.02};
  const outcome cut = run(std::chrono::microseconds(20), options, seeded);
  ASSERT_THAT(warnings(cut.of), ElementsAre(HasSubstr("a time limit ended training after")));
  const std::string attempts = cut.of.settings.rerun_training;
  EXPECT_THAT(warnings(cut.of), ElementsAre(HasSubstr("--training-attempts " + attempts)));
  settings again = seeded;
  again.training_attempts = attempts;
  EXPECT_EQ(run({}, options, again).values, cut.values);
  const outcome slow = run(std::chrono::microseconds(40), options, again);
  EXPECT_EQ(slow.values, cut.values);
  EXPECT_EQ(slow.of.settings.rerun_training, attempts);
}

TEST(training_record, numbers_generators_in_order_of_use) {
  const int a = 0;
  const int b = 0;
  const int c = 0;
  detail::training_record record("0,12");
  EXPECT_EQ(record.attempts_for(&a), 0U);
  record.trained(&a, {40, false});
  EXPECT_EQ(record.attempts_for(&b), 12U);
  record.trained(&b, {12, true});
  record.trained(&c, {30, true});          // trained before this run
  EXPECT_EQ(record.attempts_for(&a), 40U); // for another process of the run
  EXPECT_EQ(record.cut_short(), 12U);
  EXPECT_EQ(record.setting(), "0,12,30");
}

} // namespace
