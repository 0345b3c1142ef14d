// SPDX-License-Identifier: BSL-1.0
// A given choice as the answer to a request, if it is exactly one that can be made here: the kind, the range and the
// value must fit. (replay_source uses the nearest valid choice instead.)
#pragma once

#include <tali/source/nearest.hpp>

#include <bit>
#include <cstdint>
#include <optional>

namespace tali::choices {

[[nodiscard]] inline std::optional<std::uint64_t> exact_answer(const choice& given,
                                                               const integer_request& request) noexcept {
  if (given.kind != choice_kind::integer || given.last != request.last || given.origin != request.origin ||
      given.value > request.last) {
    return std::nullopt;
  }
  return given.value;
}

[[nodiscard]] inline std::optional<std::uint32_t> exact_answer(const choice& given,
                                                               const branch_request& request) noexcept {
  const std::size_t alternatives = request.weights.size();
  if (given.kind != choice_kind::branch || given.last != alternatives - 1 || given.origin != 0 ||
      given.value >= alternatives || request.weights[given.value] == 0) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(given.value);
}

[[nodiscard]] inline std::optional<double> exact_answer(const choice& given, const real_request& request) noexcept {
  const nearest_answer<double> found = nearest(given, request);
  if (given.kind != choice_kind::real || !found.exact || given.last != std::bit_cast<std::uint64_t>(request.hi) ||
      given.origin != std::bit_cast<std::uint64_t>(request.lo)) {
    return std::nullopt;
  }
  return found.answer;
}

} // namespace tali::choices
