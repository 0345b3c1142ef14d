// SPDX-License-Identifier: BSL-1.0
// Shrinking: the public challenges over many seeds, compared with published numbers, RapidCheck and Hypothesis.
//
// The failures are those that a default run finds first. Bounds, each printed next to its number: every seed finds the
// failure (99 % of them for the differences), one distinct result (three for binheap, bound5 and calculator), mean
// sizes at most Hypothesis's, mean evaluations at most Hypothesis's where published, under 5 ms for each case.
#include "../../tests/quality/shrink/challenges.hpp"
#include "common/measure.hpp"
#include "peers.hpp"

#include <cstdlib>
#include <fstream>
#include <map>

namespace {

constexpr double none = 0;

struct published {
  const char* name;
  double hypothesis; // mean evaluations: the larger of 5.23.11 (100 runs) and the ECOOP 2020 artifact
  double exhaust;    // mean evaluations of 1.5
  double size;       // mean of Hypothesis: ECOOP 2020 artifact, or the reflective generators' evaluation
  std::size_t distinct;
};
constexpr published table[] = {
    {"bound5", 136.9, 104.9, 2.12, 3},
    {"large_union_list", 341, 129.4, none, 1},
    {"reverse", 54, 7.8, 2, 1},
    {"calculator", 341, 13.3, 5, 3},
    {"lengthlist", 85, 19.8, none, 1},
    {"difference-1", none, 91.2, none, 1},
    {"difference-2", none, 85.6, none, 1},
    {"difference-3", none, 97.3, none, 1},
    {"binheap", 187, 127.5, 9.01, 3},
    {"coupling", 133, 23.2, 2.66, 1},
    {"deletion", 81, 4.5, 2, 1},
    {"distinct", 98, 10.6, none, 1},
    {"nestedlists", 88, 37.1, 1, 1},
    {"smart:binheap", none, none, 9.02, 3},
    {"smart:bound5", none, none, 2.08, 3},
    {"smart:calculator", none, none, 5, 3},
    {"smart:parser", 187, none, 3.31, 1},
    {"smart:reverse", none, none, 2, 1},
};
constexpr double most_milliseconds = 5;

const published& known_of(const std::string& name) {
  for (const published& p : table) {
    if (name == p.name) {
      return p;
    }
  }
  std::fprintf(stderr, "bench_shrink: nothing is known of the challenge %s\n", name.c_str());
  std::exit(2);
}

struct summary {
  double found = 0;
  double cases = 0;
  double evaluations = 0;
  double size = 0;
  double milliseconds = 0; // median
  double mean_milliseconds = 0;
  double slowest = 0;
  std::map<std::string, int> results;
};

summary measured(const challenges::challenge& c, std::uint64_t seeds) {
  summary s;
  std::vector<double> times;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const challenges::outcome o = c.run(seed);
    if (!o.found) {
      continue;
    }
    ++s.results[o.result];
    s.evaluations += static_cast<double>(o.evaluations);
    s.cases += static_cast<double>(o.cases);
    s.size += o.size;
    times.push_back(o.milliseconds);
  }
  s.found = static_cast<double>(times.size());
  if (!times.empty()) {
    s.evaluations /= s.found;
    s.cases /= s.found;
    s.size /= s.found;
    s.milliseconds = bench::median(times);
    for (const double t : times) {
      s.mean_milliseconds += t / s.found;
    }
    s.slowest = *std::max_element(times.begin(), times.end());
  }
  return s;
}

/// A figure with its bound, or the figure alone.
std::string beside(double value, double bound, int digits = 1) {
  char figure[32];
  char text[64];
  std::snprintf(figure, sizeof figure, "%.*f", digits, value);
  if (bound == none) {
    return figure;
  }
  std::snprintf(text, sizeof text, "%s (<= %.4g)", figure, bound);
  return text;
}

/// The output of bench/shrink/hypothesis_peer.py.
std::vector<bench::peer_result> read_peer(const char* path) {
  std::vector<bench::peer_result> all;
  std::ifstream file(path);
  bench::peer_result r;
  while (file >> r.name >> r.found >> r.evaluations >> r.milliseconds >> r.size >> r.distinct) {
    all.push_back(r);
  }
  return all;
}

