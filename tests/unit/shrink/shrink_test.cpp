// SPDX-License-Identifier: BSL-1.0
// The shrinker itself: limits, order, validity, and that it keeps what generators guarantee.
#include <tali/gen.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/source/tree.hpp>
#include <tali/value/show.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;

/// The first seed whose value fails, and that run.
template <class G, class Fails>
recorded<value_of<G>> first_failing(const G& g, Fails fails, int size = 100) {
  for (std::uint64_t seed = 0;; ++seed) {
    auto r = record(g, seed, size);
    if (fails(r.value)) {
      return r;
    }
  }
}

template <class G, class Fails>
std::string shrunk(const G& g, Fails fails, int size = 100) {
  return show(shrink(g, first_failing(g, fails, size).choices, fails).value);
}

TEST(shrink, what_always_fails_ends_in_the_simplest_value_with_one_run) {
  const auto g = gen::vector(gen::integer<int>());
  const auto r = record(g, 1, 50);
  shrink_result details;
  EXPECT_EQ(show(shrink(g, r.choices, [](const auto&) { return true; }, {}, &details).value), "[]");
  EXPECT_LE(details.evaluations, 3U);
  EXPECT_TRUE(details.complete);
}

TEST(shrink, what_only_fails_as_it_is_stays_as_it_is) {
  const auto g = gen::pair(gen::integer<int>(), gen::text());
  const auto r = record(g, 5, 20);
  const std::string original = show(r.value);
  EXPECT_EQ(show(shrink(g, r.choices, [&](const auto& v) { return show(v) == original; }).value), original);
}

TEST(shrink, integers_reach_the_threshold_from_both_sides) {
  EXPECT_EQ(shrunk(gen::integer<std::int64_t>(), [](std::int64_t x) { return x > 12345678901; }), "12345678902");
  EXPECT_EQ(shrunk(gen::integer<int>(), [](int x) { return x < -777; }), "-778");
  EXPECT_EQ(shrunk(gen::integer(100, 5000), [](int x) { return x % 7 == 3; }), "101");
  EXPECT_EQ(shrunk(gen::integer(-50, 50).simplest(20), [](int x) { return x < 13; }), "12");
  EXPECT_EQ(shrunk(gen::integer<std::uint8_t>(), [](std::uint8_t x) { return x >= 200; }), "200");
}

TEST(shrink, reals_become_whole_or_short) {
  EXPECT_EQ(shrunk(gen::real(0.0, 1000.0), [](double x) { return x > 17.25; }), "18.0");
  EXPECT_EQ(shrunk(gen::real(0.0, 1.0), [](double x) { return x > 0.2; }), "1.0");
}

TEST(shrink, text_keeps_only_what_matters) {
  EXPECT_EQ(shrunk(gen::ascii(), [](const std::string& s) { return s.find('%') != std::string::npos; }), "\"%\"");
  EXPECT_EQ(shrunk(gen::text(), [](const std::string& s) { return s.size() > 4; }).size(), 7U); // five letters, quoted
}

TEST(shrink, filters_hold_throughout) {
  const auto even = gen::vector(gen::filter(gen::integer(0, 1000), [](int x) { return x % 2 == 0; }));
  const auto fails = [](const std::vector<int>& xs) {
    EXPECT_TRUE(std::all_of(xs.begin(), xs.end(), [](int x) { return x % 2 == 0; })) << show(xs);
    return std::count_if(xs.begin(), xs.end(), [](int x) { return x > 100; }) >= 2;
  };
  EXPECT_EQ(shrunk(even, fails), "[102, 102]");
}

TEST(shrink, dependent_draws_hold_throughout) {
  const auto below = gen::compose<std::pair<int, int>>([](auto& draw) {
    const int x = draw(gen::integer(0, 1000));
    return std::pair(x, draw(gen::integer(0, x)));
  });
  const auto fails = [](const std::pair<int, int>& p) {
    EXPECT_LE(p.second, p.first);
    return p.second >= 30;
  };
  EXPECT_EQ(shrunk(below, fails), "(30, 30)");
}

TEST(shrink, lengths_drawn_apart_are_repaired) {
  const auto g = gen::bind(gen::integer(1, 50),
                           [](int n) { return gen::vector(gen::integer(0, 99), static_cast<std::uint32_t>(n)); });
  EXPECT_EQ(shrunk(g, [](const std::vector<int>& xs) { return std::find(xs.begin(), xs.end(), 42) != xs.end(); }),
            "[42]");
}

