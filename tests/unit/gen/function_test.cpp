// SPDX-License-Identifier: BSL-1.0
// Functions are pure and print as tables. tests/unit/property/threads_test.cpp calls one from several threads.
#include <tali/gen.hpp>
#include <tali/gen/function.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <span>

namespace {

namespace gen = tali::gen;

constexpr std::uint64_t wild = 12; // a seed that gives a function with many results, checked below

template <class Signature, class G>
auto draw(const G& results, std::uint64_t seed = wild) {
  return tali::sample(gen::function<Signature>(results), seed);
}

TEST(functions, depend_on_their_arguments) {
  const auto f = draw<int(int)>(gen::integer(0, 999));
  std::set<int> results;
  for (int i = 0; i < 100; ++i) {
    results.insert(f(i));
  }
  EXPECT_GT(results.size(), 50U);
}

TEST(functions, give_the_same_result_again) {
  const auto f = draw<std::vector<int>(int, const std::string&)>(gen::vector(gen::integer<int>()));
  const auto copy = f;
  for (int i = 0; i < 50; ++i) {
    const std::string text(static_cast<std::size_t>(i), 'x');
    const auto first = f(i, text);
    EXPECT_EQ(first, f(i, std::string(text)));
    EXPECT_EQ(first, copy(i, text));
  }
}

TEST(functions, give_the_same_result_in_any_order) {
  const auto f = draw<int(int)>(gen::integer<int>());
  const auto g = draw<int(int)>(gen::integer<int>());
  std::vector<int> upward;
  for (int i = 0; i < 20; ++i) {
    upward.push_back(f(i));
  }
  for (int i = 19; i >= 0; --i) {
    EXPECT_EQ(g(i), upward[static_cast<std::size_t>(i)]);
  }
}

TEST(functions, take_equal_arguments_for_the_same) {
  const auto of_real = draw<int(double)>(gen::integer<int>());
  EXPECT_EQ(of_real(0.0), of_real(-0.0));
  EXPECT_EQ(of_real(std::nan("1")), of_real(-std::nan("2")));
  const auto of_list = draw<int(const std::vector<double>&)>(gen::integer<int>());
  EXPECT_EQ(of_list({1, 0.0}), of_list({1, -0.0}));

  struct modulo {
    int value;
    bool operator==(const modulo& other) const { return value % 10 == other.value % 10; }
  };
  const auto of_class = draw<int(modulo)>(gen::integer<int>());
  EXPECT_EQ(of_class({3}), of_class({13}));
  EXPECT_EQ(of_class({13}), of_class({23}));
}

TEST(functions, keep_what_views_look_at) {
  const auto f = draw<int(std::string_view, const char*, std::span<const int>)>(gen::integer(1, 9));
  {
    const std::string text = "a long text that is gone when the function is shown";
    const std::vector<int> numbers{1, 2};
    EXPECT_EQ(f(text, text.c_str(), numbers), f(std::string(text), std::string(text).c_str(), std::vector(numbers)));
  }
  EXPECT_TRUE(tali::show(f).starts_with(R"({("a long text that is gone when the function is shown", "a long)"))
      << tali::show(f);
}

TEST(functions, outlive_the_case) {
  std::function<int(int)> kept;
  int before = 0;
  {
    const auto f = draw<int(int)>(gen::integer<int>());
    before = f(7);
    kept = f;
  }
  EXPECT_EQ(kept(7), before);
}

TEST(functions, may_return_what_cannot_be_copied) {
  const auto f = draw<std::unique_ptr<int>(int)>(gen::unique_ptr(gen::integer<int>()));
  EXPECT_EQ(*f(3), *f(3));
}

TEST(functions, are_shown_as_tables) {
  const auto f = draw<int(int, bool)>(gen::integer(1, 9));
  EXPECT_EQ(tali::show(f), "{otherwise -> 1}");
  const int first = f(5, true);
  const int second = f(-2, false);
  f(5, true);
  EXPECT_EQ(tali::show(f), "{(5, true) -> " + std::to_string(first) + ", (-2, false) -> " + std::to_string(second) +
                               ", otherwise -> 1}");
  const std::function<int(int, bool)> erased = f;
  EXPECT_EQ(tali::show(erased), tali::show(f));
  EXPECT_EQ(tali::show(std::function<int(int)>([](int v) { return v; })), "<function>");
  EXPECT_EQ(tali::show(std::function<int(int)>()), "nullptr");
}

TEST(functions, remember_no_more_than_a_thousand_calls) {
  const auto f = draw<int(int)>(gen::integer(0, 9));
  for (int i = 0; i < 3000; ++i) {
    f(i);
  }
  int calls = 0;
  f.for_each_call([&](const auto&, int) { ++calls; });
  EXPECT_EQ(calls, 1000);
  EXPECT_NE(tali::show(f).find("…, otherwise"), std::string::npos);
}

TEST(functions, of_seed_0_are_constant) {
  const tali::pure_function<int(int)> f(0, 100, gen::integer(3, 9));
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(f(i), 3);
  }
  EXPECT_EQ(tali::replay(gen::function<int(int)>(), {}, 10, tali::choices::past_end::simplest)->seed(), 0U);
}

TEST(functions, of_small_seeds_are_nearly_constant) {
  for (const std::uint64_t seed : {1U, 5U, 200U}) {
    const tali::pure_function<int(int)> f(seed, 100, gen::integer(0, 999999));
    int others = 0;
    for (int i = 0; i < 6400; ++i) {
      others += f(i) != 0;
    }
    const int expected = 100 * static_cast<int>(std::bit_width(seed));
    EXPECT_NEAR(others, expected, expected / 2) << seed; // five deviations at least
  }
}

TEST(functions, whose_simplest_result_is_refused_have_another) {
  const auto odd = gen::filter(gen::integer(0, 9), [](int v) { return v % 2 == 1; });
  const tali::pure_function<int(int)> f(0, 100, odd);
  EXPECT_EQ(f(1) % 2, 1);
  EXPECT_EQ(f(1), f(2));
}

} // namespace
