// SPDX-License-Identifier: BSL-1.0
// expect: tali: this generator cannot run backward: .*any_gen, gen::pick over a list and gen::function only run forward
// A generator hidden at run time cannot run backward.
#include <tali/gen/any_gen.hpp>
#include <tali/gen/integer.hpp>
#include <tali/interpret/reflect.hpp>

bool f() {
#ifdef TALI_FIXED
  const auto digit = tali::gen::integer(0, 9);
#else
  const tali::any_gen<int> digit = tali::gen::integer(0, 9);
#endif
  return tali::accepts(digit, 4);
}
