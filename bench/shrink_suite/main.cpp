// SPDX-License-Identifier: BSL-1.0
// Shrinking of the second fixed suite: how many runs end in the simplest failing value, and in how many evaluations.
//
// tests/quality/shrink_suite/suite.hpp has the challenges. Nothing is tuned with them.
#include "../../tests/quality/shrink_suite/suite.hpp"
#include "common/measure.hpp"

#include <cstdlib>
#include <map>

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const std::string only = argc > 2 ? argv[2] : "";
  if (seeds == 0) {
    std::printf("usage: bench_shrink_suite [seeds [challenge]]\n");
    return 2;
  }
  std::printf("%-20s %6s %10s %12s  %s\n", "challenge", "found", "minimal %", "mean runs", "other results");
  double share = 0;
  double runs = 0;
  double count = 0;
  for (const shrink_suite::challenge& c : shrink_suite::all()) {
    if (!only.empty() && c.name != only) {
      continue;
    }
    std::map<std::string, int> others;
    double found = 0;
    double minimal = 0;
    double mean = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const shrink_suite::outcome o = c.run(seed);
      if (!o.found) {
        continue;
      }
      ++found;
      mean += static_cast<double>(o.evaluations);
      if (o.result == c.minimum) {
        ++minimal;
      } else {
        ++others[o.result];
      }
    }
    const double percent = found > 0 ? 100 * minimal / found : 0;
    mean /= std::max(1.0, found);
    const auto top = std::max_element(others.begin(), others.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
    std::printf("%-20s %6.0f %10.1f %12.1f", c.name.c_str(), found, percent, mean);
    if (top != others.end()) {
      std::printf("  %zu others, %dx %.60s", others.size(), top->second, top->first.c_str());
    }
    std::printf("\n");
    share += percent;
    runs += mean;
    ++count;
  }
  std::printf("\n%-20s %6.0f %10.1f %12.1f\n", "all", count, share / count, runs / count);
  bench::report report;
  report.at_least("minimal, %", share / count, 95);
  return report.exit_code();
}
