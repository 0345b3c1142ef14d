// SPDX-License-Identifier: BSL-1.0
// case_log: the observers and the failure of a case, which test_case does not need for drawing. case_control: starts a
// case and reads its outcome, for the runner.
#pragma once

#include "isolate/shared_search_tally.hpp"
#include "property/case/training_record.hpp"
#include "property/observe/run_observer.hpp"

#include <tali/property/probe.hpp>
#include <tali/property/result.hpp>
#include <tali/property/stage.hpp>
#include <tali/property/test_case.hpp>

#include <cstddef>
#include <string>

namespace tali::detail {

struct case_log final : source_hooks {
  [[nodiscard]] std::int64_t learning_deadline() const noexcept override { return learn_until; }
  [[nodiscard]] std::uint64_t training_attempts(const void* generator) noexcept override {
    return trainings == nullptr ? 0 : trainings->attempts_for(generator);
  }
  void trained(const void* generator, training_end end) noexcept override {
    if (trainings != nullptr) {
      trainings->trained(generator, end);
    }
  }
  [[nodiscard]] bool observes_predicates() const noexcept override { return describes_values; }
  void predicate_called(std::string&& value) override;
  void predicate_returned() override;
  void search_progressed(search_tally seen) noexcept override;
  [[nodiscard]] search_tally searched() const noexcept override { return search; }

  observer_list observers;
  fault cause;                        // if the case failed
  bool describes_values = false;      // observers get the text of values, not the values
  std::size_t described = 0;          // the number of values so far
  int draws = 0;                      // the number of values without a name so far
  const failure* reference = nullptr; // described values are compared with those of this case
  std::int64_t learn_until = no_deadline;
  training_record* trainings = nullptr;
  search_tally search; // the progress of the last search for a valid value
  // In a copy of the process: the same in shared memory, which outlives the copy.
  shared_search_tally* shared_search = nullptr;
};

/// Thrown by test_case::fail after it has noted the failure. Not a std::exception, so that the handlers of a body do
/// not mistake it for an error of the code under test. If a handler swallows it, the case still fails.
struct case_ended {};

/// Thrown by a source to abandon a case without a verdict. Not a discard, which a generator may catch in order to try
/// again.
struct case_abandoned {};

struct case_control {
  /// A handle in place: test_case has no public constructor.
  struct held {
    case_log log;
    arena memory;
    test_case c{log, memory};
  };

  [[gnu::always_inline]] static void start(test_case& c, random_source& source) {
    c.random_ = &source;
    c.thread_ = &thread_mark;
    c.hash_ = 0;
    c.hash_known_ = true;
    c.failed_ = false;
    if (c.logged_) [[unlikely]] {
      clear(c);
    }
  }
  /// `notes`: whether notes and draws are reported to the observers.
  static void start(test_case& c, dynamic_source& source, bool notes) {
    c.random_ = nullptr;
    c.dynamic_ = &source;
    c.thread_ = &thread_mark;
    c.failed_ = false;
    clear(c);
    c.describing_ = notes;
    source.hook(c.log_);
  }
  static void clear(test_case& c);

  [[nodiscard]] static bool failed(const test_case& c) { return c.failed_; }
  [[nodiscard]] static bool logged(const test_case& c) { return c.logged_; }
  [[nodiscard]] static bool hash_known(const test_case& c) { return c.hash_known_; }
  [[nodiscard]] static std::uint64_t hash(const test_case& c) { return c.hash_; }

  /// The status of a case that was discarded. An earlier failed expectation takes precedence.
  [[nodiscard]] static case_status discarded(const test_case& c, const discard& d, std::string& reason) {
    if (c.failed_) {
      return case_status::failed;
    }
    reason = d.reason;
    return case_status::discarded;
  }
  /// The status of a case that ended with any other exception. Call it in a handler.
  [[nodiscard]] static case_status caught(test_case& c);
  /// The status of a case after the verdict of a test framework, which takes precedence.
  [[nodiscard]] static case_status apply_host_verdict(test_case& c, host_verdict verdict, host_message&& message,
                                                      case_status so_far, std::string& discard_reason);
  static void fail(test_case& c, fault&& cause);
};

} // namespace tali::detail
