// SPDX-License-Identifier: BSL-1.0
// Decides whether the domain of a property is small enough to try every input.
//
// The number of inputs of a property is the number of leaves of the tree of its choices, which is only known by running
// it. Two figures of a single path are available at once: every alternative not taken has at least one leaf, so the sum
// of the alternatives is a lower bound; and the product of the numbers of alternatives is Knuth's estimate of the size
// of the tree, whose mean over random paths is exact. For independent choices every path has the same product. For
// dependent ones (a length and its elements, ascending numbers) the paths differ, by any factor.
//
// The first probe takes the last alternative of each choice. It abandons the case, usually before the body is called,
// as soon as the sum passes the limit (an int does at once) or the product passes a thousand times the limit. If the
// product is within the limit, or the mean product of some random paths is not far above it, the inputs are enumerated
// by enumerating_source, which knows the exact count when it is done, and is abandoned when it passes the limit. The
// decision depends on the property and the limit alone, never on time or on the seed.
//
// So a domain that is reported as tried completely was; a small domain in which a few paths have nearly all leaves may
// be taken for a large one. A body without choices is called once, one with a small domain once for each input and once
// for each probe.
#pragma once

#include <tali/source/dynamic.hpp>

#include <atomic>
#include <cstdint>
#include <optional>

namespace tali::detail {

class width_probe final : public dynamic_source {
public:
  /// A product that is this many times the limit decides alone.
  static constexpr std::uint64_t certain_factor = 1024;

  /// Takes the last alternative of each choice, or, with an engine, any of them. `passed_limit` is set when the domain
  /// is certainly too large, also if the body swallows the exception that ends the case. It can lie in memory that is
  /// shared with the copy of the process that runs the body.
  width_probe(int size, std::uint64_t limit, std::atomic<bool>& passed_limit, std::optional<rng> engine = std::nullopt)
      : dynamic_source(size), limit_(limit), passed_limit_(passed_limit), engine_(engine) {}

  /// The product of the numbers of alternatives so far.
  [[nodiscard]] std::uint64_t width() const noexcept { return width_; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  /// Counts a choice with ranks from 0 to `last`, and returns the rank to take.
  [[nodiscard]] std::uint64_t count_alternatives(std::uint64_t last);

  std::uint64_t limit_;
  std::atomic<bool>& passed_limit_;
  std::optional<rng> engine_;
  std::uint64_t width_ = 1;
  std::uint64_t least_ = 1; // a lower bound on the number of inputs
};

} // namespace tali::detail
