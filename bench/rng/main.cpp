// SPDX-License-Identifier: BSL-1.0
// Measures random engines, bounded draws and stream starts side by side, and fails if `tali::rng` is too slow in
// comparison.
//
// Times are interleaved: each round runs every contender once on every workload, and a cell is the median over the
// rounds of (time of the contender / time of tali::rng in the same round). So other load on the machine in a round
// slows down both. The mean is the geometric one over the row.
//
// It fails if, in that mean, tali::rng takes more than 1.10 times as long as the fastest sound engine, tali::between
// more than 1.10 times as long as the fastest unbiased draw, or if a stream takes longer to start than four words to
// draw. docs/decisions/0002-randomness.md defines "sound" and lists the engines for which it holds.
//
// Usage: bench_rng [rounds] [thousands of units per run]
#include "engines.hpp"
#include "workloads.hpp"

#include <tali/random/rng.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using engines::u64;

/// tali::rng with the interface that the workloads use.
struct chosen {
  static constexpr const char* name = "tali::rng";
  static constexpr int state_bits = 8 * int{sizeof(tali::choices::rng)};
  tali::choices::rng base;
  explicit chosen(u64 seed) : base(seed) {}
  static chosen stream(u64 seed, u64 index) { return chosen(tali::choices::rng::stream(seed, index)); }
  [[gnu::always_inline]] u64 operator()() { return base(); }

private:
  explicit chosen(tali::choices::rng engine) : base(engine) {}
};

/// tali's own bounded draw.
struct chosen_draw {
  static constexpr const char* name = "tali::between";
  [[gnu::always_inline]] static u64 draw(chosen& engine, u64 last) { return tali::choices::between(engine.base, last); }
};

/// Ways to start a stream; the engine is the same.
template <class Derivation>
struct started {
  static constexpr const char* name = Derivation::name;
  engines::wyrand_a base;
  static started stream(u64 seed, u64 index) { return {engines::wyrand_a(Derivation::state(seed, index))}; }
  [[gnu::always_inline]] u64 operator()() { return base(); }
};

struct two_finalizers {
  static constexpr const char* name = "mix(seed ^ mix(i))";
  [[gnu::always_inline]] static u64 state(u64 seed, u64 i) {
    return engines::mix(seed ^ engines::mix(i + 0x9e3779b97f4a7c15ULL));
  }
};

struct one_finalizer {
  static constexpr const char* name = "mix(mix(seed) + i*g)";
  [[gnu::always_inline]] static u64 state(u64 seed, u64 i) { return engines::key(seed, i); }
};

struct folded {
  static constexpr const char* name = "fold(fold(seed,i),c)";
  [[gnu::always_inline]] static u64 state(u64 seed, u64 i) {
    return engines::fold(engines::fold(seed ^ 0x2d358dccaa6c78a5ULL, i ^ 0x8bb84b93962eacc9ULL), 0x4b33a62ed433d4a3ULL);
  }
};

struct lattice {
  static constexpr const char* name = "mix(seed) + i*g";
  [[gnu::always_inline]] static u64 state(u64 seed, u64 i) { return engines::mix(seed) + i * 0x9e3779b97f4a7c15ULL; }
};

constexpr double tolerated = 1.10;
constexpr double words_per_stream = 4;

struct contender {
  std::string name;
  std::string note;
  std::vector<double (*)(u64, u64)> workloads; // time one run; in the order of the table's columns
  bool eligible = true;                        // sound and unbiased: the choice is compared with it
  u64 slow = 1;                                // divides the units of a run, to keep the whole short
};

struct table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<contender> rows; // the first is the choice, and the reference
  std::vector<std::vector<double>> ratio;
  std::vector<double> reference_ns;
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void measure(table& t, int rounds, u64 units) {
  const std::size_t rows = t.rows.size();
  const std::size_t columns = t.columns.size();
  std::vector<std::vector<std::vector<double>>> ns(rows, std::vector<std::vector<double>>(columns));
  for (int round = -1; round < rounds; ++round) { // the first warms up
    for (std::size_t column = 0; column < columns; ++column) {
      for (std::size_t k = 0; k < rows; ++k) {
        // Alternate the direction, so that no row always follows the same one.
        const std::size_t row = round % 2 == 0 ? k : rows - 1 - k;
        const double time = t.rows[row].workloads[column](static_cast<u64>(round) + 2, units / t.rows[row].slow);
        if (round >= 0)
          ns[row][column].push_back(time);
      }
    }
  }
  t.ratio.assign(rows, std::vector<double>(columns));
  t.reference_ns.assign(columns, 0);
  for (std::size_t column = 0; column < columns; ++column) {
    t.reference_ns[column] = median(ns[0][column]);
    for (std::size_t row = 0; row < rows; ++row) {
      std::vector<double> ratios;
      ratios.reserve(ns[row][column].size());
      for (std::size_t round = 0; round < ns[row][column].size(); ++round)
        ratios.push_back(ns[row][column][round] / ns[0][column][round]);
      t.ratio[row][column] = median(ratios);
    }
  }
}

double mean(const std::vector<double>& ratios) {
  double sum = 0;
  for (const double ratio : ratios)
    sum += std::log(ratio);
  return std::exp(sum / static_cast<double>(ratios.size()));
}