void print_peers(const std::vector<std::pair<std::string, summary>>& ours,
                 const std::vector<std::pair<const char*, std::vector<bench::peer_result>>>& peers) {
  std::printf(
      "\nSide by side, each as its own default run finds the failure: runs of the property, mean ms, mean size, "
      "distinct results\n\n%-17s %-30s",
      "challenge", "tali");
  for (const auto& [name, results] : peers) {
    std::printf(" %-30s", results.empty() ? "" : name);
  }
  std::printf("\n");
  for (const auto& [name, s] : ours) {
    if (name.starts_with("smart:")) {
      continue;
    }
    std::printf("%-17s %7.1f %8.2f %6.2f %3zu      ", name.c_str(), s.evaluations, s.mean_milliseconds, s.size,
                s.results.size());
    for (const auto& [peer, results] : peers) {
      for (const bench::peer_result& r : results) {
        if (r.name == name && r.found > 0) {
          std::printf(" %7.1f %8.2f %6.2f %3zu      ", r.evaluations, r.milliseconds, r.size, r.distinct);
        } else if (r.name == name) {
          std::printf(" %-30s", "not found");
        }
      }
    }
    std::printf("\n");
  }
}

} // namespace

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  if (seeds == 0) {
    std::printf("usage: bench_shrink [seeds [results of hypothesis_peer.py]]\n");
    return 2;
  }
  bench::report report;
  std::printf(
      "%llu seeds each; evaluations are runs of the property after the first failure; bounds in parentheses\n\n",
      static_cast<unsigned long long>(seeds));
  std::printf("%-17s %7s %9s %16s %17s %8s %6s %12s %8s  %s\n", "challenge", "cases", "distinct", "size", "evaluations",
              "Exhaust", "ratio", "median ms", "slowest", "most frequent result");
  std::vector<std::pair<std::string, summary>> ours;
  for (const auto& list : {challenges::all(), challenges::smart_check()}) {
    for (const challenges::challenge& c : list) {
      const published& known = known_of(c.name);
      const summary s = measured(c, seeds);
      ours.emplace_back(c.name, s);
      report.at_least(c.name + ": seeds that found the failure", s.found, 0.99 * static_cast<double>(seeds));
      if (s.found == 0) {
        std::printf("%-17s not found\n", c.name.c_str());
        continue;
      }
      const auto top = std::max_element(s.results.begin(), s.results.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
      char ratio[16] = "";
      if (known.exhaust != none) {
        std::snprintf(ratio, sizeof ratio, "%.2f", s.evaluations / known.exhaust);
      }
      const auto distinct = static_cast<double>(s.results.size());
      std::printf("%-17s %7.1f %9s %16s %17s %8s %6s %12s %8.2f  %dx %s\n", c.name.c_str(), s.cases,
                  beside(distinct, static_cast<double>(known.distinct), 0).c_str(),
                  beside(s.size, known.size, 2).c_str(), beside(s.evaluations, known.hypothesis).c_str(),
                  known.exhaust != none ? beside(known.exhaust, none).c_str() : "", ratio,
                  beside(s.milliseconds, most_milliseconds, 2).c_str(), s.slowest, top->second, top->first.c_str());
      std::fflush(stdout);
      report.at_most(c.name + ": distinct results", distinct, static_cast<double>(known.distinct));
      report.at_most(c.name + ": median ms", s.milliseconds, most_milliseconds);
      if (known.hypothesis != none) {
        report.at_most(c.name + ": evaluations", s.evaluations, known.hypothesis);
      }
      if (known.size != none) {
        report.at_most(c.name + ": size", s.size, known.size);
      }
    }
  }
  std::printf("\n(Bounds of size and evaluations are Hypothesis's as published; ratio is our evaluations to Exhaust "
              "1.5's. Hypothesis's bound5 has\nlists of at most one element, ours of up to ten. Of single slow runs on "
              "a busy machine nothing is concluded: the bound is on the median.)\n");

  const std::vector<bench::peer_result> rapidcheck = bench::rapidcheck_results(seeds);
  const std::vector<bench::peer_result> hypothesis = argc > 2 ? read_peer(argv[2]) : std::vector<bench::peer_result>{};
  if (!rapidcheck.empty() || !hypothesis.empty()) {
    print_peers(ours, {{"RapidCheck", rapidcheck}, {"Hypothesis", hypothesis}});
  }
  if (rapidcheck.empty()) {
    std::printf("(no RapidCheck: install librapidcheck-dev and configure anew)\n");
  }
  if (hypothesis.empty()) {
    std::printf("(no Hypothesis: install python3-hypothesis, and run this through ./bench.sh shrink)\n");
  }
  return report.exit_code();
}
