// SPDX-License-Identifier: BSL-1.0
// expect: two branches of gen::pick have the same label
#include <tali/gen/exact.hpp>
#include <tali/gen/pick.hpp>

namespace gen = tali::gen;

#ifdef TALI_FIXED
constexpr auto second = gen::branch<"two">(1, gen::exact(2));
#else
constexpr auto second = gen::branch<"one">(1, gen::exact(2));
#endif
const auto numbers = gen::pick(gen::branch<"one">(1, gen::exact(1)), second);
