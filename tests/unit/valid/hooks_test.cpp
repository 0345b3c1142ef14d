// SPDX-License-Identifier: BSL-1.0
// The hooks of a source: what gen::valid reports through them, and the deadline it takes from them.
#include "isolate/shared_search_tally.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/source/hooks.hpp>
#include <tali/source/record.hpp>
#include <tali/valid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace gen = tali::gen;

struct recorded_hooks final : tali::choices::source_hooks {
  [[nodiscard]] std::int64_t learning_deadline() const noexcept override { return deadline; }
  [[nodiscard]] std::uint64_t training_attempts(const void* /*generator*/) noexcept override { return attempts; }
  void trained(const void* /*generator*/, tali::choices::training_end how) noexcept override { end = how; }
  [[nodiscard]] bool observes_predicates() const noexcept override { return observes; }
  void predicate_called(std::string&& value) override { called.push_back(std::move(value)); }
  void predicate_returned() override { ++returned; }
  void search_progressed(tali::choices::search_tally seen) noexcept override { last = seen; }
  [[nodiscard]] tali::choices::search_tally searched() const noexcept override { return last; }

  std::int64_t deadline = no_deadline;
  std::uint64_t attempts = 0;
  tali::choices::training_end end;
  bool observes = true;
  std::vector<std::string> called;
  int returned = 0;
  tali::choices::search_tally last;
};

bool sorted(const std::vector<int>& v) { return std::is_sorted(v.begin(), v.end()); }
const auto lists = gen::vector(gen::integer(0, 9), 0, 6);

template <class G>
auto draw(const G& g, tali::choices::source_hooks* hooks) {
  tali::choices::trace made;
  tali::choices::recording_source source(tali::choices::rng(1), 30, &made);
  source.hook(hooks);
  return g(static_cast<tali::choices::dynamic_source&>(source));
}

TEST(source_hooks, see_the_value_before_the_predicate_and_the_progress_of_the_search) {
  recorded_hooks hooks;
  const auto value = draw(gen::valid(lists, sorted, {.training = 500}), &hooks);
  EXPECT_TRUE(sorted(value));
  EXPECT_EQ(hooks.called, std::vector<std::string>{tali::show(value)});
  EXPECT_EQ(hooks.returned, 1);
  EXPECT_GT(hooks.last.attempts, 0U);
  EXPECT_GT(hooks.last.valid, 0U);
}

TEST(source_hooks, are_not_given_values_that_they_do_not_observe) {
  recorded_hooks hooks;
  hooks.observes = false;
  EXPECT_TRUE(sorted(draw(gen::valid(lists, sorted, {.training = 500}), &hooks)));
  EXPECT_TRUE(hooks.called.empty());
  EXPECT_EQ(hooks.returned, 0);
}

TEST(source_hooks, see_a_predicate_that_throws_as_one_that_has_not_returned) {
  recorded_hooks hooks;
  const auto throws = [](const std::vector<int>& v) {
    return v.size() > 3 ? throw std::runtime_error("too long") : true;
  };
  EXPECT_THROW(static_cast<void>(draw(gen::valid(lists, throws, {.training = 500}), &hooks)), std::runtime_error);
  EXPECT_EQ(hooks.called.size(), 1U);
  EXPECT_EQ(hooks.returned, 0);
}

TEST(source_hooks, end_the_learning_at_their_deadline) {
  recorded_hooks hooks;
  hooks.deadline = 0; // long ago
  const auto g = gen::valid(lists, sorted, {.training = 100'000'000, .enough = 100'000'000, .training_seconds = 600});
  EXPECT_TRUE(sorted(draw(g, &hooks)));
  EXPECT_LT(g.statistics().attempts, 1'000'000U);
  EXPECT_TRUE(hooks.end.cut_short);
  EXPECT_EQ(hooks.end.attempts, g.statistics().attempts);
}

TEST(source_hooks, require_a_number_of_attempts_whatever_the_time_limits) {
  recorded_hooks hooks;
  hooks.deadline = 0; // long ago
  hooks.attempts = 700;
  const auto g = gen::valid(lists, sorted, {.training_seconds = 0});
  EXPECT_TRUE(sorted(draw(g, &hooks)));
  EXPECT_EQ(g.statistics().attempts, 700U);
  EXPECT_TRUE(hooks.end.cut_short); // a rerun of this run needs the same number
}

TEST(source_hooks, are_optional) { EXPECT_TRUE(sorted(draw(gen::valid(lists, sorted, {.training = 500}), nullptr))); }

TEST(shared_search_tally, gives_back_what_was_stored) {
  tali::detail::shared_search_tally shared{};
  shared.store({36, 5});
  EXPECT_EQ(shared.load(), (tali::choices::search_tally{36, 5}));
}

} // namespace
