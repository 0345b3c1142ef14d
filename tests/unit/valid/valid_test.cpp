// SPDX-License-Identifier: BSL-1.0
// Valid values: the sampler, the generator, and the handling of predicates that misbehave.
#include "../../../bench/valid/subjects.hpp"

#include <tali/interpret/derivative.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/property/check.hpp>
#include <tali/valid.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::learn;
using namespace tali::report;

template <class Subject>
struct predicate {
  template <class T>
  bool operator()(const T& value) const {
    return Subject::valid(value);
  }
};

struct outcome {
  std::uint64_t distinct = 0;
  double size = 0;
};

// All values that are found within a number of attempts: no clock, so the result is always the same.
template <class Subject>
outcome within(std::uint64_t attempts, valid_method method, std::uint64_t seed) {
  valid_options options;
  options.method = method;
  options.seed = seed;
  options.rate = Subject::paper_rate;
  options.patience = attempts;
  const auto g = Subject::generator();
  valid_sampler sampler(g, predicate<Subject>{}, options);
  std::set<std::uint64_t> different;
  double size = 0;
  while (sampler.attempts() < attempts) {
    const auto value = sampler.next();
    if (!value) {
      break;
    }
    EXPECT_TRUE(Subject::valid(*value));
    const auto again = parse(g, sampler.choices());
    EXPECT_TRUE(again && subjects::hash(*again) == subjects::hash(*value));
    EXPECT_TRUE(different.insert(subjects::hash(*value)).second) << "given twice";
    size += subjects::size(*value);
  }
  return {different.size(), size / static_cast<double>(std::max<std::size_t>(1, different.size()))};
}

template <class Subject>
void expect_learned_beats_both(double rejection_factor, double gradient_factor, std::uint64_t attempts = 20'000) {
  const outcome learned = within<Subject>(attempts, valid_method::learned, 1);
  const outcome rejected = within<Subject>(attempts, valid_method::rejection, 1);
  const outcome gradient = within<Subject>(attempts, valid_method::choice_gradient, 1);
  EXPECT_GE(static_cast<double>(learned.distinct), rejection_factor * static_cast<double>(rejected.distinct))
      << rejected.distinct;
  EXPECT_GE(static_cast<double>(learned.distinct), gradient_factor * static_cast<double>(gradient.distinct))
      << gradient.distinct;
  EXPECT_GE(learned.size, gradient.size);
}

