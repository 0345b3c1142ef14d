// SPDX-License-Identifier: BSL-1.0
// failure_probe: reports the assertions of the surrounding test framework to the runner.
//
// A failing EXPECT_EQ inside a property must fail the case, not the test: the case is run again, shrunk and described
// first. An adapter derives from this class, intercepts what its framework reports during a case, and returns the
// verdict at the end of the case. Without a probe the runner pays one predictable branch.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstdint>
#include <string>

namespace tali::host {

/// The message that the framework would have reported.
struct host_message {
  std::string text;
  std::string file; // empty if not known
  unsigned line = 0;
};

enum class host_verdict : std::uint8_t { nothing, failed, skipped };

class failure_probe {
public:
  failure_probe() = default;
  failure_probe(const failure_probe&) = delete;
  failure_probe& operator=(const failure_probe&) = delete;
  virtual ~failure_probe();

  /// Called before each run of the body, on the thread that runs it.
  virtual void begin_case() = 0;

  /// Called after the body on the same thread, also if the body threw an exception. Fills in `message` (the reason, if
  /// skipped) unless the verdict is `nothing`. A failed verdict takes precedence over any exception: frameworks throw
  /// their own to leave a failing test. A skipped one discards the case.
  virtual host_verdict end_case(host_message& message) = 0;

  /// Whether cases may run on several threads. If not, a run with threads > 1 uses one, and adds a warning.
  [[nodiscard]] virtual bool works_on_threads() const;
};

} // namespace tali::host
