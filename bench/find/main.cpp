// SPDX-License-Identifier: BSL-1.0
// Finding: the share of seeds whose run of 1,000 cases meets each of more than 100 rare events.
//
// tests/quality/find has the events and their bounds. A bound that is not a promise is 0.95 where all of 100 seeds met
// the event. Otherwise it is the measured share p, less four standard deviations of the share of 200 seeds and two of
// that of 100 seeds, rounded down to a multiple of 0.05: if p is right, other seeds miss the bound with a probability
// below 1 in 10,000. Events with the bound 0 are only reported.
#include "../../tests/quality/find/events.hpp"
#include "common/measure.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using find_quality::event;

int usage() {
  std::printf("usage: bench_find [--seeds N] [--cases N] [--only TEXT] [--first SEED]\n\n"
              "  --seeds N     runs of each event (200)\n"
              "  --cases N     cases of a run (1000)\n"
              "  --only TEXT   only the events whose group or name contains this text\n"
              "  --first SEED  the first seed (1)\n");
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  std::uint64_t seeds = 200;
  std::uint64_t first = 1;
  std::int64_t cases = 1000;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (std::strcmp(argv[i], "--seeds") == 0 && more) {
      seeds = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--cases") == 0 && more) {
      cases = std::strtoll(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--first") == 0 && more) {
      first = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--only") == 0 && more) {
      only = argv[++i];
    } else {
      return usage();
    }
  }
  bench::report report;
  std::string_view group;
  std::size_t count = 0;
  std::printf("share of %llu seeds that meet an event within %lld cases\n", static_cast<unsigned long long>(seeds),
              static_cast<long long>(cases));
  for (const auto events : {find_quality::text_events(), find_quality::number_events(),
                            find_quality::container_events(), find_quality::structure_events()}) {
    for (const event& e : events) {
      if (e.group.find(only) == std::string_view::npos && e.name.find(only) == std::string_view::npos) {
        continue;
      }
      if (e.group != group) {
        group = e.group;
        std::printf("\n%-50s %7s %7s %18s\n", std::string(group).c_str(), "found", "bound", "Hypothesis, 150");
      }
      std::uint64_t found = 0;
      for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        found += e.found(seed, cases) ? 1U : 0U;
      }
      const double share = static_cast<double>(found) / static_cast<double>(seeds);
      std::printf("  %-48s %7.3f %7.2f", std::string(e.name).c_str(), share, e.bound);
      if (e.hypothesis > 0) {
        std::printf(" %8s %9.2f", ">=", e.hypothesis);
      }
      std::printf("%s\n", share < e.bound ? "  MISSED" : "");
      std::fflush(stdout);
      report.at_least(std::string(e.group) + ": " + std::string(e.name), share, e.bound);
      ++count;
    }
  }
  std::printf("\n%zu events\n", count);
  return report.exit_code();
}
