// SPDX-License-Identifier: BSL-1.0
// Generators as formal languages: the possible next choices, the generator after a choice, all choice sequences.
//
// This is the theory of free generators (Goldstein and Pierce, "Parsing Randomness") for any finitely supported
// generator. In the paper, a generator is a tree of choices that can be inspected. Here it is code, and inspecting it
// means rerunning it on the choices made so far. The four interpretations are: `sample` generates, `parse` parses,
// `randomness` returns the choices of a random run, and `language` returns all choice sequences. A derivative is a
// generator: it can be sampled, parsed, enumerated and differentiated again.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/gen/generator.hpp>
#include <tali/interpret/record.hpp>
#include <tali/source/enumerate.hpp>
#include <tali/source/prefixed.hpp>

#include <concepts>
#include <optional>
#include <utility>
#include <vector>

namespace tali::choices {

/// A generator after some choices: it produces the values whose choices begin with them.
template <generator G>
class derivative_gen {
public:
  using value_type = value_of<G>;

  derivative_gen(G g, std::vector<choice> made) : generator_(std::move(g)), made_(std::move(made)) {}

  template <class S>
  value_type operator()(S& source) const {
    prefixed_source prefixed(made_, source);
    dynamic_source& dynamic = prefixed;
    return generator_(dynamic);
  }

  [[nodiscard]] const G& whole() const noexcept { return generator_; }
  /// The choices made so far.
  [[nodiscard]] const std::vector<choice>& made() const noexcept { return made_; }

private:
  G generator_;
  std::vector<choice> made_;
};

} // namespace tali::choices

namespace tali {

/// The derivative of g by a choice. If g cannot begin with it, it has no values: sampling discards.
template <generator G>
[[nodiscard]] choices::derivative_gen<G> derivative(const G& g, const choices::choice& c) {
  return choices::derivative_gen<G>(g, {c});
}
template <generator G>
[[nodiscard]] choices::derivative_gen<G> derivative(const choices::derivative_gen<G>& g, const choices::choice& c) {
  std::vector<choices::choice> made = g.made();
  made.push_back(c);
  return choices::derivative_gen<G>(g.whole(), std::move(made));
}

} // namespace tali

namespace tali::choices {

/// The result of one run of a generator: a value that needs no further choice, or the possible next choices, or
/// neither (void).
template <class T>
struct next_step {
  std::optional<T> value;
  std::vector<weighted_choice> choices;
};

} // namespace tali::choices

namespace tali::detail {
template <generator G>
[[nodiscard]] next_step<value_of<G>> look_ahead(const G& g, const std::vector<choice>& made, int size) {
  step_source source(made, size);
  dynamic_source& dynamic = source;
  next_step<value_of<G>> step;
  try {
    value_of<G> value = g(dynamic);
    if (source.used()) {
      step.value.emplace(std::move(value));
    }
  } catch (const step_source::stopped&) {
    step.choices = std::move(source).choices();
  } catch (const discard&) {
    // no value begins with these choices
  }
  return step;
}
} // namespace tali::detail

namespace tali::choices {

template <generator G>
[[nodiscard]] next_step<value_of<G>> next_of(const G& g, int size = random_source::default_size) {
  return detail::look_ahead(g, {}, size);
}
template <generator G>
[[nodiscard]] next_step<value_of<G>> next_of(const derivative_gen<G>& g, int size = random_source::default_size) {
  return detail::look_ahead(g.whole(), g.made(), size);
}

/// The possible first choices of g, with their weights. None if it is void or needs no choice.
template <generator G>
[[nodiscard]] std::vector<weighted_choice> choices_of(const G& g, int size = random_source::default_size) {
  return next_of(g, size).choices;
}

/// The value of g if it needs no choice.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> nullable(const G& g, int size = random_source::default_size) {
  return next_of(g, size).value;
}

/// Whether g discards before it requests a choice. This examines only the next choice.
template <generator G>
[[nodiscard]] bool is_void(const G& g, int size = random_source::default_size) {
  const auto step = next_of(g, size);
  return !step.value && step.choices.empty();
}

} // namespace tali::choices

namespace tali {

/// All possible first choices of g with the derivatives by them.
template <generator G>
[[nodiscard]] auto gradient(const G& g, int size = choices::random_source::default_size) {
  std::vector<std::pair<choices::weighted_choice, decltype(derivative(g, choices::choice{}))>> all;
  for (const choices::weighted_choice& c : choices::choices_of(g, size)) {
    all.emplace_back(c, derivative(g, c.chosen));
  }
  return all;
}

} // namespace tali

namespace tali::choices {

/// The choices of a random run, as an input for `parse`.
template <generator G>
[[nodiscard]] choice_sequence randomness(const G& g, std::uint64_t seed, int size = random_source::default_size) {
  return {std::move(record(g, seed, size).choices.choices), size};
}

/// The choice sequences of g, and whether these are all.
struct choice_language {
  std::vector<choice_sequence> sequences;
  bool complete = false;
};

/// All choice sequences of g, at most `limit` of them, each once.
template <generator G>
[[nodiscard]] choice_language language(const G& g, std::size_t limit, int size = random_source::default_size) {
  choice_language all;
  enumerating_source source(size, enumeration_order::exhaustive);
  dynamic_source& dynamic = source;
  while (source.next()) {
    trace run;
    source.record_to(&run);
    try {
      static_cast<void>(g(dynamic));
    } catch (const discard&) {
      continue;
    }
    if (all.sequences.size() == limit) {
      return all;
    }
    all.sequences.push_back({std::move(run.choices), size});
  }
  all.complete = true;
  return all;
}

} // namespace tali::choices