struct tree {
  int label;
  std::vector<tree> children;
};
int most(const tree& t) {
  int m = t.label;
  for (const tree& c : t.children) {
    m = std::max(m, most(c));
  }
  return m;
}

TEST(shrink, a_failing_part_becomes_the_whole) {
  EXPECT_EQ(shrunk(arbitrary<tree>(), [](const tree& t) { return most(t) >= 1000; }),
            "tree{.label = 1000, .children = []}");
}

TEST(shrink, stops_at_the_limit_with_the_best_so_far) {
  const auto g = gen::vector(gen::integer(0, 1000000), 50, 100);
  const auto fails = [](const std::vector<int>& xs) { return xs.size() >= 50; };
  const auto r = first_failing(g, fails);
  shrink_result details;
  const auto best = shrink(g, r.choices, fails, {20, 10000}, &details);
  EXPECT_LE(details.evaluations, 20U);
  EXPECT_FALSE(details.complete);
  EXPECT_TRUE(fails(best.value));
  EXPECT_LT(compare_shortlex(best.choices.choices, r.choices.choices), 0);
}

TEST(shrink, never_runs_the_same_choices_again_and_only_ever_improves) {
  class watcher final : public shrink_subject {
  public:
    std::vector<choice> best;
    bool only_better = true;
    bool fails(dynamic_source& source) override {
      const auto xs = gen::vector(gen::integer(0, 100))(source);
      return std::count(xs.begin(), xs.end(), 50) + std::count(xs.begin(), xs.end(), 51) >= 1;
    }
    void improved(const trace& smaller) override {
      only_better = only_better && compare_shortlex(smaller.choices, best) < 0;
      best = smaller.choices;
    }
  } subject;
  trace failing;
  for (std::uint64_t seed = 0;; ++seed) {
    failing.clear();
    recording_source source(rng(seed), 100, &failing);
    if (subject.fails(source)) {
      break;
    }
  }
  subject.best = failing.choices;
  const shrink_result result = shrink(failing, subject);
  EXPECT_TRUE(subject.only_better);
  EXPECT_TRUE(result.complete);
  ASSERT_EQ(result.smallest.choices.size(), 2U);
  EXPECT_EQ(result.smallest.choices[1].value, 50U);
}

TEST(shrink, cancelling_keeps_the_best_so_far) {
  class impatient final : public shrink_subject {
  public:
    int left = 5;
    bool fails(dynamic_source& source) override { return gen::vector(gen::integer(0, 9), 0, 90)(source).size() >= 3; }
    bool cancelled() override { return left-- <= 0; }
  } subject;
  trace failing;
  recording_source source(rng(3), 100, &failing);
  ASSERT_TRUE(subject.fails(source));
  const shrink_result result = shrink(failing, subject);
  EXPECT_FALSE(result.complete);
  EXPECT_LE(result.evaluations, 6U);
}

// The tree that the shrinker edits -----------------------------------------------------------------------------------

TEST(choice_tree, replays_to_the_same_trace) {
  const auto g = gen::vector(gen::optional(gen::pair(gen::integer(0, 9), gen::ascii(0, 3))));
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto r = record(g, seed, 20);
    const choice_tree tree = tree_of(r.choices);
    trace again;
    tree_source source(tree, r.choices.size);
    source.record_to(&again);
    dynamic_source& dynamic = source;
    EXPECT_EQ(show(g(dynamic)), show(r.value));
    EXPECT_EQ(again.choices, r.choices.choices);
    EXPECT_FALSE(source.filled_in());
  }
}

TEST(choice_tree, an_edit_stays_where_it_is_made) {
  const auto g = gen::tuple(gen::vector(gen::integer(0, 9), 0, 9), gen::vector(gen::integer(0, 9), 0, 9));
  auto r = record(g, 12, 20);
  choice_tree tree = tree_of(r.choices);
  // Empty the first vector's span: the second must not be affected.
  const auto closes = matching_closes(tree);
  ASSERT_EQ(tree[1].what, tree_token::kind::open);
  tree.erase(tree.begin() + 2, tree.begin() + closes[1]);
  tree_source source(tree, 20);
  dynamic_source& dynamic = source;
  const auto v = g(dynamic);
  EXPECT_TRUE(std::get<0>(v).empty());
  EXPECT_EQ(std::get<1>(v), std::get<1>(r.value));
}

} // namespace
