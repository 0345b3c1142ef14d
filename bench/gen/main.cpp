// SPDX-License-Identifier: BSL-1.0
// Generation: compares tali's combinators with a hand-written loop over the same engine, with RapidCheck, with an
// arena, and with any_gen. Values are consumed by a checksum; contestants of a case take turns.
//
// Before anything is timed, the hand-written and the composed generator must give the same checksum from the same seed:
// they are then equivalent programs.
#include "common/count_allocations.hpp"
#include "gen/combinators.hpp"
#include "gen/erased.hpp"
#include "gen/hand.hpp"
#include "gen/peers.hpp"

#include <tali/interpret/record.hpp>

#include <cstdlib>
#include <cstring>

namespace {

using namespace values;
using bench::contestant;
using tali::choices::random_source;
using tali::choices::rng;

constexpr u64 seed = 42;

/// A contestant that generates values by hand: f(engine).
template <class F>
contestant by_hand(F f) {
  return [f](u64 turn, u64 count) {
    u64 total = 0;
    rng engine = rng::stream(seed, turn);
    for (u64 i = 0; i < count; ++i)
      total += sum(f(engine));
    return total;
  };
}

/// A contestant that draws from a generator: f(source), corresponding to f(engine) by hand.
template <class F>
contestant by_tali(F f) {
  return [f](u64 turn, u64 count) {
    u64 total = 0;
    tali::choices::random_context context;
    random_source source(rng::stream(seed, turn), context);
    for (u64 i = 0; i < count; ++i)
      total += sum(f(source));
    return total;
  };
}

template <class F>
contestant in_arena(F f) {
  return [f, memory = std::make_shared<tali::arena>()](u64 turn, u64 count) {
    u64 total = 0;
    tali::choices::random_context context;
    random_source source(rng::stream(seed, turn), context);
    source.build_in(memory.get());
    for (u64 i = 0; i < count; ++i) {
      memory->reset();
      total += sum(f(source));
    }
    return total;
  };
}

template <class F>
contestant recording(F f) {
  return [f, out = std::make_shared<tali::choices::trace>()](u64 turn, u64 count) {
    u64 total = 0;
    tali::choices::recording_source source(rng::stream(seed, turn), 100, out.get());
    tali::choices::dynamic_source& dynamic = source;
    for (u64 i = 0; i < count; ++i) {
      out->clear();
      total += sum(f(dynamic));
    }
    return total;
  };
}

struct bounds {
  static constexpr double each = 1.10;     // of the hand-written time
  static constexpr double together = 1.03; // geometric mean
  static constexpr double peer_each = 5;   // times faster than RapidCheck
  static constexpr double peer_together = 25;
  static constexpr double arena = 0.6; // of the hand-written heap time
  static constexpr double erased = 4;  // times the static form
};

class table {
public:
  explicit table(bench::options how) : how_(how) {
    std::printf("%-22s %12s %7s %12s %9s %12s %10s\n", "case", "hand ns", "tali", "bound", "allocs", "RapidCheck",
                "bound");
  }

