// SPDX-License-Identifier: BSL-1.0
// The phase after the explicit examples: the examples that are given as replay texts.
#pragma once

#include "property/phase/phase.hpp"

#include <cstddef>
#include <string>

namespace tali::detail {

class replayed_example_phase {
public:
  explicit replayed_example_phase(const phase_context& context) : context_(context) {}

  [[nodiscard]] bool run();

private:
  [[nodiscard]] bool run_example(std::size_t number, const std::string& text);
  void example_failed(std::size_t number, const choice_sequence& given, const fault& first_cause);

  const phase_context& context_;
};

} // namespace tali::detail
