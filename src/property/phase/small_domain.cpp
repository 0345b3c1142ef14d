// SPDX-License-Identifier: BSL-1.0
#include "property/phase/small_domain.hpp"
#include "property/case/case_log.hpp"

#include <algorithm>

namespace tali::detail {

std::uint64_t width_probe::count_alternatives(std::uint64_t last) {
  if (least_ > limit_ || last >= limit_ || least_ + last > limit_ ||
      __builtin_mul_overflow(width_, last + 1, &width_) || width_ / certain_factor > limit_) {
    least_ = ~std::uint64_t{0} / 2;
    width_ = limit_ * certain_factor;
    passed_limit_.store(true, std::memory_order_relaxed);
    throw case_abandoned{};
  }
  least_ += last;
  return engine_ ? between(*engine_, last) : last;
}

std::uint64_t width_probe::decide_integer(const integer_request& request) {
  return index_of_rank(count_alternatives(request.last), request.last, request.origin);
}

std::uint32_t width_probe::decide_branch(const branch_request& request) {
  std::uint64_t possible = 0; // branches of weight 0 do not count
  for (const std::uint32_t weight : request.weights) {
    possible += weight != 0 ? 1U : 0U;
  }
  std::uint64_t left = count_alternatives(possible - 1);
  std::uint32_t index = 0;
  for (; request.weights[index] == 0 || left > 0; ++index) {
    left -= request.weights[index] != 0 ? 1U : 0U;
  }
  return index;
}

double width_probe::decide_real(const real_request& request) {
  static_cast<void>(count_alternatives(request.lo == request.hi ? 0 : ~std::uint64_t{0}));
  return std::clamp(0.0, request.lo, request.hi);
}

} // namespace tali::detail
