// SPDX-License-Identifier: BSL-1.0
// The valid answer nearest to a given choice. All replaying sources use it for choices that do not fit.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/source/choice.hpp>

namespace tali::choices {

template <class T>
struct nearest_answer {
  T answer;
  bool exact; // the given choice itself was valid
};

/// The simplest valid answers.
[[nodiscard]] inline std::uint64_t simplest_answer(const integer_request& request) noexcept { return request.origin; }
[[nodiscard]] std::uint32_t simplest_answer(const branch_request& request) noexcept;
[[nodiscard]] double simplest_answer(const real_request& request) noexcept;

/// An integer whose range has changed keeps its distance from the simplest value; a choice of another kind is
/// replaced by one of the same rank.
[[nodiscard]] nearest_answer<std::uint64_t> nearest(const choice& given, const integer_request& request) noexcept;
[[nodiscard]] nearest_answer<std::uint32_t> nearest(const choice& given, const branch_request& request) noexcept;
[[nodiscard]] nearest_answer<double> nearest(const choice& given, const real_request& request) noexcept;

} // namespace tali::choices
