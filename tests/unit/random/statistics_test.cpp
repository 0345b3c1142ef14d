// SPDX-License-Identifier: BSL-1.0
// The probabilities that the statistical tests use, against closed forms and published quantiles.
#include "statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using statistics::chi_square_probability;
using statistics::incomplete_gamma;
using statistics::normal_probability;

TEST(statistics, chi_square_with_two_degrees_is_exponential) {
  for (const double x : {0.1, 1.0, 2.0, 5.0, 20.0, 60.0}) {
    EXPECT_NEAR(incomplete_gamma(1, x / 2).upper / std::exp(-x / 2), 1, 1e-12) << x;
    EXPECT_NEAR(incomplete_gamma(1, x / 2).lower / -std::expm1(-x / 2), 1, 1e-12) << x;
  }
}

TEST(statistics, chi_square_with_one_degree_is_a_squared_normal) {
  for (const double z : {0.1, 1.0, 2.0, 3.0, 6.0})
    EXPECT_NEAR(incomplete_gamma(0.5, z * z / 2).upper / normal_probability(z), 1, 1e-10) << z;
}

TEST(statistics, chi_square_quantiles_are_those_of_the_tables) {
  EXPECT_NEAR(incomplete_gamma(5, 18.307 / 2).upper, 0.05, 1e-5);      // 10 degrees
  EXPECT_NEAR(incomplete_gamma(50, 135.807 / 2).upper, 0.01, 1e-6);    // 100 degrees
  EXPECT_NEAR(incomplete_gamma(50, 70.065 / 2).lower, 0.01, 1e-6);     // 100 degrees, the other side
  EXPECT_NEAR(incomplete_gamma(127.5, 330.52 / 2).upper, 0.001, 1e-6); // 255 degrees
  EXPECT_NEAR(incomplete_gamma(4096, 8192.0 / 2).upper, 0.4979, 1e-4); // 8192 degrees: half, as nearly normal
}

TEST(statistics, probability_is_small_on_both_sides_and_one_in_the_middle) {
  EXPECT_LT(chi_square_probability(500, 255), 1e-9);
  EXPECT_LT(chi_square_probability(120, 255), 1e-9);
  EXPECT_GT(chi_square_probability(254, 255), 0.9);
  EXPECT_EQ(chi_square_probability(0, 255), 0);
}

TEST(statistics, six_sigma_and_a_bit_is_the_alarm) {
  EXPECT_GT(normal_probability(6.1), statistics::alarm);
  EXPECT_LT(normal_probability(6.2), statistics::alarm);
}

TEST(statistics, fit_accepts_the_expected_and_refuses_the_rest) {
  EXPECT_GT(statistics::fit({1010, 980, 1025, 985}), 0.1);
  EXPECT_LT(statistics::fit({1200, 900, 900, 1000}), 1e-9);
  EXPECT_GT(statistics::fit({2010, 990, 1000}, {0.5, 0.25, 0.25}), 0.1);
  EXPECT_LT(statistics::fit({1333, 1333, 1334}, {0.5, 0.25, 0.25}), 1e-9);
}

} // namespace
