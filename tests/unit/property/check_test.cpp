// SPDX-License-Identifier: BSL-1.0
// The ways to write a property, and what a body may do.
#include <tali/gen/compose.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tali;
using namespace tali::host;
using namespace tali::report;
using testing::ElementsAre;
using testing::HasSubstr;

const settings seeded{.seed = 42};
const settings random_only{.seed = 42, .exhaustive = exhaustive_mode::never};

bool is_even(int n) { return n % 2 == 0; }
void takes_handle(test_case& c) { static_cast<void>(c.draw<int>()); }

std::vector<std::string> texts(const failure& f) {
  std::vector<std::string> out;
  for (const drawn_value& v : f.values) {
    out.push_back(v.name + "=" + v.text);
  }
  return out;
}

// Forms -------------------------------------------------------------------------------------------------------------

TEST(check_forms, arguments_are_derived_from_their_types) {
  const result r = check("reverse twice", [](const std::vector<int>& xs) {
    auto twice = xs;
    std::reverse(twice.begin(), twice.end());
    std::reverse(twice.begin(), twice.end());
    return twice == xs;
  });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_TRUE(static_cast<bool>(r));
  EXPECT_EQ(r.cases, 1000U);
  EXPECT_EQ(r.name, "reverse twice");
  EXPECT_THAT(r.where.file, HasSubstr("check_test.cpp"));
  EXPECT_GT(r.where.line, 0U);
}

TEST(check_forms, generators_are_given) {
  int calls = 0;
  const result r = check("given", random_only, gen::integer(3, 5), gen::vector(gen::boolean(), 2, 4),
                         [&](int n, const std::vector<bool>& v) {
                           ++calls;
                           return n >= 3 && n <= 5 && v.size() >= 2 && v.size() <= 4;
                         });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_EQ(calls, 1000);
}

TEST(check_forms, handle_alone_and_before_arguments) {
  EXPECT_TRUE(check("handle", [](test_case& c) {
    const int n = c.draw("n", gen::integer(0, 10));
    const auto v = c.draw(gen::vector(gen::integer(0, n)));
    c.expect(std::all_of(v.begin(), v.end(), [n](int x) { return x <= n; }));
  }));
  EXPECT_TRUE(check("mixed derived", [](test_case& c, int n, const std::string& s) {
    c.expect(n == n + 0);
    c.collect(s.empty());
  }));
  EXPECT_TRUE(check("mixed given", gen::integer(1, 9), [](test_case& c, int n) { c.expect(n > 0 && c.size() >= 0); }));
  EXPECT_TRUE(check("generic handle", [](auto& c) { c.expect(c.template draw<bool>() || true); }));
}

TEST(check_forms, functions_and_objects) {
  EXPECT_FALSE(check("function", seeded, is_even));
  EXPECT_FALSE(check("pointer", seeded, &is_even));
  EXPECT_TRUE(check("handle function", takes_handle));
  struct functor {
    bool operator()(int n) const noexcept { return n == n + 0; }
  };
  EXPECT_TRUE(check("functor", functor{}));
  int calls = 0;
  EXPECT_TRUE(check("mutable", settings{.cases = 10}, [calls](int) mutable { return ++calls > 0; }));
}

TEST(check_forms, generic_bodies_take_what_generators_make) {
  EXPECT_TRUE(check("auto", gen::integer(0, 9), gen::boolean(), [](auto n, auto b) { return n < 10 && (b || !b); }));
  EXPECT_TRUE(check("auto handle", gen::integer(0, 9), [](auto& c, auto n) {
    if constexpr (requires { c.expect(true); }) {
      c.expect(n < 10);
    }
  }));
}

