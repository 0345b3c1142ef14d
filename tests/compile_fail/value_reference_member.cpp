// SPDX-License-Identifier: BSL-1.0
// expect: tali: the fields of this aggregate cannot be counted, or one is a reference
// An aggregate with a reference member is not taken apart.
#include "tali/value/fields.hpp"

struct view {
  int number;
#ifdef TALI_FIXED
  int* target;
#else
  int& target;
#endif
};

static_assert(tali::values::field_count<view> == 2);
