// SPDX-License-Identifier: BSL-1.0
// The phase that tries every input of a small domain. small_domain.hpp describes how small domains are detected.
#pragma once

#include "property/observe/tally_observer.hpp"
#include "property/phase/phase.hpp"
#include "property/phase/small_domain.hpp"

#include <tali/source/enumerate.hpp>

#include <atomic>
#include <cstdint>

namespace tali::detail {

class all_inputs_phase {
public:
  explicit all_inputs_phase(const phase_context& context);

  /// False also if there are too many inputs, and the random cases have to run instead.
  [[nodiscard]] bool run();

private:
  enum class width : std::uint8_t { one, small, large };
  /// Whether there are too many inputs, as far as a few runs show. If nothing is drawn, the first run was the only
  /// input, and its outcome is `outcome`.
  [[nodiscard]] width probe_width(case_outcome& outcome);
  /// Whether the number of inputs, estimated on random paths, is far above the limit.
  [[nodiscard]] bool seems_large();
  /// Runs a probe; false if there are certainly too many inputs.
  [[nodiscard]] bool run_probe(width_probe& source, std::atomic<bool>& passed_limit, tally_observer& remarks,
                               case_outcome& outcome);
  /// Runs the inputs; false if there turn out to be too many.
  [[nodiscard]] bool try_inputs(width found, case_outcome& outcome);
  [[nodiscard]] case_outcome run_input(enumerating_source& source);
  /// Returns whether the run is over.
  [[nodiscard]] bool count_input(const case_outcome& outcome);
  void conclude();

  const phase_context& context_;
  bool required_; // by the setting `exhaustive`
  std::uint64_t limit_;
  tally counts_{true};
  tally_observer remarks_{counts_};
  std::uint64_t inputs_ = 0;
  std::uint64_t passed_ = 0;
  bool budget_ended_ = false;
  bool estimated_ = false; // on random paths
  trace recorded_;         // by the last input
};

} // namespace tali::detail