TEST(valid_sampler_long, finds_more_in_the_same_number_of_attempts) {
  expect_learned_beats_both<subjects::bst>(5, 5);
  expect_learned_beats_both<subjects::sorted>(10, 5);
  expect_learned_beats_both<subjects::avl>(4, 3, 60'000);
  expect_learned_beats_both<subjects::stlc>(5, 3);
  expect_learned_beats_both<subjects::dag>(100, 5);
}

// Half of all AVL trees are of height 3 at most; higher ones take a while to appear, but not long.
TEST(valid_sampler_long, grows_when_nothing_is_left) {
  const std::uint64_t found = within<subjects::avl>(250'000, valid_method::learned, 1).distinct +
                              within<subjects::avl>(250'000, valid_method::learned, 2).distinct;
  EXPECT_GE(found, 12'000U); // of twice 7 393
}

std::uint64_t search_trees(int depth, int keys) {
  std::uint64_t all = 1;
  for (int root = 0; depth > 0 && root < keys; ++root) {
    all += search_trees(depth - 1, root) * search_trees(depth - 1, keys - 1 - root);
  }
  return all;
}

// Hardly any value is drawn twice, and branches that lead to no valid value are not taken: all are found in a few times
// as many attempts, learning included.
TEST(valid_sampler, finds_all_there_are) {
  EXPECT_EQ(search_trees(5, 10), static_cast<std::uint64_t>(subjects::bst::all));
  const std::uint64_t all = search_trees(4, 8);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    valid_options options;
    options.seed = seed;
    options.patience = 25'000;
    valid_sampler sampler(subjects::tree_of<false>(4, 0, 7), predicate<subjects::bst>{}, options);
    std::uint64_t found = 0;
    while (found < all && sampler.attempts() < 25'000 && sampler.next()) {
      ++found;
    }
    EXPECT_EQ(found, all) << sampler.statistics().summary();
  }
}

// All trees of three keys, and no more.
TEST(valid_sampler, goes_on_until_there_are_no_more) {
  const auto g = subjects::list_of<2>(4);
  const auto sorted = [](const std::vector<int>& xs) { return std::is_sorted(xs.begin(), xs.end()); };
  std::size_t all = 0;
  for (const auto& xs : enumerate(g, 10'000)) {
    all += sorted(xs) ? 1U : 0U;
  }
  EXPECT_EQ(all, 35U); // (4 + 3 over 3)
  valid_sampler sampler(g, sorted);
  std::set<std::vector<int>> found;
  while (const auto xs = sampler.next()) {
    found.insert(*xs);
  }
  EXPECT_EQ(found.size(), all);
  EXPECT_TRUE(sampler.statistics().exhausted) << sampler.statistics().summary();
  EXPECT_LT(sampler.statistics().attempts, 5000U); // nothing was drawn often
}

TEST(valid_sampler, always_goes_the_same_way) {
  const auto run = [] {
    valid_sampler sampler(subjects::avl::generator(), predicate<subjects::avl>{});
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 150; ++i) {
      hashes.push_back(subjects::hash(sampler.next().value()));
    }
    return hashes;
  };
  EXPECT_EQ(run(), run());
}

TEST(valid_sampler, gives_up_with_figures) {
  valid_options options;
  options.patience = 5000;
  valid_sampler sampler(gen::integer(0, 1'000'000), [](int n) { return n > 2'000'000; }, options);
  EXPECT_FALSE(sampler.next());
  EXPECT_EQ(sampler.statistics().attempts, 5000U);
  EXPECT_EQ(sampler.statistics().valid, 0U);
  EXPECT_FALSE(sampler.statistics().exhausted);
  EXPECT_NE(sampler.statistics().summary().find("5000 attempts, 0 valid"), std::string::npos);
}

// Wide ranges: relations between numbers are learned from comparisons.
TEST(valid_sampler, learns_how_wide_numbers_compare) {
  const auto g = gen::vector(gen::integer<int>(), 0, 8);
  const auto increasing = [](const std::vector<int>& xs) {
    return std::adjacent_find(xs.begin(), xs.end(), [](int a, int b) { return a >= b; }) == xs.end();
  };
  const auto count = [&](valid_method method) {
    valid_options options;
    options.method = method;
    options.patience = 30'000;
    valid_sampler sampler(g, increasing, options);
    std::size_t longest = 0;
    while (sampler.attempts() < 30'000) {
      const auto xs = sampler.next();
      longest += xs && xs->size() >= 6 ? 1U : 0U;
    }
    return longest;
  };
  EXPECT_GT(count(valid_method::learned), 20 * count(valid_method::rejection));
}

// The generator -------------------------------------------------------------------------------------------------------

valid_options quick() {
  valid_options options;
  options.training = 30'000;
  options.enough = 500;
  options.training_seconds = 60; // counted in attempts, on a slow machine too
  return options;
}

const auto small_bst = gen::valid(subjects::tree_of<false>(4, 0, 9), predicate<subjects::bst>{}, quick());

TEST(valid_gen, is_a_generator_like_any_other) {
  int large = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const auto value = sample(small_bst, seed);
    EXPECT_TRUE(subjects::bst::valid(value));
    large += subjects::size(value) >= 4 ? 1 : 0;
    // Program equality, and the factoring theorem.
    const auto recorded = record(small_bst, seed);
    EXPECT_EQ(subjects::hash(recorded.value), subjects::hash(value));
    const auto parsed = parse(small_bst, recorded.choices.choices, 100);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(subjects::hash(*parsed), subjects::hash(value));
    // The recorded choices are those of the inner generator.
    const auto inside = parse(subjects::tree_of<false>(4, 0, 9), recorded.choices.choices, 100);
    ASSERT_TRUE(inside);
    EXPECT_EQ(subjects::hash(*inside), subjects::hash(value));
  }
  EXPECT_GT(large, 100);
}

TEST(valid_gen, stands_inside_others) {
  const auto pairs = gen::tuple(gen::integer(0, 1000), small_bst, gen::integer(0, 1000));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto [a, t, b] = sample(pairs, seed);
    const auto recorded = record(pairs, seed);
    EXPECT_EQ(std::get<0>(recorded.value), a);
    EXPECT_EQ(subjects::hash(std::get<1>(recorded.value)), subjects::hash(t));
    EXPECT_EQ(std::get<2>(recorded.value), b);
    const auto left = derivative(pairs, recorded.choices.choices.front());
    EXPECT_EQ(subjects::hash(std::get<1>(record(left, seed).value)), subjects::hash(std::get<1>(sample(left, seed))));
  }
}

TEST(valid_gen, does_not_depend_on_who_trained_it) {
  const auto mine = gen::valid(subjects::tree_of<false>(4, 0, 9), predicate<subjects::bst>{}, quick());
  static_cast<void>(sample(mine, 77, 10)); // trained by another first draw
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_EQ(subjects::hash(sample(mine, seed)), subjects::hash(sample(small_bst, seed)));
  }
}

