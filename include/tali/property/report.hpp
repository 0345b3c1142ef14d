// SPDX-License-Identifier: BSL-1.0
// Results as text for people and as JSON for machines. Both are strings: nothing here prints.
#pragma once

#include <tali/property/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tali {

struct report_options {
  verbosity_level verbosity = verbosity_level::normal;
  bool color = false; // as escape sequences of a terminal
  int label_rows = 20;
  /// What to write before the flags of the line that tells how to run a failing case again, such as the program's name.
  std::string_view program;
  /// For a property inside a test framework, whose command line is not ours: the command that runs its test. The line
  /// then sets variables and gives this command, instead of flags.
  std::string_view host_command{};
};

/// The report of one property, each line ended. With verbosity quiet a passed property has none.
[[nodiscard]] std::string render_text(const result& r, const report_options& options);
/// The same with the options that the result's settings say, colours only if always wanted.
[[nodiscard]] std::string render_text(const result& r);

/// One line on all of them: "3 properties: 2 passed, 1 failed".
[[nodiscard]] std::string render_totals(std::span<const result> all, const report_options& options);

/// A summary of a run as JSON; schema/summary.schema.json and docs/reference/json-summary.md describe it.
[[nodiscard]] std::string render_json(std::span<const result> all);

} // namespace tali
