// SPDX-License-Identifier: BSL-1.0
// expect: return a comparison instead
// A status of 0 usually means success, and would fail.
#include <tali/property/check.hpp>

#include <cstdlib>

tali::result f() {
#ifdef TALI_FIXED
  return tali::check("result", tali::gen::integer(0, 9), [](int n) { return std::abs(n) >= 0; });
#else
  return tali::check("result", tali::gen::integer(0, 9), [](int n) { return std::abs(n); });
#endif
}
