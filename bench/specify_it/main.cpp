// SPDX-License-Identifier: BSL-1.0
// The speed at which generators find the bugs of "How to Specify It!". For every bug and property that fails with it,
// the mean number of tests up to the failure over many failing runs; their sum and the worst of them for each
// generator.
//
// Tests are run as QuickCheck runs them: sizes 0, 1, ..., 99 and again; a discarded test is repeated, after ten of them
// at a greater size.
#include "common/bar_chart.hpp"
#include "common/measure.hpp"
#include "generators.hpp"
#include "properties.hpp"

#include <tali/interpret/sample.hpp>
#include <tali/random/rng.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

using namespace specify_it;

constexpr int tests_to_give_up = 10'000; // of a property that has not failed so far
constexpr int largest_size = 99;

using failure = std::pair<int, std::string>; // bug and property
using mean_tests = std::map<failure, double>;

/// The number of tests up to a failure, or 0 if there was none in `most` tests.
template <int Bug, class Generator>
int tests_to_failure(const typename property_table<Bug>::entry& property, const Generator& trees,
                     tali::choices::rng engine, int most) {
  tali::choices::random_context context(0);
  tali::choices::random_source source(engine, context);
  int discards = 0;
  for (int n = 0; n < most && discards < 1000;) {
    const int size = std::min(largest_size, n % (largest_size + 1) + discards / 10);
    context.restart(size);
    nodes.clear();
    input i;
    const auto draw_tree = [&] { return trees(std::integral_constant<int, Bug>{}, source, size); };
    i.k = property.draws.keys > 0 ? draw_key(source, size) : 0;
    i.k2 = property.draws.keys > 1 ? draw_key(source, size) : 0;
    i.v = property.draws.values > 0 ? draw_value(source, size) : 0;
    i.v2 = property.draws.values > 1 ? draw_value(source, size) : 0;
    i.t = property.draws.trees > 0 ? draw_tree() : nullptr;
    i.u = property.draws.trees > 1 ? draw_tree() : nullptr;
    i.w = property.draws.trees > 2 ? draw_tree() : nullptr;
    const outcome result = property.run(i);
    if (result == outcome::discarded) {
      ++discards;
      continue;
    }
    ++n;
    discards = 0;
    if (result == outcome::fails) {
      return n;
    }
  }
  return 0;
}

template <int Bug, class Generator>
void measure_bug(const Generator& trees, int runs, mean_tests& out) {
  std::uint64_t stream = 0;
  for (const auto& property : property_table<Bug>::all) {
    double total = 0;
    for (int run = 0; run < runs; ++run) {
      const int n = tests_to_failure<Bug>(property, trees, tali::choices::rng::stream(Bug, ++stream),
                                          run == 0 ? tests_to_give_up : 100 * tests_to_give_up);
      if (n == 0) {
        total = 0;
        break;
      }
      total += n;
    }
    if (total > 0) {
      out[{Bug, std::string(property.name)}] = total / runs;
    }
  }
}

struct row {
  std::string name;
  double total = 0;
  double worst = 0;
  double error = 0; // of the total, one standard deviation: numbers of tests are about geometric
  double worst_error = 0;
  std::string hardest;
  double presence = 0; // of a random key
  mean_tests means;
};

template <class Generator>
row measure(const std::string& name, const Generator& trees, int runs) {
  row result;
  result.name = name;
  mean_tests& means = result.means;
  [&]<int... Bug>(std::integer_sequence<int, Bug...>) {
    (measure_bug<Bug + 1>(trees, runs, means), ...);
  }(std::make_integer_sequence<int, 8>{});
  double variance = 0;
  for (const auto& [what, mean] : means) {
    result.total += mean;
    variance += mean * mean / runs;
    if (mean > result.worst) {
      result.worst = mean;
      result.hardest = what.second + " on bug " + std::to_string(what.first);
    }
  }
  result.error = std::sqrt(variance);
  result.worst_error = result.worst / std::sqrt(runs);
  constexpr int draws = 200'000;
  int present = 0;
  tali::choices::random_context context(0);
  tali::choices::random_source source(tali::choices::rng(99), context);
  for (int i = 0; i < draws; ++i) {
    const int size = i % (largest_size + 1);
    context.restart(size);
    nodes.clear();
    const tree t = trees(std::integral_constant<int, 0>{}, source, size);
    present += find(draw_key(source, size), t) ? 1 : 0;
  }
  result.presence = 100.0 * present / draws;
  std::printf("%-22s %6.0f ± %-4.0f %6.1f ± %-4.1f %5zu   %5.1f %%   %s\n", name.c_str(), result.total, result.error,
              result.worst, result.worst_error, means.size(), result.presence, result.hardest.c_str());
  std::fflush(stdout);
  return result;
}

} // namespace

