// SPDX-License-Identifier: BSL-1.0
// The coverage of a set of values, measured by the labels of a generator: the count of each label, and the combinations
// of labels that occur together. It works for any values, because the generator runs backward on them.
//
// Combinatorial coverage is that of "Do Judge a Test by its Cover" (Goldstein, Hughes, Lampropoulos, Pierce 2021).
// The labelled branches of a value form a tree. A description of strength t names t labels and their positions: "a
// node, and somewhere below its second part a leaf" (t = 2); "..., and below that a node" or "..., and below its
// first part a node" (t = 3). The nodes in between do not matter. A value covers the descriptions that hold somewhere
// in it.
//
// The labels below a part are a bit set, so each combination of label, part and label below is one bit test. The cost
// per value is about its number of labels times its depth.
#pragma once

#include <tali/interpret/reflect.hpp>
#include <tali/source/choice.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tali {

/// The labelled branches of a run, each with its enclosing branch and its index among the parts of that branch.
struct label_tree {
  static constexpr std::uint32_t none = 0xffffffffU;
  struct node {
    std::string_view label;
    std::uint32_t parent;
    std::uint32_t part; // 0 for the first
  };
  std::vector<node> nodes; // parents first
};
[[nodiscard]] label_tree labels_of(const choices::trace& run);

/// How often each label was chosen.
[[nodiscard]] std::map<std::string, std::uint64_t> label_frequencies(const std::vector<choices::trace>& runs);

class combination_coverage {
public:
  static constexpr int most_labels = 256;
  static constexpr std::uint32_t most_parts = 15; // parts from the sixteenth on count as the sixteenth

  /// The strength is 1, 2 or 3.
  explicit combination_coverage(int strength);

  /// Adds a value. Returns the number of descriptions that it is the first to cover.
  std::size_t add(const choices::trace& run) { return add(labels_of(run)); }
  std::size_t add(const label_tree& tree);

  /// The gain of a value: the sum of 1 / (1 + n) over its descriptions, each covered n times so far.
  [[nodiscard]] double gain(const label_tree& tree);

  [[nodiscard]] int strength() const noexcept { return strength_; }
  [[nodiscard]] std::size_t covered() const noexcept { return covered_; }
  /// The number of covered descriptions after each value.
  [[nodiscard]] const std::vector<std::size_t>& growth() const noexcept { return growth_; }
  /// The covered descriptions as text, with the number of values that cover each; most frequent first.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> descriptions() const;
  /// The descriptions that `others` covers and this does not, as text.
  [[nodiscard]] std::vector<std::string> missing_from(const combination_coverage& others) const;
  /// The uncovered combinations of labels and parts that occurred. (Not all of them need be
  /// possible.)
  [[nodiscard]] std::vector<std::string> not_seen() const;

private:
  using key = std::uint64_t;
  struct cell {
    key what = 0;
    std::uint64_t count = 0;
    std::uint64_t last = 0; // the last value that covers it
  };
  [[nodiscard]] std::uint32_t id_of(std::string_view label);
  template <class F>
  void each(const label_tree& tree, const F& f);
  [[nodiscard]] cell& cell_of(key k);
  [[nodiscard]] std::string words(key k) const;
  void grow();

  int strength_;
  std::vector<std::string> labels_;
  std::map<std::string, std::uint32_t, std::less<>> ids_;
  std::vector<std::pair<const char*, std::uint32_t>> known_; // a cache: labels are constants
  std::vector<std::uint32_t> parts_;                         // for each label: how many parts it was seen with
  std::vector<cell> cells_;
  std::size_t used_ = 0;
  std::size_t covered_ = 0;
  std::uint64_t values_ = 0;
  std::vector<std::size_t> growth_;
};

/// Greedily selects the `keep` candidates with the largest gain. Returns their indices, best first.
[[nodiscard]] std::vector<std::size_t> thin(const std::vector<choices::trace>& candidates, std::size_t keep,
                                            int strength = 2);

/// The coverage of any values; those that g cannot produce are skipped.
template <generator G, class Values>
[[nodiscard]] combination_coverage coverage_of(const G& g, const Values& values, int strength) {
  combination_coverage result(strength);
  for (const value_of<G>& v : values) {
    if (const std::optional<choices::trace> run = choices::reflect_trace(g, v)) {
      result.add(*run);
    }
  }
  return result;
}

} // namespace tali
