// SPDX-License-Identifier: BSL-1.0
// The phase that runs the cases of the session's stages: failing cases that an earlier run has stored.
#pragma once

#include "property/phase/phase.hpp"

namespace tali::detail {

class stored_case_phase {
public:
  explicit stored_case_phase(const phase_context& context) : context_(context) {}

  [[nodiscard]] bool run();

private:
  const phase_context& context_;
};

} // namespace tali::detail
