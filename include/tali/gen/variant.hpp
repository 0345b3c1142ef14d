// SPDX-License-Identifier: BSL-1.0
// Variants: one generator for each alternative, each equally likely.
#pragma once

#include <tali/gen/alternatives.hpp>

#include <variant>

namespace tali::gen {

/// A variant with one alternative for each generator.
template <class... G>
[[nodiscard]] TALI_INLINE constexpr auto variant(const G&... generators) {
  return detail::variant_gen<std::variant<value_of<G>...>, detail::equal_odds<sizeof...(G)>, G...>(generators...);
}

} // namespace tali::gen
