// SPDX-License-Identifier: BSL-1.0
// The function that instrumented code calls. A separate file, so that it is linked only into programs with such code.
#include "stats/coverage.hpp"

namespace {

const bool linked = tali::detail::coverage_is_linked = true;

} // namespace

// The name is given by the compilers.
extern "C" void __sanitizer_cov_trace_pc();  // NOLINT(bugprone-reserved-identifier)
extern "C" void __sanitizer_cov_trace_pc() { // NOLINT(bugprone-reserved-identifier)
  if (tali::detail::coverage_recorder* const r = tali::detail::current_coverage; r != nullptr && linked) {
    r->reached(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
  }
}
