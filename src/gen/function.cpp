// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/function.hpp>

namespace tali::detail {

std::uint64_t combine_fingerprints(std::uint64_t before, std::uint64_t next) noexcept {
  return fold(before ^ golden_ratio, next ^ 0xbf58476d1ce4e5b9U);
}

bool has_own_result(std::uint64_t seed, std::uint64_t fingerprint) noexcept {
  // Depends on the seed too. Otherwise, lowering the seed would always remove the same results.
  rng engine = rng::stream(~seed, fingerprint);
  return below(engine, std::uint32_t{64}) < static_cast<std::uint32_t>(std::bit_width(seed));
}

} // namespace tali::detail
