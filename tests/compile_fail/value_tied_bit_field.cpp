// SPDX-License-Identifier: BSL-1.0
// expect: bit-field
// A bit-field has no address, so it cannot be tied; it can be read.
#include "tali/value/fields.hpp"

struct flags {
  unsigned low : 3;
  unsigned high : 5;
};

unsigned f(flags& v) {
#ifdef TALI_FIXED
  unsigned sum = 0;
  tali::values::for_each_field(static_cast<const flags&>(v), [&](const auto& field) { sum += field; });
  return sum;
#else
  return get<0>(tali::values::tie_fields(v));
#endif
}
