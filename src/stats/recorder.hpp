// SPDX-License-Identifier: BSL-1.0
// One line of OpenPBTStats for one case: what the case draws and says is gathered while it runs, then written at once.
//
// Buffers are kept from case to case, so after the first cases nothing is allocated. Printing a value is not counted to
// the times of the case. docs/reference/statistics.md has the format as users see it.
#pragma once

#include <tali/source/choice.hpp>
#include <tali/value/show.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

/// What all lines of one run of a property share.
struct stats_run {
  stats_run(std::string_view name, std::uint64_t seed);

  std::string head;           // of a line, after its type
  std::string opening;        // of the line of a case, up to its status
  std::string representation; // up to the values
  std::string metadata;       // up to the number of the case
};

enum class stats_status : std::uint8_t { passed, failed, gave_up };

/// What is known of a case beside what it said.
struct stats_facts {
  stats_status status = stats_status::passed;
  std::string_view reason{}; // why it failed or was given up
  std::string_view how{};    // it was generated
  std::uint64_t index = 0;   // of the case, the example, the input
  int size = 0;
  const trace* made = nullptr;   // if its choices are known
  std::string_view replay{};     // text, if there is one
  std::uint64_t shrink_step = 0; // from 1, of a case on the way to a simpler one
  std::uint64_t shrink_run = 0;
  std::uint64_t failure = 0; // which of the failures that is, from 1; 0: no matter
};

class stats_recorder {
public:
  /// Longer values are cut.
  static constexpr std::size_t longest_value = std::size_t{1} << 14U;
  static constexpr std::size_t most_choices = 256;

  // While the case runs.
  void begin();
  void draw_begins();
  /// A number other than 0 belongs to the name. Arguments are drawn one after the other before the body begins.
  void draw_ends(std::string_view name, int number, bool argument, const void* value, show_function show);
  void label(std::string_view text);
  void number(std::string_view name, double value);
  void text(std::string_view name, std::string_view payload);
  void pair(std::string_view name, std::string_view x_name, double x, std::string_view y_name, double y);
  void target(std::string_view name, double value);
  void cover(std::string_view label, bool hit);
  void note(std::string_view text);
  void coverage(std::string_view json, std::size_t places) {
    coverage_ = json;
    places_ = places;
  }
  void end() { ended_ = clock::now(); }

  /// A value that was shown elsewhere.
  void shown(std::string_view name, std::string_view text);

  /// Appends the line, with its end.
  void write(std::string& out, const stats_run& run, const stats_facts& facts);
  /// Of all that was drawn, for finding duplicates.
  [[nodiscard]] std::uint64_t hash() const;

private:
  using clock = std::chrono::steady_clock;
  struct feature {
    std::string name;
    std::string key;   // as JSON, with the colon
    std::string value; // as JSON
  };
  /// A place for a value. Cases mostly draw under the same names, so what follows from a name is kept.
  struct slot {
    std::string given;
    int number = 0;
    std::string name;           // that no value before it has
    std::string representation; // up to the value
    std::string key;            // as JSON, with the colon, and a comma if it is not the first
    std::string timing;         // likewise, without a comma
    bool argument = false;
  };
  std::string& feature_value(std::string_view name);
  const slot& slot_for(std::string_view name, int number);
  const slot& add_value(std::string_view name, int number);
  /// A string; if it is longer, so much of it, and how much is missing.
  void append_cut(std::string& out, std::string_view text, std::size_t most);
  /// Choices as people read them.
  void append_choices(std::string& out, const trace& made);

  std::string shown_;          // the value in hand
  std::string representation_; // what stands in the brackets, as in a JSON string
  std::string arguments_;      // as JSON
  std::string timing_;         // as JSON
  std::vector<char> choices_;  // room to write them in
  std::string notes_;          // as JSON
  std::string coverage_;       // as JSON
  std::size_t places_ = 0;     // in the code under test that were reached
  std::vector<slot> slots_;
  std::size_t slots_known_ = 0; // those that hold what they would be given again
  std::size_t values_ = 0;
  std::vector<feature> features_; // the first feature_count_ of them
  std::size_t feature_count_ = 0;
  bool cut_ = false;
  bool timed_ = false;
  clock::time_point began_;
  clock::time_point draw_began_;
  clock::time_point drawn_until_; // when the last draw was printed; before the first, when the case began
  clock::time_point ended_;
  std::int64_t elsewhere_ = 0; // nanoseconds that are not the body's: generation and printing
};

/// A line that says something about a run, for people: `info` or `alert`.
void append_stats_message(std::string& out, const stats_run& run, std::string_view type, std::string_view title,
                          std::string_view content);

} // namespace tali::detail
