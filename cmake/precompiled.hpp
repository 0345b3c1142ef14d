// SPDX-License-Identifier: BSL-1.0
// The precompiled header of builds with TALI_PCH.
//
// Only headers with include guards: with a precompiled header, GCC 12 mistakes some headers with #pragma once for
// others that it has read. By a pragma, <fmt/format.h> compiles its own functions with -Og in a build without
// optimisation. In a precompiled header, GCC then leaves __OPTIMIZE__ defined for everything that follows, so the
// pragma is disabled.
#ifndef TALI_PRECOMPILED_HPP
#define TALI_PRECOMPILED_HPP

#define FMT_GCC_PRAGMA(arg)
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#endif
