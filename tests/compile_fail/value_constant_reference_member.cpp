// SPDX-License-Identifier: BSL-1.0
// expect: tali: the fields of this aggregate cannot be counted, or one is a reference
// The same for a reference to a constant, although the fields can be counted.
#include "tali/value/fields.hpp"

struct view {
  int number;
#ifdef TALI_FIXED
  int target;
#else
  const int& target;
#endif
};

static_assert(tali::values::field_count<view> == 2);
