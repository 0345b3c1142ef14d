// SPDX-License-Identifier: BSL-1.0
// The cost of the runner for each passing case: everything between the property's body and the verdict, with counting
// of duplicates, and the drawing of the argument.
//
// Bounds: an empty property over one int takes less than 30 ns per case, without allocation; a case of reverse-twice on
// vectors of int, both at their default settings, is at least 20 times as fast as with RapidCheck. Rows without a bound
// are for comparison.
//
// Usage: bench_overhead [rounds]
#include "common/count_allocations.hpp"
#include "common/measure.hpp"
#include "peers.hpp"

#include <tali/gen/integer.hpp>
#include <tali/property/check.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace {

using tali::settings;
using tali::test_case;

constexpr std::uint64_t long_run = 200'000;
constexpr std::uint64_t default_cases = 1000;
#if defined(TALI_HAVE_RAPIDCHECK)
constexpr std::uint64_t rapidcheck_cases = 100;
#endif

tali::settings long_settings(std::uint64_t turn, std::uint64_t count) {
  return {.cases = static_cast<std::int64_t>(count), .seed = turn, .exhaustive = tali::exhaustive_mode::never};
}

std::uint64_t require_passed(const tali::result& r) {
  if (!r) {
    std::fputs(r.report().c_str(), stderr);
    std::exit(2);
  }
  return r.cases;
}

std::uint64_t only_draw(std::uint64_t turn, std::uint64_t count) {
  std::uint64_t sum = 0;
  tali::choices::random_context context;
  for (std::uint64_t i = 0; i < count; ++i) {
    context.restart(static_cast<int>(i % 101));
    tali::choices::random_source source(tali::choices::rng::stream(turn, i), context);
    sum += static_cast<std::uint64_t>(tali::arbitrary<int>()(source));
  }
  return sum;
}

std::uint64_t empty_property(std::uint64_t turn, std::uint64_t count) {
  return require_passed(tali::check("empty", long_settings(turn, count), [](int) {}));
}

std::uint64_t empty_at_defaults(std::uint64_t turn, std::uint64_t count) {
  std::uint64_t cases = 0;
  for (std::uint64_t run = 0; run < count / default_cases; ++run) {
    cases += require_passed(tali::check("empty", settings{.seed = turn + cases}, [](int) {}));
  }
  return cases;
}

std::uint64_t empty_by_hand(std::uint64_t turn, std::uint64_t count) {
  return require_passed(tali::check("by hand", long_settings(turn, count),
                                    [](test_case& c) { static_cast<void>(c.draw(tali::gen::integer<int>())); }));
}

std::uint64_t with_a_label(std::uint64_t turn, std::uint64_t count) {
  return require_passed(
      tali::check("labelled", long_settings(turn, count), [](test_case& c, int n) { c.classify(n > 0, "positive"); }));
}

/// `runs` whole runs at default settings.
std::uint64_t reverse_twice(std::uint64_t turn, std::uint64_t runs) {
  std::uint64_t cases = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    cases += require_passed(tali::check("reverse twice", settings{.seed = turn + run}, [](const std::vector<int>& xs) {
      auto twice = xs;
      std::reverse(twice.begin(), twice.end());
      std::reverse(twice.begin(), twice.end());
      return twice == xs;
    }));
  }
  return cases;
}

/// Nanoseconds of this thread per case, the minimum of many turns: the bound is absolute, and other load on the machine
/// must not count.
double least_ns(std::uint64_t (*run)(std::uint64_t, std::uint64_t), int rounds) {
  double least = 1e9;
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    bench::sink = bench::sink + run(static_cast<std::uint64_t>(round), long_run);
    const double ns = 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    least = std::min(least, ns / static_cast<double>(long_run));
  }
  return least;
}

void row(const char* what, double value, const char* unit, const std::string& limit) {
  std::printf("| %-46s | %8.2f %-6s | %-22s |\n", what, value, unit, limit.c_str());
}

} // namespace

int main(int argc, char** argv) {
  bench::options how;
  if (argc > 1) {
    how.rounds = std::max(3, std::atoi(argv[1]));
  }
  bench::report verdict;
  std::printf("| %-46s | %15s | %-22s |\n|%s|%s|%s|\n", "a passing case", "cost", "limit", std::string(48, '-').c_str(),
              std::string(17, '-').c_str(), std::string(24, '-').c_str());

  row("drawing an int, without a runner", least_ns(only_draw, how.rounds), "ns", "");
  const double empty = least_ns(empty_property, how.rounds);
  row("empty property over an int", empty, "ns", "< 30 ns");
  verdict.at_most("ns for a case of an empty property", empty, 30);
  row("the same in runs of 1000, with start and end", least_ns(empty_at_defaults, how.rounds), "ns", "");
  row("the same, drawn by hand", least_ns(empty_by_hand, how.rounds), "ns", "");
  row("with one label", least_ns(with_a_label, how.rounds), "ns", "");

  const std::uint64_t before = bench::allocations;
  bench::sink = bench::sink + empty_property(1, long_run);
  const double allocations = static_cast<double>(bench::allocations - before) / static_cast<double>(long_run);
  row("allocations of an empty property", allocations, "", "< 0.01 (start and end)");
  verdict.at_most("allocations for a case of an empty property", allocations, 0.01);

  const double per_run = static_cast<double>(default_cases);
#if defined(TALI_HAVE_RAPIDCHECK)
  const auto reverse = bench::compare(
      {reverse_twice, [](std::uint64_t /*turn*/, std::uint64_t runs) { return peers::rapidcheck_reverse_twice(runs); }},
      how);
  const double theirs = reverse[1].ns / static_cast<double>(rapidcheck_cases);
  const double times = reverse[1].ratio * per_run / static_cast<double>(rapidcheck_cases);
  row("reverse twice, vectors of int, defaults", reverse[0].ns / per_run, "ns", "");
  row("RapidCheck: the same", theirs, "ns", "");
  row("time of RapidCheck relative to tali", times, "", ">= 20");
  verdict.at_least("time of RapidCheck relative to tali, reverse twice", times, 20);
#else
  row("reverse twice, vectors of int, defaults", bench::compare({reverse_twice}, how)[0].ns / per_run, "ns", "");
  std::printf("RapidCheck is not installed: nothing to compare with (librapidcheck-dev)\n");
#endif
  return verdict.exit_code();
}
