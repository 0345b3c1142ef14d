// SPDX-License-Identifier: BSL-1.0
// source_hooks: the interface between a generator that searches for its value (gen::valid) and the code that runs the
// case.
//
// Learning can take long. The predicate can throw, crash or hang, and the case then ends without a value to report. So
// the runner sets a deadline, and is notified of each value before the predicate is called, and of the progress of the
// search, which it can store in memory that outlives the process. A source only holds a pointer to its hooks; without a
// runner it is null.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace tali::choices {

/// How often a search called the predicate, and how many of the values were valid.
struct search_tally {
  std::uint64_t attempts = 0;
  std::uint64_t valid = 0;
  friend bool operator==(const search_tally&, const search_tally&) = default;
};

/// How the training of a generator ended.
struct training_end {
  std::uint64_t attempts = 0;
  bool cut_short = false; // by a time limit, so that the number of attempts depends on the machine
};

class source_hooks {
public:
  static constexpr std::int64_t no_deadline = std::numeric_limits<std::int64_t>::max();

  /// The latest end of learning, in nanoseconds of the steady clock.
  [[nodiscard]] virtual std::int64_t learning_deadline() const noexcept = 0;
  /// The number of attempts with which a generator must train to make the model of an earlier run or process, without a
  /// time limit; 0 if there is none.
  [[nodiscard]] virtual std::uint64_t training_attempts(const void* generator) noexcept = 0;
  /// The generator, used in this case, was trained now or earlier.
  virtual void trained(const void* generator, training_end end) noexcept = 0;
  /// Whether predicate_called is used. Its argument takes time to compute.
  [[nodiscard]] virtual bool observes_predicates() const noexcept = 0;
  /// The predicate will be called with the value that has this text.
  virtual void predicate_called(std::string&& value) = 0;
  virtual void predicate_returned() = 0;
  /// The attempts of the search so far.
  virtual void search_progressed(search_tally seen) noexcept = 0;
  [[nodiscard]] virtual search_tally searched() const noexcept = 0;

protected:
  source_hooks() = default;
  source_hooks(const source_hooks&) = default;
  source_hooks& operator=(const source_hooks&) = default;
  ~source_hooks() = default;
};

} // namespace tali::choices
