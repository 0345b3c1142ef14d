// SPDX-License-Identifier: BSL-1.0
// Decides whether the domain of a property is small enough to try every input.
//
// The number of inputs of a property is the number of leaves of the tree of its choices, which is known only after
// running it. A probe recognises nearly every large domain before the body is called: it takes the last alternative of
// each choice, multiplies the numbers of alternatives (Knuth's estimate of the size of a tree, on one fixed path
// instead of random ones), and abandons the case as soon as the product passes the limit. An int ends the probe at
// once, a vector after its length. Smaller domains are enumerated with enumerating_source. Its first run checks the
// width of the other extreme, the path of simplest choices. The enumeration knows the exact count when it is done, and
// is abandoned when it passes the limit. The decision depends only on the property and the limit, not on time or
// chance.
//
// So "all inputs" in a report is exact, but an unbalanced small domain may be taken for a large one. A body without
// choices is called once. A body with a small domain is called once for each input, and once more for the probe.
#pragma once

#include <tali/source/dynamic.hpp>

#include <atomic>
#include <cstdint>

namespace tali::detail {

class width_probe final : public dynamic_source {
public:
  /// `passed_limit` is set when the width passes the limit, also if the body swallows the exception that ends the case.
  /// It can lie in memory that is shared with the copy of the process that runs the body.
  width_probe(int size, std::uint64_t limit, std::atomic<bool>& passed_limit)
      : dynamic_source(size), limit_(limit), passed_limit_(passed_limit) {}

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  void count_alternatives(std::uint64_t last);

  std::uint64_t limit_;
  std::atomic<bool>& passed_limit_;
  std::uint64_t width_ = 1;
};

} // namespace tali::detail
