// SPDX-License-Identifier: BSL-1.0
// Choice gradient sampling: before each choice, samples after every alternative; an alternative is then taken with a
// weight equal to the number of different valid samples after it.
//
// The source is Fig. 3.3 of Goldstein's dissertation. It is followed line by line:
//
//   1  g <- G                                   `prefix_` is empty. g is G after the choices in `prefix_`.
//   2  V <- {}                                  the set `known_` of valid_search; see below
//   3  while true                               one call of attempt() is one sample, or one test of line 4 and 5
//   4    if vg is not empty, return vg + V      G asks for no choice after `prefix_`: the value made is checked (the
//                                               figure omits this) and `completions_` is counted
//   5    if isVoid g: g <- G                    G makes no value of `prefix_`: `prefix_` becomes empty, V is kept
//   6    C <- choices g                         `alternatives_`, from a run that stops at the first request
//   7    take the gradient                      the derivative by c is G after `prefix_` and c
//   8    for each derivative                    in order; the current alternative is the last choice of `prefix_`
//   9      if it is void                        a sample ended without a value and without a choice after c
//  10        v <- {}                            no more samples are drawn
//  12      x1, ..., xN <- G[derivative]         `rate` calls of attempt()
//  13      v <- { xj | valid(xj) }              `values_`: a set, so repeated values count once
//  14      f_c <- |v|                           `fitness_`
//  15      V <- V + v                           each value is returned by attempt() and collected by the caller
//  16    if max f_c = 0                         the same
//  17      f_c <- weightOf c G                  the weights of the branch; all values of an integer weigh the same
//  18    g <- frequency [(f_c, derivative)]     take(): one alternative, with these weights
//
// Line 13 compares values. Values whose type has no fingerprint (tali/value/hash.hpp) are compared by their choices;
// the sizes of the sets are then the same unless the generator makes one value in several ways. The figure's loop ends
// at line 4 and is called again for more values. Here it goes on at line 1, and the values of all rounds are collected
// in one set. A round alone is `completions()` from one number to the next.
//
// Cost: a choice among n alternatives costs n * rate samples, each of which makes the prefix again.
#pragma once

#include "valid/guided_source.hpp"
#include "valid/hashing.hpp"

#include <tali/source/prefixed.hpp>
#include <tali/valid/search.hpp>

#include <cstdint>
#include <vector>

namespace tali::detail {

class choice_gradient {
public:
  explicit choice_gradient(std::uint32_t rate) : rate_(rate) {}

  /// The next sample, or the value of a completed prefix. Its choices are those of `source`.
  attempt_result attempt(const valid_subject& subject, guided_source& source, rng& engine, int size);

  /// How often all choices of a value were made.
  [[nodiscard]] std::uint64_t completions() const noexcept { return completions_; }
  /// How often a choice was made (line 18).
  [[nodiscard]] std::uint64_t choices_made() const noexcept { return choices_made_; }
  /// The choices of the current round; while alternatives are sampled, the last is the current one.
  [[nodiscard]] const std::vector<choice>& prefix() const noexcept { return prefix_; }
  /// The weights of the alternatives of the last choice made.
  [[nodiscard]] const std::vector<std::uint64_t>& weights() const noexcept { return weights_; }

private:
  /// Lines 4 to 6. Whether there is a choice to make; otherwise `result` is that of the completed or void prefix.
  bool look_ahead(const valid_subject& subject, guided_source& source, int size, attempt_result& result);
  /// Adds the value just found to v.
  void collect(const valid_subject& subject, const guided_source& source);
  /// Lines 16 to 18.
  void take(rng& engine);

  std::uint32_t rate_;
  std::vector<choice> prefix_;
  std::vector<choice> completed_;             // the last prefix that was complete or void
  std::vector<weighted_choice> alternatives_; // empty: not known yet
  std::vector<std::uint64_t> fitness_;        // of the alternatives up to the current one
  std::vector<std::uint64_t> weights_;
  hash_rows<bare_key> values_; // v of the current alternative
  hash_rows<bare_key> runs_;   // the choices that made them, to compute fewer fingerprints
  std::uint32_t sampled_ = 0;  // samples of the current alternative
  std::uint64_t choices_made_ = 0;
  std::uint64_t completions_ = 0;
};

} // namespace tali::detail
