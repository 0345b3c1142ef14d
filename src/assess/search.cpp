// SPDX-License-Identifier: BSL-1.0
#include "assess/engines.hpp"

#include <tali/detail/mix.hpp>

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

namespace tali::assess {

using namespace choices;

namespace {

/// The constants of the choice among the tests found. How they were chosen is not recorded.
struct choosing_constants {
  static constexpr std::size_t small_one_in = 2; // tests of a bucket that are made small; more: easier to read, but
                                                 // small tests resemble each other and fewer predicates fail on them
  static constexpr std::size_t small_period = 4; // turns; the second half makes tests small. The engines alternate,
                                                 // so each of them gets both kinds
};

} // namespace

std::string text_of(const layout& l, const point& at) { return to_json(l.input, at) + to_json(l.output, at); }

std::vector<std::optional<pattern>> symbolic_patterns(const encoding& e, const std::vector<point>& of) {
  const std::vector<std::uint64_t> values = e.gates.evaluate(e.names.values(e.gates, of));
  const std::uint64_t lanes = of.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << of.size()) - 1;
  const auto require = [&](const std::vector<std::vector<literal>>& clauses, const char* complaint) {
    for (const std::vector<literal>& clause : clauses) {
      std::uint64_t one_holds = 0;
      for (const literal l : clause) {
        one_holds |= circuit::value(values, l);
      }
      if ((one_holds & lanes) != lanes) {
        throw disagreement(complaint);
      }
    }
  };
  require(e.gates.rules(), "a pair within the bounds violates a rule of its own unknowns");
  require(e.gates.facts(), "a pair within the bounds contradicts what was given to the solver as a fact");
  std::uint64_t allowed = lanes;
  for (const literal l : e.allowed) {
    allowed &= circuit::value(values, l);
  }
  std::vector<std::optional<pattern>> out(of.size());
  for (std::size_t lane = 0; lane < of.size(); ++lane) {
    if ((allowed >> lane & 1) == 0) {
      continue;
    }
    pattern p = 0;
    for (std::size_t i = 0; i < e.subproperties.size(); ++i) {
      p |= (circuit::value(values, e.subproperties[i]) >> lane & 1) << i;
    }
    out[lane] = p;
  }
  return out;
}

