// SPDX-License-Identifier: BSL-1.0
// Shrinking: the public challenges over many seeds, beside the published evaluations of Hypothesis and Exhaust.
//
// Failures are those a default run finds first, not chosen ones. Bounds: one distinct result (three for binheap, bound5
// and calculator), mean evaluations at most Hypothesis's where published, under 5 ms for each case.
#include "../../tests/quality/shrink/challenges.hpp"
#include "common/measure.hpp"

#include <cstdlib>
#include <map>

namespace {

struct published {
  const char* name;
  double hypothesis; // mean evaluations: the larger of 5.23.11 (100 runs) and the ECOOP 2020 artifact; 0: none
  double exhaust;    // 1.5
  std::size_t distinct;
};
constexpr published table[] = {
    {"bound5", 136.9, 104.9, 3},  {"large_union_list", 341, 129.4, 1},
    {"reverse", 54, 7.8, 1},      {"calculator", 341, 13.3, 3},
    {"lengthlist", 85, 19.8, 1},  {"difference-1", 0, 91.2, 1},
    {"difference-2", 0, 85.6, 1}, {"difference-3", 0, 97.3, 1},
    {"binheap", 187, 127.5, 3},   {"coupling", 133, 23.2, 1},
    {"deletion", 81, 4.5, 1},     {"distinct", 98, 10.6, 1},
    {"nestedlists", 88, 37.1, 1},
};

} // namespace

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  if (seeds == 0) {
    std::printf("usage: bench_shrink [seeds]\n");
    return 2;
  }
  bench::report report;
  std::printf("%llu seeds each; evaluations are runs of the property after the first failure\n\n",
              static_cast<unsigned long long>(seeds));
  std::printf("%-17s %7s %9s %7s %11s %8s %9s %10s  %s\n", "challenge", "cases", "distinct", "evals", "Hypothesis",
              "Exhaust", "ratio", "median ms", "most frequent result");
  for (const challenges::challenge& c : challenges::all()) {
    const published* known = nullptr;
    for (const published& p : table) {
      known = c.name == p.name ? &p : known;
    }
    std::map<std::string, int> results;
    std::vector<double> times;
    double evaluations = 0;
    double cases = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const challenges::outcome o = c.run(seed);
      if (!o.found) {
        continue;
      }
      ++results[o.result];
      evaluations += static_cast<double>(o.evaluations);
      cases += static_cast<double>(o.cases);
      times.push_back(o.milliseconds);
    }
    const auto found = static_cast<double>(times.size());
    const auto top = std::max_element(results.begin(), results.end(),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
    const double mean = evaluations / found;
    const double ms = bench::median(times);
    std::printf("%-17s %7.1f %9zu %7.1f %11.1f %8.1f %9.2f %10.3f  %dx %s\n", c.name.c_str(), cases / found,
                results.size(), mean, known->hypothesis, known->exhaust, mean / known->exhaust, ms, top->second,
                top->first.c_str());
    std::fflush(stdout);
    report.at_least(c.name + ": seeds that found the failure", found, 0.99 * static_cast<double>(seeds));
    report.at_most(c.name + ": distinct results", static_cast<double>(results.size()),
                   static_cast<double>(known->distinct));
    if (known->hypothesis > 0) {
      report.at_most(c.name + ": evaluations", mean, known->hypothesis);
    }
    report.at_most(c.name + ": median ms", ms, 5);
  }
  std::printf("\n(ratio: our evaluations to Exhaust 1.5's. Hypothesis's bound5 has lists of at most one element.)\n");
  return report.exit_code();
}
