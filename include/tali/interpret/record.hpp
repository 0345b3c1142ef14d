// SPDX-License-Identifier: BSL-1.0
// record, parse and replay: a value with its choices, and a value from choices.
//
// record and parse are inverse: parsing the recorded choices reproduces the generated value. This is the factoring
// theorem of free generators, and it holds for every generator of the library. parse accepts exactly the choice
// sequences that the generator makes; replay accepts any, and is for choices that were edited, or made by another
// version of the generator.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/source/exact.hpp>
#include <tali/source/record.hpp>
#include <tali/source/replay.hpp>

#include <optional>

namespace tali::choices {

template <class T>
struct recorded {
  T value;
  trace choices;
};

} // namespace tali::choices

namespace tali {

/// The value that `sample` returns for the same engine and size, and its choices.
template <generator G>
[[nodiscard]] choices::recorded<value_of<G>> record(const G& g, choices::rng engine,
                                                    int size = choices::random_source::default_size) {
  choices::trace out;
  choices::recording_source source(engine, size, &out);
  choices::dynamic_source& dynamic = source;
  value_of<G> value = g(dynamic);
  return {std::move(value), std::move(out)};
}
template <generator G>
[[nodiscard]] choices::recorded<value_of<G>> record(const G& g, std::uint64_t seed,
                                                    int size = choices::random_source::default_size) {
  return record(g, choices::rng(seed), size);
}

/// The value that the choices encode. Nothing if the generator does not make exactly these choices: one of them is of
/// another kind or range or not possible at its position, they end too early, some are left over, or a filter rejects
/// the value.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> parse(const G& g, std::span<const choices::choice> choices, int size) {
  choices::exact_source source(choices, size);
  choices::dynamic_source& dynamic = source;
  try {
    std::optional<value_of<G>> value(g(dynamic));
    return source.matched() ? std::move(value) : std::nullopt;
  } catch (const discard&) {
    return std::nullopt;
  }
}
template <generator G>
[[nodiscard]] std::optional<value_of<G>> parse(const G& g, const choices::choice_sequence& choices) {
  return parse(g, detail::span_of(choices.choices), choices.size);
}

/// The value of the choices, each replaced by the nearest valid one if it does not fit; choices that are left over are
/// ignored. Nothing if the choices end too early (with past_end::stop), or if a filter rejects the value.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> replay(const G& g, std::span<const choices::choice> choices, int size,
                                                choices::past_end then = choices::past_end::stop) {
  choices::replay_source source(choices, size, then);
  choices::dynamic_source& dynamic = source;
  try {
    return g(dynamic);
  } catch (const discard&) {
    return std::nullopt;
  }
}
template <generator G>
[[nodiscard]] std::optional<value_of<G>> replay(const G& g, const choices::choice_sequence& choices) {
  return replay(g, detail::span_of(choices.choices), choices.size);
}

} // namespace tali
