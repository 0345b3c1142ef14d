// SPDX-License-Identifier: BSL-1.0
// The test is that of QuickCheck's checkCoverage. From the hits so far, Wilson's score interval ("Probable inference,
// the law of succession, and statistical inference", JASA 1927) at two-sided error 10^-9 gives bounds low and high for
// the true share p. A requirement r is
//
//   accepted   if low >= 0.9 r: then p is at least nine tenths of the required share, except with probability 10^-9;
//   refuted    if high < r:     then p is less than the required share, except with probability 10^-9;
//   undecided  otherwise: the run continues.
//
// Without the tolerance of one tenth, a share exactly equal to the requirement could never be decided. With it, every
// share can be decided: between 0.9 r and r both verdicts are right, elsewhere only one is, and about (6.1 / 0.05)^2 (1
// - r) / r cases decide even the worst share, 60,000 for 20 %.
//
// The runner checks after `cases` cases and whenever their number has doubled, up to coverage_factor times `cases`
// (128: eight checks). So the probability of a wrong verdict is at most 8 * 10^-9 / 2 for each requirement and run,
// because only one side of the interval counts: one false alarm in some hundred million runs. (In the far tail and for
// few hits, the interval is approximate: its error is within that order of magnitude.)
#include "property/observe/coverage_check.hpp"

#include <algorithm>
#include <cmath>

namespace tali::detail {

namespace {

constexpr double z = 6.109410204869; // the normal quantile of 1 - 10^-9 / 2
constexpr double tolerance = 0.9;

} // namespace

void decide_coverage(coverage_summary& c) noexcept {
  c.low = 0;
  c.high = 100;
  c.verdict = coverage_verdict::undecided;
  if (c.cases == 0) {
    return;
  }
  const auto n = static_cast<double>(c.cases);
  const double p = static_cast<double>(c.hits) / n;
  const double middle = p + z * z / (2 * n);
  const double reach = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  c.low = 100 * std::clamp((middle - reach) / scale, 0.0, 1.0);
  c.high = 100 * std::clamp((middle + reach) / scale, 0.0, 1.0);
  if (c.low >= tolerance * c.required) {
    c.verdict = coverage_verdict::accepted;
  } else if (c.high < c.required) {
    c.verdict = coverage_verdict::refuted;
  }
}

void decide_exhaustive_coverage(coverage_summary& c) noexcept {
  c.low = c.high = c.cases == 0 ? 0 : 100 * static_cast<double>(c.hits) / static_cast<double>(c.cases);
  c.verdict = c.hits == 0 && c.required > 0 ? coverage_verdict::refuted : coverage_verdict::accepted;
}

} // namespace tali::detail
