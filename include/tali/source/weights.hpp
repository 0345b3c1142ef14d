// SPDX-License-Identifier: BSL-1.0
// weights: how often each labelled branch is taken. Computed from examples (tali/interpret/tune.hpp), written by
// hand or by another program, merged, saved and loaded as JSON (docs/reference/weights.md).
//
// A count belongs to a label, optionally in the context of the enclosing labels.
// At a branch choice, the labelled alternatives divide their total share in proportion
// to their counts. Alternatives without a label keep their share, and a choice without any known label is not
// affected. The longest known context is used: outer labels are removed first.
#pragma once

#include <tali/detail/owned.hpp>
#include <tali/source/choice.hpp>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tali::values {

class json_reader;

} // namespace tali::values

namespace tali::learn {

/// An error in a weights file.
class weights_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace tali::learn

namespace tali {

class weights {
public:
  struct entry {
    std::vector<std::string> context; // the enclosing labels, the innermost last
    std::string label;
    double count = 0;
    friend bool operator==(const entry&, const entry&) = default;
  };

  weights();
  weights(const weights& other);
  weights(weights&& other) noexcept;
  weights& operator=(const weights& other);
  weights& operator=(weights&& other) noexcept;
  ~weights();

  /// Sets the count of this label in this context.
  void set(std::string_view label, double count, std::span<const std::string_view> context = {});
  void add(std::string_view label, double count, std::span<const std::string_view> context = {});
  /// The count for exactly this context; 0 if there is none.
  [[nodiscard]] double count(std::string_view label, std::span<const std::string_view> context = {}) const;
  /// All of them, in order.
  [[nodiscard]] std::vector<entry> entries() const;
  [[nodiscard]] bool empty() const noexcept;
  /// The length of the longest context.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }

  /// Adds the counts of others, each times `factor`.
  weights& merge(const weights& others, double factor = 1);
  /// The inverted counts: frequent labels become rare, and unseen labels become the most frequent.
  [[nodiscard]] weights inverted() const;
  [[nodiscard]] bool is_inverted() const noexcept { return inverted_; }

  /// The weights to use instead of those of the request; false if they do not change. `context` are the labels
  /// of the enclosing branches, the innermost last. Alternatives of weight 0 stay impossible.
  bool apply(const choices::branch_request& request, std::span<const std::string_view> context,
             std::vector<double>& out) const;

  [[nodiscard]] std::string to_json() const;
  /// Throws learn::weights_error with the problem and the line.
  [[nodiscard]] static weights from_json(std::string_view text);

  friend bool operator==(const weights& a, const weights& b);

private:
  struct table;
  [[nodiscard]] double& at(std::string key);
  void read(values::json_reader& r, bool& named);

  detail::owned<table> counts_; // null: empty
  std::size_t depth_ = 0;
  bool inverted_ = false;
};

} // namespace tali
