// SPDX-License-Identifier: BSL-1.0
#include "property/execute/run_state.hpp"

#include <tali/property/interrupt.hpp>

#include <utility>

namespace tali::detail {

run_state::run_state(const run_inputs& inputs) : in(inputs), clock(inputs.settings) {
  result.name = inputs.name.text;
  result.where = {inputs.name.where.file_name(), inputs.name.where.line()};
  result.settings = inputs.settings;
}

void run_state::warn(warning_kind kind, std::string text) { result.warnings.push_back({kind, std::move(text)}); }

bool run_state::interrupted() const { return in.session.interrupt != nullptr && in.session.interrupt->raised(); }

void run_state::report_progress(std::uint64_t cases, std::optional<std::uint64_t> wanted,
                                std::optional<shrink_progress> shrinking) const {
  const progress p{result.name, cases, result.discarded, wanted, {}, in.settings.time_budget, shrinking};
  observers.notify([&](run_observer& o) { o.run_advanced(p); });
}

} // namespace tali::detail
