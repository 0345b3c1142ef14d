// SPDX-License-Identifier: BSL-1.0
// The suite under construction, which both engines share.
#pragma once

#include "assess/solver.hpp"

#include <tali/assess/search.hpp>

#include <chrono>
#include <string>
#include <unordered_set>

namespace tali::assess {

class stopwatch {
public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The text of a test. Two tests with the same text count as one.
[[nodiscard]] std::string text_of(const layout& l, const point& at);

/// The patterns of up to 64 pairs as computed by the gates; empty for a pair that violates a precondition. Concrete
/// subproperties are left to the caller. Throws if a pair contradicts a rule or a fact.
[[nodiscard]] std::vector<std::optional<pattern>> symbolic_patterns(const encoding& e, const std::vector<point>& of);

struct candidate {
  point at;
  engine by = engine::sat;
};

struct search_state {
  const problem& p;
  const search_settings& settings;
  const encoding& e;
  suite& result;
  std::vector<std::vector<candidate>> found;         // for each bucket; tests are chosen among them
  std::vector<std::unordered_set<std::string>> seen; // texts of the tests of each bucket
  choices::rng random;
  pattern symbolic = 0; // the subproperties that the solver supports

  /// Adds a test if its text is new. Checks it with the engine that did not find it.
  bool add(std::size_t bucket, point at, bool small, engine by);
  /// The simplest pair of the same pattern that is not in the suite yet.
  [[nodiscard]] point simplified(std::size_t bucket, point at) const;
  /// Chooses the tests of a bucket among its candidates.
  void choose(std::size_t bucket);
};

/// The places on which the pattern of a pair depends, each as a number: "without the last edge it would be sorted", "if
/// the first company swapped two preferences it would be stable".
[[nodiscard]] std::vector<std::uint64_t> dependencies_of(const problem& p, const point& at, pattern holds);

void search_with_solver(search_state& s);
void search_at_random(search_state& s);

} // namespace tali::assess
