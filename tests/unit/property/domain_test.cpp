// SPDX-License-Identifier: BSL-1.0
// Small domains are tried completely, with exact counts; large ones are recognised before the body is called.
#include <tali/gen/compose.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::report;
using testing::HasSubstr;

const settings seeded{.seed = 42};

TEST(domain, small_ones_are_tried_completely) {
  std::multiset<std::uint8_t> seen;
  const result r = check("bytes", seeded, [&](std::uint8_t b) { seen.insert(b); });
  EXPECT_TRUE(r.passed());
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 256U);
  EXPECT_EQ(std::set<std::uint8_t>(seen.begin(), seen.end()).size(), 256U);
  EXPECT_EQ(seen.size(), 257U); // one for the probe
  EXPECT_THAT(r.report(), HasSubstr("all 256 inputs"));
  EXPECT_EQ(r.duplicates, 0U);
}

TEST(domain, products_multiply) {
  EXPECT_EQ(check("pairs", gen::integer(0, 9), gen::boolean(), [](int, bool) {}).cases, 20U);
  EXPECT_EQ(check("optional", [](std::optional<bool>) {}).cases, 3U);
  EXPECT_EQ(check("limit", gen::integer(1, 1024), [](int) {}).cases, 1024U);
  EXPECT_TRUE(check("limit", gen::integer(1, 1024), [](int) {}).all_inputs);
  EXPECT_FALSE(check("beyond", gen::integer(1, 1025), [](int) {}).all_inputs);
  EXPECT_TRUE(check("more cases", settings{.cases = 2000}, gen::integer(1, 2000), [](int) {}).all_inputs);
}

TEST(domain, draws_may_depend_on_values) {
  // Sum over n in 0..9 of n + 1.
  const result r = check("dependent", seeded, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 9));
    const int m = c.draw(gen::integer(0, n));
    c.expect(m <= n);
  });
  EXPECT_TRUE(r.passed());
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 55U);
}

TEST(domain, short_sequences_are_counted_exactly) {
  // 1 + 2 + 4 + ... + 256 sequences of Booleans
  const result r = check("sequences", seeded, gen::vector(gen::boolean(), 0, 8), [](const std::vector<bool>&) {});
  EXPECT_TRUE(r.all_inputs); // although 9 lengths times 256 exceeds 1024
  EXPECT_EQ(r.cases, 511U);
  const result shorter = check("shorter", seeded, gen::vector(gen::boolean(), 0, 6), [](const std::vector<bool>&) {});
  EXPECT_TRUE(shorter.all_inputs);
  EXPECT_EQ(shorter.cases, 127U);
}

TEST(domain, dependent_ones_are_counted_exactly) {
  // Four ascending digits: 715 of 10,000.
  const auto ascending = [](test_case& c) {
    int least = 0;
    for (int i = 0; i < 4; ++i) {
      least = c.draw(gen::integer(least, 9));
    }
  };
  const result r = check("ascending", seeded, ascending);
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 715U);
  const result descending = check("descending", seeded, [](test_case& c) {
    int most = 9;
    for (int i = 0; i < 4; ++i) {
      most = c.draw(gen::integer(0, most));
    }
  });
  EXPECT_TRUE(descending.all_inputs);
  EXPECT_EQ(descending.cases, 715U);
  const auto list = gen::bind(gen::integer(0, 3), [](int n) { return gen::vector(gen::integer(0, n), 0, 4); });
  const result bound = check("bound", seeded, list, [](const std::vector<int>&) {});
  EXPECT_TRUE(bound.all_inputs);
  EXPECT_EQ(bound.cases, 5U + 31 + 121 + 341);
}

TEST(domain, the_decision_does_not_depend_on_the_seed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const result r = check("pairs", settings{.seed = seed}, gen::integer(0, 99), gen::integer(0, 99), [](int, int) {});
    EXPECT_FALSE(r.all_inputs);
    EXPECT_EQ(r.cases, 1000U);
  }
}

TEST(domain, branches_without_weight_do_not_count) {
  const auto g = gen::pick(gen::branch<"a">(1, gen::integer(0, 2)), gen::branch<"b">(0, gen::integer(0, 1 << 20)),
                           gen::branch<"c">(5, gen::integer(7, 8)));
  const result r = check("weights", seeded, g, [](int) {});
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 5U);
}

TEST(domain, filters_reject_each_value_once) {
  const result r = check("filter", gen::filter(gen::integer(0, 9), [](int n) { return n % 2 == 0; }), gen::boolean(),
                         [](int n, bool) { return n % 2 == 0; });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 10U);
  EXPECT_EQ(r.discarded, 5U); // before the Boolean is drawn
}

TEST(domain, nothing_drawn_is_one_input_run_once) {
  int calls = 0;
  const result r = check("constant", [&] { ++calls; });
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 1U);
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(r.report(), HasSubstr("the only input"));
  calls = 0;
  const result labelled = check("labelled", [&](test_case& c) { c.label("x"); });
  EXPECT_EQ(labelled.labels.at(0).count, 1U);
}

