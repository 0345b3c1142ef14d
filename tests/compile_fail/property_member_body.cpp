// SPDX-License-Identifier: BSL-1.0
// expect: not a pointer to a member
// A member function as the body needs a lambda around it.
#include <tali/property/check.hpp>

struct interval {
  int low;
  int high;
  [[nodiscard]] bool reversed() const { return high < low; }
};

tali::result f() {
#ifdef TALI_FIXED
  return tali::check("not reversed", [](const interval& i) { return !i.reversed(); });
#else
  return tali::check("reversed", &interval::reversed);
#endif
}
