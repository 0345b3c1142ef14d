// SPDX-License-Identifier: BSL-1.0
// Runs: repeating a case, flakiness, budgets, warnings, progress, probes of test frameworks, stages.
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/case_marks.hpp>
#include <tali/property/check.hpp>
#include <tali/property/probe.hpp>
#include <tali/property/progress.hpp>
#include <tali/property/stage.hpp>
#include <tali/source/replay.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::host;
using namespace tali::report;
using namespace tali::values;
using testing::ElementsAre;
using testing::HasSubstr;

const settings random_only{.seed = 42, .exhaustive = exhaustive_mode::never};

std::vector<warning_kind> kinds(const result& r) {
  std::vector<warning_kind> out;
  for (const warning& w : r.warnings) {
    out.push_back(w.kind);
  }
  return out;
}

// Repeating -----------------------------------------------------------------------------------------------------------

TEST(run_repeat, same_seed_same_cases) {
  const auto values = [](std::uint64_t seed) {
    std::vector<int> seen;
    static_cast<void>(check("values", settings{.cases = 50, .seed = seed, .exhaustive = exhaustive_mode::never},
                            [&](int n) { seen.push_back(n); }));
    return seen;
  };
  EXPECT_EQ(values(1), values(1));
  EXPECT_NE(values(1), values(2));
}

TEST(run_repeat, any_case_runs_alone) {
  std::vector<std::vector<int>> all;
  const auto body = [&](const std::vector<int>& v) { all.push_back(v); };
  static_cast<void>(check("all", random_only, body));
  const auto together = all;
  ASSERT_EQ(together.size(), 1000U);
  for (const std::uint64_t i : {0U, 1U, 17U, 100U, 101U, 999U}) {
    all.clear();
    settings s = random_only;
    s.case_index = i;
    const result r = check("alone", s, body);
    EXPECT_TRUE(r.passed());
    EXPECT_EQ(r.cases, 1U);
    ASSERT_EQ(all.size(), 1U) << "case " << i;
    EXPECT_EQ(all[0], together[i]) << "case " << i;
  }
}

TEST(run_repeat, a_failing_case_fails_alone) {
  const auto body = [](const std::vector<int>& v) { return v.size() < 30; };
  const result first = check("long", random_only, body);
  ASSERT_EQ(first.status, run_status::failed);
  settings s = random_only;
  s.case_index = first.failures[0].index;
  const result again = check("long", s, body);
  ASSERT_EQ(again.status, run_status::failed);
  EXPECT_EQ(again.failures[0].values[0].text, first.failures[0].values[0].text);
  EXPECT_EQ(again.failures[0].choices, first.failures[0].choices);
}

TEST(run_repeat, choices_replay_to_the_same_value) {
  const result r = check("long", random_only, [](const std::vector<int>& v) { return v.size() < 20; });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures[0];
  replay_source source(f.choices.choices, f.choices.size);
  EXPECT_EQ(show_pretty(arbitrary<std::vector<int>>()(source)), f.values[0].text);
  EXPECT_FALSE(source.misaligned());
  EXPECT_FALSE(source.overran());
}

// Flakiness -----------------------------------------------------------------------------------------------------------

TEST(run_flaky, a_failure_that_does_not_come_again) {
  int calls = 0;
  const result r = check("once", random_only, [&](int) { return ++calls != 5; });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures[0];
  EXPECT_TRUE(f.flaky);
  EXPECT_FALSE(f.choices_differ);
  EXPECT_EQ(f.reruns, 10);
  EXPECT_EQ(f.failed_again, 0);
  EXPECT_EQ(f.index, 4U);
  EXPECT_EQ(f.cause.kind, failure_kind::returned_false);
  EXPECT_THAT(r.report(), HasSubstr("flaky: 0 of 10 reruns failed"));
}

TEST(run_flaky, a_failure_that_comes_again_sometimes) {
  int calls = 0;
  const result r = check("sometimes", random_only, [&](int) { return ++calls < 5 || calls % 2 == 0; });
  ASSERT_TRUE(r.failures.at(0).flaky);
  EXPECT_EQ(r.failures[0].failed_again, 5);
}

TEST(run_flaky, another_failure_than_before) {
  int calls = 0;
  const result r = check("changes", random_only, [&](test_case& c) {
    const int n = c.draw<int>();
    ++calls;
    c.expect(calls < 3 || calls % 2 == 0);
    c.expect(calls < 3 || calls % 2 != 0); // another line
    static_cast<void>(n);
  });
  EXPECT_TRUE(r.failures.at(0).flaky);
  EXPECT_EQ(r.failures[0].failed_again, 10);
}

