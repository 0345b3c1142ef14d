// SPDX-License-Identifier: BSL-1.0
#include <tali/source/nearest.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali::choices {

std::uint32_t simplest_answer(const branch_request& request) noexcept {
  std::uint32_t index = 0;
  while (request.weights[index] == 0) { // the first possible branch
    ++index;
  }
  return index;
}

double simplest_answer(const real_request& request) noexcept { return std::clamp(0.0, request.lo, request.hi); }

nearest_answer<std::uint64_t> nearest(const choice& given, const integer_request& request) noexcept {
  if (given.kind != choice_kind::integer) {
    const simplicity s = simplicity_of(given);
    const std::uint64_t rank = s.high == 0 ? std::min(s.low, request.last) : request.last;
    return {index_of_rank(rank, request.last, request.origin), false};
  }
  if (given.value <= request.last && given.origin == request.origin) {
    return {given.value, true};
  }
  if (given.value >= given.origin) {
    const std::uint64_t distance = given.value - given.origin;
    const std::uint64_t room = request.last - request.origin;
    return {request.origin + std::min(distance, room), distance <= room};
  }
  const std::uint64_t distance = given.origin - given.value;
  return {request.origin - std::min(distance, request.origin), distance <= request.origin};
}

nearest_answer<std::uint32_t> nearest(const choice& given, const branch_request& request) noexcept {
  const simplicity s = simplicity_of(given);
  if (s.high == 0 && s.low < request.weights.size() && request.weights[s.low] != 0) {
    return {static_cast<std::uint32_t>(s.low), given.kind == choice_kind::branch};
  }
  return {simplest_answer(request), false};
}

nearest_answer<double> nearest(const choice& given, const real_request& request) noexcept {
  const auto legal = [&](double x) {
    x = std::clamp(x, request.lo, request.hi);
    return request.single ? static_cast<double>(static_cast<float>(x)) : x;
  };
  if (given.kind != choice_kind::real) {
    return {legal(static_cast<double>(simplicity_of(given).low)), false};
  }
  const auto value = std::bit_cast<double>(given.value);
  if (std::isnan(value)) {
    return {simplest_answer(request), false};
  }
  return {legal(value), legal(value) == value};
}

} // namespace tali::choices
