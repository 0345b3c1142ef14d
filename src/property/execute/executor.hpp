// SPDX-License-Identifier: BSL-1.0
// executor: runs one case, in this process or in a forked copy of it, and returns its outcome.
//
// A copy sends the events of the case as they happen (observe/case_stream.hpp) and writes its choices to the black box.
// When it has ended, for whatever reason, the source here repeats the choices (dynamic_source::adopt) and the observers
// here get the events: for everything else, the case appears to have run in this process.
#pragma once

#include "property/case/case_log.hpp"
#include "property/execute/isolation.hpp"
#include "property/execute/run_clock.hpp"
#include "property/execute/run_inputs.hpp"
#include "property/observe/case_description.hpp"
#include "property/observe/case_statistics.hpp"

#include <tali/detail/function_ref.hpp>

#include <cstdint>
#include <string_view>

namespace tali::detail {

using body_function = function_ref<void(test_case&)>;

/// How one case is run, apart from its source.
struct case_options {
  run_observer* observer = nullptr;
  case_description* description = nullptr; // filled in, if given
  const failure* reference = nullptr;      // described values are compared with those of this case
  // If the case is one of the run, and not a repetition:
  std::string_view how{}; // it was generated; a line of statistics is written if this is not empty
  std::uint64_t index = 0;
  const trace* made = nullptr; // what the source records to, if it does
};

class executor {
public:
  /// `statistics` is null if none are written.
  executor(const run_inputs& in, const run_clock& clock, isolation& isolated, case_statistics* statistics)
      : in_(in), clock_(clock), isolation_(isolated), statistics_(statistics) {}

  /// Runs the body of the property with choices from this source.
  [[nodiscard]] case_outcome run(dynamic_source& source, const case_options& options = {});
  /// The same with another body, such as that of an explicit example.
  [[nodiscard]] case_outcome run(dynamic_source& source, const case_options& options, body_function body);

private:
  [[nodiscard]] case_outcome run_here(dynamic_source& source, const case_options& options, body_function body);
  [[nodiscard]] case_outcome run_in_copy(dynamic_source& source, const case_options& options, body_function body);
  /// In the copy.
  void run_streamed(dynamic_source& source, const case_options& options, body_function body);
  void start(dynamic_source& source, const case_options& options);
  [[nodiscard]] case_outcome call(body_function body);
  [[nodiscard]] case_statistics* statistics_of(const case_options& options) const {
    return options.how.empty() ? nullptr : statistics_;
  }

  const run_inputs& in_;
  const run_clock& clock_;
  isolation& isolation_;
  case_statistics* statistics_;
  case_control::held slot_;
  trace made_; // of a case whose source records nothing otherwise
};

} // namespace tali::detail
