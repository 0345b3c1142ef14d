// SPDX-License-Identifier: BSL-1.0
// Shrinking of random challenges: how many end in the simplest failing input, by family.
//
// tests/quality/shrink_random/challenge.hpp defines a challenge. Odd numbers are reported, even ones are used for
// tuning.
#include "../../tests/quality/shrink_random/challenge.hpp"
#include "common/measure.hpp"

#include <cstdlib>
#include <cstring>
#include <map>

namespace {

using namespace shrink_random;

struct summary {
  std::uint64_t count = 0;
  std::uint64_t minimal = 0;
  double runs = 0;
  std::vector<double> times;
};

void describe(const challenge& c, const outcome& o) {
  std::printf("%llu (%s%s): %llu runs, %.2f ms\n  from      %s\n  shrunk to %s\n  simplest  %s\n",
              static_cast<unsigned long long>(c.number), families[c.family], c.wide ? ", wide" : "",
              static_cast<unsigned long long>(o.runs), o.milliseconds, shown(c, c.start).c_str(),
              shown(c, o.result).c_str(), shown(c, c.reference).c_str());
}

int usage() {
  std::printf("usage: bench_shrink_random [--count N] [--tuning] [--family NAME] [--one NUMBER] [--shortfalls N]\n\n"
              "  --count N       challenges (20000)\n"
              "  --tuning        the even numbers, for tuning, instead of the odd ones\n"
              "  --family NAME   only this family\n"
              "  --one NUMBER    only this challenge, described\n"
              "  --shortfalls N  results described that are not minimal (10)\n");
  return 2;
}

} // namespace

int main(int argc, char** argv) {
  std::uint64_t count = 20'000;
  std::uint64_t shortfalls = 10;
  std::uint64_t half = 1;
  const char* family = nullptr;
  for (int i = 1; i < argc; ++i) {
    const bool more = i + 1 < argc;
    if (std::strcmp(argv[i], "--count") == 0 && more) {
      count = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--tuning") == 0) {
      half = 0;
    } else if (std::strcmp(argv[i], "--family") == 0 && more) {
      family = argv[++i];
    } else if (std::strcmp(argv[i], "--shortfalls") == 0 && more) {
      shortfalls = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--one") == 0 && more) {
      const challenge c = maker(std::strtoull(argv[++i], nullptr, 10)).make();
      const outcome o = attempt(c);
      describe(c, o);
      return o.minimal ? 0 : 1;
    } else {
      return usage();
    }
  }
  std::map<std::string, summary> by_family;
  summary all;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t number = 2 * i + half;
    if (family != nullptr && std::strcmp(families[(number / 2) % families.size()], family) != 0) {
      continue;
    }
    const challenge c = maker(number).make();
    const outcome o = attempt(c);
    for (summary* s : {&by_family[families[c.family]], &all}) {
      ++s->count;
      s->minimal += o.minimal ? 1U : 0U;
      s->runs += static_cast<double>(o.runs);
      s->times.push_back(o.milliseconds);
    }
    if (!o.minimal && shortfalls > 0) {
      --shortfalls;
      describe(c, o);
      std::printf("  alone     bench_shrink_random --one %llu\n", static_cast<unsigned long long>(c.number));
    }
  }
  bench::report report;
  std::printf("\n%-10s %10s %10s %12s %10s\n", "family", "challenges", "minimal %", "mean runs", "median ms");
  const auto line = [&](const char* name, const summary& s) {
    const auto n = static_cast<double>(s.count);
    std::printf("%-10s %10.0f %10.2f %12.1f %10.3f\n", name, n, 100.0 * static_cast<double>(s.minimal) / n, s.runs / n,
                bench::median(s.times));
    return 100.0 * static_cast<double>(s.minimal) / n;
  };
  for (const auto& [name, s] : by_family) {
    report.at_least(name + ": minimal, %", line(name.c_str(), s), 90);
  }
  if (family == nullptr) {
    report.at_least("minimal, %", line("all", all), 97);
    report.at_most("mean runs", all.runs / static_cast<double>(all.count), 600);
    report.at_most("median ms", bench::median(all.times), 2);
  }
  return report.exit_code();
}
