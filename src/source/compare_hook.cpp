// SPDX-License-Identifier: BSL-1.0
// The functions that code instrumented for comparisons calls. A separate file, so that it is linked only into programs
// with such code. Weak, so that those of a fuzzer or a sanitizer are used where there are any.
#include "source/comparisons.hpp"

namespace {

const bool linked = tali::detail::comparisons_are_linked = true;

void note(std::uint64_t a, unsigned bytes, bool constant) {
  if (tali::detail::comparison_log* const log = tali::detail::current_comparisons; log != nullptr && linked) {
    log->number(a, bytes, constant);
  }
}

} // namespace

// The names are given by the compilers.
// NOLINTBEGIN(bugprone-reserved-identifier)
#define TALI_COMPARISON_HOOKS(type, bytes)                                                                             \
  extern "C" void __sanitizer_cov_trace_cmp##bytes(type a, type b);                                                    \
  extern "C" [[gnu::weak]] void __sanitizer_cov_trace_cmp##bytes(type a, type b) {                                     \
    note(a, bytes, false);                                                                                             \
    note(b, bytes, false);                                                                                             \
  }                                                                                                                    \
  extern "C" void __sanitizer_cov_trace_const_cmp##bytes(type a, type b);                                              \
  extern "C" [[gnu::weak]] void __sanitizer_cov_trace_const_cmp##bytes(type a, type /*b*/) { note(a, bytes, true); }

TALI_COMPARISON_HOOKS(std::uint8_t, 1)
TALI_COMPARISON_HOOKS(std::uint16_t, 2)
TALI_COMPARISON_HOOKS(std::uint32_t, 4)
TALI_COMPARISON_HOOKS(std::uint64_t, 8)

// cases[0]: the number of cases; cases[1]: the bits of the value; then the cases.
extern "C" void __sanitizer_cov_trace_switch(std::uint64_t value, std::uint64_t* cases);
extern "C" [[gnu::weak]] void __sanitizer_cov_trace_switch(std::uint64_t /*value*/, std::uint64_t* cases) {
  for (std::uint64_t i = 0; i < cases[0]; ++i) {
    note(cases[2 + i], static_cast<unsigned>(cases[1] / 8), true);
  }
}
// Comparisons of reals are reported by GCC only, and not used.
extern "C" void __sanitizer_cov_trace_cmpf(float a, float b);
extern "C" [[gnu::weak]] void __sanitizer_cov_trace_cmpf(float /*a*/, float /*b*/) {}
extern "C" void __sanitizer_cov_trace_cmpd(double a, double b);
extern "C" [[gnu::weak]] void __sanitizer_cov_trace_cmpd(double /*a*/, double /*b*/) {}
// NOLINTEND(bugprone-reserved-identifier)