std::vector<std::uint64_t> dependencies_of(const problem& p, const point& at, pattern holds) {
  std::vector<std::uint64_t> out;
  std::map<std::uint64_t, std::uint64_t> together; // the kinds of places, by part and subproperty
  for (const changed& c : changed_at_one_place(p.space(), at)) {
    const std::optional<pattern> then = p.pattern_of(c.at);
    if (!then) {
      continue;
    }
    for (pattern rest = *then & ~holds; rest != 0; rest &= rest - 1) {
      const auto subproperty = static_cast<std::uint64_t>(__builtin_ctzll(rest));
      out.push_back(c.where * 64 + subproperty);
      together[(c.where / 64) * 64 + subproperty] |= std::uint64_t{1} << (c.where % 64);
    }
  }
  // "Only in the middle" differs from "in the middle or at the start".
  for (const auto& [key, places] : together) {
    out.push_back(tali::detail::fibonacci_hash(key + 1) ^ places);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

namespace {

/// How many coordinates differ from those of the nearest test.
std::size_t distance(const point& at, const std::vector<test>& tests) {
  std::size_t least = at.size();
  for (const test& t : tests) {
    std::size_t differ = 0;
    for (std::size_t k = 0; k < t.at.size(); ++k) {
      differ += t.at[k] != at[k] ? 1U : 0U;
    }
    least = std::min(least, differ);
  }
  return least;
}

} // namespace

void search_state::choose(std::size_t bucket) {
  std::vector<candidate>& among = found[bucket];
  for (std::size_t i = among.size(); i > 1; --i) {
    std::swap(among[i - 1], among[static_cast<std::size_t>(below(random, std::uint64_t{i}))]);
  }
  assess::bucket& b = result.buckets[bucket];
  std::vector<std::vector<std::uint64_t>> on;
  on.reserve(among.size());
  for (const candidate& c : among) {
    on.push_back(dependencies_of(p, c.at, b.holds));
  }
  std::unordered_set<std::uint64_t> covered;
  std::vector<bool> taken(among.size());
  // Alternates between the engines that have candidates left. Takes the candidate that depends on the most new places.
  // Every second one is made small.
  std::size_t small = 0;
  for (std::size_t turn = 0; b.tests.size() < settings.tests; ++turn) {
    const engine by = turn % 2 == 0 ? engine::sat : engine::random;
    std::size_t best = among.size();
    std::size_t most = 0;
    for (const bool any_engine : {false, true}) {
      for (std::size_t i = 0; i < among.size(); ++i) {
        if (taken[i] || (!any_engine && among[i].by != by)) {
          continue;
        }
        const auto fresh = static_cast<std::size_t>(
            std::count_if(on[i].begin(), on[i].end(), [&](std::uint64_t h) { return !covered.contains(h); }));
        if (best == among.size() || fresh > most ||
            (fresh == most && distance(among[i].at, b.tests) > distance(among[best].at, b.tests))) {
          best = i;
          most = fresh;
        }
      }
      if (best != among.size()) {
        break;
      }
    }
    if (best == among.size()) {
      return;
    }
    taken[best] = true;
    const bool make_small = small < settings.tests / choosing_constants::small_one_in &&
                            turn % choosing_constants::small_period >= choosing_constants::small_period / 2;
    point at = make_small ? simplified(bucket, among[best].at) : among[best].at;
    const std::vector<std::uint64_t> of = make_small ? dependencies_of(p, at, b.holds) : on[best];
    if (add(bucket, std::move(at), make_small, among[best].by)) {
      small += make_small ? 1U : 0U;
      covered.insert(of.begin(), of.end());
    }
  }
}

bool search_state::add(std::size_t bucket, point at, bool small, engine by) {
  assess::bucket& b = result.buckets[bucket];
  if (!seen[bucket].insert(text_of(p.space(), at)).second) {
    return false;
  }
  const std::optional<pattern> concrete = p.pattern_of(at);
  const std::optional<pattern> as_gates = symbolic_patterns(e, {at}).front();
  if (concrete != b.holds || !as_gates || (*as_gates & symbolic) != (b.holds & symbolic)) {
    throw disagreement(
        fmt::format("problem '{}': the engines disagree about {} -> {}: concrete {}, symbolic {}, expected {}",
                    p.name(), to_json(p.space().input, at), to_json(p.space().output, at),
                    concrete ? describe_pattern(p, *concrete) : "not allowed",
                    as_gates ? describe_pattern(p, *as_gates) : "not allowed", describe_pattern(p, b.holds)));
  }
  ++result.checked;
  b.is = bucket::state::found;
  b.tests.push_back({std::move(at), b.holds, small, by});
  return true;
}

point search_state::simplified(std::size_t bucket, point at) const {
  const pattern wanted = result.buckets[bucket].holds;
  long weight_now = weight(p.space(), at);
  for (bool better = true; better;) {
    better = false;
    for (point& candidate : simpler(p.space(), at)) {
      const long w = weight(p.space(), candidate);
      if (w < weight_now && p.pattern_of(candidate) == wanted &&
          !seen[bucket].contains(text_of(p.space(), candidate))) {
        at = std::move(candidate);
        weight_now = w;
        better = true;
        break;
      }
    }
  }
  return at;
}

std::size_t suite::count(bucket::state s) const {
  return static_cast<std::size_t>(
      std::count_if(buckets.begin(), buckets.end(), [&](const bucket& b) { return b.is == s; }));
}

std::size_t suite::tests() const {
  std::size_t n = 0;
  for (const bucket& b : buckets) {
    n += b.tests.size();
  }
  return n;
}

suite search(const problem& p, const search_settings& settings) {
  const stopwatch watch;
  suite result;
  result.problem = p.name();
  if (settings.buckets.empty()) {
    for (pattern holds = 0; holds <= p.all_hold(); ++holds) {
      result.buckets.emplace_back().holds = holds;
    }
  } else {
    for (const pattern holds : settings.buckets) {
      result.buckets.emplace_back().holds = holds & p.all_hold();
    }
  }
  const std::unique_ptr<encoding> e = p.encode();
  search_state state{p,
                     settings,
                     *e,
                     result,
                     std::vector<std::vector<candidate>>(result.buckets.size()),
                     std::vector<std::unordered_set<std::string>>(result.buckets.size()),
                     rng(settings.seed)};
  for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
    state.symbolic |= pattern{p.subproperties()[i].symbolic} << i;
  }
  if (settings.by != engine::random) {
    search_with_solver(state);
  }
  if (settings.by != engine::sat) {
    search_at_random(state);
  }
  for (std::size_t i = 0; i < result.buckets.size(); ++i) {
    const stopwatch choosing;
    state.choose(i);
    result.buckets[i].seconds += choosing.seconds();
  }
  result.seconds = watch.seconds();
  return result;
}

std::vector<implication> implications_of(const std::vector<conflict>& conflicts) {
  std::vector<implication> out;
  for (const conflict& c : conflicts) {
    out.push_back({c.hold, c.fail});
  }
  return out;
}

std::vector<pattern> focused_buckets(const problem& p, std::size_t subproperty,
                                     const std::vector<implication>& implications) {
  // Sets of failing subproperties. For each implication that a set breaks (all of the right side fails, nothing of
  // the left side does), add the sets in which one subproperty of the left side fails too.
  const pattern start = pattern{1} << subproperty;
  std::set<pattern> todo{start};
  std::set<pattern> seen;
  std::set<pattern> closed;
  while (!todo.empty()) {
    const pattern failing = *todo.begin();
    todo.erase(todo.begin());
    if (!seen.insert(failing).second) {
      continue;
    }
    const auto broken = std::find_if(implications.begin(), implications.end(), [&](const implication& i) {
      return (i.then & failing) == i.then && (i.given & failing) == 0;
    });
    if (broken == implications.end()) {
      closed.insert(p.all_hold() & ~failing);
      continue;
    }
    for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
      if ((broken->given >> i & 1) != 0) {
        todo.insert(failing | pattern{1} << i);
      }
    }
  }
  // Only the most focused sets: none whose failures include those of another.
  std::vector<pattern> out;
  for (const pattern b : closed) {
    if (std::none_of(closed.begin(), closed.end(), [&](pattern other) { return other != b && (other & b) == b; })) {
      out.push_back(b);
    }
  }
  return out;
}

