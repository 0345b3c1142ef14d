// SPDX-License-Identifier: BSL-1.0
// Where two values of one type differ: one line for each difference, with the path to it. Empty if they are equal.
//
//   .items[3].name: "ab" -> "ac"       a part changed
//   + .items[4]: 7                     only in the right one (items of sequences are aligned first)
//   - .items[2]: 7                     only in the left one
//   .ages["bob"]: 41 -> 42             maps by key; sets by item: - .tags: "x"
//   .text: …"the quick "{"brown" -> "red"}" fox jump"… (at 40)
//   .items[3->4].name: "ab" -> "ac"    an item that was moved by insertions before it
//   left: …  right: …                  on two lines, if it is too long for one
//
// A type with its own short text (operator<< and similar) is compared as a whole. The parts come from the same typed
// walk as every other form of a value (tree.hpp); everything else is compiled once, in src/value/diff.cpp.
#pragma once

#include <cstddef>
#include <string>

#include "tali/value/tree.hpp"

namespace tali::values {

struct diff_limits {
  std::size_t max_lines = 40;  ///< then "… more differences"
  std::size_t max_chars = 400; ///< of one shown value
  std::size_t max_depth = 100; ///< deeper parts are shown as a whole
};

} // namespace tali::values

namespace tali {

namespace detail {

/// The lines of a difference, and the path to the smallest part that contains all of it (empty for the whole value).
struct value_difference {
  std::string text;
  std::string path;
};

[[nodiscard]] value_difference find_differences(const value_type& type, const void* left, const void* right,
                                                const diff_limits& limits);

} // namespace detail

/// The differences from left to right, one per line; empty if there are none.
template <class T>
std::string diff(const T& left, const T& right, const values::diff_limits& limits = {}) {
  return detail::find_differences(detail::value_type_of<T>::value, detail::address_of(left), detail::address_of(right),
                                  limits)
      .text;
}

} // namespace tali
