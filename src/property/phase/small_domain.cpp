// SPDX-License-Identifier: BSL-1.0
#include "property/phase/small_domain.hpp"
#include "property/case/case_log.hpp"

#include <algorithm>

namespace tali::detail {

void width_probe::count_alternatives(std::uint64_t last) {
  if (width_ > limit_ || last >= limit_ || __builtin_mul_overflow(width_, last + 1, &width_) || width_ > limit_) {
    width_ = ~std::uint64_t{0};
    passed_limit_.store(true, std::memory_order_relaxed);
    throw case_abandoned{};
  }
}

std::uint64_t width_probe::decide_integer(const integer_request& request) {
  count_alternatives(request.last);
  return index_of_rank(request.last, request.last, request.origin);
}

std::uint32_t width_probe::decide_branch(const branch_request& request) {
  std::uint64_t possible = 0; // branches of weight 0 do not count
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < request.weights.size(); ++i) {
    if (request.weights[i] != 0) {
      ++possible;
      last = i;
    }
  }
  count_alternatives(possible - 1);
  return last;
}

double width_probe::decide_real(const real_request& request) {
  count_alternatives(request.lo == request.hi ? 0 : ~std::uint64_t{0});
  return std::clamp(0.0, request.lo, request.hi);
}

} // namespace tali::detail
