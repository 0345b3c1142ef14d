// SPDX-License-Identifier: BSL-1.0
// Probabilities for the statistical tests: how likely would a perfect source be this far from the expected value?
//
// A test fails if the two-sided probability is below `alarm`. Seeds are fixed, so a test that passed once passes
// always; `alarm` is the probability that a perfect source would have been rejected when the test was written.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace statistics {

inline constexpr double alarm = 1e-9;

/// The regularized incomplete gamma functions: P(a, x) grows from 0 to 1 with x, Q = 1 - P. Series below the mean,
/// continued fraction (Lentz) above it, each computing the small one directly, so tiny tails keep their digits.
struct gamma_tails {
  double lower;
  double upper;
};

inline gamma_tails incomplete_gamma(double a, double x) {
  if (!(x > 0))
    return {0, 1};
  const double scale = std::exp(a * std::log(x) - x - std::lgamma(a));
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (double n = a + 1; term > sum * epsilon; ++n) {
      term *= x / n;
      sum += term;
    }
    return {sum * scale, 1 - sum * scale};
  }
  constexpr double tiny = std::numeric_limits<double>::min() / epsilon;
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double fraction = d;
  for (int i = 1; i < 100000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (std::fabs(d) < tiny)
      d = tiny;
    c = b + an / c;
    if (std::fabs(c) < tiny)
      c = tiny;
    d = 1 / d;
    fraction *= d * c;
    if (std::fabs(d * c - 1) < epsilon)
      break;
  }
  return {1 - fraction * scale, fraction * scale};
}

/// Probability that chi-square with `degrees` of freedom is at least as far out as `x`, on either side. Too good a fit
/// is as suspicious as too bad a one.
inline double chi_square_probability(double x, double degrees) {
  const gamma_tails tails = incomplete_gamma(degrees / 2, x / 2);
  return std::fmin(1.0, 2 * std::fmin(tails.lower, tails.upper));
}

/// Probability that a standard normal variable is at least as far out as z, on either side.
inline double normal_probability(double z) { return std::erfc(std::fabs(z) / std::sqrt(2.0)); }

/// Fit of counts to the given shares of their sum; the shares add up to 1.
inline double fit(const std::vector<std::uint64_t>& counts, const std::vector<double>& shares) {
  double total = 0;
  for (const std::uint64_t count : counts)
    total += static_cast<double>(count);
  double x = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * shares[i];
    const double off = static_cast<double>(counts[i]) - expected;
    x += off * off / expected;
  }
  return chi_square_probability(x, static_cast<double>(counts.size() - 1));
}

/// Fit of counts to equal shares.
inline double fit(const std::vector<std::uint64_t>& counts) {
  return fit(counts, std::vector<double>(counts.size(), 1 / static_cast<double>(counts.size())));
}

} // namespace statistics
