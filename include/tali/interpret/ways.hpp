// SPDX-License-Identifier: BSL-1.0
// Queries on a forest: whether there is a way, the number of ways, their total probability, and the ways
// themselves, simplest first.
//
// Each query visits every node once: sums over `either`, products over `join`. Cycles are strongly connected
// components of the graph. A cycle with an exit has infinitely many ways, and the probability
// of its nodes is the least solution of the equations they form, found by Newton's method. One step is enough if they
// are linear, which they are unless a way needs the whole value twice. Probabilities have a separate exponent, so that
// they do not underflow to zero for large values.
//
// Ways are unpacked lazily by the k-best method of Huang and Chiang (2005): the order on choice sequences is shortlex,
// which is monotone in both parts of a join, so that the next best way of a node needs only the next best of its parts.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/forest.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tali {

class weights;

} // namespace tali

namespace tali::choices {

/// The number of ways.
struct way_count {
  std::uint64_t count = 0;
  bool infinite = false;                    // then `count` is the maximum of its type
  bool overflowed = false;                  // the number does not fit; `count` is the maximum of its type
  std::vector<std::string_view> unexplored; // kinds of ways that were not searched for

  /// Whether `count` is the number of all ways.
  [[nodiscard]] bool exact() const noexcept { return !infinite && !overflowed && unexplored.empty(); }
};

/// The probability of a value: exact, or as bounds.
struct likelihood {
  double at_least = 0;
  double at_most = 0;
  double log2 = 0;                          // of `at_least`, also if that is too small for a double
  std::vector<std::string_view> unexplored; // why the bounds differ

  [[nodiscard]] bool exact() const noexcept { return unexplored.empty(); }
};

/// Whether there is a way.
[[nodiscard]] bool has_way(const forest& f, forest::node root);

[[nodiscard]] way_count count_ways(const forest& f, forest::node root);

/// The probability that random choices follow one of the ways, with the weights of the generator
/// or with the given ones.
[[nodiscard]] likelihood likelihood_of(const forest& f, forest::node root, const weights* by = nullptr);

/// The probability that an integer is drawn as this index if it is the first value of its case. (Integers of wide
/// ranges favour earlier values; the probability of a forest takes this into account.)
[[nodiscard]] double likelihood_of(std::uint64_t index, const integer_request& request, int size);

/// An enumeration of the ways.
class way_walk {
public:
  /// The forest must outlive the walk.
  way_walk(const forest& f, forest::node root);
  way_walk(way_walk&&) noexcept;
  way_walk& operator=(way_walk&&) noexcept;
  ~way_walk();

  [[nodiscard]] std::optional<choice_sequence> next();

private:
  class walk;
  detail::owned<walk> walk_;
};

/// The simplest way.
[[nodiscard]] std::optional<choice_sequence> simplest_way(const forest& f, forest::node root);

} // namespace tali::choices
