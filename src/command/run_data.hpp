// SPDX-License-Identifier: BSL-1.0
// The data of the runs in statistics files: columns with one byte per case and chart, and a sample of the cases.
//
// A chart only needs to know the bar of each case. So a case becomes one number in each column, and the page can
// evaluate any combination of selections exactly, over all cases, by scanning columns. Of the cases themselves a
// sample is kept: some of each status, of each category and at the ends of each scale, all steps of shrinking, and of
// the rest each with the same probability. The number of cases bounds the memory, not the length of the file.
#pragma once

#include <tali/random/rng.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tali::command {

using namespace choices;

/// Texts with numbers, in order of appearance; beyond a limit all others share one.
class name_table {
public:
  explicit name_table(std::uint32_t most) : most_(most) {}
  [[nodiscard]] std::uint32_t id_of(std::string_view text);
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool overflowed() const { return names_.size() > most_; }

private:
  struct hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::uint32_t most_;
  std::unordered_map<std::string, std::uint32_t, hash, std::equal_to<>> ids_;
  std::vector<std::string> names_;
};

/// Counts how often each hash occurred.
class hash_counts {
public:
  /// How often it occurred before.
  std::uint32_t add(std::uint64_t hash);
  [[nodiscard]] std::uint32_t count(std::uint64_t hash) const;
  [[nodiscard]] std::size_t distinct() const { return used_; }

private:
  struct slot {
    std::uint64_t hash = 0;
    std::uint32_t count = 0;
  };
  [[nodiscard]] std::size_t find(std::uint64_t hash) const;
  std::vector<slot> slots_;
  std::size_t used_ = 0;
};

enum class line_status : std::uint8_t { passed, failed, gave_up };

/// A feature's value in one case.
struct feature_value {
  enum class kind : std::uint8_t { text, number, pair } what = kind::text;
  std::string_view text;
  double x = 0;
  double y = 0;
  std::string_view x_name;
  std::string_view y_name;
};

/// One case as it was read; views are valid while its line is.
struct case_line {
  std::string_view property;
  double run_start = 0;
  line_status status = line_status::passed;
  std::string_view reason;
  std::string_view how;
  std::uint64_t representation_hash = 0;
  std::string_view representation;
  double generate_seconds = 0;
  double execute_seconds = 0;
  bool timed = false;
  std::vector<std::pair<std::string_view, feature_value>> features;
  std::vector<std::string_view> labels;                             // of choices
  std::vector<std::pair<std::string_view, std::uint32_t>> coverage; // file and line
  bool has_coverage = false;
  std::uint32_t shrink_step = 0;
  std::string_view raw; // the line
};

struct feature_column {
  std::string name;
  std::vector<float> values; // NaN: none; for texts, the number of the category
  std::vector<float> second; // of pairs
  std::uint64_t numbers = 0;
  std::uint64_t texts = 0;
  std::uint64_t pairs = 0;
  bool fraction = false; // some number is not whole
  float least = 0;
  float greatest = 0;
  float second_least = 0;
  float second_greatest = 0;
  bool second_fraction = false;
  std::string x_name;
  std::string y_name;
  name_table categories{5000};
};

struct line_counts {
  std::uint32_t passed = 0;
  std::uint32_t failed = 0;
};

struct kept_case {
  std::uint64_t row = 0;
  std::uint64_t hash = 0; // of its representation
  std::string line;
};

struct run_message {
  std::string type;
  std::string title;
  std::string content;
};

class run_data {
public:
  run_data(std::string property_name, double run_start) : property(std::move(property_name)), start(run_start) {}

  void add(const case_line& c);

  /// Rows to export and the line kept for each sampled one; see run_data.cpp.
  std::string property;
  double start;
  std::uint64_t rows = 0;
  std::uint64_t by_status[3] = {};
  std::uint64_t duplicates = 0; // of cases that passed or failed
  double seconds = 0;
  std::vector<std::uint8_t> kinds; // the status, plus 4 for a duplicate
  std::vector<std::uint8_t> hows;
  std::vector<std::uint16_t> reasons;
  std::vector<std::uint8_t> generate_times; // eighths of octaves of nanoseconds, 255: not known
  std::vector<std::uint8_t> execute_times;
  name_table how_names{200};
  name_table reason_names{1000};
  std::vector<feature_column> features;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> covered; // row, and number of lines covered after it
  std::map<std::string, std::map<std::uint32_t, line_counts>, std::less<>> coverage;
  name_table label_names{64};
  std::vector<std::uint64_t> label_cases;                                       // number of cases with each label
  std::vector<std::uint64_t> label_uses;                                        // how often
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> label_pairs; // number of cases with both labels
  std::vector<run_message> messages;
  hash_counts seen;
  std::uint64_t covered_cases_passed = 0;
  std::uint64_t covered_cases_failed = 0;

  [[nodiscard]] std::vector<const kept_case*> kept() const; // in the order of rows, each once
  [[nodiscard]] std::uint64_t sampled_from() const { return rows; }

private:
  static constexpr std::size_t reservoir_size = 600;
  static constexpr std::size_t most_failing = 60;
  static constexpr std::size_t most_given_up = 60;
  static constexpr std::size_t most_steps = 400;
  static constexpr std::size_t most_of_categories = 300;

  feature_column& column(std::string_view name);
  /// These two return whether the case has a new extreme or a new category.
  bool add_features(const case_line& c);
  bool add_coverage(const case_line& c);
  void add_labels(const case_line& c);
  /// Keeps the line of the case if the page shows it.
  void sample(const case_line& c, bool interesting);
  void keep(std::vector<kept_case>& in, const case_line& c);

  std::unordered_map<std::string, std::size_t> feature_index_;
  std::vector<kept_case> reservoir_;
  std::vector<kept_case> failing_;
  std::vector<kept_case> given_up_;
  std::vector<kept_case> steps_;
  std::vector<kept_case> of_categories_;
  std::vector<kept_case> latest_; // the latest ones, for a live page
  rng random_{1};                 // a fixed seed: the same files give the same page
};

/// A line that could not be used.
struct bad_line {
  std::string file;
  std::uint64_t line = 0;
  std::string why;
};

/// All runs of some files.
class page_data {
public:
  run_data& run_of(std::string_view property, double start);
  void add_message(std::string_view property, double start, run_message m);
  void add_bad(const std::string& file, std::uint64_t line, std::string why);

  [[nodiscard]] const std::vector<std::unique_ptr<run_data>>& runs() const { return runs_; }
  std::vector<std::string> files;
  std::uint64_t bad = 0;
  std::vector<bad_line> bad_samples;
  std::uint64_t version = 1; // incremented with every change

private:
  std::vector<std::unique_ptr<run_data>> runs_;
  std::map<std::pair<std::string, double>, std::size_t, std::less<>> index_;
  run_data* last_ = nullptr;
};

struct export_options {
  bool columns = true;               // or summaries only
  std::uint64_t budget = 12'000'000; // bytes of columns, all runs together
  std::size_t example_bytes = 4'000'000;
  std::string sources; // files of source below this folder may be shown; empty: none
  bool live = false;
  bool examples = true;
};
/// Everything as JSON, for the page.
[[nodiscard]] std::string page_json(const page_data& data, const export_options& options);
/// One run, with its rows from `from` on where the columns have not changed since `epoch`.
[[nodiscard]] std::string run_json(const run_data& run, std::size_t id, std::uint64_t from, std::string_view epochs,
                                   const export_options& options);

} // namespace tali::command
