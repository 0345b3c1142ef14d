// SPDX-License-Identifier: BSL-1.0
// Records the values and events of a case while it runs (stats/sheet.hpp); another thread makes one line of
// OpenPBTStats from it (stats/line.hpp).
//
// Buffers are kept from case to case, so after the first cases nothing is allocated. The time for encoding values does
// not count for the case.
#pragma once

#include "stats/sheet.hpp"

#include <tali/source/choice.hpp>
#include <tali/value/tree.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

enum class stats_status : std::uint8_t { passed, failed, gave_up };

/// Facts about a case other than its recorded events.
struct stats_facts {
  stats_status status = stats_status::passed;
  std::string_view reason{}; // why it failed or was discarded
  std::string_view how{};    // it was generated
  std::uint64_t index = 0;   // of the case, the example, the input
  int size = 0;
  const trace* made = nullptr;   // if its choices are known
  std::string_view replay{};     // text, if there is one
  std::uint64_t shrink_step = 0; // from 1, of a case on the way to a simpler one
  std::uint64_t shrink_run = 0;
  std::uint64_t failure = 0; // the number of its failure, from 1; 0: none
};

class stats_recorder {
public:
  /// Longer values are truncated.
  static constexpr std::size_t longest_value = std::size_t{1} << 14U;
  static constexpr show_limits limits{.max_items = 10'000, .max_chars = longest_value};
  static constexpr std::size_t most_choices = 256;

  // While the case runs.
  void begin();
  void draw_begins();
  /// The number is part of the name unless it is 0. Arguments are drawn one after the other before the body begins.
  void draw_ends(std::string_view name, int number, bool argument, const void* value, const value_type& type);
  void label(std::string_view text) { sheet_.put(sheet_tag::label, text); }
  void number(std::string_view name, double value) { sheet_.put(sheet_tag::number, name, value); }
  void text(std::string_view name, std::string_view payload) { sheet_.put(sheet_tag::text, name, payload); }
  void pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y) {
    sheet_.put(sheet_tag::pair, name, x_name, x, y_name, y);
  }
  void target(std::string_view name, double value) { sheet_.put(sheet_tag::target, name, value); }
  void cover(std::string_view label, bool hit) { sheet_.put(sheet_tag::cover, label, hit); }
  void note(std::string_view text) { sheet_.put(sheet_tag::note, text); }
  /// The addresses of places that were reached.
  void coverage(const std::vector<std::uintptr_t>& places) {
    sheet_.put(sheet_tag::coverage,
               std::string_view(reinterpret_cast<const char*>(places.data()), places.size() * sizeof(std::uintptr_t)));
  }
  void end() { ended_ = clock::now(); }

  /// A value that was encoded elsewhere.
  void drawn(std::string_view name, const value_tree& tree);

  /// The sheet in its frame. It stays until the next case begins.
  [[nodiscard]] std::string_view finish(const stats_facts& facts);
  /// Of all drawn values, for finding duplicates.
  [[nodiscard]] std::uint64_t hash() const noexcept { return hash_; }

private:
  using clock = std::chrono::steady_clock;
  void add_value(std::string_view name, int number, const value_tree& tree, std::int64_t nanoseconds);
  void put_choices(const trace& made);

  sheet sheet_;
  value_tree tree_;             // the current value
  std::vector<bool> arguments_; // whether the values of the last case were arguments
  std::size_t values_ = 0;
  std::uint64_t hash_ = 0;
  bool timed_ = false;
  clock::time_point began_;
  clock::time_point draw_began_;
  clock::time_point drawn_until_; // when the last draw was recorded; before the first, when the case began
  clock::time_point ended_;
  std::int64_t elsewhere_ = 0; // nanoseconds spent on generation and recording, not in the body
};

} // namespace tali::detail
