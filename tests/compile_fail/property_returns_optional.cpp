// SPDX-License-Identifier: BSL-1.0
// expect: return a comparison instead
// An optional that contains false is not empty, and would pass.
#include <tali/property/check.hpp>

#include <optional>

tali::result f() {
#ifdef TALI_FIXED
  return tali::check("result", tali::gen::integer(0, 9), [](int n) { return std::optional<bool>(n < 10).value(); });
#else
  return tali::check("result", tali::gen::integer(0, 9), [](int n) { return std::optional<bool>(n < 10); });
#endif
}
