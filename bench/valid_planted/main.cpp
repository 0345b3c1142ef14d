// SPDX-License-Identifier: BSL-1.0
// A planted bug in the deletion of a balanced tree: the number of runs of a second each that find it, with trees from
// gen::valid and from gen::filter. Both are given only the type and the precondition.
//
//   bench_valid_planted [runs] [seconds] [mistake]
#include "avl.hpp"
#include "common/measure.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct tally {
  int found = 0;
  double seconds = 0; // until found, longest
};

// Each run trains again: the training is part of the budget.
template <class Trees>
tally count(const Trees& trees, planted::mistake m, int runs, double seconds) {
  tally t;
  for (int i = 0; i < runs; ++i) {
    // The training of gen::valid always has the same seed; here it differs, so that each run is a new attempt.
    // These seeds differ from those the search was tuned with.
    const auto seed = static_cast<std::uint64_t>(i) + 1001;
    const auto start = std::chrono::steady_clock::now();
    // The whole time is spent on searching, however much is discarded.
    const tali::settings how{.time_budget = tali::milliseconds(std::lround(seconds * 1000)),
                             .seed = seed,
                             .discard_ratio = 1'000'000,
                             .shrink = 0,
                             .explain = 0,
                             .store = "off"};
    const tali::result r = planted::check_erase(trees(seed), m, how);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const bool found = r.status == tali::run_status::failed;
    t.found += found ? 1 : 0;
    t.seconds = found ? std::max(t.seconds, took) : t.seconds;
  }
  return t;
}

} // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 100;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 1;
  bench::report bounds;
  std::printf("planted in the deletion of an AVL tree: found in %d runs of %.3g s\n", runs, seconds);
  std::printf("%-16s %12s %12s   longest until found\n", "", "gen::valid", "gen::filter");
  const std::string only = argc > 3 ? argv[3] : "";
  const auto both = [&](const char* name, planted::mistake m) {
    if (!only.empty() && only != name) {
      return;
    }
    const tally valid = count(
        [](std::uint64_t seed) {
          tali::learn::valid_options options;
          options.seed = seed;
          return planted::valid_trees(options);
        },
        m, runs, seconds);
    const tally filter = count([](std::uint64_t /*seed*/) { return planted::filtered_trees(); }, m, runs, seconds);
    std::printf("%-16s %12d %12d   %.2f s\n", name, valid.found, filter.found, valid.seconds);
    std::fflush(stdout);
    bounds.at_least(std::string(name) + ": share found with gen::valid", valid.found / static_cast<double>(runs), 0.95);
    bounds.at_most(std::string(name) + ": share found with gen::filter", filter.found / static_cast<double>(runs),
                   0.19);
  };
  both("single rotation", planted::mistake::single_rotation);
  both("stale path", planted::mistake::stale_path);
  return bounds.exit_code();
}
