// SPDX-License-Identifier: BSL-1.0
#include "property/observe/progress_reporter.hpp"

namespace tali::detail {

void progress_reporter::run_advanced(const progress& p) {
  constexpr duration first_after = seconds(1);
  constexpr duration interval = milliseconds(100);
  const duration now = std::chrono::steady_clock::now() - run_began_;
  if (now < first_after || now.nanoseconds() - last_.nanoseconds() < interval.nanoseconds()) {
    return;
  }
  last_ = now;
  progress timed = p;
  timed.elapsed = now;
  to_.update(timed);
}

void progress_reporter::run_finished(result& /*r*/) {
  if (last_ > duration{}) {
    to_.done();
  }
}

} // namespace tali::detail
