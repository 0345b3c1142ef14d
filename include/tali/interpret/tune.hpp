// SPDX-License-Identifier: BSL-1.0
// tune: weights from example values, and values drawn with weights.
//
//   weights like = tune(json, documents);                    // the counts of the labelled branches
//   std::string d = sample(json, like, seed);                // a similar document
//   std::string e = sample(json, like.inverted(), seed);     // a different one
//
// The generator runs backward on each example, and the labels on its simplest way are counted. With a context of n,
// they are also counted for each context of up to n enclosing labels. tali/source/weights.hpp describes how counts
// become probabilities.
#pragma once

#include <tali/interpret/reflect.hpp>
#include <tali/source/weighted.hpp>
#include <tali/source/weights.hpp>

#include <cstddef>

namespace tali::detail {

/// Adds the labels of one run.
void count_labels(const trace& run, std::size_t context, weights& into);

} // namespace tali::detail

namespace tali::learn {

struct tuning {
  weights counts;
  std::size_t used = 0;
  std::vector<std::size_t> refused; // the examples that g cannot produce
};

} // namespace tali::learn

namespace tali {

/// Weights from examples: any range of values of g.
template <generator G, class Examples>
[[nodiscard]] learn::tuning tune(const G& g, const Examples& examples, std::size_t context = 0) {
  learn::tuning result;
  std::size_t index = 0;
  for (const value_of<G>& example : examples) {
    if (const std::optional<choices::trace> run = choices::reflect_trace(g, example)) {
      detail::count_labels(*run, context, result.counts);
      ++result.used;
    } else {
      result.refused.push_back(index);
    }
    ++index;
  }
  return result;
}

/// A value drawn with weights. The same seed gives the same value.
template <generator G>
[[nodiscard]] value_of<G> sample(const G& g, const weights& by, std::uint64_t seed,
                                 int size = choices::random_source::default_size) {
  choices::weighted_source source(choices::rng(seed), size, by);
  return g(static_cast<choices::dynamic_source&>(source));
}

} // namespace tali
