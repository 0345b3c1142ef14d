// SPDX-License-Identifier: BSL-1.0
// failure_stage: an extension point for failures, such as the store that keeps failing cases for the next run.
//
// The runner calls the objects in session::stages at fixed points: before the first case, when a failure is confirmed,
// when it is shrunk, and at the end. A stage runs the property through a case_runner, from any source.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/property/result.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>
#include <vector>

namespace tali::host {

enum class case_status : std::uint8_t { passed, discarded, failed };

/// The outcome of one case.
struct case_outcome {
  case_status status = case_status::passed;
  report::fault cause;        // if it failed
  std::string discard_reason; // if it was discarded
};

/// Runs the body of one property, one case at a time, on the calling thread.
class case_runner {
public:
  case_runner(const case_runner&) = delete;
  case_runner& operator=(const case_runner&) = delete;

  /// Runs the body with choices from this source. Attach a trace to the source to see them.
  virtual case_outcome run(choices::dynamic_source& source) = 0;

  /// Runs the body on these choices and describes the case: cause, values, notes, choices and trace are filled in for
  /// any outcome, the rest of `out` is not changed.
  virtual case_outcome describe(const choices::choice_sequence& choices, failure& out) = 0;

  /// Adds a warning to the result.
  virtual void warn(report::warning_kind kind, std::string text) = 0;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual const run_settings& settings() const = 0;

protected:
  case_runner() = default;
  ~case_runner() = default;
};

class failure_stage {
public:
  failure_stage() = default;
  failure_stage(const failure_stage&) = delete;
  failure_stage& operator=(const failure_stage&) = delete;
  virtual ~failure_stage();

  /// Called after the explicit examples, before all other cases. A stage can run inputs, and returns those that fail.
  /// If there are any, no further case is run.
  virtual std::vector<failure> before_cases(case_runner& runner);

  /// A failure was recorded and described, and will be shrunk, which may take long. Not called for flaky failures.
  virtual void confirmed(case_runner& runner, const failure& f);

  /// A failure was shrunk. Not called for flaky failures. A stage may replace it by a better one for the stages after
  /// it.
  virtual void found(case_runner& runner, failure& f);

  /// The run is over.
  virtual void finished(const result& r);
};

} // namespace tali::host
