// SPDX-License-Identifier: BSL-1.0
// case_marks: the cases that the threads of a run are about to start, for a supervising process (session::marks).
#pragma once

#include <tali/detail/namespaces.hpp>

#include <atomic>
#include <cstdint>

namespace tali::host {

/// Place it in shared memory. Costs one store per case, nothing if there is none.
struct case_marks {
  static constexpr std::uint64_t idle = ~std::uint64_t{0};
  static constexpr int most_threads = 64;
  std::atomic<std::uint64_t> index[most_threads]; // may be in shared memory
};

} // namespace tali::host
