// SPDX-License-Identifier: BSL-1.0
// RapidCheck's contestants, compiled separately, so that its headers do not affect ours. Empty if it is not installed.
#pragma once

#include "common/measure.hpp"

#include <string>

namespace peers {

/// RapidCheck's generator of a case, or an empty function if it is not installed or has no comparable generator.
bench::contestant rapidcheck(const std::string& name, std::uint32_t size);

} // namespace peers
