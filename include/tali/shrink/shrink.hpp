// SPDX-License-Identifier: BSL-1.0
// shrink: from a failing case to the simplest one that fails the same way.
//
// No shrinker has to be written: tali edits the choices of the value and runs the generator again, so
// whatever the generator guarantees holds for every value it tries, through filters, binds, composed code and
// recursion. "Simpler" is shortlex on the choices: fewer first, then simpler ones from the left.
//
// The work is done by passes (src/shrink, one a file) that each propose edits of the tree of choices; see
// src/shrink/shrinker.hpp for how they are run.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/gen/generator.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>

namespace tali::choices {

/// The case to shrink.
class shrink_subject {
public:
  virtual ~shrink_subject() = default;
  /// Runs the case on the source; returns whether it fails in the way that is being shrunk. A discard may be thrown or
  /// returned as false.
  [[nodiscard]] virtual bool fails(dynamic_source& source) = 0;
  /// Called after every run with its recorded choices, also when it was discarded by an exception.
  virtual void ran(const trace& /*drawn*/) {}
  /// Called with every simpler failing case found, after the run that found it.
  virtual void improved(const trace& /*smaller*/) {}
  /// Called before every run: true ends shrinking with the best case so far.
  [[nodiscard]] virtual bool cancelled() { return false; }
};

struct shrink_limits {
  std::uint64_t evaluations = 10'000;  // runs of the case
  std::uint64_t milliseconds = 10'000; // checked between runs
};

struct shrink_result {
  trace smallest;
  std::uint64_t evaluations = 0;  // runs of the case
  std::uint64_t improvements = 0; // of them simpler and failing
  bool complete = false;          // no pass finds anything simpler; false when a limit or the subject stopped it
};

} // namespace tali::choices

namespace tali {

/// Shrinks a failing run. `failing` must fail when replayed.
[[nodiscard]] choices::shrink_result shrink(const choices::trace& failing, choices::shrink_subject& subject,
                                            const choices::shrink_limits& limits = {});

/// The same for a generator and a predicate: the simplest value of g that still satisfies `fails`.
template <generator G, class Predicate>
[[nodiscard]] choices::recorded<value_of<G>> shrink(const G& g, const choices::trace& failing, const Predicate& fails,
                                                    const choices::shrink_limits& limits = {},
                                                    choices::shrink_result* details = nullptr) {
  struct predicate_subject final : choices::shrink_subject {
    const G& generator;
    const Predicate& predicate;
    predicate_subject(const G& made, const Predicate& tested) : generator(made), predicate(tested) {}
    bool fails(choices::dynamic_source& source) override { return predicate(generator(source)); }
  } subject(g, fails);
  choices::shrink_result result = shrink(failing, subject, limits);
  std::optional<value_of<G>> value = replay(g, detail::span_of(result.smallest.choices), result.smallest.size);
  if (details != nullptr) {
    *details = result;
  }
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access): the shrinker has run these choices
  return {std::move(*value), std::move(result.smallest)};
}

/// The same for a value from anywhere: a bug report, a file, a literal. Nothing if g cannot make it.
template <generator G, class Predicate>
  requires std::invocable<const Predicate&, value_of<G>&>
[[nodiscard]] std::optional<choices::recorded<value_of<G>>>
shrink(const G& g, const value_of<G>& failing, const Predicate& fails, const choices::shrink_limits& limits = {},
       choices::shrink_result* details = nullptr) {
  std::optional<choices::trace> run = choices::reflect_trace(g, failing);
  if (!run) {
    return std::nullopt;
  }
  return shrink(g, *run, fails, limits, details);
}

} // namespace tali
