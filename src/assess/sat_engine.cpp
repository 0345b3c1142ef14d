// SPDX-License-Identifier: BSL-1.0
// The solver as an engine.
//
// One solver serves all buckets and keeps what it learns about the problem. A bucket is a set of assumptions. A pair
// that was found is excluded by one clause over its printed form (cells beyond the length of a sequence do not
// count).
//
// To find pairs far from earlier ones, the literals of each earlier pair are split into groups, and in each group at
// least one literal has to differ. That is one clause per group, and the distance is at least the number of groups.
// If there is no such pair, the number of groups is reduced, down to one, which is the clause that excludes the pair
// itself.
//
// Every second pair is searched near a right one, because almost correct predicates fail on almost correct pairs.
//
// A conflict is made minimal by removing unneeded parts, one by one.
#include "assess/engines.hpp"

#include <algorithm>

namespace tali::assess {

namespace {

/// The constants of the engine. How they were chosen is not recorded; the comments state what a larger or smaller value
/// changes.
struct solver_constants {
  static constexpr std::size_t first_distance = 8;   // groups of which each must differ; larger: pairs farther apart,
                                                     // more solver calls until the distance is possible
  static constexpr std::size_t spare_one_in = 2;     // candidates beyond the tests wanted, as a share of these
  static constexpr std::size_t misses_per_pair = 4;  // pairs with other concrete subproperties before the search ends
  static constexpr std::size_t near_right_every = 2; // pairs: one of them near a right one, the others anywhere
};

class sat_run {
public:
  explicit sat_run(search_state& s) : s_(s), sat_(s.e.gates) {
    for (const literal l : s.e.allowed) {
      sat_.clause({l});
    }
    for (const literal l : s.e.without_loss) {
      sat_.clause({l});
    }
  }

  void all() {
    // Right outputs first, because other pairs are searched near them.
    for (const bool right : {true, false}) {
      for (std::size_t i = 0; i < s_.result.buckets.size(); ++i) {
        if ((s_.result.buckets[i].holds == s_.p.all_hold()) == right) {
          one(i);
        }
      }
    }
  }

private:
  void one(std::size_t index) {
    const stopwatch watch;
    bucket& b = s_.result.buckets[index];
    std::vector<literal> assumed;
    for (std::size_t i = 0; i < s_.e.subproperties.size(); ++i) {
      if ((s_.symbolic >> i & 1) != 0) {
        assumed.push_back((b.holds >> i & 1) != 0 ? s_.e.subproperties[i] : !s_.e.subproperties[i]);
      }
    }
    const auto known = std::find_if(s_.result.conflicts.begin(), s_.result.conflicts.end(),
                                    [&](const conflict& c) { return c.excludes(b.holds); });
    if (known != s_.result.conflicts.end()) {
      b.is = bucket::state::impossible;
      b.because = *known;
    } else if (!find(index, assumed)) {
      b.is = bucket::state::impossible;
      b.because = why(assumed, b.holds);
      s_.result.conflicts.push_back(b.because);
    }
    b.seconds = watch.seconds();
  }

  /// False if there is no pair at all.
  bool find(std::size_t index, const std::vector<literal>& assumed) {
    const stopwatch watch;
    bucket& b = s_.result.buckets[index];
    const bool partly = s_.symbolic != s_.p.all_hold(); // concrete subproperties of a pair may differ
    std::size_t distance = solver_constants::first_distance;
    std::vector<std::vector<literal>> printed; // by the pairs so far
    std::size_t misses = 0;
    bool any = false;
    const std::size_t enough =
        s_.settings.tests == 1 ? 1 : s_.settings.tests + s_.settings.tests / solver_constants::spare_one_in;
    std::vector<candidate>& found_here = s_.found[index];
    while (found_here.size() < enough && misses < enough * solver_constants::misses_per_pair) {
      suggest(found_here.size());
      const int far = sat_.fresh();
      require_distance(far, printed, distance);
      const bool solved = sat_.solve(assumed, far) == verdict::yes;
      if (!solved && (printed.empty() || distance <= 1)) {
        sat_.retire(far);
        return any;
      }
      if (!solved) {
        sat_.retire(far);
        distance /= 2;
        continue;
      }
      any = true;
      point at(s_.e.space.coordinates.size(), 0);
      for (std::size_t i = 0; i < at.size(); ++i) {
        at[i] = s_.e.space.coordinates[i].first;
      }
      s_.e.names.read(at, [&](literal l) { return sat_.holds(l); });
      printed.push_back(s_.e.names.literals_of(s_.e.space, at));
      sat_.retire(far);
      std::vector<literal> others;
      for (const literal l : printed.back()) {
        others.push_back(!l);
      }
      sat_.clause(others);
      if (partly && s_.p.pattern_of(at) != b.holds) {
        ++misses;
        continue;
      }
      if (s_.p.valid(b.holds)) {
        right_ones_.push_back(printed.back());
      }
      randomise_names(at);
      if (found_here.empty()) {
        b.first_seconds = watch.seconds();
      }
      found_here.push_back({std::move(at), engine::sat});
    }
    return any;
  }