TEST(domain, wide_ones_are_given_up_before_the_body_is_called) {
  const auto calls_of = [](auto generator) {
    int calls = 0;
    const result r = check("wide", settings{.cases = 10, .seed = 1}, generator, [&](const auto&) { ++calls; });
    EXPECT_TRUE(r.passed());
    EXPECT_FALSE(r.all_inputs);
    EXPECT_EQ(r.cases, 10U);
    return calls;
  };
  EXPECT_EQ(calls_of(gen::integer<int>()), 10);
  EXPECT_EQ(calls_of(gen::integer<std::uint64_t>()), 10);
  EXPECT_EQ(calls_of(gen::vector(gen::integer<int>())), 10);
  EXPECT_EQ(calls_of(gen::vector(gen::boolean())), 10);
  EXPECT_EQ(calls_of(gen::real(0.0, 1.0)), 10);
}

TEST(domain, lopsided_ones_cost_one_run) {
  // The path of last choices is short, that of simplest ones wide.
  int calls = 0;
  const result r = check("lopsided", settings{.cases = 10, .seed = 1}, [&](test_case& c) {
    ++calls;
    if (!c.draw(gen::boolean())) {
      static_cast<void>(c.draw(gen::integer<int>()));
    }
  });
  EXPECT_FALSE(r.all_inputs);
  EXPECT_EQ(r.cases, 10U);
  EXPECT_EQ(calls, 12); // the probe and the first step of the walk
}

TEST(domain, walks_beyond_the_limit_are_abandoned) {
  // Both extremes are narrow; the middle is not.
  int calls = 0;
  const result r = check("bulging", settings{.cases = 10, .seed = 1}, [&](test_case& c) {
    ++calls;
    const int n = c.draw(gen::integer(0, 9));
    if (n == 4) {
      static_cast<void>(c.draw(gen::integer<int>()));
    }
  });
  EXPECT_FALSE(r.all_inputs);
  EXPECT_EQ(r.cases, 10U);
  EXPECT_EQ(calls, 1 + 1024 + 10);
  EXPECT_EQ(r.discarded, 0U);
}

TEST(domain, a_swallowed_probe_is_noticed) {
  const result r = check("swallows", settings{.cases = 10}, [](test_case& c) {
    try {
      static_cast<void>(c.draw(gen::integer<int>()));
    } catch (...) {
    }
  });
  EXPECT_FALSE(r.all_inputs);
}

TEST(domain, failures_are_found_and_described) {
  const result r = check("fails", named("n", gen::integer(0, 9)), [](int n) { return n != 6; });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_FALSE(r.all_inputs);
  const failure& f = r.failures[0];
  EXPECT_EQ(f.origin, failure_origin::enumerated);
  EXPECT_EQ(f.index, 6U);
  EXPECT_EQ(r.cases, 6U);
  EXPECT_EQ(f.values.at(0).text, "6");
  EXPECT_EQ(f.choices.choices.size(), 1U);
  EXPECT_FALSE(f.flaky);
  EXPECT_THAT(r.report(), HasSubstr("to run this case again: --only \"fails\" --replay t1-"));
  EXPECT_THAT(r.report(), testing::Not(HasSubstr("seed")));
}

TEST(domain, discards_are_counted_and_nothing_usable_gives_up) {
  const result r = check("some", gen::integer(0, 9), [](int n) { assume(n % 3 == 0, "not a multiple"); });
  EXPECT_TRUE(r.passed());
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 4U);
  EXPECT_EQ(r.discarded, 6U);
  EXPECT_THAT(r.report(), HasSubstr("all 10 inputs, 6 discarded (not a multiple: 6)"));
  const result none = check("none", gen::integer(0, 9), [](int) { assume(false); });
  EXPECT_EQ(none.status, run_status::gave_up);
  EXPECT_THAT(none.message, HasSubstr("none of the 10 inputs"));
}

TEST(domain, labels_and_events_count_once_for_each_input) {
  const result r = check("labels", gen::integer(0, 9), [](test_case& c, int n) {
    c.classify(n < 5, "low");
    c.event("n", n);
  });
  EXPECT_EQ(r.labels.at(0).count, 5U);
  EXPECT_EQ(r.events.at(0).numbers, 10U);
  EXPECT_EQ(r.events[0].mean, 4.5);
}

TEST(domain, coverage_needs_one_input) {
  EXPECT_TRUE(check("rare", gen::integer(0, 99), [](test_case& c, int n) { c.cover(50, n == 7, "seven"); }));
  const result r = check("none", gen::integer(0, 99), [](test_case& c, int n) { c.cover(50, n == 100, "hundred"); });
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.coverage.at(0).verdict, coverage_verdict::refuted);
}

TEST(domain, never_means_never) {
  const result r = check("never", settings{.cases = 30, .exhaustive = exhaustive_mode::never}, [](bool) {});
  EXPECT_FALSE(r.all_inputs);
  EXPECT_EQ(r.cases, 30U);
  EXPECT_EQ(r.duplicates, 28U);
}

TEST(domain, always_means_all_or_a_failure) {
  const settings always{.cases = 5, .exhaustive = exhaustive_mode::always};
  const result r = check("always", always, gen::integer(1, 5000), [](int) {});
  EXPECT_TRUE(r.all_inputs);
  EXPECT_EQ(r.cases, 5000U);
  const settings limited{.time_budget = milliseconds(20), .exhaustive = exhaustive_mode::always};
  const result ended = check("ended", limited, gen::integer(1, 1'000'000'000), [](int) {});
  EXPECT_FALSE(ended.all_inputs);
  EXPECT_TRUE(ended.budget_ended);
}

} // namespace
