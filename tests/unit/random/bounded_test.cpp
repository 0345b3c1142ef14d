// SPDX-License-Identifier: BSL-1.0
// Bounded draws are uniform, whatever the bound. Chi-square, two-sided; a perfect source would fail one check with
// probability 1e-9 (statistics::alarm), and there are about a hundred of them.
#include "checks.hpp"
#include "faulty.hpp"

#include <tali/random/rng.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using statistics::alarm;
using u64 = std::uint64_t;
using tali::choices::between;
using tali::choices::rng;

constexpr int draws = 1000000;
constexpr u64 max = std::numeric_limits<u64>::max();
constexpr u64 three_quarters = 3 * (u64{1} << 62); // 4 words for 3 values: the bound where rejection matters most

auto from(rng& engine, u64 last) {
  return [&engine, last] { return between(engine, last); };
}

class small_bound : public testing::TestWithParam<u64> {};

TEST_P(small_bound, every_value_is_equally_likely) {
  const u64 n = GetParam();
  rng engine(n);
  EXPECT_GT(checks::each_value(from(engine, n - 1), n - 1, draws), alarm);
}

INSTANTIATE_TEST_SUITE_P(n, small_bound, testing::Values(2, 3, 5, 6, 7, 10, 15, 16, 17, 100, 255, 256, 257, 1001));

class any_bound : public testing::TestWithParam<u64> {};

TEST_P(any_bound, slices_and_remainders_are_equally_likely) {
  const u64 n = GetParam();
  rng engine = rng::stream(1, n);
  EXPECT_GT(checks::each_slice(from(engine, n - 1), n - 1, draws), alarm);
  for (const unsigned m : {2U, 3U, 16U, 61U})
    EXPECT_GT(checks::each_remainder(from(engine, n - 1), n - 1, m, draws), alarm) << "modulo " << m;
}

std::vector<u64> wide_bounds() {
  std::vector<u64> result = {1000000007, three_quarters, three_quarters + 1, max};
  for (const int k : {8, 16, 31, 32, 33, 48, 53, 62, 63}) {
    for (const u64 n : {(u64{1} << k) - 1, u64{1} << k, (u64{1} << k) + 1})
      result.push_back(n);
  }
  return result;
}
INSTANTIATE_TEST_SUITE_P(n, any_bound, testing::ValuesIn(wide_bounds()));

TEST(full_range, every_byte_is_uniform) {
  for (int position = 0; position < 8; ++position) {
    rng engine = rng::stream(2, static_cast<u64>(position));
    EXPECT_GT(checks::byte(from(engine, max), position, draws), alarm) << "byte " << position;
  }
}

TEST(full_range, neighbouring_words_are_independent) {
  for (int shift = 0; shift <= 60; shift += 4) {
    rng engine = rng::stream(3, static_cast<u64>(shift));
    EXPECT_GT(checks::pairs(from(engine, max), shift, draws), alarm) << "from bit " << shift;
  }
  rng engine(4);
  EXPECT_GT(checks::serial_correlation(from(engine, max), draws), alarm);
  EXPECT_GT(checks::bit_distance(from(engine, max), draws), alarm);
}

TEST(unit_real, is_uniform) {
  rng engine(5);
  const auto thousandth = [&] { return static_cast<u64>(tali::choices::unit_real(engine) * 1000); };
  EXPECT_GT(checks::each_value(thousandth, 999, draws), alarm);
}

// The checks detect faults. Each of these faults has occurred in published code.

TEST(faulty_bound, remainder_of_a_wide_range_is_found) {
  rng engine(1);
  const auto draw = [&] { return faulty::by_remainder(engine, three_quarters - 1); };
  EXPECT_LT(checks::each_slice(draw, three_quarters - 1, draws), alarm);
}

TEST(faulty_bound, a_missing_rejection_is_found) {
  rng engine(1);
  const auto draw = [&] { return faulty::by_product(engine, three_quarters - 1); };
  EXPECT_GT(checks::each_slice(draw, three_quarters - 1, draws), alarm); // invisible in coarse slices
  EXPECT_LT(checks::each_remainder(draw, three_quarters - 1, 3, draws), alarm);
}

TEST(faulty_bound, a_missing_last_value_is_found) {
  rng engine(1);
  for (const u64 last : {u64{2}, u64{9}, u64{99}, u64{1000}})
    EXPECT_LT(checks::each_value([&] { return faulty::one_short(engine, last); }, last, draws), alarm) << last;
}

TEST(faulty_words, a_coin_of_51_to_49_is_found) {
  faulty::lopsided words{rng(1)};
  EXPECT_LT(checks::byte([&] { return words(); }, 7, draws), alarm);
  EXPECT_GT(checks::byte([&] { return words(); }, 0, draws), alarm);
}

TEST(faulty_words, too_even_is_found_as_well) {
  faulty::counter words;
  EXPECT_LT(checks::byte([&] { return words(); }, 0, draws), alarm);
  EXPECT_LT(checks::bit_distance([&] { return words(); }, draws), alarm);
}

} // namespace
