// SPDX-License-Identifier: BSL-1.0
// The setting `replay`: only the case of one replay text.
#pragma once

#include "property/phase/phase.hpp"

#include <string>

namespace tali::detail {

class replay_phase {
public:
  explicit replay_phase(const phase_context& context) : context_(context) {}

  void run();

private:
  void replay_failed(const choice_sequence& given, const fault& first_cause, const std::string& misfit);

  const phase_context& context_;
};

} // namespace tali::detail