TEST(check_forms, parameters_by_value_reference_and_conversion) {
  EXPECT_TRUE(check("by value", [](std::vector<int> xs) {
    xs.clear();
    return xs.empty();
  }));
  EXPECT_TRUE(check("by reference", [](std::vector<int>& xs) {
    xs.push_back(1);
    return !xs.empty();
  }));
  EXPECT_TRUE(check("move only", [](std::unique_ptr<int> p) { return p == nullptr || *p == *p; }));
  EXPECT_TRUE(check("wider", gen::integer(0, 5), [](long n) { return n <= 5; }));
  EXPECT_TRUE(check("view", gen::element<std::string>("a", "b"), [](std::string_view s) { return s.size() == 1; }));
}

TEST(check_forms, a_body_given_as_a_variable_stays_usable) {
  const std::string text = "kept";
  auto body = [text](int) { return text == "kept"; };
  EXPECT_TRUE(check("first", body));
  auto p = property("second", body);
  EXPECT_TRUE(p.run());
  EXPECT_TRUE(check("third", body));
}

TEST(check_forms, fluent) {
  const result r = property("fluent", [](int n, const std::string& s) { return n != 3 || s != "a"; })
                       .cases(50)
                       .seed(9)
                       .size(10)
                       .threads(2)
                       .exhaustive(exhaustive_mode::never)
                       .example(1, "b")
                       .example(2, std::string("c"))
                       .run();
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_EQ(r.cases, 50U);
  EXPECT_EQ(r.examples, 2U);
  EXPECT_EQ(r.settings.seed, 9U);
  EXPECT_EQ(r.settings.size, 10);
  EXPECT_EQ(r.settings.threads, 2);
  EXPECT_TRUE(property("with", [](int) {}).with({.cases = 7}).run().cases == 7);
}

TEST(check_forms, sessions_check_too) {
  session s;
  s.command_line.cases = 5;
  EXPECT_EQ(s.check("in session", random_only, [](int) {}).cases, 5U);
  EXPECT_EQ(property("run in session", [](int) {}).with(random_only).run(s).cases, 5U);
}

// Verdicts ------------------------------------------------------------------------------------------------------------

TEST(check_verdicts, returning_false_fails) {
  const settings as_found{.seed = 42, .shrink = 0};
  const result r = check("small", as_found, gen::integer(0, 100'000), [](int n) { return n < 1000; });
  ASSERT_EQ(r.status, run_status::failed);
  ASSERT_EQ(r.failures.size(), 1U);
  EXPECT_FALSE(r.failures[0].shrunk);
  const failure& f = r.failures[0];
  EXPECT_EQ(f.cause.kind, failure_kind::returned_false);
  EXPECT_EQ(f.origin, failure_origin::random_case);
  EXPECT_EQ(f.index, r.cases);
  EXPECT_EQ(f.choices.choices.size(), 1U);
  EXPECT_EQ(f.choices.size, size_of_case(f.index, r.settings));
  EXPECT_EQ(f.recorded.choices, f.choices.choices);
  EXPECT_FALSE(f.flaky);
  ASSERT_EQ(f.values.size(), 1U);
  EXPECT_EQ(f.values[0].name, "argument 1");
  EXPECT_EQ(f.values[0].type, "int");
  EXPECT_GE(std::stoi(f.values[0].text), 1000);
}

TEST(check_verdicts, verdicts_with_reasons) {
  const result r = check("verdict", seeded, [](int n) -> verdict { return n < 100 ? pass() : fail("too large"); });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures[0].cause.message, "too large");
  EXPECT_GT(r.failures[0].cause.where.line, 0U);
  EXPECT_TRUE(check("from bool", [](int n) -> verdict { return n == n; }));
}

TEST(check_verdicts, results_of_test_frameworks_count) {
  const result r = check("assertion result", seeded, [](int n) {
    return n < 100 ? testing::AssertionSuccess() : testing::AssertionFailure() << "too large: " << n;
  });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_THAT(r.failures[0].cause.message, HasSubstr("too large: "));
}

TEST(check_verdicts, expect_goes_on_and_require_ends) {
  const result r = check("expect", [](test_case& c) {
    c.expect(false, "first");
    c.expect(false, "second");
    c.require(false, "third");
    c.note("never reached");
  });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures[0];
  EXPECT_EQ(f.cause.kind, failure_kind::expectation);
  EXPECT_EQ(f.cause.message, "first");
  EXPECT_THAT(f.cause.where.file, HasSubstr("check_test.cpp"));
  EXPECT_THAT(f.notes, ElementsAre(HasSubstr("also: second"), HasSubstr("also: third")));
}

TEST(check_verdicts, a_swallowed_end_of_case_is_a_failure_still) {
  const result r = check("swallow", [](test_case& c) {
    try {
      c.fail("gone");
    } catch (...) {
    }
  });
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures[0].cause.message, "gone");
}