  /// Starts the search of the solver at a random pair or, every second time, at a right one, to find pairs that are far
  /// away and pairs that are almost right.
  void suggest(std::size_t turn) {
    if (turn % solver_constants::near_right_every == 1 && !right_ones_.empty()) {
      for (const literal l :
           right_ones_[static_cast<std::size_t>(below(s_.random, std::uint64_t{right_ones_.size()}))]) {
        sat_.prefer(l);
      }
      return;
    }
    for (const unknowns::number& n : s_.e.names.numbers) {
      const auto value = static_cast<std::size_t>(below(s_.random, std::uint64_t{n.is.size()}));
      for (std::size_t i = 0; i < n.is.size(); ++i) {
        if (n.is.size() != 2 || i == 1) {
          sat_.prefer(i == value ? n.is[i] : !n.is[i]);
        }
      }
    }
    for (const unknowns::ordering& o : s_.e.names.orderings) {
      for (int a = 0; a < o.most; ++a) {
        for (int b = a + 1; b < o.most; ++b) {
          const literal l = o.before[detail::row_major(a, o.most, b)];
          sat_.prefer(below(s_.random, std::uint64_t{2}) == 0 ? l : !l);
        }
      }
    }
  }

  void require_distance(int during, const std::vector<std::vector<literal>>& printed, std::size_t distance) {
    for (std::vector<literal> one : printed) {
      for (std::size_t i = one.size(); i > 1; --i) {
        std::swap(one[i - 1], one[static_cast<std::size_t>(below(s_.random, std::uint64_t{i}))]);
      }
      for (std::size_t group = 0; group < std::min(distance, one.size()); ++group) {
        std::vector<literal> differs;
        for (std::size_t i = group; i < one.size(); i += distance) {
          differs.push_back(!one[i]);
        }
        sat_.clause_during(during, differs);
      }
    }
  }

  /// Randomises the parts on which no subproperty depends: names, and the order in which relations are listed.
  void randomise_names(point& at) {
    rename(s_.e.space, at, s_.random);
    for (std::size_t i = 0; i < at.size(); ++i) {
      const auto& numbers = s_.e.names.numbers;
      const auto found = std::lower_bound(numbers.begin(), numbers.end(), i,
                                          [](const unknowns::number& n, std::size_t c) { return n.coordinate < c; });
      const bool unknown = (found != numbers.end() && found->coordinate == i) ||
                           std::any_of(s_.e.names.orderings.begin(), s_.e.names.orderings.end(), [&](const auto& o) {
                             return i >= o.coordinate && i < o.coordinate + static_cast<std::size_t>(o.most);
                           });
      if (!unknown) {
        const layout::bounds b = s_.e.space.coordinates[i];
        at[i] = b.first + static_cast<int>(below(s_.random, static_cast<std::uint64_t>(b.last - b.first) + 1));
      }
    }
  }

  /// Call after the solver found these assumptions unsatisfiable.
  conflict why(const std::vector<literal>& assumed, pattern holds) {
    std::vector<std::size_t> number; // of the subproperty behind each assumption
    for (std::size_t i = 0; i < s_.e.subproperties.size(); ++i) {
      if ((s_.symbolic >> i & 1) != 0) {
        number.push_back(i);
      }
    }
    std::vector<std::size_t> core;
    static_cast<void>(sat_.solve(assumed));
    for (std::size_t i = 0; i < assumed.size(); ++i) {
      if (sat_.in_conflict(assumed[i])) {
        core.push_back(i);
      }
    }
    for (std::size_t i = 0; i < core.size();) {
      std::vector<literal> without;
      for (std::size_t j = 0; j < core.size(); ++j) {
        if (j != i) {
          without.push_back(assumed[core[j]]);
        }
      }
      if (sat_.solve(without) != verdict::no) {
        ++i;
      } else {
        core.erase(core.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
    conflict c;
    for (const std::size_t i : core) {
      const pattern bit = pattern{1} << number[i];
      ((holds & bit) != 0 ? c.hold : c.fail) |= bit;
    }
    return c;
  }

  search_state& s_;
  solver sat_;
  std::vector<std::vector<literal>> right_ones_; // the literals of right pairs
};

} // namespace

void search_with_solver(search_state& s) { sat_run(s).all(); }

} // namespace tali::assess
