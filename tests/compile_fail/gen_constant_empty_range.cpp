// SPDX-License-Identifier: BSL-1.0
// expect: throw_empty_range
// The bounds of a constant generator are checked by the compiler.
#include <tali/gen/integer.hpp>

#ifdef TALI_FIXED
constexpr auto digits = tali::gen::integer(0, 9);
#else
constexpr auto digits = tali::gen::integer(9, 0);
#endif

int f(tali::choices::dynamic_source& source) { return digits(source); }
