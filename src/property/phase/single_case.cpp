// SPDX-License-Identifier: BSL-1.0
#include "property/phase/single_case.hpp"
#include "property/execute/chunk_runner.hpp"

#include <chrono>

namespace tali::detail {

void single_case_phase::run() {
  context_.isolated.enter(run_phase::alone);
  const std::uint64_t index = context_.state.in.settings.case_index.value_or(0);
  chunk_runner runner(context_.state, context_.isolated, 0, false);
  runner.assign(index, 1);
  const auto start = std::chrono::steady_clock::now();
  if (context_.isolated.active()) {
    runner.run_in_copy();
  } else {
    runner.run();
  }
  runner.merge(std::chrono::steady_clock::now() - start);
  result& r = context_.state.result;
  if (runner.last().failed) {
    context_.failures.random_case_failed(index, runner.last().cause);
  } else if (r.cases == 0) {
    r.status = run_status::gave_up;
    r.message = "the case was discarded";
  }
}

} // namespace tali::detail
