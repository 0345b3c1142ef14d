// SPDX-License-Identifier: BSL-1.0
// failure_pipeline: the processing of a failing case, in this order:
//
//   confirm   run it again with its choices recorded, and describe it. If it does not fail in the same way each time it
//             is flaky, and only reported.
//   keep      pass it to the stages (the store saves it) and record it in the black box, because shrinking takes time.
//   shrink    make it as simple as possible (failure_shrinker.hpp); this may find other failures.
//   explain   find which of its parts matter (explain.hpp).
//   report    pass the final case to the stages and add it to the result.
#pragma once

#include "property/execute/isolation.hpp"
#include "property/execute/replayer.hpp"
#include "property/observe/case_statistics.hpp"

#include <cstdint>
#include <vector>

namespace tali::detail {

class failure_pipeline {
public:
  /// `statistics` may be null.
  failure_pipeline(run_state& state, replayer& runner, isolation& isolated, case_statistics* statistics)
      : state_(state), runner_(runner), isolation_(isolated), statistics_(statistics) {}

  /// A random case failed.
  void random_case_failed(std::uint64_t index, const fault& first_cause);
  /// A case with these choices failed: everything but random cases and explicit examples.
  void case_failed(failure_origin origin, std::uint64_t index, const fault& first_cause,
                   const choice_sequence& choices);

  // The single steps, for phases with more information about a failure.

  /// Describes `f` from its choices and compares it with earlier runs: the first cause, and whether all runs so far
  /// were the same.
  void confirm(failure& f, const fault& first_cause, const choice_sequence& choices, bool same_so_far);
  /// Marks a failure as flaky and counts how often `run_again` fails.
  static void count_reruns(failure& f, function_ref<case_status()> run_again);
  /// All steps after `confirm`.
  void process(failure&& f);

  /// Declares a failure that is reported anyway: shrinking another one ignores it.
  void add_known(const fault& cause) { known_.push_back(cause); }
  /// The next failing case crashed before it could write its line of statistics.
  void expect_missing_line() { line_missing_ = true; }

private:
  void record(const failure& f);
  void keep(const failure& f);
  [[nodiscard]] std::vector<failure> shrink_and_explain(failure&& f);
  void report(failure&& f, bool to_stages);

  run_state& state_;
  replayer& runner_;
  isolation& isolation_;
  case_statistics* statistics_;
  std::vector<fault> known_;
  bool line_missing_ = false;
};

} // namespace tali::detail
