// SPDX-License-Identifier: BSL-1.0
// A failing case is made as simple as it can be before it is reported. What counts as the same failure is what a flaky
// one is told by: kind, type of exception, place. The case as it was found can be had again by its index.
#include "property/engine.hpp"

#include <tali/shrink/shrink.hpp>

namespace tali::detail {

namespace {

class failing_case final : public shrink_subject {
public:
  failing_case(case_runner& runner, const fault& cause) : runner_(runner), cause_(cause) {}

  bool fails(dynamic_source& source) override {
    const case_outcome outcome = runner_.run(source);
    return outcome.status == case_status::failed && outcome.cause.same_as(cause_);
  }

private:
  case_runner& runner_;
  const fault& cause_;
};

constexpr std::uint64_t longest_without_budget = 10'000; // milliseconds

} // namespace

void engine::shrink_failure(failure& f) {
  if (settings_.shrink == 0 || !settings_.replay.empty()) { // who replays a case wants to see that one
    return;
  }
  shrink_limits limits;
  limits.evaluations = static_cast<std::uint64_t>(settings_.shrink);
  // A failure is worth as much time again as was given to look for it.
  limits.milliseconds = settings_.time_budget
                            ? static_cast<std::uint64_t>(settings_.time_budget->nanoseconds() / 1'000'000) + 1
                            : longest_without_budget;
  const fault cause = f.cause;
  failing_case subject(*this, cause);
  const shrink_result smallest = shrink(f.recorded, subject, limits);
  shrink_summary summary{smallest.evaluations, smallest.improvements, smallest.complete, {}};
  if (smallest.improvements > 0) {
    failure simpler = f;
    const case_outcome described = describe({smallest.smallest.choices, smallest.smallest.size}, simpler);
    if (described.status == case_status::failed && described.cause.same_as(cause)) {
      summary.from = std::move(f.values);
      f = std::move(simpler);
    } else { // it does not fail each time: what was found stands
      summary.steps = 0;
      summary.complete = false;
    }
  }
  f.shrunk = std::move(summary);
}

} // namespace tali::detail
