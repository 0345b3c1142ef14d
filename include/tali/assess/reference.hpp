// SPDX-License-Identifier: BSL-1.0
// Testing a decomposition: whether the conjunction of the subproperties of a specification means what a reference
// solution, a right predicate, means.
//
// The two are compared on the tests of a suite and on random pairs near these. If both are symbolic, the solver
// searches for a pair on which they differ, and proves that there is none within the bounds.
#pragma once

#include <tali/assess/grade.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tali::assess {

/// Pairs of any pattern, each a random change or two from a test of the suite. Different from each other.
[[nodiscard]] std::vector<test> pairs_near(const problem& p, const suite& s, std::size_t count, std::uint64_t seed);

struct reference_settings {
  std::size_t pairs = 20'000; ///< random ones
  std::uint64_t seed = 1;
  double seconds = 60; ///< for the solver
};

struct reference_check {
  /// A pair on which the subproperties and the reference differ.
  struct difference {
    point at;
    pattern holds = 0;
    bool accepts = false; ///< what the reference answers
  };
  std::vector<difference> differences; ///< one of each bucket, in each direction, simplified step by step
  std::size_t compared = 0;            ///< concrete pairs
  bool proven = false;                 ///< no other bucket has a difference within the bounds

  [[nodiscard]] bool equivalent() const { return proven && differences.empty(); }
};

/// Throws std::invalid_argument if the problem has no reference.
[[nodiscard]] reference_check check_reference(const problem& p, const suite& s,
                                              const reference_settings& settings = {});
/// "equivalent within the bounds (proven)", or a line for each difference.
[[nodiscard]] std::string to_text(const problem& p, const reference_check& c);

} // namespace tali::assess
