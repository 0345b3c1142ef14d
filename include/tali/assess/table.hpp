// SPDX-License-Identifier: BSL-1.0
// A suite as a table: all data for grading and reports, as text, without the types of the problem. It can be saved and
// read again.
#pragma once

#include <tali/assess/search.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tali::assess {

struct table {
  struct row {
    std::string input;  ///< JSON
    std::string output; ///< JSON
    point at;
    pattern holds = 0;
    bool small = false;
    std::string found_by; ///< sat or random
  };
  struct impossible_bucket {
    pattern holds = 0;
    std::string because;
  };

  std::string problem;
  std::string input_bounds;
  std::string output_bounds;
  std::vector<subproperty> subproperties;
  std::vector<std::string> implications; ///< discovered implications
  std::vector<row> tests;                ///< bucket by bucket, those to be accepted last
  std::vector<impossible_bucket> impossible;
  std::vector<pattern> unknown; ///< buckets without a pair and without a proof

  [[nodiscard]] pattern all_hold() const { return (pattern{1} << subproperties.size()) - 1; }
  /// Whether a predicate has to accept the pair.
  [[nodiscard]] bool valid(const row& r) const { return valid(r.holds); }
  [[nodiscard]] bool valid(pattern holds) const { return (holds & specification()) == specification(); }
  [[nodiscard]] pattern specification() const { return specification_of(subproperties); }
  /// The patterns that have tests, in order.
  [[nodiscard]] std::vector<pattern> buckets() const;
  [[nodiscard]] std::size_t positive() const;
  /// "not unique, not sorted", "all hold", or "all of the specification holds, not stable".
  [[nodiscard]] std::string describe(pattern holds) const;
};

[[nodiscard]] table::row row_of(const problem& p, const test& t);
[[nodiscard]] table table_of(const problem& p, const suite& s);

[[nodiscard]] std::string to_json(const table& t);
/// Throws std::invalid_argument with the place of the first error.
[[nodiscard]] table table_from_json(std::string_view text);
/// A text for people.
[[nodiscard]] std::string to_text(const table& t);
/// A header with a function template <problem>_tests<Input, Output>() for any test framework.
[[nodiscard]] std::string to_cpp(const table& t, const problem& p);

} // namespace tali::assess
