// SPDX-License-Identifier: BSL-1.0
// expect: the generator must produce values of the field's type
// An override makes values of the field's type, not of a type that converts to it.
#include <tali/gen/arbitrary.hpp>

struct point {
  int x;
  int y;
};

auto f() {
#ifdef TALI_FIXED
  return tali::arbitrary<point>().with(&point::x, tali::gen::integer(0, 9));
#else
  return tali::arbitrary<point>().with(&point::x, tali::gen::integer(0L, 9L));
#endif
}
