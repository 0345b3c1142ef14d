// SPDX-License-Identifier: BSL-1.0
// expect: tali: gen::when needs two generators of the same type of value
// Both alternatives of a condition have the same type.
#include <tali/gen/integer.hpp>
#include <tali/gen/when.hpp>

auto f(bool condition) {
#ifdef TALI_FIXED
  return tali::gen::when(condition, tali::gen::integer(0, 1), tali::gen::integer(5, 9));
#else
  return tali::gen::when(condition, tali::gen::integer(0, 1), tali::gen::boolean());
#endif
}
