// SPDX-License-Identifier: BSL-1.0
// The cost of lines of statistics, and files of them for the page.
//
//   bench_stats [<row>]                a case with statistics off and on, against printing its values;
//                                      only the rows whose names contain the word
//   bench_stats write <cases> <file>   a run of that many cases
//   bench_stats live <cases> <file>    the same at 100,000 cases a second
//
// Bound: with statistics a case costs at most 1 µs more than running it without them and printing its values. The
// measurements alternate, and the least of several rounds counts.
#include <tali/tali.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <unistd.h>

namespace {

using clock_type = std::chrono::steady_clock;
namespace gen = tali::gen;

double nanoseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::nano>(clock_type::now() - start).count();
}

constexpr std::int64_t cases = 100'000;
constexpr std::string_view file_name = "bench_stats.jsonl";

template <class Body, class... G>
double check_cost(const std::string& stats, const Body& body, const G&... g) {
  tali::settings s;
  s.cases = cases;
  s.seed = 1;
  s.exhaustive = tali::exhaustive_mode::never;
  if (!stats.empty()) {
    s.stats = stats;
  }
  const auto start = clock_type::now();
  const tali::result r = tali::check("p", s, g..., body);
  const double each = nanoseconds_since(start) / static_cast<double>(cases);
  if (!r.passed()) {
    std::puts("the property should pass");
    std::exit(2);
  }
  return each;
}

/// The time to print the values of a case, which were drawn before.
template <class... G>
double print_cost(const G&... g) {
  constexpr std::int64_t batch = 1000; // few enough to stay in the cache, like the values of a case
  std::string out;
  std::size_t total = 0;
  double spent = 0;
  std::vector<std::tuple<tali::value_of<G>...>> values;
  for (std::int64_t begin = 0; begin < cases; begin += batch) {
    values.clear();
    for (std::int64_t i = begin; i < begin + batch; ++i) {
      tali::choices::random_context context(static_cast<int>(i % 101));
      tali::choices::random_source source(tali::choices::rng::stream(1, static_cast<std::uint64_t>(i)), context);
      values.push_back({g(source)...}); // braces: from left to right
    }
    const auto start = clock_type::now();
    for (const auto& of_a_case : values) {
      out.clear();
      std::apply([&](const auto&... value) { (tali::show_to(out, value), ...); }, of_a_case);
      total += out.size();
    }
    spent += nanoseconds_since(start);
  }
  if (total == 0) {
    std::puts("nothing was printed");
  }
  return spent / static_cast<double>(cases);
}

bool row(const char* name, double off, double print, double on) {
  const double beyond = on - off - print;
  if (std::string_view(name).ends_with("(no bound)")) {
    std::printf("%-34s %8.0f %12.0f %8.0f %10.0f\n", name, off, print, on, beyond);
    return true;
  }
  std::printf("%-34s %8.0f %12.0f %8.0f %10.0f   %s\n", name, off, print, on, beyond,
              beyond < 1000 ? "ok" : "TOO SLOW");
  return beyond < 1000;
}

std::string_view wanted_row;

template <class Body, class... G>
bool measure(const char* name, const std::string& file, const Body& body, const G&... g) {
  if (std::string_view(name).find(wanted_row) == std::string_view::npos) {
    return true;
  }
  double off = std::numeric_limits<double>::max();
  double print = off;
  double on = off;
  for (int round = 0; round < 9; ++round) {
    off = std::min(off, check_cost({}, body, g...));
    print = std::min(print, print_cost(g...));
    on = std::min(on, check_cost(file, body, g...));
    std::filesystem::remove(file);
  }
  return row(name, off, print, on);
}

int write_file(std::string_view how, std::int64_t n, const char* file) {
  tali::settings s;
  s.cases = n;
  s.seed = 1;
  s.exhaustive = tali::exhaustive_mode::never;
  s.stats = file;
  const bool paced = how == "live";
  const auto start = clock_type::now();
  std::int64_t at = 0;
  constexpr std::int64_t each = 10'000; // nanoseconds
  const tali::result r = tali::check("insert keeps the order", s, gen::vector(gen::integer(-100, 100)),
                                     gen::integer(0, 1000), [&](tali::test_case& c, const std::vector<int>& xs, int k) {
                                       c.assume(xs.size() != 7, "seven");
                                       c.event("length", xs.size());
                                       c.event("mean", xs.empty() ? 0.0 : static_cast<double>(xs[0] + xs.back()) / 2.0);
                                       c.event("kind", xs.empty() ? "empty" : (xs.size() < 10 ? "short" : "long"));
                                       c.event("shape", "length", static_cast<double>(xs.size()), "k", k / 10);
                                       c.classify(!xs.empty() && xs.front() < k, "smaller");
                                       c.classify(std::is_sorted(xs.begin(), xs.end()), "sorted");
                                       ++at;
                                       while (paced && nanoseconds_since(start) < static_cast<double>(at * each)) {
                                       }
                                       return true;
                                     });
  std::printf("%lld cases in %.2f s\n", static_cast<long long>(r.cases), nanoseconds_since(start) / 1e9);
  return r.passed() ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    return write_file(argv[1], std::atoll(argv[2]), argv[3]);
  }
  wanted_row = argc == 2 ? argv[1] : "";
  const std::string file = (std::filesystem::temp_directory_path() / file_name).string() + std::to_string(getpid());
  std::printf("nanoseconds a case\n%-34s %8s %12s %8s %10s\n", "values", "off", "print", "on", "beyond");
  bool ok = true;
  ok &= measure("an int", file, [](int) { return true; }, tali::arbitrary<int>());
  ok &= measure("two ints", file, [](int, int) { return true; }, tali::arbitrary<int>(), tali::arbitrary<int>());
  ok &= measure(
      "two ints, an event and a label", file,
      [](tali::test_case& c, int a, int b) {
        c.event("sum", 0.5 * a + 0.5 * b);
        c.classify(a < b, "less");
        return true;
      },
      tali::arbitrary<int>(), tali::arbitrary<int>());
  ok &= measure("a string of up to 100", file, [](const std::string&) { return true; }, tali::arbitrary<std::string>());
  // Longer values: the output grows with the values, so these rows have no bound.
  static_cast<void>(measure(
      "a list of up to 100 ints (no bound)", file, [](const std::vector<int>&) { return true; },
      gen::vector(tali::arbitrary<int>())));
  return ok ? 0 : 1;
}