TEST(check_verdicts, exceptions_fail_with_type_and_message) {
  const result r = check("throws", seeded, [](int) { throw std::out_of_range("beyond"); });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.failures[0].cause.kind, failure_kind::exception);
  EXPECT_EQ(r.failures[0].cause.exception_type, "std::out_of_range");
  EXPECT_EQ(r.failures[0].cause.message, "beyond");
}

TEST(check_verdicts, exceptions_of_any_type) {
  const auto cause = [](auto body) { return check("throws", seeded, body).failures.at(0).cause; };
  EXPECT_EQ(cause([](int) { throw 42; }).exception_type, "int");
  EXPECT_EQ(cause([](int) { throw 42; }).message, "42");
  EXPECT_EQ(cause([](int) { throw "text"; }).message, "text");
  EXPECT_EQ(cause([](int) { throw std::string("string"); }).message, "string");
  struct odd {};
  EXPECT_THAT(cause([](int) { throw odd{}; }).exception_type, HasSubstr("odd"));
  EXPECT_EQ(cause([](int) { throw odd{}; }).message, "");
}

TEST(check_verdicts, generator_errors_are_errors) {
  const result r = check("bad range", gen::integer(5, 1), [](int) {});
  EXPECT_EQ(r.status, run_status::error);
  EXPECT_FALSE(r.passed());
  EXPECT_THAT(r.message, HasSubstr("gen::integer(5, 1)"));
  EXPECT_EQ(r.failures.at(0).cause.kind, failure_kind::generator_error);
  // Also if it happens late, after cases that pass.
  const result late = check("late", seeded, [](test_case& c) {
    const int n = c.draw(gen::integer(0, 100'000));
    static_cast<void>(c.draw(gen::integer(0, n < 50'000 ? 1 : -1)));
  });
  EXPECT_EQ(late.status, run_status::error);
}

// Discards ------------------------------------------------------------------------------------------------------------

TEST(check_discards, are_counted_by_reason_and_replaced) {
  const result r = check("odd", random_only, [](test_case& c, int n) {
    c.assume(n % 2 != 0, "even");
    assume(n > 0, "negative");
    c.expect(n % 2 != 0 && n > 0);
  });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_EQ(r.cases, 1000U);
  std::uint64_t reasons = 0;
  for (const count_of& reason : r.discard_reasons) {
    EXPECT_THAT(reason.text, testing::AnyOf("even", "negative"));
    reasons += reason.count;
  }
  EXPECT_EQ(reasons, r.discarded);
  EXPECT_GT(r.discarded, 1000U);
  ASSERT_EQ(r.warnings.size(), 1U);
  EXPECT_EQ(r.warnings[0].kind, warning_kind::discards);
}

TEST(check_discards, too_many_give_up) {
  const result r = check("never", random_only, [](int) { assume(false, "no good"); });
  EXPECT_EQ(r.status, run_status::gave_up);
  EXPECT_FALSE(r.passed());
  EXPECT_EQ(r.cases, 0U);
  EXPECT_EQ(r.discarded, 10'000U);
  EXPECT_THAT(r.message, HasSubstr("all 10000 cases were discarded"));
}

TEST(check_discards, ratio_is_a_setting) {
  const settings s{.cases = 20, .seed = 42, .exhaustive = exhaustive_mode::never, .discard_ratio = 3};
  EXPECT_EQ(check("never", s, [](int) { assume(false); }).discarded, 60U);
}

TEST(check_discards, a_failed_expectation_before_counts) {
  const result r = check("both", [](test_case& c) {
    c.expect(false, "before");
    c.assume(false);
  });
  EXPECT_EQ(r.status, run_status::failed);
}

// Examples ------------------------------------------------------------------------------------------------------------

TEST(check_examples, run_first_and_fail_with_their_values) {
  std::vector<int> seen;
  const result r = property("examples",
                            [&](int n) {
                              seen.push_back(n);
                              return n != 7;
                            })
                       .example(5)
                       .example(7)
                       .example(6)
                       .run();
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_EQ(r.examples, 1U);
  EXPECT_EQ(r.cases, 0U);
  EXPECT_EQ(r.failures[0].origin, failure_origin::example);
  EXPECT_EQ(r.failures[0].index, 1U);
  EXPECT_THAT(texts(r.failures[0]), ElementsAre("argument 1=7"));
  ASSERT_GT(seen.size(), 3U);
  EXPECT_THAT(std::vector<int>(seen.begin(), seen.begin() + 4), ElementsAre(5, 7, 7, 7)); // to describe it, as drawn
  EXPECT_EQ(std::count(seen.begin() + 4, seen.end(), 7), 0);                              // nothing simpler fails
}

TEST(check_examples, are_shrunk_where_the_generators_can_make_them) {
  const auto lists = gen::vector(gen::integer(0, 999), 0, 20);
  const auto body = [](const std::vector<int>& v) { return v.size() < 3; };
  const result r = property("examples", lists, body).example(std::vector<int>{7, 500, 3, 12, 999}).run();
  ASSERT_EQ(r.failures.size(), 1U);
  EXPECT_EQ(r.failures[0].origin, failure_origin::example);
  EXPECT_TRUE(r.failures[0].reflected);
  EXPECT_THAT(texts(r.failures[0]), ElementsAre("argument 1=[0, 0, 0]"));
  ASSERT_TRUE(r.failures[0].shrunk);
  EXPECT_EQ(r.failures[0].shrunk->from.front().text, "[7, 500, 3, 12, 999]");
  // Larger than what is drawn by default.
  const result large = property("examples", [](const std::vector<bool>& v) { return v.size() < 150; })
                           .example(std::vector<bool>(400, true))
                           .run();
  ASSERT_EQ(large.failures.size(), 1U);
  EXPECT_TRUE(large.failures[0].reflected);
  EXPECT_EQ(large.failures[0].choices.choices.size(), 151U);
}

TEST(check_examples, stay_as_they_are_where_the_generators_cannot) {
  const auto fails = [](int n) { return n < 10; };
  const result outside = property("outside", gen::integer(0, 99), fails).example(200).run();
  EXPECT_FALSE(outside.failures.at(0).reflected);
  EXPECT_THAT(texts(outside.failures[0]), ElementsAre("argument 1=200"));
  // Forward only: a map without an inverse, a body whose draws have no names.
  const auto doubled = gen::map(gen::integer(0, 99), [](int n) { return 2 * n; });
  EXPECT_FALSE(property("map", doubled, fails).example(50).run().failures.at(0).reflected);
  const auto composed = gen::compose<int>([](auto& draw) { return draw(gen::integer(0, 99)); });
  EXPECT_FALSE(property("compose", composed, fails).example(50).run().failures.at(0).reflected);
}

TEST(check_examples, with_handle_and_names) {
  const result r = property("examples", named("n", gen::integer(0, 9)),
                            [](test_case& c, int n) {
                              static_cast<void>(c.draw("drawn", gen::integer(1, 1)));
                              c.expect(n < 9);
                            })
                       .example(9)
                       .run();
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_THAT(texts(r.failures[0]), ElementsAre("n=9", "drawn=1"));
}

TEST(check_examples, discarded_ones_are_passed_over) {
  const result r = property("examples", [](int n) { assume(n != 1); }).cases(5).example(1).example(2).run();
  EXPECT_TRUE(r.passed());
  EXPECT_EQ(r.examples, 1U);
}

// Names and notes -----------------------------------------------------------------------------------------------------

TEST(check_verdicts, failures_are_shrunk) {
  const result r = check("small", seeded, gen::vector(gen::integer(0, 100'000)), [](const std::vector<int>& xs) {
    for (const int x : xs) {
      if (x >= 1000) {
        return false;
      }
    }
    return true;
  });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures.at(0);
  EXPECT_EQ(f.values.at(0).text, "[1000]");
  ASSERT_TRUE(f.shrunk);
  EXPECT_GT(f.shrunk->steps, 0U);
  EXPECT_TRUE(f.shrunk->complete);
  EXPECT_NE(f.shrunk->from.at(0).text, "[1000]");
  EXPECT_THAT(r.report(), HasSubstr("shrunk in "));
}

TEST(check_verdicts, shrinking_keeps_to_the_same_kind_of_failure) {
  const result r = check("two failures", seeded, gen::integer(0, 100'000), [](int n) {
    if (n >= 5000) {
      throw std::runtime_error("large");
    }
    return n < 10;
  });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures.at(0);
  EXPECT_EQ(f.values.at(0).text, f.cause.kind == failure_kind::exception ? "5000" : "10");
}

TEST(check_description, values_have_names_and_notes_are_kept) {
  int lazily = 0;
  const result r =
      check("described", seeded, named("n", gen::integer(0, 100'000)), gen::boolean(), [&](test_case& c, int n, bool) {
        const int m = c.draw("m", gen::integer(0, 9));
        const int k = c.draw(gen::integer(3, 3));
        static_cast<void>(c.draw(gen::integer(4, 4)));
        c.note("plain");
        c.note("k", k);
        c.note([&] {
          ++lazily;
          return "lazy";
        });
        return n < 1000 || m < 0;
      });
  ASSERT_EQ(r.status, run_status::failed);
  const failure& f = r.failures[0];
  ASSERT_EQ(f.values.size(), 5U);
  EXPECT_EQ(f.values[0].name, "n");
  EXPECT_EQ(f.values[1].name, "argument 2");
  EXPECT_EQ(f.values[2].name, "m");
  EXPECT_EQ(f.values[3].name, "draw 1");
  EXPECT_EQ(f.values[4].name, "draw 2");
  EXPECT_THAT(f.notes, ElementsAre("plain", "k = 3", "lazy"));
  EXPECT_EQ(lazily, 3); // for the case as found, for the simplest one and for the nearest that passes
}

TEST(check_description, values_are_shown_as_drawn_not_as_left) {
  const result r = check("mutates", seeded, gen::vector(gen::integer(7, 7), 2), [](std::vector<int>& v) {
    v.clear();
    return false;
  });
  EXPECT_THAT(texts(r.failures.at(0)), ElementsAre("argument 1=[7, 7]"));
}

TEST(check_description, another_threads_draws_are_refused) {
  const result r = check("threads", [](test_case& c) {
    std::string refused;
    std::thread other([&] {
      try {
        static_cast<void>(c.draw(gen::integer(0, 9)));
      } catch (const generator_error& e) {
        refused = e.what();
      }
      try {
        c.label("x");
        refused.clear();
      } catch (const generator_error&) {
      }
    });
    other.join();
    c.expect(refused.find("a thread that does not run the case") != std::string::npos, refused);
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

// Memory of a case ----------------------------------------------------------------------------------------------------

TEST(check_memory, arena_is_there_and_reset) {
  std::size_t most = 0;
  const result r = check("arena", random_only, [&](test_case& c) {
    const auto p = c.memory().make<int>(c.draw<int>());
    most = std::max(most, c.memory().used());
    return *p == *p;
  });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_LE(most, 64U);
}

} // namespace
