// SPDX-License-Identifier: BSL-1.0
// Filling buckets: finds, for each pattern of subproperties, pairs with exactly that pattern, or proves that there are
// none.
//
// Two engines check each other. The solver finds all pairs within the bounds, each far from the earlier ones, and
// proves the other buckets impossible. The reason (which subproperties cannot hold or fail together) applies to all
// buckets that contain it. The random engine keeps pairs of every pattern it has found and makes small changes to them.
// Most changes affect few subproperties, so the search reaches one pattern after another.
//
// Both find more pairs than there will be tests. Half of the tests are made small, half are left as they are. They
// are chosen so that their violations depend on different places (the first edge, the last vertex, one in the
// middle), because almost correct predicates tend to be wrong at particular places.
#pragma once

#include <tali/assess/problem.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tali::assess {

enum class engine : unsigned char { random, sat, both };

struct test {
  point at;
  pattern holds = 0;
  bool small = false; ///< simplified as far as the pattern allows; others are left as they were found
  engine found_by = engine::sat;
};

/// These hold and those fail: no pair within the bounds satisfies both.
struct conflict {
  pattern hold = 0;
  pattern fail = 0;

  [[nodiscard]] bool excludes(pattern p) const { return (p & hold) == hold && (~p & fail) == fail; }
  friend bool operator==(const conflict&, const conflict&) = default;
};

struct bucket {
  enum class state : unsigned char { unknown, found, impossible };

  pattern holds = 0;
  state is = state::unknown;
  std::vector<test> tests;
  conflict because;         ///< if impossible
  double first_seconds = 0; ///< to the first test, by the engine that found it
  double seconds = 0;       ///< to the last one, or to the proof
};

struct search_settings {
  engine by = engine::both;
  std::size_t tests = 10; ///< in each bucket
  std::uint64_t seed = 1;
  std::vector<pattern> buckets = {};     ///< empty: all
  std::uint64_t most_tries = 20'000'000; ///< of the random engine, together
  std::uint64_t idle_tries = 2'000'000;  ///< tries without a new test, after which it ends
  double seconds = 60;                   ///< the time after which it ends
};

/// What a search found.
struct suite {
  std::string problem;
  std::vector<bucket> buckets;
  std::vector<conflict> conflicts; ///< all that were found; each is minimal
  double seconds = 0;
  std::uint64_t tries = 0;   ///< of the random engine
  std::uint64_t checked = 0; ///< pairs of one engine that the other has confirmed

  [[nodiscard]] std::size_t count(bucket::state s) const;
  [[nodiscard]] std::size_t tests() const;
};

/// The engines disagree about a pair: a bug in one of them, or a subproperty that means different things to them.
class disagreement : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

[[nodiscard]] suite search(const problem& p, const search_settings& settings = {});

/// For each subproperty the buckets in which it fails, together with only those that must fail with it.
///
/// Starts from the bucket in which only this one fails. If the right side of an implication fails, something on its
/// left side must fail too. Every possibility is followed until no implication is violated.
[[nodiscard]] std::vector<pattern> focused_buckets(const problem& p, std::size_t subproperty,
                                                   const std::vector<implication>& implications);
/// For all subproperties together, and the bucket in which all hold.
[[nodiscard]] std::vector<pattern> focused_buckets(const problem& p, const std::vector<implication>& implications);

/// Conflicts as implications: if these hold, one of those holds.
[[nodiscard]] std::vector<implication> implications_of(const std::vector<conflict>& conflicts);

/// Names: "no-new and none-dropped", "no-new, not unique".
[[nodiscard]] std::string describe(const problem& p, const implication& i);
[[nodiscard]] std::string describe(const problem& p, const conflict& c);
/// "not unique, not sorted", "all hold", or "all of the specification holds, not stable".
[[nodiscard]] std::string describe_pattern(const std::vector<subproperty>& all, pattern holds);
[[nodiscard]] std::string describe_pattern(const problem& p, pattern holds);

} // namespace tali::assess
