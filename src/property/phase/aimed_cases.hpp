// SPDX-License-Identifier: BSL-1.0
// Targeted cases: they try to raise the targets of a property.
//
// Random cases come first. If some of them called test_case::target, a share of the cases goes to raising the targets,
// one climber (climber.hpp) each. A targeted case has no index: it is rerun from its choices.
#pragma once

#include "property/phase/climber.hpp"
#include "property/phase/phase.hpp"

#include <cstdint>
#include <string_view>

namespace tali::detail {

class aimed_phase {
public:
  explicit aimed_phase(const phase_context& context) : context_(context) {}

  /// Spends at most this many runs on the targets reported so far. Returns whether the run is over.
  [[nodiscard]] bool run(std::uint64_t runs);

private:
  [[nodiscard]] aimed_run run_case(dynamic_source& source, std::string_view target, const trace& made);

  const phase_context& context_;
  std::uint64_t runs_ = 0; // so far
};

} // namespace tali::detail
