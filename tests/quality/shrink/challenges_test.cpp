// SPDX-License-Identifier: BSL-1.0
// Shrink quality as numbers: every public challenge and the five SmartCheck cases, 100 seeds each, from failures found
// at default sizes.
//
// Every run must end in the known minimum, with a mean size at most Hypothesis's where that is published. The bounds on
// mean evaluations are what Hypothesis needs on the same challenge where that is published (5.23 and the ECOOP 2020
// artifact, whichever is larger), otherwise what we reached, with room for a changed starting point. Deterministic:
// fixed seeds.
#include "challenges.hpp"

#include <gtest/gtest.h>

#include <map>

namespace {

constexpr std::uint64_t seeds = 100;

struct expectation {
  const char* name;
  std::vector<std::string> minima;
  double evaluations; // mean, at most
  double size = 1000; // mean, at most
};

class shrink_challenges : public testing::TestWithParam<expectation> {};

TEST_P(shrink_challenges, end_in_the_known_minimum) {
  const expectation& wanted = GetParam();
  std::vector<challenges::challenge> all = challenges::all();
  for (challenges::challenge& c : challenges::smart_check()) {
    all.push_back(std::move(c));
  }
  for (const challenges::challenge& c : all) {
    if (c.name != wanted.name) {
      continue;
    }
    std::map<std::string, int> results;
    double evaluations = 0;
    double size = 0;
    std::uint64_t found = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const challenges::outcome o = c.run(seed);
      if (!o.found) {
        continue;
      }
      ++found;
      ++results[o.result];
      evaluations += static_cast<double>(o.evaluations);
      size += o.size;
    }
    EXPECT_EQ(found, seeds) << "not every seed found a failure within the cases allowed";
    for (const auto& [result, count] : results) {
      EXPECT_NE(std::find(wanted.minima.begin(), wanted.minima.end(), result), wanted.minima.end())
          << count << " of " << found << " runs ended in " << result;
    }
    const double mean = evaluations / static_cast<double>(found);
    EXPECT_LE(mean, wanted.evaluations);
    EXPECT_LE(size / static_cast<double>(found), wanted.size);
    RecordProperty("mean_evaluations", std::to_string(mean));
    RecordProperty("distinct_results", static_cast<int>(results.size()));
    return;
  }
  FAIL() << "no challenge " << wanted.name;
}

INSTANTIATE_TEST_SUITE_P(
    all, shrink_challenges,
    testing::Values(expectation{"bound5", {"[[], [], [], [-1], [-32768]]"}, 136.9},
                    expectation{"large_union_list", {"[[0, 1, -1, 2, -2]]"}, 341},
                    expectation{"reverse", {"[0, 1]"}, 46},
                    expectation{"calculator", {"(0 / (0 + 0))", "(0 / (0 / 1))"}, 200},
                    expectation{"lengthlist", {"[900]"}, 85}, expectation{"difference-1", {"(10, 10)"}, 100},
                    expectation{"difference-2", {"(10, 6)"}, 110}, expectation{"difference-3", {"(10, 9)"}, 100},
                    expectation{"binheap",
                                {"(0 (0 (0 E E) E) (1 E E))", "(0 E (0 (1 E E) (0 E E)))", "(0 E (0 (0 E E) (1 E E)))"},
                                187},
                    expectation{"coupling", {"[1, 0]"}, 133}, expectation{"deletion", {"([0, 0], 0)"}, 81},
                    expectation{"distinct", {"[0, 1, -1]"}, 98},
                    expectation{"nestedlists", {"[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]"}, 88},
                    expectation{"smart:binheap",
                                {"(0 (0 (0 E E) E) (1 E E))", "(0 E (0 (1 E E) (0 E E)))", "(0 E (0 (0 E E) (1 E E)))"},
                                187,
                                9.02},
                    expectation{"smart:bound5", {"[[], [], [], [-1], [-32768]]"}, 250, 2.08},
                    expectation{"smart:calculator", {"(0 / (0 + 0))", "(0 / (0 / 1))"}, 200, 5.0},
                    expectation{"smart:parser", {"program () (function a (and (bool 0) (bool 1)) ())"}, 187, 3.31},
                    expectation{"smart:reverse", {"[0, 1]"}, 54, 2.0}),
    [](const auto& which) {
      std::string name = which.param.name;
      std::replace_if(name.begin(), name.end(), [](char c) { return c == '-' || c == ':'; }, '_');
      return name;
    });

} // namespace
