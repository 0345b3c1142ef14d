// SPDX-License-Identifier: BSL-1.0
// case_description: the parts of one case that a report shows.
#pragma once

#include "property/observe/run_observer.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tali::detail {

class case_description final : public run_observer {
public:
  void case_started() override;
  void value_described(const drawn_value& v) override;
  void value_compared(const value_difference& difference) override;
  void predicate_called(std::string_view value) override { pending_predicate = value; }
  void predicate_returned() override { pending_predicate.reset(); }
  void note(std::string_view text) override { notes.emplace_back(text); }
  void failed_again(std::string_view text) override { notes.emplace_back(text); }

  /// Moves values, notes and the pending predicate call to a failure.
  void move_to(failure& out);

  std::vector<drawn_value> values;
  std::vector<value_difference> differences; // one for each value; empty if it was not compared
  std::vector<std::string> notes;
  std::optional<std::string> pending_predicate; // the value in a call that has not returned
};

} // namespace tali::detail
