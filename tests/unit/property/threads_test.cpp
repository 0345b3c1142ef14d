// SPDX-License-Identifier: BSL-1.0
// Everything a run reports is the same for any number of threads. Suites named *Threads* run under the thread
// sanitizer.
#include "property/execute/run_clock.hpp"
#include "property/execute/thread_team.hpp"

#include <tali/gen/function.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/property/case_marks.hpp>
#include <tali/property/check.hpp>
#include <tali/property/report.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;

/// The parts of a result that must not depend on threads, as text.
std::string essence(result r) {
  r.elapsed = {};
  r.where = {};
  r.settings.threads = 1;
  std::erase_if(r.warnings, [](const warning& w) { return w.kind == warning_kind::slow; });
  return render_json(std::vector<result>{std::move(r)});
}

template <class Body>
void expect_same(const char* name, settings s, const Body& body) {
  s.exhaustive = exhaustive_mode::never;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    s.seed = seed;
    s.threads = 1;
    const std::string one = essence(check(name, s, body));
    for (const int threads : {2, 3, 8}) {
      s.threads = threads;
      EXPECT_EQ(essence(check(name, s, body)), one) << name << ", seed " << seed << ", " << threads << " threads";
    }
  }
}

TEST(RunThreads, passing) {
  expect_same("passing", {}, [](const std::vector<int>&) {});
}

TEST(RunThreads, failing_rarely) {
  expect_same("rare", {.cases = 3000}, [](test_case& c) { return c.draw(gen::integer(0, 2000).uniform()) != 7; });
}

TEST(RunThreads, failing_often) {
  expect_same("often", {}, [](test_case& c) { return c.draw(gen::integer(0, 9)) != 7; });
}

TEST(RunThreads, failing_in_several_ways) {
  expect_same("ways", {}, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 3000));
    c.expect(n != 17, "seventeen");
    if (n % 100 == 3) {
      throw n;
    }
    c.note("n", n);
  });
}

TEST(RunThreads, discarding) {
  expect_same("discards", {.cases = 200}, [](test_case& c, int n) {
    c.assume(n % 3 == 0, "not a multiple of three");
    c.assume(n % 2 == 0, "odd");
  });
}

TEST(RunThreads, discarding_nearly_all) {
  expect_same("nearly all", {.cases = 100}, [](int n) { assume(n % 64 == 1); });
}

TEST(RunThreads, giving_up) {
  expect_same("gives up", {.cases = 60}, [](test_case& c) { c.assume(c.draw(gen::integer(0, 2000).uniform()) == 5); });
}

TEST(RunThreads, labels_events_and_targets) {
  expect_same("tallies", {.cases = 500, .aim = 0}, [](test_case& c, const std::vector<int>& v) {
    c.collect(v.size());
    c.classify(v.empty(), "empty");
    c.event("sum", static_cast<double>(v.size()) / 3);
    c.event("first", v.empty() ? "none" : (v[0] < 0 ? "negative" : "not"));
    c.target(static_cast<double>(v.size()), "length");
  });
}

TEST(RunThreads, labels_before_a_failure) {
  expect_same("labels and failure", {.cases = 2000}, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 3000));
    c.collect(n % 5);
    c.event("n", n / 7.0);
    c.cover(10, n < 1500, "low");
    return n != 1234;
  });
}

TEST(RunThreads, coverage_that_needs_more_cases) {
  expect_same("coverage", {.cases = 500},
              [](test_case& c) { c.cover(20, c.draw(gen::integer(0, 9999).uniform()) < 2000, "fifth"); });
}

TEST(RunThreads, errors) {
  expect_same("error", {}, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 3000));
    static_cast<void>(c.draw(gen::integer(0, n == 99 ? -1 : 1)));
  });
}

TEST(RunThreads, few_cases_many_threads) {
  for (const std::int64_t cases : {1, 2, 5, 7, 9}) {
    expect_same("few", {.cases = cases}, [](int) {});
  }
}

TEST(RunThreads, really_run_side_by_side) {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  const settings s{.cases = 200, .threads = 4, .exhaustive = exhaustive_mode::never};
  const result r = check("threads", s, [&](int) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    const std::lock_guard lock(mutex);
    ids.insert(std::this_thread::get_id());
  });
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(ids.size(), 4U);
}

TEST(RunThreads, each_case_runs_once) {
  std::vector<std::atomic<int>> calls(5000);
  const settings s{.cases = 5000, .seed = 3, .threads = 4, .exhaustive = exhaustive_mode::never};
  case_marks marks{};
  session around;
  around.marks = &marks;
  std::atomic<std::uint64_t> next = 0;
  const result r = around.check("once", s, [&](test_case& c) {
    static_cast<void>(c.draw<int>());
    ++next;
  });
  EXPECT_EQ(r.cases, 5000U);
  EXPECT_EQ(next.load(), 5000U);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(marks.index[i].load(), case_marks::idle);
  }
}

TEST(RunThreads, budget) {
  const settings s{.time_budget = milliseconds(40), .threads = 2};
  double least = 100;
  std::uint64_t most = 0;
  for (int i = 0; i < 10 && least > 0.06; ++i) { // 44 ms, unless another process occupies the processor
    const result r = check("budget", s, [](const std::vector<int>&) {});
    EXPECT_TRUE(r.passed());
    EXPECT_TRUE(r.budget_ended);
    most = std::max(most, r.cases);
    least = std::min(least, r.elapsed.seconds());
  }
  EXPECT_GT(most, 10U);
  EXPECT_LE(least, 0.4);
}

TEST(RunThreads, several_properties_at_once) {
  std::vector<std::thread> threads;
  std::atomic<int> passed = 0;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const settings s{.seed = static_cast<std::uint64_t>(i), .threads = 2};
      passed += check("at once", s, [](const std::vector<int>& v) { return v.size() <= 100; }) ? 1 : 0;
    });
  }
  for (std::thread& t : threads) {
    t.join();
  }
  EXPECT_EQ(passed.load(), 4);
}

TEST(TeamThreads, runs_every_member_each_round) {
  detail::thread_team team(5);
  std::vector<int> counts(5);
  for (int round = 1; round <= 200; ++round) {
    team.run([&](int member) { ++counts[static_cast<std::size_t>(member)]; });
    EXPECT_THAT(counts, testing::Each(round));
  }
}

TEST(AlarmThreads, rings_and_can_be_cancelled) {
  using clock = std::chrono::steady_clock;
  {
    const detail::alarm_clock alarm(clock::now() + std::chrono::milliseconds(5));
    while (!alarm.flag().load()) {
      std::this_thread::yield();
    }
  }
  const auto start = clock::now();
  {
    const detail::alarm_clock alarm(clock::now() + std::chrono::hours(1));
    EXPECT_FALSE(alarm.flag().load());
  }
  EXPECT_LT(clock::now() - start, std::chrono::seconds(30));
}

TEST(FunctionThreads, can_be_called_by_several_threads) {
  const auto f = sample(gen::function<int(double)>(gen::integer<int>()), 12); // compares arguments, too
  std::vector<std::vector<int>> results(4);
  std::vector<std::thread> threads;
  for (auto& mine : results) {
    threads.emplace_back([&f, &mine] {
      for (int i = 0; i < 600; ++i) {
        mine.push_back(f(i % 300));
      }
    });
  }
  for (auto& t : threads) {
    t.join();
  }
  for (const auto& mine : results) {
    EXPECT_EQ(mine, results[0]);
  }
}

} // namespace