int main(int argc, char** argv) {
  int runs = 1000;
  std::string picture = "specify_it.svg";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick") {
      runs = 200;
    } else if (argument.starts_with("--svg=")) {
      picture = argument.substr(6);
    } else {
      std::printf("usage: bench_specify_it [--quick] [--svg=FILE]\n");
      return 2;
    }
  }
  std::printf("How to Specify It: 57 properties, 8 bugs, %d failing runs each\n", runs);
  std::printf("%-22s %-13s %-13s %5s %9s   %s\n", "generator", "sum of means", "worst", "fails", "presence", "hardest");
  const row api = measure(
      "API-based",
      []<int Bug>(std::integral_constant<int, Bug>, auto& s, int n) { return by_insertion<Bug, 3>{}(s, n); }, runs);
  const row plain = measure("classic", [](auto, auto& s, int n) { return classic<5, true>(0, n, n, n)(s); }, runs);
  const row even =
      measure("holey", [](auto, auto& s, int n) { return holey(0, n, n).between(0, unsigned(n + 1))(s); }, runs);
  const row tuned_api = measure(
      "tuned API-based",
      []<int Bug>(std::integral_constant<int, Bug>, auto& s, int n) { return by_insertion<Bug, 5>{}(s, n); }, runs);
  const row tuned =
      measure("tuned classic", [](auto, auto& s, int n) { return classic<7, false>(0, n, n, n)(s); }, runs);
  const row half = measure("holey, half the keys", [](auto, auto& s, int n) { return half_the_keys(n)(s); }, runs);

  const std::vector<const row*> rows{&api, &plain, &even, &tuned_api, &tuned, &half};
  std::printf("in the paper           API 1607 / 193, classic 1345 / 135, holey 1075 / 103, tuned API 1260 / 155, "
              "tuned classic 1006 / 96\n");
  bench::bar_chart chart;
  chart.title = "How to Specify It: mean tests to failure";
  chart.series = {{"sum of all / 10", {}}, {"hardest property", {}}};
  for (const row* r : rows) {
    chart.labels.push_back(r->name);
    chart.series[0].values.push_back(r->total / 10);
    chart.series[1].values.push_back(r->worst);
  }
  if (!chart.write(picture)) {
    std::printf("cannot write %s\n", picture.c_str());
    return 1;
  }
  std::printf("picture: %s\n", picture.c_str());

  // Bounds: the paper's figures with a tolerance of a quarter, its order, and differences larger than chance between
  // the compared generators.
  bench::report bounds;
  const auto near = [&](const row& r, double total, double worst) {
    bounds.at_least(r.name + ": sum, against the paper", r.total / total, 0.75);
    bounds.at_most(r.name + ": sum, against the paper", r.total / total, 1.25);
    bounds.at_least(r.name + ": worst, against the paper", r.worst / worst, 0.75);
    bounds.at_most(r.name + ": worst, against the paper", r.worst / worst, 1.25);
  };
  near(api, 1607, 193);
  near(plain, 1345, 135);
  near(even, 1075, 103);
  near(tuned_api, 1260, 155);
  near(tuned, 1006, 96);
  const auto before = [&](const row& better, const row& worse) {
    bounds.at_most(better.name + " before " + worse.name + " (sum)", better.total, worse.total);
  };
  before(plain, api);
  before(tuned_api, plain);
  before(even, tuned_api);
  before(tuned, even);
  bounds.at_most("holey, half the keys: sum, against tuned classic", half.total + 2 * half.error, tuned.total);
  bounds.at_most("holey, half the keys: worst, against tuned classic", half.worst, tuned.worst);
  bounds.at_least("holey: presence of a key", even.presence, 49);
  bounds.at_most("holey: presence of a key", even.presence, 51);
  for (const row* r : rows) {
    const double pairs = r == &api || r == &tuned_api ? 122 : 126;
    bounds.at_least(r->name + ": failing pairs", static_cast<double>(r->means.size()), pairs);
    bounds.at_most(r->name + ": failing pairs", static_cast<double>(r->means.size()), pairs);
  }
  return bounds.exit_code();
}