std::vector<pattern> focused_buckets(const problem& p, const std::vector<implication>& implications) {
  std::set<pattern> all{p.all_hold()};
  for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
    const std::vector<pattern> of = focused_buckets(p, i, implications);
    all.insert(of.begin(), of.end());
  }
  return {all.begin(), all.end()};
}

namespace {

std::string names_of(const problem& p, pattern of, const char* between, const char* none) {
  std::string out;
  for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
    if ((of >> i & 1) != 0) {
      out += (out.empty() ? "" : between) + p.subproperties()[i].name;
    }
  }
  return out.empty() ? none : out;
}

} // namespace

std::string describe(const problem& p, const implication& i) {
  return names_of(p, i.given, " and ", "always") + " -> " + names_of(p, i.then, " or ", "never");
}

std::string describe(const problem& p, const conflict& c) {
  std::string out = names_of(p, c.hold, ", ", "");
  for (std::size_t i = 0; i < p.subproperties().size(); ++i) {
    if ((c.fail >> i & 1) != 0) {
      out += (out.empty() ? "not " : ", not ") + p.subproperties()[i].name;
    }
  }
  return out;
}

std::string describe_pattern(const std::vector<subproperty>& all, pattern holds) {
  const pattern specification = specification_of(all);
  std::string out = (holds & specification) == specification ? "all of the specification holds" : "";
  bool all_hold = true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((holds >> i & 1) == 0) {
      out += (out.empty() ? "not " : ", not ") + all[i].name;
      all_hold = false;
    }
  }
  return all_hold ? "all hold" : out;
}

std::string describe_pattern(const problem& p, pattern holds) { return describe_pattern(p.subproperties(), holds); }

} // namespace tali::assess