  void add(const std::string& name, u32 size, const contestant& hand, const contestant& tali) {
    const std::string title = size == 0 ? name : name + " " + std::to_string(size);
    if (hand(7, 50) != tali(7, 50)) {
      std::printf("%s: the generators do not agree\n", title.c_str());
      std::exit(2);
    }
    std::vector<contestant> all{hand, tali};
    const contestant peer = peers::rapidcheck(name, size);
    if (peer)
      all.push_back(peer);
    const auto t = bench::compare(all, how_);
    const double extra = t[1].allocations - t[0].allocations;
    std::printf("%-22s %12.1f %7.3f %12s %9.2f", title.c_str(), t[0].ns, t[1].ratio, "<= 1.10", extra);
    ratios_.push_back(t[1].ratio);
    report_.at_most(title + ": tali / hand", t[1].ratio, bounds::each);
    report_.at_most(title + ": library allocations per value", extra, 0.001);
    if (peer) {
      const double faster = t[2].ratio / t[1].ratio;
      std::printf(" %10.1f x %10s", faster, ">= 5");
      peers_.push_back(faster);
      report_.at_least(title + ": RapidCheck / tali", faster, bounds::peer_each);
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  /// The mean for RapidCheck covers the first nine cases, as in the first comparison.
  static constexpr std::size_t classic = 9;

  void means() {
    std::printf("%-22s %12s %7.3f %12s\n", "geometric mean", "", bench::geometric_mean(ratios_), "<= 1.03");
    report_.at_most("geometric mean: tali / hand", bench::geometric_mean(ratios_), bounds::together);
    if (peers_.empty()) {
      std::printf("RapidCheck is not installed: not compared (Debian: librapidcheck-dev)\n");
    } else {
      const double first = bench::geometric_mean({peers_.begin(), peers_.begin() + classic});
      std::printf("%-54s %19.1f x %10s\n", "geometric mean of the first nine", first, ">= 25");
      std::printf("%-54s %19.1f x\n", "geometric mean of all", bench::geometric_mean(peers_));
      report_.at_least("geometric mean of the first nine: RapidCheck / tali", first, bounds::peer_together);
    }
  }

  void other(const std::string& title, const contestant& base, const contestant& mine, double bound) {
    const auto t = bench::compare({base, mine}, how_);
    std::printf("%-46s %10.1f ns %7.3f", title.c_str(), t[0].ns, t[1].ratio);
    if (bound > 0) {
      std::printf("   bound <= %.2f", bound);
      report_.at_most(title, t[1].ratio, bound);
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  [[nodiscard]] const bench::report& result() const { return report_; }

private:
  bench::options how_;
  bench::report report_;
  std::vector<double> ratios_;
  std::vector<double> peers_;
};

} // namespace

int main(int argc, char** argv) {
  bench::options how;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) {
      how = {9, 0.5e6};
    } else {
      std::printf("usage: bench_gen [--quick]   (fewer and shorter turns: for trying out, not for judging)\n");
      return 2;
    }
  }
#if defined(__clang__)
  std::printf("compiler: Clang %s\n\n", __VERSION__);
#else
  std::printf("compiler: GCC %s\n\n", __VERSION__);
#endif

  namespace c = combinators;
  table t(how);
  t.add("int", 0, by_hand([](rng& r) { return hand::range(r, 0, 1000); }),
        by_tali([](auto& draw) { return draw(c::number); }));
  t.add("dependent pair", 0, by_hand([](rng& r) {
          const int x = hand::range(r, 0, 1000);
          const int y = hand::range(r, 0, x);
          return std::pair(x, y);
        }),
        by_tali([](auto& draw) { return draw(c::dependent_pair); }));
  t.add("100 ints", 0, by_hand([](rng& r) { return hand::ints(r, 100); }),
        by_tali([](auto& draw) { return draw(c::hundred); }));
  t.add("0-100 ints", 0, by_hand([](rng& r) { return hand::ints(r, tali::choices::below(r, 101U)); }),
        by_tali([](auto& draw) { return draw(c::up_to_hundred); }));
  t.add("labelled tree", 0, by_hand([](rng& r) { return hand::labelled_tree(r, 100); }),
        by_tali([](auto& draw) { return draw(c::labelled_tree(100U)); }));
  t.add("search tree", 0, by_hand([](rng& r) { return hand::search_tree(r, 0, 1000, 10); }),
        by_tali([](auto& draw) { return draw(c::search_tree(0, 1000, 10)); }));
  t.add("STLC term", 0, by_hand([](rng& r) { return hand::any_term(r, 5); }),
        by_tali([](auto& draw) { return draw(c::any_term(5)); }));
  t.add("string", 0, by_hand([](rng& r) { return hand::printable(r); }),
        by_tali([](auto& draw) { return draw(c::printable); }));
  t.add("vector of pairs", 0, by_hand([](rng& r) { return hand::pairs(r); }),
        by_tali([](auto& draw) { return draw(c::pairs); }));
  for (const u32 n : {10U, 100U, 1000U, 10000U}) {
    t.add("bool list", n, by_hand([n](rng& r) { return hand::flips(r, n); }),
          by_tali([n](auto& draw) { return draw(c::flips(n)); }));
  }
  for (const u32 n : {10U, 100U, 1000U, 10000U}) {
    t.add("BST single pass", n, by_hand([n](rng& r) { return hand::single_pass(r, 0, 1000, n); }),
          by_tali([n](auto& draw) { return draw(c::single_pass(0, 1000, n)); }));
  }
  for (const u32 n : {10U, 100U, 1000U, 10000U}) {
    t.add("BST type-derived", n, by_hand([n](rng& r) { return hand::type_derived(r, n); }),
          by_tali([n](auto& draw) { return draw(c::type_derived(n)); }));
  }
  for (const u32 n : {10U, 100U, 1000U, 10000U}) {
    t.add("STLC well-typed", n, by_hand([n](rng& r) { return hand::well_typed(r, n); }),
          by_tali([n](auto& draw) { return draw(c::well_typed(n)); }));
  }
  t.means();

  std::printf("\nin an arena, against the hand-written heap version\n");
  t.other("labelled tree", by_hand([](rng& r) { return hand::labelled_tree(r, 100); }),
          in_arena([](auto& draw) { return draw(c::labelled_arena_tree(100U)); }), bounds::arena);
  t.other("search tree", by_hand([](rng& r) { return hand::search_tree(r, 0, 1000, 10); }),
          in_arena([](auto& draw) { return draw(c::arena_search_tree(0, 1000, 10)); }), bounds::arena);

  std::printf("\nany_gen at every step, against the static form\n");
  t.other("labelled tree", by_tali([](auto& draw) { return draw(c::labelled_tree(100U)); }),
          by_tali([](auto& draw) { return draw(erased::labelled_tree(100)); }), bounds::erased);
  t.other("search tree", by_tali([](auto& draw) { return draw(c::search_tree(0, 1000, 10)); }),
          by_tali([](auto& draw) { return draw(erased::search_tree(0, 1000, 10)); }), bounds::erased);
  t.other("STLC term", by_tali([](auto& draw) { return draw(c::any_term(5)); }),
          by_tali([](auto& draw) { return draw(erased::any_term(5)); }), bounds::erased);

  std::printf("\nrecording, against sampling\n");
  t.other("labelled tree", by_tali([](auto& draw) { return draw(c::labelled_tree(100U)); }),
          recording([](auto& draw) { return draw(c::labelled_tree(100U)); }), 0);
  t.other("search tree", by_tali([](auto& draw) { return draw(c::search_tree(0, 1000, 10)); }),
          recording([](auto& draw) { return draw(c::search_tree(0, 1000, 10)); }), 0);
  t.other("vector of pairs", by_tali([](auto& draw) { return draw(c::pairs); }),
          recording([](auto& draw) { return draw(c::pairs); }), 0);

  std::printf("\n");
  return t.result().exit_code();
}
