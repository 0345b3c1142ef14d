// SPDX-License-Identifier: BSL-1.0
// What a set of values exercises, by the labels of a generator: how often each label was chosen, and which combinations
// of labels occur together. For values from anywhere: the generator runs backward on them.
//
// Combinatorial coverage is that of "Do Judge a Test by its Cover" (Goldstein, Hughes, Lampropoulos, Pierce 2021). The
// labelled branches of a value form a tree. A description of strength t names t labels and how they lie: "a node, and
// somewhere below its second part a leaf" (t = 2); "..., and below that a node" or "..., and below its first part a
// node" (t = 3). What lies between does not matter. A value covers the descriptions that hold somewhere in it.
//
// For each label, part and label below it one look is enough: the labels below a part are a set of bits. Each value
// costs about its number of labels times its depth.
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

/// The labelled branches of a run, each with the one it lies in and as its how-manieth part.
struct label_tree {
  static constexpr std::uint32_t none = 0xffffffffU;
  struct node {
    std::string_view label;
    std::uint32_t parent;
    std::uint32_t part; // 0 for the first
  };
  std::vector<node> nodes; // parents first
};
[[nodiscard]] label_tree labels_of(const trace& run);

/// How often each label was chosen.
[[nodiscard]] std::map<std::string, std::uint64_t> label_frequencies(const std::vector<trace>& runs);

class combination_coverage {
public:
  static constexpr int most_labels = 256;
  static constexpr std::uint32_t most_parts = 15; // parts from the sixteenth on count as the sixteenth

  /// Of strength 1, 2 or 3.
  explicit combination_coverage(int strength);

  /// Adds a value; how many descriptions it is the first to cover.
  std::size_t add(const trace& run) { return add(labels_of(run)); }
  std::size_t add(const label_tree& tree);

  /// How much a value would add: the sum of 1 / (1 + n) over its descriptions, each covered n times so far.
  [[nodiscard]] double gain(const label_tree& tree);

  [[nodiscard]] int strength() const noexcept { return strength_; }
  [[nodiscard]] std::size_t covered() const noexcept { return covered_; }
  /// How many were covered after each value.
  [[nodiscard]] const std::vector<std::size_t>& growth() const noexcept { return growth_; }
  /// The covered descriptions in words, with how many values cover each; most frequent first.
  [[nodiscard]] std::vector<std::pair<std::string, std::uint64_t>> descriptions() const;
  /// What others cover and this does not, in words.
  [[nodiscard]] std::vector<std::string> missing_from(const combination_coverage& others) const;
  /// What could be put together of labels and parts that were seen, and was not covered. (Not all of it need be
  /// possible.)
  [[nodiscard]] std::vector<std::string> not_seen() const;

private:
  using key = std::uint64_t;
  struct cell {
    key what = 0;
    std::uint64_t count = 0;
    std::uint64_t last = 0; // the value that was last to cover it
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

/// Of many candidates the `keep` that add most, greedily: their indices, best first.
[[nodiscard]] std::vector<std::size_t> thin(const std::vector<trace>& candidates, std::size_t keep, int strength = 2);

/// The coverage of values from anywhere; those that g cannot make are left out.
template <generator G, class Values>
[[nodiscard]] combination_coverage coverage_of(const G& g, const Values& values, int strength) {
  combination_coverage result(strength);
  for (const value_of<G>& v : values) {
    if (const std::optional<trace> run = reflect_trace(g, v)) {
      result.add(*run);
    }
  }
  return result;
}

} // namespace tali
