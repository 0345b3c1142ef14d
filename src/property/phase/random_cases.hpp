// SPDX-License-Identifier: BSL-1.0
// The last phase: random cases and targeted cases.
//
// Random cases run in chunks of consecutive indices (execute/chunk_runner.hpp). One thread runs one chunk after the
// other; several run a round of chunks in parallel, which are then merged in order, and only up to the first failing
// case. A round never has more cases than are still needed, nor more than may still be discarded, so no round extends
// beyond the case at which a single thread would have stopped. The report is therefore the same for any number of
// threads.
//
// The clock is read once per chunk; chunks grow until they take a millisecond or 4096 cases. A time budget raises a
// flag from an alarm thread, which the loop over cases reads: the budget is exact to within one case, however slow
// cases become. (Only then may two runs differ.)
#pragma once

#include "property/execute/chunk_runner.hpp"
#include "property/execute/thread_team.hpp"
#include "property/phase/aimed_cases.hpp"
#include "property/phase/phase.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tali::detail {

class random_case_phase {
public:
  random_case_phase(const phase_context& context, int threads);

  void run();

private:
  // These return whether the run is over: a case failed, or the time budget is spent.
  /// Random cases until this many have passed, a share of them targeted if there are targets.
  [[nodiscard]] bool run_and_aim(std::uint64_t cases);
  [[nodiscard]] bool run_and_aim_unlimited();
  /// Random cases until this many have passed or too many were discarded.
  [[nodiscard]] bool run_until(std::uint64_t wanted);
  /// One round of chunks, with at most this many cases.
  [[nodiscard]] bool run_round(std::uint64_t room);

  /// The number of cases, of this total, that may be targeted.
  [[nodiscard]] std::uint64_t aimed_share(std::uint64_t cases) const;
  [[nodiscard]] std::uint64_t discards_left() const;
  void note_round() const;
  [[nodiscard]] bool merge_round(std::size_t used, duration took);
  void adapt_chunk_size(std::size_t used, duration took);
  /// The number of cases after which the next ones are drawn from the values compared so far.
  [[nodiscard]] std::uint64_t next_milestone() const;
  void use_comparisons();
  void give_up_or_conclude(std::uint64_t cases);

  const phase_context& context_;
  aimed_phase aimed_;
  std::vector<std::unique_ptr<chunk_runner>> runners_; // one per thread
  std::optional<thread_team> team_;
  std::uint64_t next_ = 0; // the next case
  std::uint64_t chunk_size_ = 1;
};

} // namespace tali::detail
