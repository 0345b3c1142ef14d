// SPDX-License-Identifier: BSL-1.0
// failure_shrinker: makes a failing case as simple as possible, and then the other failures found while shrinking.
//
// Two failures are the same if their kind, type of exception and location are equal, as in the check for flaky
// failures. The original case can be repeated by its index.
//
// While shrinking, a simpler case may fail in another way. That is not a step of this failure but a separate failure.
// The first of each kind is stored with its choices and then shrunk separately, up to a small number.
#pragma once

#include "property/execute/replayer.hpp"
#include "property/observe/case_statistics.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tali::detail {

/// How long shrinking one failure may take, in milliseconds.
[[nodiscard]] std::uint64_t shrinking_time(const run_settings& s);

/// A failure that was found while another one was being shrunk.
struct other_failure {
  fault cause;
  choice_sequence choices;
};

class failure_shrinker {
public:
  /// `known`: failures to ignore if they are found again. `statistics` may be null.
  failure_shrinker(const run_state& state, replayer& runner, case_statistics* statistics, std::vector<fault> known)
      : state_(state), runner_(runner), statistics_(statistics), known_(std::move(known)) {}

  /// Shrinks the first failure.
  void shrink(failure& f);
  /// The next other failure, shrunk, or none. All of them together get as much time as the first failure.
  [[nodiscard]] std::optional<failure> next_other(const failure& first);

private:
  void shrink_within(failure& f, std::uint64_t milliseconds);

  const run_state& state_;
  replayer& runner_;
  case_statistics* statistics_;
  std::vector<fault> known_;
  std::vector<other_failure> others_;
  std::size_t next_ = 0; // of the others
  std::optional<std::chrono::steady_clock::time_point> others_began_;
};

} // namespace tali::detail
