// SPDX-License-Identifier: BSL-1.0
// replayer: reruns single cases of the property, for processing failures: confirming, shrinking, explaining and the
// stages of the session.
#pragma once

#include "property/execute/executor.hpp"
#include "property/execute/run_state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

class replayer final : public case_runner {
public:
  replayer(run_state& state, executor& execute, const isolation& isolated)
      : state_(state), execute_(execute), isolation_(isolated) {}

  case_outcome run(dynamic_source& source) override { return execute_.run(source); }
  case_outcome describe(const choice_sequence& choices, failure& out) override;
  /// Describes, and compares each drawn value with that of another case.
  case_outcome describe_compared(const failure& reference, const choice_sequence& choices, failure& out,
                                 std::vector<value_difference>& differences);

  /// Runs random case `index` as it was drawn. `recorded` may be null.
  [[nodiscard]] case_outcome run_random_case(std::uint64_t index, int size, trace* recorded);

  [[nodiscard]] bool interrupted() const { return state_.interrupted(); }
  [[nodiscard]] std::string_view name() const override { return state_.result.name; }
  [[nodiscard]] const run_settings& settings() const override { return state_.in.settings; }
  void warn(warning_kind kind, std::string text) override { state_.warn(kind, std::move(text)); }

private:
  case_outcome describe_into(const choice_sequence& choices, const failure* reference, case_description& seen,
                             failure& out);

  run_state& state_;
  executor& execute_;
  const isolation& isolation_;
};

} // namespace tali::detail