TEST(valid_gen, by_choice_gradients) {
  valid_options options;
  options.method = valid_method::choice_gradient;
  options.rate = 5;
  const auto g = gen::valid(subjects::tree_of<false>(3, 0, 9), predicate<subjects::bst>{}, options);
  std::set<std::uint64_t> different;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto value = sample(g, seed);
    different.insert(subjects::hash(value));
    EXPECT_TRUE(subjects::bst::valid(value));
    EXPECT_EQ(subjects::hash(record(g, seed).value), subjects::hash(value));
  }
  EXPECT_GT(different.size(), 20U); // not the first one each time; the empty tree often
}

bool has_key(const subjects::tree_ptr& t, int key) {
  return t != nullptr && (t->key == key || has_key(t->left, key) || has_key(t->right, key));
}

struct shy {
  int n = 0;
};
[[maybe_unused]] void tali_show(std::string& /*out*/, const shy& /*value*/) { throw std::runtime_error("not for you"); }

// The value is shown before the predicate is called, in case the predicate does not return.
TEST(valid_gen, of_what_cannot_be_shown_fails_as_ever) {
  const auto g = gen::valid(gen::map(gen::integer(0, 99), [](int n) { return shy{n}; }),
                            [](const shy& s) { return s.n % 3 == 0; });
  const result r = check("small", settings{.seed = 1, .store = "off"}, g, [](const shy& s) { return s.n < 30; });
  ASSERT_EQ(r.failures.size(), 1U);
  EXPECT_FALSE(r.failures[0].flaky);
  EXPECT_EQ(r.failures[0].cause.kind, failure_kind::returned_false);
  EXPECT_NE(r.failures[0].values[0].text.find("showing it threw: not for you"), std::string::npos);
}

TEST(valid_gen, shrinks_to_a_valid_value) {
  int smallest = 100;
  const result r =
      check("no tree has 3 and 7", settings{.seed = 1, .store = "off"}, small_bst, [&](const subjects::tree_ptr& t) {
        EXPECT_TRUE(subjects::bst::valid(t));
        if (has_key(t, 3) && has_key(t, 7)) {
          smallest = std::min(smallest, subjects::size(t));
          return false;
        }
        return true;
      });
  EXPECT_EQ(r.status, run_status::failed);
  EXPECT_EQ(smallest, 2);
}

TEST(valid_gen, outcome_of_a_predicate_that_is_never_true) {
  const auto g = gen::valid(gen::integer(0, 1'000'000), [](int n) { return n < 0; }, quick());
  try {
    static_cast<void>(sample(g, 1));
    FAIL();
  } catch (const discard& d) {
    EXPECT_NE(d.reason.find("no valid value found after training with 30000 attempts, 0 valid"), std::string::npos)
        << d.reason;
  }
  const result r = check("never", settings{.seed = 1, .store = "off"}, g, [](int /*n*/) { return true; });
  EXPECT_EQ(r.status, run_status::gave_up);
}

TEST(valid_gen, outcome_of_a_predicate_that_is_extremely_rare) {
  const auto g = gen::valid(
      gen::tuple(gen::integer(0, 99), gen::integer(0, 99)),
      [](const auto& p) { return std::get<0>(p) == 17 && std::get<1>(p) == 71; }, quick());
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(std::get<1>(sample(g, seed)), 71);
  }
  EXPECT_GE(g.statistics().distinct, 1U);
}

TEST(valid_gen, outcome_of_a_predicate_that_throws) {
  const auto g = gen::valid(gen::vector(gen::integer(0, 9), 0, 9), [](const std::vector<int>& xs) {
    return xs.size() < 7 || xs.at(5) == 3 ? true : throw std::runtime_error("seven");
  });
  EXPECT_THROW(static_cast<void>(sample(g, 1)), std::runtime_error);
  EXPECT_THROW(static_cast<void>(record(g, 1)), std::runtime_error);
  const result r =
      check("throws", settings{.seed = 1, .store = "off"}, g, [](const std::vector<int>& /*xs*/) { return true; });
  ASSERT_EQ(r.status, run_status::failed);
  EXPECT_NE(r.failures.at(0).cause.message.find("seven"), std::string::npos);
}

} // namespace
