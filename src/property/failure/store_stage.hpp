// SPDX-License-Identifier: BSL-1.0
// store_stage: keeps failing cases from one run to the next, in an example_store.
//
// A failure is saved as soon as it is confirmed and again once it is shrunk; then the first file is removed. Stored
// cases run before all random cases. Those that fail are shrunk and reported like any failure; the others are deleted.
#pragma once

#include <tali/property/stage.hpp>
#include <tali/store/example_store.hpp>

#include <string>
#include <vector>

namespace tali::detail {

class store_stage final : public failure_stage {
public:
  explicit store_stage(std::string folder) : store_(std::move(folder)) {}

  std::vector<failure> before_cases(case_runner& runner) override;
  void confirmed(case_runner& runner, const failure& f) override;
  void found(case_runner& runner, failure& f) override;

private:
  /// A stored case that failed again, and the choices it drew this time.
  struct failed_case {
    stored_case stored;
    choice_sequence now;
  };
  void forward_warnings(case_runner& runner);

  example_store store_;
  std::vector<failed_case> failed_again_;
  std::vector<stored_case> superseded_; // removed once a simpler case is saved
  std::string origin_;                  // of the failure that is being shrunk
};

} // namespace tali::detail
