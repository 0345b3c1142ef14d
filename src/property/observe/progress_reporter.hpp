// SPDX-License-Identifier: BSL-1.0
// progress_reporter: passes the progress of a long run on to the session's progress_listener, at a bounded rate.
#pragma once

#include "property/observe/run_observer.hpp"

#include <chrono>

namespace tali::detail {

class progress_reporter final : public run_observer {
public:
  progress_reporter(progress_listener& to, std::chrono::steady_clock::time_point run_began)
      : to_(to), run_began_(run_began) {}

  void run_advanced(const progress& p) override;
  void run_finished(result& r) override;

private:
  progress_listener& to_;
  std::chrono::steady_clock::time_point run_began_;
  duration last_; // when progress was last reported; 0 if it never was
};

} // namespace tali::detail
