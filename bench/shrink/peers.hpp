// SPDX-License-Identifier: BSL-1.0
// The results of other libraries on the same challenges, measured in the same run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct peer_result {
  std::string name; // of the challenge
  std::uint64_t found = 0;
  double evaluations = 0; // means over the seeds that found the failure
  double milliseconds = 0;
  double size = 0;
  std::size_t distinct = 0;
};

/// Empty if it is not installed.
[[nodiscard]] std::vector<peer_result> rapidcheck_results(std::uint64_t seeds);

} // namespace bench
