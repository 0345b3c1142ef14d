// SPDX-License-Identifier: BSL-1.0
// expect: tali: this type is not an aggregate; list its fields by specialising tali::fields_of
// A class with constructors has to list its fields.
#include "tali/value/fields.hpp"

class counter {
public:
  counter() = default;
  int steps = 0;
};

#ifdef TALI_FIXED
template <>
struct tali::fields_of<counter> {
  static constexpr auto value = fields(field("steps", &counter::steps));
};
#endif

static_assert(tali::values::field_count<counter> == 1);
