// SPDX-License-Identifier: BSL-1.0
// reflect: the choices that produce a given value.
//
//   reflect(g, v)       the simplest choice sequence with which g produces v, if there is one
//   ways(g, v)          all of them: their number, their probability, and an enumeration
//   accepts(g, v)       whether there is one
//   probability(g, v)   the probability of v
//
// docs/explanation/backward.md explains running backward.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/owned.hpp>
#include <tali/gen/generator.hpp>
#include <tali/interpret/ways.hpp>
#include <tali/source/arena.hpp>
#include <tali/source/forest.hpp>
#include <tali/source/replay.hpp>

#include <optional>

namespace tali::choices {

/// All choice sequences (ways) with which a generator produces a value.
class ways_to_make {
public:
  template <generator G>
  ways_to_make(const G& g, const value_of<G>& v, int size) : forest_(new forest(size)) {
    root_ = detail::reflect_part(g, *forest_, v);
  }

  [[nodiscard]] bool any() const { return has_way(*forest_, root_); }
  [[nodiscard]] way_count count() const { return count_ways(*forest_, root_); }
  [[nodiscard]] likelihood probability(const weights* by = nullptr) const { return likelihood_of(*forest_, root_, by); }
  [[nodiscard]] std::optional<choice_sequence> simplest() const { return simplest_way(*forest_, root_); }
  /// Enumerates them, simplest first. The walk must not outlive this object.
  [[nodiscard]] way_walk walk() const { return {*forest_, root_}; }

  [[nodiscard]] const forest& nodes() const noexcept { return *forest_; }
  [[nodiscard]] forest::node root() const noexcept { return root_; }

private:
  detail::owned<forest> forest_;
  forest::node root_ = forest::none();
};

} // namespace tali::choices

namespace tali {

/// All ways in which g produces v. The value is not used after the call.
template <generator G>
[[nodiscard]] choices::ways_to_make ways(const G& g, const value_of<G>& v,
                                         int size = choices::random_source::default_size) {
  return choices::ways_to_make(g, v, size);
}

/// The simplest choice sequence with which g produces v, or nothing if g cannot produce it at this size.
template <generator G>
[[nodiscard]] std::optional<choices::choice_sequence> reflect(const G& g, const value_of<G>& v,
                                                              int size = choices::random_source::default_size) {
  choices::forest all(size);
  const choices::forest::node root = detail::reflect_part(g, all, v);
  return choices::simplest_way(all, root);
}

/// Whether g can produce v at this size.
template <generator G>
[[nodiscard]] bool accepts(const G& g, const value_of<G>& v, int size = choices::random_source::default_size) {
  choices::forest all(size);
  const choices::forest::node root = detail::reflect_part(g, all, v);
  return choices::has_way(all, root);
}

/// The probability that g produces v, with its own weights or with the given ones.
template <generator G>
[[nodiscard]] choices::likelihood probability(const G& g, const value_of<G>& v,
                                              int size = choices::random_source::default_size) {
  return ways(g, v, size).probability();
}
template <generator G>
[[nodiscard]] choices::likelihood probability(const G& g, const value_of<G>& v, const weights& by,
                                              int size = choices::random_source::default_size) {
  return ways(g, v, size).probability(&by);
}

} // namespace tali

namespace tali::choices {

/// The same for a value that may be larger than drawn values: at this size, or at the first of ten times, a hundred
/// times... this size at which g can produce it.
template <generator G>
[[nodiscard]] std::optional<choice_sequence> reflect_at_any_size(const G& g, const value_of<G>& v,
                                                                 int size = random_source::default_size) {
  constexpr int largest = 1'000'000;
  while (true) {
    if (std::optional<choice_sequence> found = reflect(g, v, size); found || size <= 0 || size >= largest) {
      return found;
    }
    size = size > largest / 10 ? largest : size * 10;
  }
}

/// The simplest choices with which g produces v, with the spans and labels of a recorded run. Nothing if g cannot
/// produce it. Throws generator_error if these choices produce another value: running backward is then incorrect.
template <generator G>
[[nodiscard]] std::optional<trace> reflect_trace(const G& g, const value_of<G>& v,
                                                 int size = random_source::default_size) {
  const std::optional<choice_sequence> choices = reflect_at_any_size(g, v, size);
  if (!choices) {
    return std::nullopt;
  }
  trace made;
  arena memory;
  replay_source source(detail::span_of(choices->choices), choices->size, past_end::stop);
  source.build_in(&memory);
  source.record_to(&made);
  bool same = false;
  try {
    const value_of<G> again = g(static_cast<dynamic_source&>(source));
    if constexpr (values::comparable_value<value_of<G>>) {
      same = values::equal_values(again, v);
    } else {
      same = true;
    }
  } catch (const discard&) {
    same = false;
  }
  if (!same || source.misaligned() || source.used() != choices->choices.size()) {
    detail::throw_unsound();
  }
  return made;
}

} // namespace tali::choices