void print(const table& t) {
  std::printf("\n%s\n\n| %-20s | %-10s |", t.title.c_str(), "", "");
  for (const std::string& column : t.columns)
    std::printf(" %8s |", column.c_str());
  std::printf("     mean |\n|%s|%s|", std::string(22, '-').c_str(), std::string(12, '-').c_str());
  for (std::size_t column = 0; column <= t.columns.size(); ++column)
    std::printf("%s:|", std::string(9, '-').c_str());
  std::printf("\n| %-20s | %-10s |", "ns of the first", "");
  for (const double ns : t.reference_ns)
    std::printf(" %8.2f |", ns);
  std::printf("          |\n");
  for (std::size_t row = 0; row < t.rows.size(); ++row) {
    std::printf("| %-20s | %-10s |", t.rows[row].name.c_str(), t.rows[row].note.c_str());
    for (const double ratio : t.ratio[row])
      std::printf(" %8.2f |", ratio);
    std::printf(" %8.2f |\n", mean(t.ratio[row]));
  }
}

/// Whether the choice, the first row, is about as fast as the fastest eligible one.
bool keeps_up(const table& t) {
  std::size_t best = 0;
  for (std::size_t row = 1; row < t.rows.size(); ++row)
    if (t.rows[row].eligible && mean(t.ratio[row]) < mean(t.ratio[best]))
      best = row;
  const double factor = 1 / mean(t.ratio[best]);
  std::printf("%s: %s takes %.2f times as long as the fastest, %s (limit %.2f)\n",
              factor <= tolerated ? "ok" : "FAILED", t.rows[0].name.c_str(), factor, t.rows[best].name.c_str(),
              tolerated);
  return factor <= tolerated;
}

template <class Engine>
contender engine_row(bool eligible, u64 slow = 1) {
  using namespace workloads;
  using bounded::lemire64;
  return {Engine::name,
          std::to_string(Engine::state_bits) + " bits",
          {time_once<word, Engine, lemire64>, time_once<fixed_bound, Engine, lemire64>,
           time_once<run_time_bound, Engine, lemire64>, time_once<start_stream, Engine, lemire64>,
           time_once<ints, Engine, lemire64>, time_once<tree, Engine, lemire64>},
          eligible,
          slow};
}

template <class Bounded>
contender bounded_row(bool eligible = true) {
  using namespace workloads;
  return {Bounded::name,
          "",
          {time_once<fixed_bound, chosen, Bounded>, time_once<run_time_bound, chosen, Bounded>,
           time_once<ints, chosen, Bounded>, time_once<tree, chosen, Bounded>},
          eligible};
}

template <class Engine>
contender stream_row() {
  using namespace workloads;
  return {Engine::name,
          "",
          {time_once<start_stream, Engine, bounded::lemire64>, time_once<ints, Engine, bounded::lemire64>,
           time_once<tree, Engine, bounded::lemire64>}};
}

} // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 31;
  const u64 units = 1000 * (argc > 2 ? static_cast<u64>(std::atoi(argv[2])) : 300);
#if defined(__clang__)
  std::printf("compiler: Clang %d; times relative to the first row, medians of %d interleaved rounds\n",
              __clang_major__, rounds);
#else
  std::printf("compiler: GCC %d; times relative to the first row, medians of %d interleaved rounds\n", __GNUC__,
              rounds);
#endif

  table by_engine{"Engines, all with the same bounded draw",
                  {"word", "[0,1000]", "[0,n]", "stream", "100 ints", "tree"},
                  {engine_row<chosen>(false), engine_row<engines::wyrand_a>(true), engine_row<engines::wyrand>(false),
                   engine_row<engines::w1rand>(false), engine_row<engines::wyrand_keyed>(true),
                   engine_row<engines::wyrand_ahead>(true), engine_row<engines::splitmix64>(false),
                   engine_row<engines::lehmer64>(true), engine_row<engines::romu_duo>(false),
                   engine_row<engines::romu_trio>(false), engine_row<engines::xoroshiro128pp>(true),
                   engine_row<engines::xoshiro256pp>(true), engine_row<engines::xoshiro256ss>(true),
                   engine_row<engines::sfc64>(true), engine_row<engines::mwc256xxa64>(true),
                   engine_row<engines::pcg64_dxsm>(true), engine_row<engines::mt19937_64>(false, 50)},
                  {},
                  {}};
  measure(by_engine, rounds, units);
  print(by_engine);

  table by_bound{"Bounded draws from tali::rng",
                 {"[0,1000]", "[0,n]", "100 ints", "tree"},
                 {bounded_row<chosen_draw>(), bounded_row<bounded::lemire64>(), bounded_row<bounded::lemire64_cold>(),
                  bounded_row<bounded::lemire32>(), bounded_row<bounded::by_width>(), bounded_row<bounded::bitmask>(),
                  bounded_row<bounded::remainder>(), bounded_row<bounded::standard>(),
                  bounded_row<bounded::truncated>(false)},
                 {},
                 {}};
  measure(by_bound, rounds, units);
  print(by_bound);

  table by_stream{"Starting the stream of (seed, i)",
                  {"stream", "100 ints", "tree"},
                  {stream_row<chosen>(), stream_row<started<two_finalizers>>(), stream_row<started<one_finalizer>>(),
                   stream_row<started<folded>>(), stream_row<started<lattice>>()},
                  {},
                  {}};
  measure(by_stream, rounds, units);
  print(by_stream);

  std::printf("\n");
  const bool engine_ok = keeps_up(by_engine);
  const bool bound_ok = keeps_up(by_bound);
  const double words = by_engine.reference_ns[3] / by_engine.reference_ns[0];
  const bool stream_ok = words <= words_per_stream;
  std::printf("%s: to start a stream and draw from it takes as long as %.1f words (limit %.1f)\n",
              stream_ok ? "ok" : "FAILED", words, words_per_stream);
  return engine_ok && bound_ok && stream_ok ? 0 : 1;
}
