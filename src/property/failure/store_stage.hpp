// SPDX-License-Identifier: BSL-1.0
// The stage that keeps failing cases from one run to the next, in an example_store.
//
// A failure is saved as soon as it is confirmed and again once it is shrunk; only then the first file goes. What is
// kept is tried before all random cases; what fails is shrunk and reported like any failure, what does not is dropped.
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
  /// A kept case that failed again, and the choices it drew now.
  struct tried {
    stored_case kept;
    choice_sequence now;
  };
  void tell(case_runner& runner);

  example_store store_;
  std::vector<tried> failed_again_;
  std::vector<stored_case> superseded_; // to go once something simpler is saved
  std::string origin_;                  // of what is being shrunk
};

} // namespace tali::detail
