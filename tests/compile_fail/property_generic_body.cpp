// SPDX-License-Identifier: BSL-1.0
// expect: the parameters of this body have no types to derive generators from
// A generic lambda needs generators for its arguments.
#include <tali/property/check.hpp>

tali::result f() {
#ifdef TALI_FIXED
  return tali::check("generic", tali::gen::integer(0, 9), [](auto n) { return n < 10; });
#else
  return tali::check("generic", [](auto n) { return n < 10; });
#endif
}
