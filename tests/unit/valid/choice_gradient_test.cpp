// SPDX-License-Identifier: BSL-1.0
// Choice gradient sampling: the weights of each choice are the numbers of different valid values after it. With the
// rate used here a set lacks a value with a probability of less than 10^-13; the seeds are fixed.
#include "valid/choice_gradient.hpp"

#include <tali/gen/compose.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/pick.hpp>
#include <tali/valid/sampler.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace {

using namespace tali;

constexpr std::uint32_t rate = 600; // a value has at least probability 1/20 in a sample: 0.95^600 < 10^-13

using weights = std::vector<std::uint64_t>;
using prefix = std::vector<std::uint64_t>; // the indices of the choices

struct walk {
  std::map<prefix, std::set<weights>> choices; // all weights that a choice had, by the choices before it
  std::map<prefix, std::uint64_t> taken;       // how often choices were made
  std::uint64_t attempts = 0;
};

/// Makes choices until this many values are complete.
template <class G, class Predicate>
walk run(const G& g, const Predicate& predicate, std::uint64_t completions) {
  detail::valid_attempt<G, Predicate> attempt{&g, &predicate, std::nullopt};
  detail::valid_model model;
  detail::guided_source source(model, nullptr, 100);
  detail::choice_gradient gradient(rate);
  choices::rng engine(1);
  walk w;
  std::uint64_t made = 0;
  while (gradient.completions() < completions) {
    static_cast<void>(gradient.attempt(attempt.subject(), source, engine, 100));
    ++w.attempts;
    if (gradient.choices_made() == made) {
      continue;
    }
    made = gradient.choices_made();
    prefix p;
    for (const choices::choice& c : gradient.prefix()) {
      p.push_back(c.value);
    }
    ++w.taken[p];
    p.pop_back();
    w.choices[p].insert(gradient.weights());
  }
  return w;
}

/// Lists of at most two digits below 3: before each digit, 0 ends the list.
const auto lists = gen::compose<std::vector<int>>([](auto& draw) {
  std::vector<int> xs;
  while (xs.size() < 2 && draw(gen::boolean())) {
    xs.push_back(draw(gen::integer(0, 2)));
  }
  return xs;
});

TEST(choice_gradient, weighs_a_choice_by_the_number_of_different_valid_values_after_it) {
  const walk w = run(lists, [](const std::vector<int>& xs) { return std::is_sorted(xs.begin(), xs.end()); }, 80);
  std::map<prefix, std::set<weights>> expected;
  expected[{}] = {{1, 9}}; // the empty list; 3 lists of one digit and 6 of two
  expected[{1}] = {{4, 3, 2}};
  for (std::uint64_t first = 0; first < 3; ++first) {
    expected[{1, first}] = {{1, 3 - first}};
  }
  expected[{1, 0, 1}] = {{1, 1, 1}};
  expected[{1, 1, 1}] = {{0, 1, 1}};
  expected[{1, 2, 1}] = {{0, 0, 1}};
  EXPECT_EQ(w.choices, expected);
  // The empty list is completed with probability 1/10: between 1 and 24 of 80, except with probability 3 * 10^-4 (the
  // seed is fixed).
  const std::uint64_t stops = w.taken.at({0});
  EXPECT_GE(stops, 1U);
  EXPECT_LE(stops, 24U);
}

TEST(choice_gradient, counts_values_and_not_their_choices) {
  const auto halves = gen::map(gen::integer(0, 9), [](int n) { return n / 5; });
  const auto g = gen::pick<int>(gen::branch<"many ways">(1, halves), gen::branch<"one way">(1, gen::exact(7)));
  const walk w = run(g, [](int) { return true; }, 20);
  EXPECT_EQ(w.choices.at({}), (std::set<weights>{{2, 1}}));
}

TEST(choice_gradient, draws_no_further_samples_of_what_is_void) {
  const auto g = gen::compose<int>([](auto& draw) {
    const bool second = draw(gen::boolean());
    if (!second) {
      detail::throw_discard("void");
    }
    return 7;
  });
  const walk w = run(g, [](int) { return true; }, 1);
  EXPECT_EQ(w.choices.at({}), (std::set<weights>{{0, 1}}));
  EXPECT_EQ(w.attempts, 1 + rate + 1); // one of the void alternative, all of the other, and the value itself
}

TEST(choice_gradient, falls_back_to_the_weights_of_the_generator) {
  const auto g = gen::pick<int>(gen::branch<"three">(3, gen::exact(3)), gen::branch<"five">(5, gen::exact(5)));
  const walk w = run(g, [](int) { return false; }, 20);
  EXPECT_EQ(w.choices.at({}), (std::set<weights>{{3, 5}}));
  EXPECT_EQ(w.attempts, 20 * (2 * rate + 1));
}

} // namespace
