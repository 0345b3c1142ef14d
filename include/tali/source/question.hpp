// SPDX-License-Identifier: BSL-1.0
// Observation of the predicate calls in a generator, before there is a value: the search of gen::valid.
//
// A predicate may throw, crash or hang, and the case then ends without a value to show. So the code that describes a
// case can observe each call before it happens, and the progress of a search is known even after a crash.
#pragma once

#include <cstdint>
#include <string>

namespace tali {

/// The number of predicate calls in a search, and the number of calls that returned true.
struct search_tally {
  std::uint64_t attempts = 0;
  std::uint64_t valid = 0;
  friend bool operator==(const search_tally&, const search_tally&) = default;
};

class question_listener {
public:
  /// The predicate is about to be called with this value, given in its printed form.
  virtual void asks(std::string&& value) = 0;
  /// The predicate has returned.
  virtual void answered() = 0;

protected:
  question_listener() = default;
  question_listener(const question_listener&) = default;
  question_listener& operator=(const question_listener&) = default;
  ~question_listener() = default;
};

} // namespace tali
