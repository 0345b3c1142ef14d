// SPDX-License-Identifier: BSL-1.0
// What a generator asks a predicate before there is a value: gen::valid's search for one.
//
// A predicate may throw, crash or hang, and then the case ends without a value that could be shown. So who describes a
// case can have the question told before it is asked, and how far a search had come is known even after a death.
#pragma once

#include <cstdint>
#include <string>

namespace tali {

/// How often the predicate was asked in a search, and how often it said yes.
struct search_tally {
  std::uint64_t attempts = 0;
  std::uint64_t valid = 0;
  friend bool operator==(const search_tally&, const search_tally&) = default;
};

class question_listener {
public:
  /// The predicate is about to be asked about this value, as it is shown.
  virtual void asks(std::string&& value) = 0;
  /// It has answered.
  virtual void answered() = 0;

protected:
  question_listener() = default;
  question_listener(const question_listener&) = default;
  question_listener& operator=(const question_listener&) = default;
  ~question_listener() = default;
};

} // namespace tali
