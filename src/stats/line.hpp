// SPDX-License-Identifier: BSL-1.0
// One line of OpenPBTStats for one case, made from its sheet (stats/sheet.hpp). docs/reference/statistics.md has the
// format as users see it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

class sheet_reader;
struct value_tree_view;

/// The parts that all lines of one run of a property share.
struct stats_run {
  stats_run(std::string_view name, std::uint64_t seed);

  std::string head;           // of a line, after its type
  std::string opening;        // of the line of a case, up to its status
  std::string representation; // up to the values
  std::string metadata;       // up to the number of the case
};

/// Makes lines. Text that depends only on the names of values and features is cached between lines; the content of a
/// line depends only on its sheet.
class stats_line {
public:
  explicit stats_line(const stats_run& run) : run_(run) {}

  /// Appends the line of this sheet, with its end.
  void append(std::string& out, std::string_view sheet);
  /// Appends the lines of all these frames.
  void append_frames(std::string& out, std::string_view frames);

private:
  struct feature {
    std::string name;
    std::string key;   // as JSON, with the colon
    std::string value; // as JSON
  };
  /// A slot for a value. Most cases draw under the same names, so text that depends on a name is cached.
  struct slot {
    std::string given;
    int number = 0;
    std::string name;           // unique among the values of the case
    std::string representation; // up to the value
    std::string key;            // as JSON, with the colon, and a comma if it is not the first
    std::string timing;         // likewise, without a comma
  };
  /// The label of a branch, in quotes.
  struct written_label {
    std::string_view label;
    std::size_t length = 0; // 0: it needs escapes, or is too long
    std::array<char, 32> json{};
  };

  void begin();
  void value(std::string_view name, int number, const value_tree_view& tree, std::int64_t nanoseconds);
  const slot& slot_for(std::string_view name, int number);
  std::string& feature_value(std::string_view name);
  /// A string. If it is too long, its beginning and the number of missing bytes.
  void append_cut(std::string& out, std::string_view text, std::size_t most);
  const written_label& label_as_json(std::string_view label);
  /// Choices in readable form.
  void append_choices(std::string& out, sheet_reader& in);
  void finish(std::string& out, sheet_reader& in);

  const stats_run& run_;
  std::string shown_;          // the text of the current value
  std::string representation_; // the content of the brackets, as in a JSON string
  std::string arguments_;      // as JSON
  std::string timing_;         // as JSON
  std::vector<char> choices_;  // room to write them in
  std::array<written_label, 64> labels_;
  std::string notes_;       // as JSON
  std::string coverage_;    // as JSON
  std::string_view places_; // addresses reached in the code under test, in the current sheet
  std::vector<slot> slots_;
  std::size_t slots_known_ = 0; // slots whose contents are still valid
  std::size_t values_ = 0;
  std::vector<feature> features_; // the first feature_count_ of them
  std::size_t feature_count_ = 0;
  bool cut_ = false;
};

/// A line with a message about a run, for people: `info` or `alert`.
void append_stats_message(std::string& out, const stats_run& run, std::string_view type, std::string_view title,
                          std::string_view content);

} // namespace tali::detail
