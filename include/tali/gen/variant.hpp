// SPDX-License-Identifier: BSL-1.0
// Variants: one generator for each alternative, each equally likely.
#pragma once

#include <tali/gen/alternatives.hpp>

#include <variant>

namespace tali::gen {

/// A variant over what the generators make, alternative by alternative.
template <class... G>
[[nodiscard]] TALI_INLINE constexpr auto variant(const G&... generators) {
  return detail::variant_gen<std::variant<value_of<G>...>, detail::equal_odds<sizeof...(G)>, G...>(generators...);
}

} // namespace tali::gen
