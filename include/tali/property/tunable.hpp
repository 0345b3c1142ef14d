// SPDX-License-Identifier: BSL-1.0
// Generators for which `tali tune` can compute weights, from files of example values.
//
//   TALI_TUNABLE("documents", document);                       // values as text, if it makes strings; else as JSON
//   TALI_TUNABLE("packets", packet, [](std::string_view text) -> std::optional<packet> { ... });    // or read by this
//
//   $ tali tune ./my_tests --generator documents examples/*.json -o weights.json
//   $ ./my_tests --weights weights.json
//
// The program itself reads the examples and runs the generator backward on them, because only it has the generator. It
// does so with the flag --tune (src/property/command_line/tune_request.cpp), which every program of tali::main accepts.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/shared.hpp>
#include <tali/interpret/tune.hpp>
#include <tali/property/registry.hpp>
#include <tali/value/read_json.hpp>

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tali::host {

/// A generator with a name, and the functions that read an example of it. Both functions get `object`, add the labels
/// of the example to `into` and return false if the generator cannot produce it; they throw an exception with the
/// reason if the text is not an example. If one of them is null, examples cannot have that form.
struct tunable {
  std::string name;
  std::source_location where;
  detail::shared<const void> object{};
  bool (*count_text)(const void* object, std::string_view text, std::size_t context, weights& into) = nullptr;
  bool (*count_json)(const void* object, values::json_reader& in, std::size_t context, weights& into) = nullptr;
};

} // namespace tali::host

namespace tali::detail {

template <class G>
[[nodiscard]] bool count_example(const G& g, const value_of<G>& example, std::size_t context, weights& into) {
  const std::optional<trace> run = reflect_trace(g, example);
  if (run) {
    count_labels(*run, context, into);
  }
  return run.has_value();
}

[[noreturn]] void throw_not_read();

} // namespace tali::detail

namespace tali::host {

template <generator G>
registration register_tunable(const property_name& name, const G& g) {
  using value = value_of<G>;
  constexpr bool is_text = std::same_as<value, std::string>;
  static_assert(is_text || values::json_readable<value>,
                "tali: register_tunable(name, generator): values of this type cannot be read from JSON; give a "
                "function from std::string_view to an optional value as third argument, or specialise tali::json_form");
  tunable t{std::string(name.text), name.where, detail::shared<const G>::make(g)};
  if constexpr (is_text) {
    t.count_text = [](const void* object, std::string_view text, std::size_t context, weights& into) {
      return detail::count_example(*static_cast<const G*>(object), value(text), context, into);
    };
  }
  t.count_json = [](const void* object, values::json_reader& in, std::size_t context, weights& into) {
    return detail::count_example(*static_cast<const G*>(object), read_json<value>(in), context, into);
  };
  registry::of_program().add(std::move(t));
  return {};
}

/// The same with a reader: from the text of an example to the value, or to nothing if the text is not an example.
template <generator G, class Read>
registration register_tunable(const property_name& name, const G& g, const Read& read) {
  static_assert(std::same_as<std::invoke_result_t<const Read&, std::string_view>, std::optional<value_of<G>>>,
                "tali: register_tunable(name, generator, reader): the reader takes a std::string_view and returns an "
                "optional value of the generator");
  using both = std::pair<G, detail::stored_function<Read>>;
  tunable t{std::string(name.text), name.where, detail::shared<const both>::make(g, read)};
  t.count_text = [](const void* object, std::string_view text, std::size_t context, weights& into) {
    const auto& [generator, reader] = *static_cast<const both*>(object);
    const std::optional<value_of<G>> example = reader(text);
    if (!example) {
      detail::throw_not_read();
    }
    return detail::count_example(generator, *example, context, into);
  };
  registry::of_program().add(std::move(t));
  return {};
}

} // namespace tali::host

/// Registers a generator at namespace scope, with its reader if it needs one. It is a macro only to create a unique
/// name.
#define TALI_TUNABLE(...)                                                                                              \
  [[maybe_unused]] static const ::tali::host::registration TALI_DETAIL_JOIN(tali_registration_, __COUNTER__) =         \
      ::tali::host::register_tunable(__VA_ARGS__)
