// SPDX-License-Identifier: BSL-1.0
// The three assignments: concrete and symbolic runs agree, the buckets are those of the paper, the engines find tests.
#include "assess/engines.hpp"

#include <tali/assess/assignments.hpp>
#include <tali/assess/generate.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::assess;

std::unique_ptr<problem> assignment(const std::string& name) {
  if (name == "sortacle") {
    return sortacle();
  }
  if (name == "matcher") {
    return matcher();
  }
  return toposortacle();
}

std::unique_ptr<problem> tiny(const std::string& name) {
  if (name == "sortacle") {
    return sortacle({.least_in = 0, .least_out = 0, .most = 3, .last_name = 1, .last_age = 1});
  }
  if (name == "matcher") {
    return matcher({.least = 0, .most = 2, .last_number = 2, .most_hires = 4});
  }
  return toposortacle({.last_vertex = 2, .least_edges = 0, .most_edges = 3, .least_out = 0, .most_out = 4});
}

std::size_t published(const std::string& name) { return name == "sortacle" ? 22 : (name == "matcher" ? 44 : 37); }

/// Compares 64 at a time.
class agreement {
public:
  explicit agreement(const problem& p) : p_(p), e_(p.encode()) {}
  void add(const point& at) {
    batch_.push_back(at);
    if (batch_.size() == 64) {
      compare();
    }
  }
  void compare() {
    const std::vector<std::optional<pattern>> symbolic = symbolic_patterns(*e_, batch_);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      const std::optional<pattern> concrete = p_.pattern_of(batch_[i]);
      ASSERT_EQ(concrete, symbolic[i]) << to_json(p_.space().input, batch_[i]) << to_json(p_.space().output, batch_[i]);
      if (concrete) {
        met.insert(*concrete);
      }
      ++pairs;
    }
    batch_.clear();
  }
  std::set<pattern> met;
  std::size_t pairs = 0;

private:
  const problem& p_;
  std::unique_ptr<encoding> e_;
  std::vector<point> batch_;
};

class Assignment : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, Assignment, testing::Values("sortacle", "matcher", "toposortacle"));

TEST_P(Assignment, ConcreteAndSymbolicRunsAgreeOnRandomPairs) {
  const std::unique_ptr<problem> p = assignment(GetParam());
  agreement a(*p);
  rng random(40);
  point at = random_point(p->space(), random);
  while (a.pairs < 100'000 && !HasFatalFailure()) {
    const point other = random_point(p->space(), random);
    if (below(random, std::uint64_t{8}) == 0) {
      at = other;
    } else {
      point next = at;
      mutate(p->space(), next, other, random);
      at = std::move(next);
    }
    a.add(at);
  }
  EXPECT_GT(a.met.size(), published(GetParam()) / 2) << "the pairs are too much alike";
}

