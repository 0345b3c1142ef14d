// SPDX-License-Identifier: BSL-1.0
// Is the domain of a property small enough to try every input?
//
// The number of inputs of a property is the number of leaves of the tree of its choices, which only running it can
// tell. Two probes give up early on nearly everything that is not small: the path of simplest choices and the path of
// last choices, each multiplying the widths of the choices it meets (Knuth's estimate of the size of a tree, on two
// fixed paths instead of random ones) and ending the run with an exception as soon as the product passes the limit. A
// wide first choice, an int say, ends the probe before the body is even called; a vector has only its length on the
// path of simplest choices and is found out by the other. Both widths are decided by the property and the limit
// alone, never by time or chance.
//
// What passes both probes is walked by enumerating_source, which knows the exact count when it is done; a walk that
// passes the limit nevertheless is abandoned. So domains that are reported as tried completely were; a lopsided small
// domain may be taken for a large one.
#pragma once

#include <tali/source/dynamic.hpp>

#include <cstdint>

namespace tali::detail {

class width_probe final : public dynamic_source {
public:
  enum class path : std::uint8_t { simplest, last };

  /// Thrown out of a draw when the width passes the limit.
  struct too_wide {};

  width_probe(path which, int size, std::uint64_t limit) : dynamic_source(size), limit_(limit), which_(which) {}

  /// Also after a body has swallowed the exception.
  [[nodiscard]] bool passed_limit() const noexcept { return width_ > limit_; }

protected:
  std::uint64_t decide_integer(const integer_request& request) override;
  std::uint32_t decide_branch(const branch_request& request) override;
  double decide_real(const real_request& request) override;

private:
  void meet(std::uint64_t last);

  std::uint64_t limit_;
  std::uint64_t width_ = 1;
  path which_;
};

} // namespace tali::detail
