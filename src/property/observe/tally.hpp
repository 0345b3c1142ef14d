// SPDX-License-Identifier: BSL-1.0
// Counts what passing cases report: labels, events, targets, coverage; and why others were discarded.
//
// The remarks of a case are kept separate until the case has passed, and then committed together. So discarded and
// failing cases are not counted. With several threads each has its own tally for the chunk of cases it runs, and chunks
// are merged in the order of their cases. The result is the same as if one thread had run them all, including sums of
// numbers, because a chunk keeps its numbers one by one and they are added in order.
#pragma once

#include <tali/property/result.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tali::detail {

/// Texts with numbers, in order of appearance.
class text_table {
public:
  /// Beyond this number of different texts, all others are counted as one, which bounds the memory.
  static constexpr std::uint32_t most = 10'000;

  [[nodiscard]] std::uint32_t id_of(std::string_view text);
  [[nodiscard]] const std::string& text(std::uint32_t id) const { return *texts_[id]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(texts_.size()); }

private:
  struct hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  std::unordered_map<std::string, std::uint32_t, hash, std::equal_to<>> ids_;
  std::vector<const std::string*> texts_; // keys of ids_, whose addresses are stable
};

class count_table {
public:
  [[nodiscard]] std::uint32_t id_of(std::string_view text) {
    const std::uint32_t id = names_.id_of(text);
    if (id == counts_.size()) {
      counts_.push_back({});
    }
    return id;
  }
  void add(std::uint32_t id, std::uint64_t n = 1) { counts_[id].count += n; }
  /// At most once for each serial.
  void add_once(std::uint32_t id, std::uint64_t serial) {
    if (counts_[id].serial != serial) {
      counts_[id].serial = serial;
      ++counts_[id].count;
    }
  }
  void merge_and_clear(count_table& other);
  /// Most frequent first, equal ones by text.
  [[nodiscard]] std::vector<count_of> sorted() const;

private:
  struct counter {
    std::uint64_t count = 0;
    std::uint64_t serial = ~std::uint64_t{0};
  };
  text_table names_;
  std::vector<counter> counts_;
};

/// A remark of a case, with its text already turned into a number.
struct remark {
  enum class what : std::uint8_t { label, number, text, target, hit };
  what kind;
  std::uint32_t id;
  std::uint32_t payload; // of a text
  double value;          // of a number or target
};

class tally {
public:
  /// A tally that will be merged into another keeps numbers separate instead of adding them.
  explicit tally(bool of_chunk) : of_chunk_(of_chunk) {}

  // Called while the case runs: assigns numbers to texts, and counts nothing.
  [[nodiscard]] remark on_label(std::string_view text);
  [[nodiscard]] remark on_number(std::string_view name, double value);
  [[nodiscard]] remark on_text(std::string_view name, std::string_view payload);
  [[nodiscard]] remark on_target(std::string_view name, double value);
  /// Requirements are registered even by cases that do not pass.
  [[nodiscard]] remark on_cover(double percent, std::string_view label);

  void commit(std::span<const remark> remarks, std::uint64_t case_index);
  void discarded(std::string_view reason) { reasons_.add(reasons_.id_of(reason)); }

  /// Adds the tally of the following cases, and clears it.
  void merge_and_clear(tally& next);

  /// Writes the counts to a result. `passed` is the total for shares of coverage.
  void write_to(result& r, std::uint64_t passed) const;
  [[nodiscard]] bool has_requirements() const { return !covers_.empty(); }
  /// Whether some passing case reported a target.
  [[nodiscard]] bool has_targets() const;
  /// The highest value of a target in these remarks, which were made through this tally.
  [[nodiscard]] std::optional<double> highest(std::span<const remark> remarks, std::string_view name) const;
  /// The value that aiming at a target has reached.
  void aimed_at(std::string_view name, double value);

private:
  struct event {
    std::uint64_t numbers = 0;
    double least = 0;
    double greatest = 0;
    double sum = 0;
    count_table texts;
  };
  struct target {
    std::uint64_t count = 0;
    double best = 0;
    std::uint64_t best_case = 0;
    std::optional<double> aimed;
  };
  struct cover {
    double percent = 0;
    std::uint64_t hits = 0;
    std::uint64_t serial = ~std::uint64_t{0};
  };
  [[nodiscard]] std::uint32_t event_id(std::string_view name);
  [[nodiscard]] std::uint32_t target_id(std::string_view name);
  void add_number(std::uint32_t id, double value);

  bool of_chunk_;
  count_table labels_;
  count_table reasons_;
  text_table event_names_;
  std::vector<event> events_;
  std::vector<std::pair<std::uint32_t, double>> numbers_; // of a chunk, in order
  text_table target_names_;
  std::vector<target> targets_;
  text_table cover_names_;
  std::vector<cover> covers_;
};

} // namespace tali::detail
