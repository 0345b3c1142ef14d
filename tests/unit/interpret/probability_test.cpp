// SPDX-License-Identifier: BSL-1.0
// The probability of values with several integers of wide ranges, which depend on one another.
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace {

using namespace tali;
using pair = std::tuple<int, int>;

const auto two = gen::tuple(gen::integer<int>(), gen::integer<int>());

/// Whether a number of hits fits a probability: within 6 standard deviations, which a correct probability misses with
/// a probability of less than 3 * 10^-9 (the seeds are fixed).
void expect_share(std::uint64_t hits, std::uint64_t of, double p) {
  const double mean = p * static_cast<double>(of);
  EXPECT_NEAR(static_cast<double>(hits), mean, 6 * std::sqrt(mean) + 1) << p;
}

// As independent draws, (64, 64) would have a probability of 1.7 * 10^-6.
TEST(probability, of_equal_integers_is_that_of_sampling) {
  std::map<pair, std::uint64_t> seen;
  constexpr std::uint64_t samples = 400'000;
  for (std::uint64_t seed = 0; seed < samples; ++seed) {
    ++seen[sample(two, seed)];
  }
  const int limit = std::numeric_limits<int>::max();
  for (const pair& v : {pair{64, 64}, pair{0, 0}, pair{64, 65}, pair{limit, limit}, pair{limit, 0}, pair{1, 2}}) {
    const choices::likelihood p = probability(two, v);
    EXPECT_TRUE(p.exact());
    EXPECT_EQ(p.at_least, p.at_most);
    expect_share(seen[v], samples, p.at_least);
  }
  EXPECT_GT(probability(two, {64, 64}).at_least, 5e-5);
}

// All values of a small domain: the probabilities add up to 1.
TEST(probability, of_all_pairs_and_triples_is_one) {
  constexpr int last = 16;
  const auto number = gen::integer(0, last).edgy();
  double pairs = 0;
  double triples = 0;
  for (int a = 0; a <= last; ++a) {
    for (int b = 0; b <= last; ++b) {
      const choices::likelihood p = probability(gen::tuple(number, number), {a, b});
      EXPECT_TRUE(p.exact());
      pairs += p.at_least;
      for (int c = 0; c <= last; ++c) {
        triples += probability(gen::tuple(number, number, number), {a, b, c}).at_least;
      }
    }
  }
  EXPECT_NEAR(pairs, 1, 1e-9);
  EXPECT_NEAR(triples, 1, 1e-9);
}

// The numbers before the last one differ between the ways.
TEST(probability, follows_each_way) {
  const auto g = gen::map(
      gen::tuple(gen::pick(gen::branch(1, gen::integer<int>()), gen::branch(1, gen::exact(64))), gen::integer<int>()),
      [](pair p) { return p; }, [](pair p) { return p; });
  const double first = probability(gen::integer<int>(), 64).at_least;
  const double both = probability(two, {64, 64}).at_least;
  const choices::likelihood p = probability(g, {64, 64});
  EXPECT_TRUE(p.exact());
  EXPECT_NEAR(p.at_least, 0.5 * both + 0.5 * first, 1e-12);
}

TEST(probability, of_many_integers_has_bounds_that_contain_the_share) {
  const auto four =
      gen::tuple(gen::integer(0, 3000), gen::integer(0, 3000), gen::integer(0, 3000), gen::integer(0, 3000));
  const std::tuple<int, int, int, int> zeros{0, 0, 0, 0};
  constexpr std::uint64_t samples = 200'000;
  std::uint64_t hits = 0;
  for (std::uint64_t seed = 0; seed < samples; ++seed) {
    hits += sample(four, seed) == zeros ? 1U : 0U;
  }
  const choices::likelihood p = probability(four, zeros);
  EXPECT_FALSE(p.exact());
  EXPECT_GT(p.at_least, 0);
  const double share = static_cast<double>(hits) / static_cast<double>(samples);
  EXPECT_LE(p.at_least, share);
  EXPECT_GE(p.at_most, share);
  EXPECT_EQ(p.unexplored.size(), 1U);
  // Small ranges are uniform: any number of them is exact.
  const choices::likelihood uniform = probability(gen::vector(gen::integer(0, 9), 5, 5), {1, 2, 3, 4, 5});
  EXPECT_TRUE(uniform.exact());
  EXPECT_NEAR(uniform.at_least, 1e-5, 1e-15);
}

} // namespace
