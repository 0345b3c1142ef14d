// SPDX-License-Identifier: BSL-1.0
// The cost of crash isolation.
//
// Bounds: with the default isolation (on demand) a passing case takes at most 1.05 times as long as without isolation,
// over runs of a million cases of an empty property (where the difference is largest) and of reverse-twice; with a copy
// of the process for every case, at least 2,000 cases run in a second. The start of a property (one copy of the
// process, made and later discarded) is reported: it does not depend on the number of cases.
//
// Usage: bench_isolation [rounds]
#include "common/measure.hpp"

#include <tali/gen/integer.hpp>
#include <tali/isolate/supervisor.hpp>
#include <tali/property/check.hpp>
#include <tali/property/session.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using tali::isolation_mode;

// Long enough that the start of a property, which is measured separately, does not count.
constexpr std::uint64_t long_run = 1'000'000;

tali::session supervised() {
  static tali::host::supervisor guard;
  tali::session s;
  s.guard = &guard;
  return s;
}

tali::settings settings_for(isolation_mode mode, std::uint64_t cases, std::uint64_t turn) {
  return {.cases = static_cast<std::int64_t>(cases),
          .seed = turn,
          .exhaustive = tali::exhaustive_mode::never,
          .isolation = mode};
}

std::uint64_t require_passed(const tali::result& r) {
  if (!r) {
    std::fputs(r.report().c_str(), stderr);
    std::exit(2);
  }
  return r.cases;
}

std::uint64_t empty(isolation_mode mode, std::uint64_t cases, std::uint64_t turn) {
  return require_passed(supervised().check("empty", settings_for(mode, cases, turn), [](int) {}));
}

std::uint64_t reverse_twice(isolation_mode mode, std::uint64_t cases, std::uint64_t turn) {
  return require_passed(
      supervised().check("reverse twice", settings_for(mode, cases, turn), [](const std::vector<int>& xs) {
        auto twice = xs;
        std::reverse(twice.begin(), twice.end());
        std::reverse(twice.begin(), twice.end());
        return twice == xs;
      }));
}

using body = std::uint64_t (*)(isolation_mode mode, std::uint64_t cases, std::uint64_t turn);

/// none and on demand, in turns; nanoseconds per case.
std::vector<bench::timing> compare(body run, std::uint64_t cases, int rounds) {
  const auto contestant = [=](isolation_mode mode) {
    return [=](std::uint64_t turn, std::uint64_t count) {
      std::uint64_t done = 0;
      for (std::uint64_t i = 0; i < count; ++i) {
        done += run(mode, cases, turn + i);
      }
      return done;
    };
  };
  bench::options how;
  how.rounds = rounds;
  std::vector<bench::timing> t =
      bench::compare({contestant(isolation_mode::none), contestant(isolation_mode::on_demand)}, how);
  for (bench::timing& each : t) {
    each.ns /= static_cast<double>(cases);
  }
  return t;
}

void row(const std::string& what, double value, const char* unit, const char* limit) {
  std::printf("| %-58s | %10.2f %-8s | %-10s |\n", what.c_str(), value, unit, limit);
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(3, std::atoi(argv[1])) : 31;
  bench::report verdict;
  std::printf("| %-58s | %19s | %-10s |\n|%s|%s|%s|\n", "isolation", "cost", "limit", std::string(60, '-').c_str(),
              std::string(21, '-').c_str(), std::string(12, '-').c_str());

  for (const auto& [name, run] :
       {std::pair<const char*, body>{"empty property", empty}, {"reverse twice", reverse_twice}}) {
    const std::vector<bench::timing> t = compare(run, long_run, rounds);
    row(std::string(name) + ": a case, isolation none", t[0].ns, "ns", "");
    row(std::string(name) + ": a case, on demand", t[1].ns, "ns", "");
    row(std::string(name) + ": on demand / none", t[1].ratio, "", "<= 1.05");
    verdict.at_most(std::string(name) + ": on demand / none", t[1].ratio, 1.05);
  }

  // Very short runs consist almost entirely of the start of the property.
  const std::vector<bench::timing> start = compare(empty, 1, rounds);
  row("the start of a property, on demand", (start[1].ns - start[0].ns) / 1e3, "us", "");

  constexpr std::uint64_t copies = 2000;
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i) {
    const double begin = bench::now_ns();
    bench::sink = bench::sink + reverse_twice(isolation_mode::always, copies, static_cast<std::uint64_t>(i));
    rates.push_back(static_cast<double>(copies) / (bench::now_ns() - begin) * 1e9);
  }
  const double rate = bench::median(rates);
  row("a copy of the process for every case (always)", rate, "cases/s", ">= 2000");
  verdict.at_least("cases a second, each in a copy of the process", rate, 2000);
  return verdict.exit_code();
}
