// SPDX-License-Identifier: BSL-1.0
// The search for valid values, as compiled code: a generator and its predicate are one function for it.
#pragma once

#include <tali/detail/owned.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/valid/options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

class valid_model;

enum class attempt_result : std::uint8_t {
  none,    // the generator made no value of the choices
  invalid, // the predicate refused the value
  valid,
};

/// Draws a value from the source, checks it, and keeps it if it is valid. Exceptions of the predicate propagate.
struct valid_subject {
  void* object = nullptr;
  attempt_result (*attempt)(void* object, dynamic_source& source) = nullptr;
  std::string_view type;                                      // of the values
  std::uint64_t (*fingerprint)(const void* object) = nullptr; // of the value kept; null: the type has none

  [[nodiscard]] bool makes_valid(dynamic_source& source) const {
    return attempt(object, source) == attempt_result::valid;
  }
};

/// Where the attempts of a search are recorded while it runs; each may be null.
struct search_observers {
  choice_journal* journal = nullptr; // the current attempt, so that it is known after a crash
  source_hooks* hooks = nullptr;     // the number of attempts
};

class valid_search {
public:
  valid_search(const valid_options& options, int size);
  valid_search(const valid_search&) = delete;
  valid_search& operator=(const valid_search&) = delete;
  ~valid_search();

  /// Searches until it finds a new valid value. False after this many unsuccessful attempts, or if
  /// there are no more.
  [[nodiscard]] bool next(const valid_subject& subject, std::uint64_t attempts);
  /// The choices of the last value: the one found, or the one on which the predicate threw.
  [[nodiscard]] const std::vector<choice>& choices() const noexcept;
  [[nodiscard]] valid_statistics statistics() const;
  [[nodiscard]] std::uint64_t attempts() const noexcept;
  /// How often choice gradient sampling has made all choices of a value.
  [[nodiscard]] std::uint64_t completions() const noexcept;
  void report_to(const search_observers& observers);
  /// Sizes to cycle through, one for some thousand attempts; otherwise the given size.
  void vary_size(std::span<const int> sizes);
  [[nodiscard]] int size() const noexcept;
  /// Whether the value just found is one of the first that differ in more than numbers of wide ranges.
  [[nodiscard]] bool is_new_shape() const noexcept;
  /// The trained model. Ends the search.
  [[nodiscard]] owned<valid_model> finish();

private:
  class implementation;
  owned<implementation> implementation_;
};

enum class draw_outcome : std::uint8_t {
  valid,
  none,  // no attempt and no known value was valid
  threw, // the predicate did
};
/// One valid value by the model, using only the words of the engine: its choices, or those on which the predicate
/// threw.
[[nodiscard]] draw_outcome draw_valid(const valid_model& model, const valid_subject& subject, rng engine, int size,
                                      std::uint32_t tries, arena* memory, const search_observers& observers,
                                      std::vector<choice>& choices);

/// Writes a model to a file. Throws generator_error if that fails.
void save_model(const valid_model& model, const valid_statistics& statistics, std::string_view type,
                const std::string& file);

} // namespace tali::detail
