// SPDX-License-Identifier: BSL-1.0
// chunk_runner: runs consecutive random cases on one thread, and collects their results until these are merged.
//
// Case i draws from stream i of the seed at the size that belongs to i, so a case does not depend on the cases that ran
// before it or in parallel. With several threads, chunks are merged in the order of their cases, which makes everything
// reported independent of the number of threads.
//
// There are two loops. The fast loop draws from random_source. Everything in it except the body must take a few
// nanoseconds: no allocation, no clock, no exception. The other loop records the choices, for statistics and for
// drawing with weights. Both draw the same values from the same streams.
#pragma once

#include "property/case/case_log.hpp"
#include "property/execute/isolation.hpp"
#include "property/execute/run_state.hpp"
#include "property/observe/case_statistics.hpp"
#include "property/observe/tally_observer.hpp"
#include "source/comparisons.hpp"

#include <tali/source/record.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tali::detail {

/// The outcome of a chunk.
struct chunk_result {
  std::uint64_t begin = 0; // the index of its first case
  std::uint64_t ran = 0;
  std::uint64_t passed = 0;
  std::uint64_t discarded = 0;
  bool failed = false; // in its last case
  fault cause;
  bool hashes_known = true;
  std::uint64_t words = 0;       // random words used by its last case
  std::uint64_t early_words = 0; // the maximum over the first cases of the run

  [[nodiscard]] std::uint64_t last_case() const { return begin + ran - 1; }
};

class chunk_runner {
public:
  static constexpr std::uint64_t longest_chunk = 4096;

  /// `thread` is the number of the thread that calls `run`. If `apart`, other threads run cases at the same time, and
  /// remarks are kept until they are merged. Otherwise they go directly to the run's tally.
  chunk_runner(run_state& state, isolation& isolated, int thread, bool apart);
  chunk_runner(const chunk_runner&) = delete;
  chunk_runner& operator=(const chunk_runner&) = delete;
  ~chunk_runner() = default;

  /// The maximum number of cases in a chunk.
  [[nodiscard]] std::uint64_t capacity() const { return hashes_.size(); }
  /// Sets the next chunk.
  void assign(std::uint64_t begin, std::uint64_t count);
  /// Runs the chunk up to the first failing case, or until the time budget is spent.
  void run();
  /// Runs its first case in a copy of the process.
  void run_in_copy();
  [[nodiscard]] const chunk_result& last() const { return last_; }

  /// Adds the last chunk to the run. Must not be called from the thread while it runs.
  void merge(duration took);
  /// What the cases of this thread have compared; null if nothing reports it.
  [[nodiscard]] const comparison_log* comparisons() const { return comparisons_.get(); }
  /// Forgets the last chunk.
  void drop();

private:
  void run_fast();
  void run_recorded();
  /// In the copy.
  void run_streamed();
  /// The source of a case in the recording loop, in place if possible.
  [[nodiscard]] dynamic_source& open_source(std::uint64_t index, int size);
  void note_discard();

  run_state& state_;
  isolation& isolation_;
  int thread_;
  std::optional<tally> own_counts_;
  tally_observer remarks_;
  std::unique_ptr<case_statistics> statistics_;
  std::unique_ptr<comparison_log> comparisons_;
  case_control::held slot_;
  std::uint64_t count_ = 0; // of the cases to run
  chunk_result last_;
  std::string discard_reason_;
  std::vector<std::uint64_t> hashes_; // of the cases that passed
  trace made_;
  std::optional<recording_source> recording_;
  std::unique_ptr<dynamic_source> weighted_;
};

} // namespace tali::detail
