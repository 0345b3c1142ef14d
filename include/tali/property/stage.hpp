// SPDX-License-Identifier: BSL-1.0
// Stages between finding a failure and reporting it, and what they work with.
//
// The runner finds a failing case, records its choices and describes it. Whatever makes more of a failure (shrinking
// it, keeping it for the next run, trying again what an earlier run has kept) is a stage: an object in session::stages
// that the runner calls at fixed points. A stage runs the property through a case_runner, from any source.
#pragma once

#include <tali/property/result.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>
#include <vector>

namespace tali {

enum class case_status : std::uint8_t { passed, discarded, failed };

/// What one run of a body came to.
struct case_outcome {
  case_status status = case_status::passed;
  fault cause;                // if it failed
  std::string discard_reason; // if it was discarded
};

/// Runs the body of one property, one case at a time, on the calling thread.
class case_runner {
public:
  case_runner(const case_runner&) = delete;
  case_runner& operator=(const case_runner&) = delete;

  /// Runs the body with choices from this source. Attach a trace to the source to see them.
  virtual case_outcome run(dynamic_source& source) = 0;

  /// Runs the body on these choices and describes what happens: cause, values, notes, choices and trace are filled in
  /// whatever the outcome, the rest of `out` is left alone.
  virtual case_outcome describe(const choice_sequence& choices, failure& out) = 0;

  /// Adds a warning to the result.
  virtual void warn(warning_kind kind, std::string text) = 0;

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

  /// Before the first case, after the explicit examples: a stage that knows inputs worth trying first tries them and
  /// returns those that fail. If there is one, no further case is run.
  virtual std::vector<failure> before_cases(case_runner& runner);

  /// A case failed, with its choices known and described, and is about to be shrunk, which may take long; not called
  /// for flaky ones.
  virtual void confirmed(case_runner& runner, const failure& f);

  /// A case failed, with its choices known described and shrunk; not called for flaky ones. The stage may
  /// replace it by a better one. Stages are called in their order, each with what the one before has left.
  virtual void found(case_runner& runner, failure& f);

  /// The run is over.
  virtual void finished(const result& r);
};

} // namespace tali