TEST(run_flaky, other_choices_than_before) {
  int calls = 0;
  const result r = check("draws", random_only, [&](test_case& c) {
    for (int i = 0; i < calls % 7; ++i) {
      static_cast<void>(c.draw(gen::integer(0, 9)));
    }
    return ++calls < 3;
  });
  ASSERT_TRUE(r.failures.at(0).flaky);
  EXPECT_TRUE(r.failures[0].choices_differ);
  EXPECT_THAT(r.report(), HasSubstr("the reruns drew different choices"));
}

TEST(run_flaky, messages_may_change) {
  int calls = 0;
  const result r = check("message", random_only, [&](test_case& c) {
    static_cast<void>(c.draw<int>());
    c.expect(false, "call " + std::to_string(++calls));
  });
  EXPECT_FALSE(r.failures.at(0).flaky);
}

TEST(run_flaky, examples_too) {
  int calls = 0;
  const result r = property("example", [&](int) { return ++calls != 1; }).example(3).run();
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_TRUE(r.failures[0].flaky);
  EXPECT_EQ(r.failures[0].reruns, 10);
}

// Time ----------------------------------------------------------------------------------------------------------------

/// The shortest of some runs with 50 ms, which take a little more unless another process occupies the processor.
template <class Look, class Body>
double least_seconds(const Look& look, const Body& body) {
  double least = 100;
  for (int i = 0; i < 10 && least > 0.06; ++i) {
    const result r = check("with a budget", settings{.time_budget = milliseconds(50)}, body);
    look(r);
    least = std::min(least, r.elapsed.seconds());
  }
  return least;
}

TEST(run_budget, holds_for_fast_properties) {
  std::uint64_t most = 0;
  const double least = least_seconds(
      [&](const result& r) {
        EXPECT_TRUE(r.passed());
        EXPECT_TRUE(r.budget_ended);
        EXPECT_GE(r.elapsed.seconds(), 0.045);
        most = std::max(most, r.cases);
      },
      [](int) {});
  EXPECT_GT(most, 1000U);
  EXPECT_LE(least, 0.25);
}

TEST(run_budget, holds_for_slow_properties) {
  const double least = least_seconds(
      [](const result& r) {
        EXPECT_TRUE(r.budget_ended);
        EXPECT_GE(r.cases, 1U);
        EXPECT_LE(r.cases, 18U);
      },
      [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); });
  EXPECT_LE(least, 0.25);
}

TEST(run_budget, holds_when_cases_become_slow_late) {
  // Nothing until size 90, then 5 ms a case: a clock read every 64 cases would be far too late.
  const double least = least_seconds([](const result& r) { EXPECT_TRUE(r.budget_ended); },
                                     [](test_case& c) {
                                       static_cast<void>(c.draw<int>());
                                       if (c.size() >= 90) {
                                         std::this_thread::sleep_for(std::chrono::milliseconds(5));
                                       }
                                     });
  EXPECT_LE(least, 0.25);
}

TEST(run_budget, cases_may_end_it_first) {
  const result r = check("few", settings{.cases = 10, .time_budget = seconds(100)}, [](int) {});
  EXPECT_EQ(r.cases, 10U);
  EXPECT_FALSE(r.budget_ended);
}

TEST(run_budget, discards_do_not_run_forever_without_cases) {
  const result r = check("never", settings{.time_budget = seconds(100)}, [](int) { assume(false); });
  EXPECT_EQ(r.status, run_status::gave_up);
  EXPECT_EQ(r.discarded, 10'000U);
}

TEST(run_budget, nothing_done_is_not_passed) {
  const result r =
      check("too slow", settings{.time_budget = milliseconds(5), .exhaustive = exhaustive_mode::never}, [](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        assume(false);
      });
  EXPECT_EQ(r.status, run_status::gave_up);
}

TEST(run_warnings, slow_cases) {
  const result mean = check("slow", settings{.cases = 2, .exhaustive = exhaustive_mode::never},
                            [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(60)); });
  EXPECT_THAT(kinds(mean), testing::Contains(warning_kind::slow));
  int calls = 0;
  const result single = check("once slow", settings{.cases = 1000, .exhaustive = exhaustive_mode::never}, [&](int) {
    if (++calls == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
    }
  });
  EXPECT_THAT(kinds(single), testing::Contains(warning_kind::slow));
}

