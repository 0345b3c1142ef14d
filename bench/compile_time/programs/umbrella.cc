// SPDX-License-Identifier: BSL-1.0
// One registered property with the umbrella alone: what every small test file with tali costs.
#include <tali/tali.hpp>

TALI_PROPERTY("a size is not negative", [](const std::vector<int>& xs, int n) { return xs.size() + (n > 0) < 1000; });
