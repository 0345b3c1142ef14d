// SPDX-License-Identifier: BSL-1.0
// Numbers that are related to the earlier numbers of their case. number_relations.cpp has the details.
#pragma once

#include <tali/source/random.hpp>

#include <cstdint>
#include <optional>

namespace tali::detail {

/// Notes a value for later draws, as its distance from zero.
inline void remember(drawn_values& drawn, std::uint64_t value) noexcept {
  drawn.recent[drawn.integers++ % drawn_values::remembered] = value;
}

/// A number by the relation of the case; empty if the spread decides. Only for a case with a relation.
[[nodiscard]] std::optional<std::uint64_t> draw_related(rng& engine, const random_context& context, std::uint64_t last,
                                                        std::uint64_t origin, std::uint64_t zero);
/// The same for reals, for any case with variation.
[[nodiscard]] std::optional<double> draw_related(rng& engine, const random_context& context,
                                                 const real_request& request);

/// The nearest valid answer.
[[nodiscard]] double clamp_real(double x, const real_request& request);

} // namespace tali::detail
