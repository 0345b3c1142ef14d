// SPDX-License-Identifier: BSL-1.0
// expect: no branch of gen::pick has a value
#include <tali/gen/exact.hpp>
#include <tali/gen/pick.hpp>

namespace gen = tali::gen;

#ifdef TALI_FIXED
constexpr auto second = gen::branch<"two">(1, gen::exact(2));
#else
constexpr auto second = gen::branch<"two">(1, gen::nothing<int>());
#endif
const auto numbers = gen::pick(gen::branch<"one">(1, gen::nothing<int>()), second);
