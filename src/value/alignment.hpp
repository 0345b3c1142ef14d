// SPDX-License-Identifier: BSL-1.0
// The alignment of two sequences: which stretches of items differ, so that as many items as possible are equal.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tali::detail {

/// Items that differ, between items that are equal. One of the sides may be empty.
struct differing_stretch {
  std::size_t left_begin, left_end, right_begin, right_end;
};

/// The stretches, in order. Items are compared by their addresses with `differ`.
[[nodiscard]] std::vector<differing_stretch> align(std::span<const void* const> left,
                                                   std::span<const void* const> right,
                                                   bool (*differ)(const void* left, const void* right));

} // namespace tali::detail
