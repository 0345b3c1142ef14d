// SPDX-License-Identifier: BSL-1.0
// Permutations and divisions have the documented probabilities, by the chi-square test. `statistics::alarm` is the
// probability with which each of these tests would have rejected a perfect generator when it was written; seeds are
// fixed.
#include "unit/random/statistics.hpp"

#include <tali/gen.hpp>
#include <tali/gen/permutation.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace {

namespace gen = tali::gen;
using ints = std::vector<int>;

/// The fit of values to probabilities that depend on the value; `sum` is the sum of the probabilities of the seen
/// values.
template <class G, class P>
double fit(const G& g, std::size_t draws, std::size_t expected_values, const P& probability) {
  std::map<tali::value_of<G>, std::uint64_t> counts;
  for (const auto& v : tali::samples(g, draws, 2024)) {
    ++counts[v];
  }
  EXPECT_EQ(counts.size(), expected_values);
  std::vector<std::uint64_t> seen;
  std::vector<double> shares;
  double sum = 0;
  for (const auto& [value, count] : counts) {
    seen.push_back(count);
    shares.push_back(probability(value));
    sum += shares.back();
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  return statistics::fit(seen, shares);
}

template <class G>
double fit_uniform(const G& g, std::size_t draws, std::size_t values) {
  return fit(g, draws, values, [values](const auto&) { return 1.0 / static_cast<double>(values); });
}

TEST(permutations_long, are_uniform) {
  EXPECT_GT(fit_uniform(gen::permutation(ints{1, 2, 3, 4, 5}), 240000, 120), statistics::alarm);
  EXPECT_GT(fit_uniform(gen::permutation_of<int>(6), 500000, 720), statistics::alarm);
  EXPECT_GT(fit_uniform(gen::shuffled(gen::exact(ints{1, 2, 3})), 60000, 6), statistics::alarm);
}

TEST(permutations, of_many_values_move_each_anywhere) {
  constexpr std::size_t n = 300;
  std::vector<std::uint64_t> places(n);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const auto p = tali::sample(gen::permutation_of(n), seed);
    for (std::size_t i = 0; i < n; ++i) {
      places[(p[i] + n - i) % n] += 1;
    }
  }
  EXPECT_GT(statistics::fit(places), statistics::alarm);
}

TEST(permutations, of_a_hundred_thousand_take_no_quadratic_time) {
  const auto p = tali::sample(gen::permutation_of(100000), 1);
  std::vector<bool> seen(p.size());
  for (const std::size_t i : p) {
    seen[i] = true;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 100000);
}

TEST(permutations, simplest_is_the_order_given) {
  const ints given{3, 1, 2};
  EXPECT_EQ(tali::replay(gen::permutation(given), {}, 10, tali::choices::past_end::simplest), given);
}

double choose(double n, double k) {
  return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}

TEST(subsequences_long, have_every_length_equally_often) {
  const auto probability = [](const ints& v) { return 1 / (6 * choose(5, static_cast<double>(v.size()))); };
  EXPECT_GT(fit(gen::subsequence(ints{1, 2, 3, 4, 5}), 200000, 32, probability), statistics::alarm);
}

TEST(subsequences_long, within_bounds_have_every_length_equally_often) {
  const auto probability = [](const ints& v) { return 1 / (3 * choose(7, static_cast<double>(v.size()))); };
  EXPECT_GT(fit(gen::subsequence(ints{1, 2, 3, 4, 5, 6, 7}, 2, 4), 300000, 21 + 35 + 35, probability),
            statistics::alarm);
  EXPECT_GT(fit_uniform(gen::subsequence(ints{1, 2, 3, 4, 5, 6}, 3, 3), 100000, 20), statistics::alarm);
}

TEST(subsequences, of_long_lists_keep_their_bounds) {
  // Too many for a table of exact odds.
  const ints many(20000, 1);
  for (const auto& v : tali::samples(gen::subsequence(many, 1000, 1100), 20, 1)) {
    EXPECT_GE(v.size(), 1000U);
    EXPECT_LE(v.size(), 1100U);
  }
}

TEST(partitions, are_uniform) {
  EXPECT_GT(fit_uniform(gen::partition(6, 3), 100000, 28), statistics::alarm);
  EXPECT_GT(fit_uniform(gen::partition(3, 4), 100000, 20), statistics::alarm);
}

TEST(divisions, have_every_number_of_groups_equally_often) {
  const auto probability = [](const std::vector<ints>& v) {
    return 1 / (5 * choose(4, static_cast<double>(v.size() - 1)));
  };
  EXPECT_GT(fit(gen::partition_of(ints{1, 2, 3, 4, 5}), 100000, 16, probability), statistics::alarm);
}

} // namespace
