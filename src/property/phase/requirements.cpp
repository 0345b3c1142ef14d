// SPDX-License-Identifier: BSL-1.0
#include "property/phase/requirements.hpp"
#include "property/observe/coverage_check.hpp"

#include <fmt/format.h>

namespace tali::detail {

bool requirements_decided(run_state& state) {
  state.counts.write_to(state.result, state.result.cases);
  bool decided = true;
  for (coverage_summary& c : state.result.coverage) {
    decide_coverage(c);
    if (c.verdict == coverage_verdict::refuted) {
      return true;
    }
    decided = decided && c.verdict != coverage_verdict::undecided;
  }
  return decided;
}

void conclude_requirements(run_state& state, bool exhaustive) {
  result& r = state.result;
  state.counts.write_to(r, r.cases);
  for (coverage_summary& c : r.coverage) {
    if (exhaustive) {
      decide_exhaustive_coverage(c);
    } else {
      decide_coverage(c);
    }
    const double share = c.cases == 0 ? 0 : 100 * static_cast<double>(c.hits) / static_cast<double>(c.cases);
    if (c.verdict == coverage_verdict::refuted) {
      r.status = run_status::failed;
      r.message += fmt::format("{}only {:.3g} % of the cases are '{}' ({} of {}), but {:.3g} % are required",
                               r.message.empty() ? "" : "; ", share, c.label, c.hits, c.cases, c.required);
      if (!exhaustive) {
        r.message += fmt::format(" (the true share is below {:.3g} %, with an error probability of 10^-9)", c.high);
      }
    } else if (c.verdict == coverage_verdict::undecided) {
      state.warn(
          warning_kind::coverage_undecided,
          fmt::format(
              "undecided whether {:.3g} % of the cases are '{}', after {} cases ({:.3g} % were; the true share is "
              "between {:.3g} % and {:.3g} %); use a larger coverage-factor or more cases",
              c.required, c.label, c.cases, share, c.low, c.high));
    }
  }
}

} // namespace tali::detail