TEST_P(Assignment, ConcreteAndSymbolicRunsAgreeOnAllTinyPairs) {
  const std::unique_ptr<problem> p = tiny(GetParam());
  agreement a(*p);
  for_every_point(p->space(), [&](const point& at) {
    if (!HasFatalFailure()) {
      a.add(at);
    }
  });
  a.compare();
  EXPECT_GT(a.pairs, 4'000U);
  // The solver finds the same patterns, no fewer and no more; its assumptions without loss of generality exclude none.
  const suite s = search(*p, {.by = engine::sat, .tests = 1});
  for (const bucket& b : s.buckets) {
    EXPECT_EQ(b.is == bucket::state::found, a.met.contains(b.holds)) << describe_pattern(*p, b.holds);
  }
}

TEST_P(Assignment, SolverFindsThePublishedBucketsAndProvesTheOthersImpossible) {
  const std::unique_ptr<problem> p = assignment(GetParam());
  const suite s = search(*p, {.by = engine::sat, .tests = 3});
  EXPECT_EQ(s.count(bucket::state::found), published(GetParam()));
  EXPECT_EQ(s.count(bucket::state::impossible), 64 - published(GetParam()));
  EXPECT_EQ(s.tests(), 3 * published(GetParam()));
  for (const bucket& b : s.buckets) {
    if (b.is == bucket::state::impossible) {
      EXPECT_TRUE(b.because.excludes(b.holds));
    }
  }
  // Declared implications are consequences of the results.
  for (const implication& known : p->known()) {
    for (pattern holds = 0; holds <= p->all_hold(); ++holds) {
      if ((holds & known.given) == known.given && (holds & known.then) == 0) {
        EXPECT_TRUE(std::any_of(s.conflicts.begin(), s.conflicts.end(), [&](const conflict& c) {
          return c.excludes(holds);
        })) << describe(*p, known);
      }
    }
  }
}

TEST_P(Assignment, RandomEngineFillsEveryPossibleBucket) {
  const std::unique_ptr<problem> p = assignment(GetParam());
  const suite possible = search(*p, {.by = engine::sat, .tests = 1});
  search_settings settings{.by = engine::random};
  for (const bucket& b : possible.buckets) {
    if (b.is == bucket::state::found) {
      settings.buckets.push_back(b.holds);
    }
  }
  const suite s = search(*p, settings);
  std::set<std::string> texts;
  for (const bucket& b : s.buckets) {
    EXPECT_EQ(b.tests.size(), 10U) << describe_pattern(*p, b.holds);
    for (const test& t : b.tests) {
      EXPECT_EQ(p->pattern_of(t.at), b.holds);
      EXPECT_TRUE(texts.insert(text_of(p->space(), t.at)).second) << "twice: " << text_of(p->space(), t.at);
    }
  }
}

TEST(Search, IsRepeatable) {
  const auto p = toposortacle();
  const suite a = search(*p, {.tests = 2, .seed = 7});
  const suite b = search(*p, {.tests = 2, .seed = 7});
  ASSERT_EQ(a.buckets.size(), b.buckets.size());
  for (std::size_t i = 0; i < a.buckets.size(); ++i) {
    ASSERT_EQ(a.buckets[i].tests.size(), b.buckets[i].tests.size());
    for (std::size_t k = 0; k < a.buckets[i].tests.size(); ++k) {
      EXPECT_EQ(a.buckets[i].tests[k].at, b.buckets[i].tests[k].at);
    }
  }
}

TEST(Search, FocusedBucketsCloseOverImplications) {
  const auto p = toposortacle();
  const std::size_t number = p->index_of("same-number");
  const std::size_t no_new = p->index_of("no-new");
  const std::size_t dropped = p->index_of("none-dropped");
  const std::size_t unique = p->index_of("unique");
  const auto failing = [&](std::initializer_list<std::size_t> of) {
    pattern holds = p->all_hold();
    for (const std::size_t i : of) {
      holds &= ~(pattern{1} << i);
    }
    return holds;
  };
  // no-new, none-dropped and unique together imply same-number: one of them has to fail with it.
  const std::vector<pattern> of = focused_buckets(*p, number, p->known());
  EXPECT_EQ(std::set<pattern>(of.begin(), of.end()),
            (std::set<pattern>{failing({number, no_new}), failing({number, dropped}), failing({number, unique})}));
  const suite s = search(*p, {.by = engine::sat, .tests = 1, .buckets = focused_buckets(*p, p->known())});
  EXPECT_EQ(s.count(bucket::state::unknown), 0U);
  EXPECT_LT(s.buckets.size(), 20U);
}

struct numbers {
  template <class Make>
  auto input(Make& make) const {
    return make.integer(0, 30);
  }
  template <class Make>
  auto output(Make& make) const {
    return make.integer(0, 30);
  }
};

TEST(Search, ConcreteSubpropertiesAreLeftToTheRandomEngine) {
  problem_of<numbers> p("numbers", numbers{});
  p.subproperty("larger", "the output is larger", [](const auto& in, const auto& out) { return in < out; });
  p.concrete_only("bits", "the output has as many bits", [](int in, int out) {
    return __builtin_popcount(static_cast<unsigned>(in)) == __builtin_popcount(static_cast<unsigned>(out));
  });
  p.subproperty("not-smaller", "the output is not smaller", [](const auto& in, const auto& out) { return in <= out; });
  const suite s = search(p, {.idle_tries = 20'000});
  for (const bucket& b : s.buckets) {
    // Larger but smaller is refuted by the solver. Equal with different bits is outside of its model, and never found.
    const bool refuted = (b.holds & 0b101) == 0b001;
    const bool never_met = b.holds == 0b100;
    EXPECT_EQ(b.is, refuted     ? bucket::state::impossible
                    : never_met ? bucket::state::unknown
                                : bucket::state::found)
        << b.holds;
    EXPECT_EQ(b.tests.size(), refuted || never_met ? 0U : 10U);
  }
}

TEST_P(Assignment, PairsAsAGeneratorAreThePairsOfTheSpace) {
  const std::string name = GetParam();
  const std::unique_ptr<problem> p =
      name == "sortacle" ? sortacle({.least_in = 0, .least_out = 0, .most = 2, .last_name = 1, .last_age = 1})
      : name == "matcher"
          ? tiny(name)
          : toposortacle({.last_vertex = 1, .least_edges = 0, .most_edges = 2, .least_out = 0, .most_out = 3});
  const layout& l = p->space();
  std::set<std::string> all;
  for_every_point(l, [&](const point& at) { all.insert(text_of(l, at)); });
  const auto first_listing = [&](point at) { // a coordinate determines the order in which relations print their pairs
    for (const part* group : {&l.input, &l.output}) {
      for (const part& q : group->parts) {
        if (q.is == part::kind::relation) {
          at[q.length] = 0;
        }
      }
    }
    return at;
  };
  std::set<std::string> drawn;
  constexpr std::uint64_t seeds = 300'000;
  for (std::uint64_t seed = 0; seed < seeds && drawn.size() < all.size(); ++seed) {
    const std::string text = text_of(l, first_listing(sample(points(l), seed)));
    ASSERT_TRUE(all.contains(text)) << text;
    drawn.insert(text);
  }
  EXPECT_EQ(drawn.size(), all.size()); // the seeds are fixed, so this does not depend on chance
}

/// Two unrelated numbers: steps from pattern to pattern make no progress.
struct needle {
  template <class Make>
  auto input(Make& make) const {
    return make.integer(0, 299);
  }
  template <class Make>
  auto output(Make& make) const {
    return make.integer(0, 299);
  }
};

TEST(Search, ABucketThatStepsDoNotFindIsSampledForItself) {
  problem_of<needle> p("needle", needle{});
  p.subproperty("needle", "the one pair", [](const auto& in, const auto& out) { return in == 211 && out == 97; });
  search_settings settings;
  settings.by = engine::random;
  settings.tests = 1;
  settings.most_tries = 1; // no steps at all
  const suite found = search(p, settings);
  ASSERT_EQ(found.count(bucket::state::found), 2U);
  for (const bucket& b : found.buckets) {
    if (b.holds == 1) {
      EXPECT_EQ(b.tests.front().at, (point{211, 97}));
    }
  }
}

} // namespace
