// SPDX-License-Identifier: BSL-1.0
#include "peers.hpp"

#if defined(TALI_HAVE_RAPIDCHECK)

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

namespace peers {

std::uint64_t rapidcheck_reverse_twice(std::uint64_t runs) {
  std::uint64_t cases = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    rc::detail::TestMetadata metadata;
    rc::detail::TestParams params;
    params.seed = i + 1;
    const auto result = rc::detail::checkTestable(
        [](const std::vector<int>& xs) {
          auto twice = xs;
          std::reverse(twice.begin(), twice.end());
          std::reverse(twice.begin(), twice.end());
          RC_ASSERT(twice == xs);
        },
        metadata, params);
    rc::detail::SuccessResult success;
    if (result.match(success)) {
      cases += static_cast<std::uint64_t>(success.numSuccess);
    }
  }
  return cases;
}

} // namespace peers

#endif
