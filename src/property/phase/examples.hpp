// SPDX-License-Identifier: BSL-1.0
// The first phase: the explicit examples of a property, given as values.
#pragma once

#include "property/phase/phase.hpp"

#include <cstddef>

namespace tali::detail {

class example_phase {
public:
  explicit example_phase(const phase_context& context) : context_(context) {}

  /// Starts with example `first`.
  [[nodiscard]] bool run(std::size_t first = 0);

private:
  [[nodiscard]] case_outcome run_example(std::size_t index, trace& recorded, case_options options);
  void example_failed(std::size_t index, const fault& first_cause, const trace& recorded);
  void find_choices(failure& f);

  const phase_context& context_;
};

} // namespace tali::detail
