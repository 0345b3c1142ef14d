// SPDX-License-Identifier: BSL-1.0
// The setting `case_index`: only one random case.
#pragma once

#include "property/phase/phase.hpp"

namespace tali::detail {

class single_case_phase {
public:
  explicit single_case_phase(const phase_context& context) : context_(context) {}

  void run();

private:
  const phase_context& context_;
};

} // namespace tali::detail
