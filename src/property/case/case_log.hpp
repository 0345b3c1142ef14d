// SPDX-License-Identifier: BSL-1.0
// What a case leaves behind beside its draws, and how the runner starts a case and reads what became of it.
#pragma once

#include "property/case/tally.hpp"

#include <tali/property/probe.hpp>
#include <tali/property/result.hpp>
#include <tali/property/stage.hpp>
#include <tali/property/test_case.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tali::detail {

class message_log;
class stats_recorder;

struct case_log final : question_listener {
  void asks(std::string&& value) override;
  void answered() override;

  tally* counts = nullptr;
  message_log* stream = nullptr;      // in a copy of the process: where everything goes at once as well
  stats_recorder* recorder = nullptr; // if a line of statistics is made of the case
  std::vector<remark> remarks;        // to be committed if the case passes
  fault cause;                        // if it failed
  std::vector<drawn_value> values;
  std::vector<std::string> notes;
  std::optional<std::string> asked; // a predicate of a generator that has not answered yet
  int draws = 0;                    // without a name so far
  // If the case is described beside another one: that one, and how each drawn value differs from it.
  const failure* reference = nullptr;
  std::vector<std::string> differences;
};

/// Thrown by test_case::fail after it has noted the failure. Not a std::exception, so that a body's own handlers do
/// not take it for an error of the code under test; if one does swallow it, the case has failed nevertheless.
struct case_ended {};

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
  static void start(test_case& c, dynamic_source& source, bool describe) {
    c.random_ = nullptr;
    c.dynamic_ = &source;
    c.thread_ = &thread_mark;
    c.failed_ = false;
    clear(c);
    c.describing_ = describe;
    source.tell_questions_to(describe && c.log_->recorder == nullptr ? c.log_ : nullptr);
  }
  static void clear(test_case& c);

  [[nodiscard]] static bool failed(const test_case& c) { return c.failed_; }
  [[nodiscard]] static bool logged(const test_case& c) { return c.logged_; }
  [[nodiscard]] static bool hash_known(const test_case& c) { return c.hash_known_; }
  [[nodiscard]] static std::uint64_t hash(const test_case& c) { return c.hash_; }

  /// What a discard makes of the case. An expectation that failed before it counts more.
  [[nodiscard]] static case_status discarded(const test_case& c, const discard& d, std::string& reason) {
    if (c.failed_) {
      return case_status::failed;
    }
    reason = d.reason;
    return case_status::discarded;
  }
  /// What any other exception in flight makes of the case. To be called in a handler.
  [[nodiscard]] static case_status caught(test_case& c);
  /// What a test framework says of the case, over anything else.
  [[nodiscard]] static case_status host_says(test_case& c, host_verdict verdict, host_message&& message,
                                             case_status so_far, std::string& discard_reason);
  static void fail(test_case& c, fault&& cause);
};

} // namespace tali::detail
