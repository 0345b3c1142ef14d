// SPDX-License-Identifier: BSL-1.0
// expect: tali: the arguments of gen::function need a fingerprint
// A function of arguments that cannot be distinguished by value cannot be pure.
#include <tali/gen/function.hpp>

#ifdef TALI_FIXED
using argument = int;
#else
using argument = int*;
#endif

auto f() { return tali::gen::function<int(argument)>(tali::gen::integer(0, 9)); }

int g(tali::choices::dynamic_source& source, argument a) { return f()(source)(a); }
