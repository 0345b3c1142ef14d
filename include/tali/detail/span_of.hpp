// SPDX-License-Identifier: BSL-1.0
// span_of: the elements of an array or a vector as a std::span.
//
// The implicit conversion does the same, but to select it the compiler checks the concepts of ranges for the container:
// in GCC 12, the first two conversions of vectors take longer than the parsing of <vector>.
#pragma once

#include <span>

namespace tali::detail {

template <class C>
[[nodiscard]] constexpr auto span_of(const C& elements) noexcept {
  return std::span<const typename C::value_type>(elements.data(), elements.size());
}

} // namespace tali::detail
