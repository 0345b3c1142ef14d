// SPDX-License-Identifier: BSL-1.0
// expect: tali: this generator cannot run backward: .*any_gen, gen::pick over a list and gen::function only run forward
// What a generator hides at run time cannot be asked how it would make a value.
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
