// SPDX-License-Identifier: BSL-1.0
// weights: how often each labelled branch is to be taken. Mined from examples (tali/interpret/tune.hpp), written by
// hand or by another program, merged, saved and loaded as JSON (docs/reference/weights.md).
//
// A count belongs to a label, in the context of the labels chosen around it if such were asked for when it was mined.
// Where a branch is to be chosen, the labelled ones among the alternatives share what they had together in proportion
// to their counts; alternatives without a label keep what they had, and a choice none of whose labels is known stays
// as it was. A context is looked for with all its labels first, then with fewer, from the outside.
#pragma once

#include <tali/source/choice.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tali {

class json_reader;

/// What is wrong with a text that was to be weights.
class weights_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

class weights {
public:
  struct entry {
    std::vector<std::string> context; // the labels chosen around it, the nearest last
    std::string label;
    double count = 0;
    friend bool operator==(const entry&, const entry&) = default;
  };

  weights() = default;

  /// How often this label is taken, in this context.
  void set(std::string_view label, double count, std::span<const std::string_view> context = {});
  void add(std::string_view label, double count, std::span<const std::string_view> context = {});
  /// The count for exactly this context; 0 if there is none.
  [[nodiscard]] double count(std::string_view label, std::span<const std::string_view> context = {}) const;
  /// All of them, in order.
  [[nodiscard]] std::vector<entry> entries() const;
  [[nodiscard]] bool empty() const noexcept { return counts_.empty(); }
  /// How many labels of context the longest entry has.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }

  /// Adds the counts of others, each times `factor`.
  weights& merge(const weights& others, double factor = 1);
  /// The same counts turned round: what was frequent is rare, and what was not seen is most frequent.
  [[nodiscard]] weights inverted() const;
  [[nodiscard]] bool is_inverted() const noexcept { return inverted_; }

  /// The weights to choose by instead of those of the request; false if it stays as it was. `context` are the labels
  /// chosen around, the nearest last. What could not be chosen before still cannot.
  bool apply(const branch_request& request, std::span<const std::string_view> context, std::vector<double>& out) const;

  [[nodiscard]] std::string to_json() const;
  /// Throws weights_error, which says what is wrong and where.
  [[nodiscard]] static weights from_json(std::string_view text);

  friend bool operator==(const weights&, const weights&) = default;

private:
  void read(json_reader& r, bool& named);

  std::map<std::string, double, std::less<>> counts_; // by context and label, separated by zero bytes
  std::size_t depth_ = 0;
  bool inverted_ = false;
};

} // namespace tali
