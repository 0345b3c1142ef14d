// SPDX-License-Identifier: BSL-1.0
// Results as a text report and as JSON. Both are strings: nothing here prints.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/property/result.hpp>

#include <span>
#include <string>
#include <string_view>

namespace tali::report {

struct report_options {
  verbosity_level verbosity = verbosity_level::normal;
  bool color = false; // as escape sequences of a terminal
  int label_rows = 20;
  /// The program to print in the command that reruns a failing case.
  std::string_view program;
  /// For a property in a test framework with its own command line: the command that runs its test. The report
  /// then prints variables and this command instead of flags.
  std::string_view host_command{};
};

/// The report of one property, each line ended. With verbosity quiet a passed property has none.
[[nodiscard]] std::string render_text(const result& r, const report_options& options);
/// The same with the options from the result's settings; colours only with `always`.
[[nodiscard]] std::string render_text(const result& r);

/// One line on all of them: "3 properties: 2 passed, 1 failed".
[[nodiscard]] std::string render_totals(std::span<const result> all, const report_options& options);

/// A summary of a run as JSON; schema/summary.schema.json and docs/reference/json-summary.md describe it.
[[nodiscard]] std::string render_json(std::span<const result> all);

} // namespace tali::report
