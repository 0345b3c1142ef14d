// SPDX-License-Identifier: BSL-1.0
// expect: tali: this generator cannot run backward: .*gen::map needs an inverse
// A map without an inverse cannot run backward.
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/interpret/reflect.hpp>

bool f() {
  const auto twice = [](int v) { return 2 * v; };
#ifdef TALI_FIXED
  const auto half = [](int v) { return v / 2; };
  return tali::accepts(tali::gen::map(tali::gen::integer(0, 9), twice, half), 4);
#else
  return tali::accepts(tali::gen::map(tali::gen::integer(0, 9), twice), 4);
#endif
}
