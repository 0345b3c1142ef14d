// SPDX-License-Identifier: BSL-1.0
#include <tali/property/registry.hpp>

namespace tali {

void registry::add(any_property p) { properties_.push_back(std::move(p)); }

// Made when first asked for: properties register before main, in any order of files.
registry& registry::of_program() {
  static registry all;
  return all;
}

} // namespace tali
