// SPDX-License-Identifier: BSL-1.0
// The phase that replaces all others after the process has crashed.
//
// This process is the standby, in the state before the property. The black box shows the activity of the crashed
// process: processing a failure it had found, running a case whose choices it wrote down one by one, or running random
// cases, whose indices are known. The suspects are run in copies of this process until one fails. The crash may also be
// caused by something that an earlier random case left behind (most likely a thread), so earlier ones are suspects too.
// From there on the failure is processed like any other, except that all runs are in copies.
#pragma once

#include "property/phase/phase.hpp"

#include <cstdint>
#include <set>

namespace tali::detail {

class recovery_phase {
public:
  /// Reads the black box: copies of this process are going to write to it.
  explicit recovery_phase(const phase_context& context);

  void run();

private:
  /// The contents of the black box that the crashed process has left.
  struct last_state {
    run_phase phase = run_phase::idle;
    bool has_found = false;
    failure_origin found_origin = failure_origin::random_case;
    std::uint64_t found_index = 0;
    choice_sequence found;
    choice_sequence running;
    std::uint64_t example = 0;
    std::uint64_t input = 0;
    std::uint64_t round_begin = 0;
    std::uint64_t round_discarded = 0;
    std::set<std::uint64_t> suspects; // random cases that were running
  };

  // These return whether a case failed again, which is then reported.
  [[nodiscard]] bool retry();
  [[nodiscard]] bool retry_choices(const choice_sequence& choices, failure_origin origin, std::uint64_t index);
  [[nodiscard]] bool retry_random_case(std::uint64_t index);
  [[nodiscard]] bool retry_suspects();

  /// Nothing failed again: reports the crash as a flaky failure of the most likely case.
  void report_crash();
  [[nodiscard]] failure_origin origin_of_running() const;

  const phase_context& context_;
  last_state last_;
  fault cause_; // of the crash
};

} // namespace tali::detail
