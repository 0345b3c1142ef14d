// SPDX-License-Identifier: BSL-1.0
// reflect: the choices that make a value, for values from anywhere.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/source/forest.hpp>

#include <optional>

namespace tali {

/// A choice sequence with which g makes v, or nothing if g cannot make it at this size.
template <generator G>
[[nodiscard]] std::optional<choice_sequence> reflect(const G& g, const value_of<G>& v,
                                                     int size = random_source::default_size) {
  forest ways(size);
  const forest::node root = detail::reflect_part(g, ways, v);
  return ways.first(root);
}

/// Whether g can make v at this size.
template <generator G>
[[nodiscard]] bool accepts(const G& g, const value_of<G>& v, int size = random_source::default_size) {
  forest ways(size);
  return detail::reflect_part(g, ways, v) != forest::none();
}

} // namespace tali
