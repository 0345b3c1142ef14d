// SPDX-License-Identifier: BSL-1.0
// expect: tali: this aggregate has a base class with data
// A base class with data cannot be bound together with the fields behind it.
#include "tali/value/fields.hpp"

struct base {
#ifndef TALI_FIXED
  int inherited;
#endif
};

struct derived : base {
  int own;
};

int f(derived& d) { return get<0>(tali::values::tie_fields(d)); }