TEST(run_warnings, huge_values) {
  const result r = check("huge", settings{.cases = 3, .seed = 1, .exhaustive = exhaustive_mode::never},
                         gen::vector(gen::boolean(), 150'000), [](const std::vector<bool>&) {});
  EXPECT_THAT(kinds(r), testing::Contains(warning_kind::huge_values));
  const result fine = check("fine", settings{.cases = 3, .seed = 1, .exhaustive = exhaustive_mode::never},
                            gen::vector(gen::boolean(), 50'000), [](const std::vector<bool>&) {});
  EXPECT_THAT(kinds(fine), testing::Not(testing::Contains(warning_kind::huge_values)));
}

TEST(run_warnings, none_for_a_plain_property) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const settings s{.seed = seed};
    EXPECT_THAT(kinds(check("int", s, [](int) {})), ElementsAre());
    EXPECT_THAT(kinds(check("vector", s, [](const std::vector<int>&) {})), ElementsAre());
    EXPECT_THAT(kinds(check("pair", s, [](int, int) {})), ElementsAre());
  }
}

class counting_listener final : public progress_listener {
public:
  void update(const progress& p) override {
    ++updates;
    last_cases = p.cases;
    EXPECT_EQ(p.property, "long");
    EXPECT_GE(p.elapsed, seconds(1));
    EXPECT_EQ(p.wanted, 260U);
  }
  void done() override { ++dones; }
  int updates = 0;
  int dones = 0;
  std::uint64_t last_cases = 0;
};

TEST(run_progress, is_told_after_a_second) {
  counting_listener listener;
  session s;
  s.progress = &listener;
  EXPECT_TRUE(s.check("short", settings{.cases = 10}, [](int) {}));
  EXPECT_EQ(listener.updates, 0);
  EXPECT_EQ(listener.dones, 0);
  EXPECT_TRUE(s.check("long", settings{.cases = 260, .exhaustive = exhaustive_mode::never},
                      [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }));
  EXPECT_GE(listener.updates, 1);
  EXPECT_LE(listener.updates, 60);
  EXPECT_EQ(listener.dones, 1);
  EXPECT_GT(listener.last_cases, 0U);
}

class shrinking_listener final : public progress_listener {
public:
  void update(const progress& p) override {
    if (p.shrinking) {
      ++updates;
      EXPECT_GE(p.shrinking->runs, last.runs);
      EXPECT_GE(p.shrinking->steps, last.steps);
      EXPECT_EQ(p.shrinking->most, 320U);
      last = *p.shrinking;
    }
  }
  void done() override { ++dones; }
  int updates = 0;
  int dones = 0;
  shrink_progress last;
};

TEST(run_progress, says_how_far_shrinking_is) {
  shrinking_listener listener;
  session s;
  s.progress = &listener;
  const settings slow{.seed = 1, .shrink = 320, .explain = 0};
  const result r =
      s.check("long", slow, gen::vector(gen::integer(0, 1'000'000), 60, 80), [](const std::vector<int>& xs) {
        std::this_thread::sleep_for(std::chrono::milliseconds(4));
        return std::count_if(xs.begin(), xs.end(), [](int x) { return x > 1000; }) < 20;
      });
  EXPECT_FALSE(r.passed());
  EXPECT_GE(listener.updates, 1);
  EXPECT_EQ(listener.dones, 1);
  EXPECT_GT(listener.last.steps, 0U);
}

// Test frameworks -----------------------------------------------------------------------------------------------------

class recording_probe final : public failure_probe {
public:
  void begin_case() override {
    ++begun;
    failed = skipped = false;
  }
  host_verdict end_case(host_message& message) override {
    ++ended;
    if (failed) {
      message = {"expected 1, got 2", "host.cpp", 12};
      return host_verdict::failed;
    }
    if (skipped) {
      message.text = "skipped by the host";
      return host_verdict::skipped;
    }
    return host_verdict::nothing;
  }
  int begun = 0;
  int ended = 0;
  bool failed = false;
  bool skipped = false;
};

struct host_exception {};

TEST(run_probe, failing_assertions_fail_the_case) {
  recording_probe probe;
  session s;
  s.probe = &probe;
  const result r = s.check("asserts", random_only, gen::integer(0, 100'000), [&](int n) { probe.failed = n > 1000; });
  ASSERT_EQ(r.status, run_status::failed);
  const fault& cause = r.failures[0].cause;
  EXPECT_EQ(cause.kind, failure_kind::host_assertion);
  EXPECT_EQ(cause.message, "expected 1, got 2");
  EXPECT_EQ(cause.where, (code_location{"host.cpp", 12}));
  EXPECT_FALSE(r.failures[0].flaky);
  EXPECT_EQ(probe.begun, probe.ended);
  EXPECT_GE(probe.begun, static_cast<int>(r.cases));
}

TEST(run_probe, the_hosts_exceptions_are_its_failures) {
  recording_probe probe;
  session s;
  s.probe = &probe;
  const result r = s.check("throws", random_only, [&](int) {
    probe.failed = true;
    throw host_exception{};
  });
  EXPECT_EQ(r.failures.at(0).cause.kind, failure_kind::host_assertion);
  EXPECT_EQ(probe.begun, probe.ended);
}

TEST(run_probe, skipped_cases_are_discarded) {
  recording_probe probe;
  session s;
  s.probe = &probe;
  const result r = s.check("skips", random_only, [&](int n) {
    if (n % 2 == 0) {
      probe.skipped = true;
      throw host_exception{};
    }
  });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_GT(r.discarded, 0U);
  EXPECT_EQ(r.discard_reasons.at(0).text, "skipped by the host");
}

TEST(run_probe, one_that_cannot_thread_keeps_to_one) {
  recording_probe probe;
  session s;
  s.probe = &probe;
  settings several = random_only;
  several.threads = 4;
  const auto caller = std::this_thread::get_id();
  const result r = s.check("one thread", several, [&](int) { return std::this_thread::get_id() == caller; });
  EXPECT_TRUE(r.passed());
  EXPECT_THAT(kinds(r), ElementsAre(warning_kind::one_thread));
}

// Stages --------------------------------------------------------------------------------------------------------------

class scripted_stage final : public failure_stage {
public:
  std::function<std::vector<failure>(case_runner&)> before;
  std::function<void(case_runner&, failure&)> on_found;
  std::vector<std::string> calls;

  std::vector<failure> before_cases(case_runner& runner) override {
    calls.emplace_back("before");
    return before ? before(runner) : std::vector<failure>{};
  }
  void found(case_runner& runner, failure& f) override {
    calls.emplace_back("found");
    if (on_found) {
      on_found(runner, f);
    }
  }
  void finished(const result& r) override { calls.push_back(r.passed() ? "passed" : "not passed"); }
};

TEST(run_stages, are_called_in_order) {
  scripted_stage stage;
  session s;
  s.stages.push_back(&stage);
  EXPECT_TRUE(s.check("passes", random_only, [](int) {}));
  EXPECT_THAT(stage.calls, ElementsAre("before", "passed"));
  stage.calls.clear();
  EXPECT_FALSE(s.check("fails", random_only, [](int) { return false; }));
  EXPECT_THAT(stage.calls, ElementsAre("before", "found", "not passed"));
}

TEST(run_stages, can_replace_the_failure) {
  scripted_stage stage;
  // A shrinker in miniature: tries smaller values of the only choice.
  stage.on_found = [](case_runner& runner, failure& f) {
    ASSERT_EQ(f.choices.choices.size(), 1U);
    EXPECT_EQ(runner.name(), "shrinks");
    choice_sequence best = f.choices;
    for (std::uint64_t v = 0; v < best.choices[0].value; ++v) {
      choice_sequence candidate = best;
      candidate.choices[0].value = v;
      replay_source source(candidate.choices, candidate.size);
      const case_outcome outcome = runner.run(source);
      if (outcome.status == case_status::failed && outcome.cause.same_as(f.cause)) {
        best = candidate;
        break;
      }
    }
    EXPECT_EQ(runner.describe(best, f).status, case_status::failed);
  };
  session s;
  s.stages.push_back(&stage);
  const result r = s.check("shrinks", random_only, gen::integer(0, 100'000), [](int n) { return n < 777; });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures[0].values.at(0).text, "777");
  EXPECT_EQ(r.failures[0].origin, failure_origin::random_case);
}

TEST(run_stages, can_know_a_failure_before) {
  scripted_stage stage;
  stage.before = [](case_runner& runner) {
    choice_sequence kept{{{choice_kind::integer, 5, 9, 0}}, 100};
    failure f;
    std::vector<failure> found;
    if (runner.describe(kept, f).status == case_status::failed) {
      found.push_back(f);
    }
    return found;
  };
  session s;
  s.stages.push_back(&stage);
  int calls = 0;
  const result r = s.check("kept", settings{.shrink = 0}, gen::integer(0, 9), [&](int n) {
    ++calls;
    return n != 5;
  });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures[0].origin, failure_origin::replayed);
  EXPECT_EQ(r.failures[0].values.at(0).text, "5");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(r.cases, 0U);
}

TEST(run_stages, flaky_failures_are_not_handed_on) {
  scripted_stage stage;
  session s;
  s.stages.push_back(&stage);
  int calls = 0;
  EXPECT_FALSE(s.check("flaky", random_only, [&](int) { return ++calls != 3; }));
  EXPECT_THAT(stage.calls, ElementsAre("before", "not passed"));
}

TEST(run_marks, tell_the_case_about_to_run) {
  case_marks marks{};
  session s;
  s.marks = &marks;
  std::vector<std::uint64_t> seen;
  EXPECT_TRUE(s.check("marks", settings{.cases = 5, .seed = 1, .exhaustive = exhaustive_mode::never},
                      [&](int) { seen.push_back(marks.index[0].load()); }));
  EXPECT_THAT(seen, ElementsAre(0U, 1U, 2U, 3U, 4U));
  EXPECT_EQ(marks.index[0].load(), case_marks::idle);
}

} // namespace
