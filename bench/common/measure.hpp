// SPDX-License-Identifier: BSL-1.0
// Side-by-side timing, for benchmarks that print ratios and check bounds.
//
// The contestants of one case run in many short turns, so that other load on the machine affects all of them equally. A
// ratio is the median of the ratios of neighbouring turns. Absolute times are medians, and only for orientation.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Allocations since the program started; the main file of a benchmark that counts defines operator new.
inline std::uint64_t allocations = 0;

inline volatile std::uint64_t sink = 0; // results go here so that nothing is optimised away

inline double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Generates `count` values from random stream number `turn` and returns a checksum of them. Contestants of a case
/// generate the same values in the same turn.
using contestant = std::function<std::uint64_t(std::uint64_t turn, std::uint64_t count)>;

struct timing {
  double ns = 0;          // per value, median
  double ratio = 1;       // to the first contestant, median of neighbouring turns
  double allocations = 0; // per value
};

inline double median(std::vector<double> xs) {
  if (xs.empty()) {
    return 0;
  }
  std::sort(xs.begin(), xs.end());
  const std::size_t middle = xs.size() / 2;
  return xs.size() % 2 == 1 ? xs[middle] : (xs[middle - 1] + xs[middle]) / 2;
}

struct options {
  int rounds = 41;
  double turn_ns = 1.5e6; // one turn of the first contestant
};

/// Times all contestants in turns; the others are compared with the first.
inline std::vector<timing> compare(const std::vector<contestant>& contestants, const options& how = {}) {
  std::uint64_t count = 1;
  for (;;) { // calibrate on the first contestant; doubles as warm-up
    const double start = now_ns();
    sink = sink + contestants[0](0, count);
    const double took = now_ns() - start;
    if (took > how.turn_ns / 4) {
      count = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) * how.turn_ns / took));
      break;
    }
    count *= 2;
  }
  // A much slower contestant generates fewer values per turn, so that a round stays short.
  std::vector<std::uint64_t> counts;
  std::vector<timing> result(contestants.size());
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    const std::uint64_t few = std::max<std::uint64_t>(1, count / 16);
    const double start = now_ns();
    sink = sink + contestants[i](0, few);
    const double each = (now_ns() - start) / static_cast<double>(few);
    const bool slow = each * static_cast<double>(count) > 8 * how.turn_ns;
    counts.push_back(slow ? std::max<std::uint64_t>(1, static_cast<std::uint64_t>(4 * how.turn_ns / each)) : count);
    const std::uint64_t before = allocations;
    sink = sink + contestants[i](0, few);
    result[i].allocations = static_cast<double>(allocations - before) / static_cast<double>(few);
  }
  std::vector<std::vector<double>> times(contestants.size());
  std::vector<std::vector<double>> ratios(contestants.size());
  for (int round = 0; round < how.rounds; ++round) {
    for (std::size_t i = 0; i < contestants.size(); ++i) {
      const double start = now_ns();
      sink = sink + contestants[i](static_cast<std::uint64_t>(round), counts[i]);
      times[i].push_back((now_ns() - start) / static_cast<double>(counts[i]));
      ratios[i].push_back(times[i].back() / times[0].back());
    }
  }
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    result[i].ns = median(times[i]);
    result[i].ratio = median(ratios[i]);
  }
  return result;
}

/// Prints a number with its bound, and records whether it misses the bound.
class report {
public:
  /// True if `value` is within the bound.
  bool at_most(const std::string& what, double value, double bound) {
    return judge(what, value, bound, value <= bound, "<=");
  }
  bool at_least(const std::string& what, double value, double bound) {
    return judge(what, value, bound, value >= bound, ">=");
  }

  [[nodiscard]] int exit_code() const {
    if (missed_.empty()) {
      std::printf("all bounds hold\n");
      return 0;
    }
    std::printf("%zu bound%s missed:\n", missed_.size(), missed_.size() == 1 ? "" : "s");
    for (const std::string& m : missed_) {
      std::printf("  %s\n", m.c_str());
    }
    return 1;
  }

private:
  bool judge(const std::string& what, double value, double bound, bool good, const char* relation) {
    if (!good) {
      char line[256];
      std::snprintf(line, sizeof line, "%s: %.3g, bound %s %.3g", what.c_str(), value, relation, bound);
      missed_.emplace_back(line);
    }
    return good;
  }
  std::vector<std::string> missed_;
};

inline double geometric_mean(const std::vector<double>& xs) {
  double sum = 0;
  for (const double x : xs) {
    sum += std::log(x);
  }
  return xs.empty() ? 1 : std::exp(sum / static_cast<double>(xs.size()));
}

} // namespace bench
