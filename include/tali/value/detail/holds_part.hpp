// SPDX-License-Identifier: BSL-1.0
// Whether a value contains a part with a given address, following containers, optionals, variants and owning pointers.
// The first field of a class has the address of the class, so the type is compared too, by an address that Identity
// gives each type.
#pragma once

#include <memory>
#include <type_traits>

#include "tali/value/kind.hpp"

namespace tali::detail {

template <template <class> class Identity, class T>
[[nodiscard]] bool holds_part(const T& whole, const void* address, const void* type) {
  if (static_cast<const void*>(std::addressof(whole)) == address && type == Identity<T>::value) {
    return true;
  }
  const auto inside = [&](const auto& part) { return holds_part<Identity>(part, address, type); };
  if constexpr (std::is_array_v<T>) {
    for (const auto& item : whole) {
      if (inside(item)) {
        return true;
      }
    }
    return false;
  } else if constexpr (nullable_value<T>) {
    return has_inner(whole) && inside(inner(whole));
  } else if constexpr (collection_value<T> || text_value<T>) {
    for (const auto& item : whole) {
      if (inside(item)) {
        return true;
      }
    }
    return false;
  } else if constexpr (sum_value<T>) {
    bool found = false;
    with_alternative(whole, [&]<std::size_t I>(const auto& held) { found = inside(held); });
    return found;
  } else if constexpr (product_value<T>) {
    return with_parts(whole, [&](const auto&... part) { return (inside(part) || ...); });
  } else {
    return false;
  }
}

} // namespace tali::detail
