// SPDX-License-Identifier: BSL-1.0
// validate: checks that a generator runs backward consistently, and that it produces the intended values.
//
//   validation found = validate(g);                            // internally: against itself
//   validation more = validate(g, is_valid, naive);            // and externally: against a predicate and another one
//
// Internally: every generated value is accepted by running backward, and every way that is found, as far as checked,
// produces the same value again (pure projection; it fails if a focus or an inverse names the wrong part).
// Externally: every generated value satisfies the predicate (soundness), and every value of the other generator that
// satisfies it can be produced (completeness, within the values of the other generator). The result also reports
// values with several ways.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/show.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tali {

struct validate_options {
  std::size_t cases = 200;
  std::size_t ways = 3; // the number of ways to check per value
  std::uint64_t seed = 1;
  int size = choices::random_source::default_size;
};

struct validation {
  std::size_t cases = 0;
  std::vector<std::string> not_accepted;  // generated values that running backward does not accept
  std::vector<std::string> not_projected; // values for which a way produces another value
  std::vector<std::string> not_valid;     // generated values that the predicate rejects
  std::vector<std::string> not_made;      // values that the predicate accepts but the generator cannot produce
  std::size_t compared = 0;               // values of the other generator that satisfy the predicate
  // Overlap: the number of values with several ways, the maximum number of ways, and whether a value has infinitely
  // many.
  std::size_t overlapping = 0;
  std::uint64_t most_ways = 0;
  bool infinite = false;

  [[nodiscard]] bool good() const noexcept {
    return not_accepted.empty() && not_projected.empty() && not_valid.empty() && not_made.empty();
  }
};

namespace detail {

/// Keeps the first few.
template <class T>
void note_value(std::vector<std::string>& into, const T& value) {
  constexpr std::size_t most = 5;
  if (into.size() < most) {
    into.push_back(show(value));
  }
}

struct any_value_is_valid {
  template <class T>
  bool operator()(const T& /*value*/) const {
    return true;
  }
};

} // namespace detail

/// Checks g against itself, and against a predicate if there is one.
template <generator G, class Valid = detail::any_value_is_valid>
[[nodiscard]] validation validate(const G& g, const Valid& valid = {}, const validate_options& options = {}) {
  validation result;
  for (std::size_t i = 0; i < options.cases; ++i) {
    choices::random_context context(options.size);
    choices::random_source source(choices::rng::stream(options.seed, i), context);
    arena memory;
    source.build_in(&memory);
    try {
      const value_of<G> value = g(source);
      ++result.cases;
      if (!valid(value)) {
        detail::note_value(result.not_valid, value);
      }
      const choices::ways_to_make found(g, value, options.size);
      if (!found.any()) {
        detail::note_value(result.not_accepted, value);
        continue;
      }
      const choices::way_count count = found.count();
      result.overlapping += count.count > 1 ? 1U : 0U;
      result.most_ways = std::max(result.most_ways, count.count);
      result.infinite = result.infinite || count.infinite;
      choices::way_walk walk = found.walk();
      for (std::size_t k = 0; k < options.ways; ++k) {
        const std::optional<choices::choice_sequence> way = walk.next();
        if (!way) {
          break;
        }
        choices::replay_source again(way->choices, way->size, choices::past_end::stop);
        again.build_in(&memory);
        bool same = false;
        try {
          same = equal_values(g(static_cast<choices::dynamic_source&>(again)), value) &&
                 again.used() == way->choices.size() && !again.misaligned();
        } catch (const discard&) {
          same = false;
        }
        if (!same) {
          detail::note_value(result.not_projected, value);
          break;
        }
      }
    } catch (const discard&) {
      continue;
    }
  }
  return result;
}

/// Also checks completeness, against the values of another generator (a naive or older one) that satisfy the
/// predicate.
template <generator G, class Valid, generator Other>
[[nodiscard]] validation validate(const G& g, const Valid& valid, const Other& other,
                                  const validate_options& options = {}) {
  validation result = validate(g, valid, options);
  for (std::size_t i = 0; i < options.cases; ++i) {
    choices::random_context context(options.size);
    choices::random_source source(choices::rng::stream(options.seed + 1, i), context);
    arena memory;
    source.build_in(&memory);
    try {
      const value_of<G> value = other(source);
      if (valid(value)) {
        ++result.compared;
        if (!accepts(g, value, options.size)) {
          detail::note_value(result.not_made, value);
        }
      }
    } catch (const discard&) {
      continue;
    }
  }
  return result;
}

} // namespace tali
