// SPDX-License-Identifier: BSL-1.0
// sample: random values. The papers call this interpretation `generate`.
#pragma once

#include <tali/gen/generator.hpp>

#include <vector>

namespace tali {

/// One value from a seed. The same seed gives the same value, on every compiler and machine.
template <generator G>
[[nodiscard]] value_of<G> sample(const G& g, std::uint64_t seed, int size = choices::random_source::default_size) {
  choices::random_context context(size);
  choices::random_source source(choices::rng(seed), context);
  return g(source);
}

/// Several values, each from its own stream of the seed.
template <generator G>
[[nodiscard]] std::vector<value_of<G>> samples(const G& g, std::size_t count, std::uint64_t seed,
                                               int size = choices::random_source::default_size) {
  std::vector<value_of<G>> values;
  values.reserve(count);
  choices::random_context context(size);
  for (std::size_t i = 0; i < count; ++i) {
    context.restart(size);
    choices::random_source source(choices::rng::stream(seed, i), context);
    values.push_back(g(source));
  }
  return values;
}

} // namespace tali
