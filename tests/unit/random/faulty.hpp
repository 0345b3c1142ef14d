// SPDX-License-Identifier: BSL-1.0
// Sources with known faults, for the checks to find.
#pragma once

#include <tali/random/rng.hpp>

#include <cstdint>

namespace faulty {

using u64 = std::uint64_t;
__extension__ using u128 = unsigned __int128;

/// [0, last] by remainder: the first 2^64 mod n values are too frequent.
inline u64 by_remainder(tali::choices::rng& engine, u64 last) { return engine() % (last + 1); }

/// [0, last] by Lemire's product without the rejection: some values at regular distances are too frequent.
inline u64 by_product(tali::choices::rng& engine, u64 last) {
  return static_cast<u64>((u128{engine()} * (last + 1)) >> 64);
}

/// [0, last] that leaves out the last value.
inline u64 one_short(tali::choices::rng& engine, u64 last) { return tali::choices::between(engine, last - 1); }

/// The engine of tali::rng, started from a bare state.
struct bare {
  u64 state;
  u64 operator()() {
    const u64 before = state;
    state += increment;
    const u128 product = u128{before ^ 0x8bb84b93962eacc9ULL} * state;
    return static_cast<u64>(product >> 64) ^ static_cast<u64>(product);
  }
  static constexpr u64 increment = 0x2d358dccaa6c78a5ULL;
};

/// Streams that are stretches of one sequence, a single word apart.
inline bare overlapping(u64 seed, u64 index) { return {seed + index * bare::increment}; }

/// Streams that depend only on the sum of seed and index.
inline bare symmetric(u64 seed, u64 index) { return {(seed + index) * 0x9e3779b97f4a7c15ULL}; }

/// A linear congruential generator, and streams that start it side by side.
struct congruential {
  u64 state;
  u64 operator()() { return state = state * 6364136223846793005ULL + 1442695040888963407ULL; }
};
inline congruential side_by_side(u64 seed, u64 index) { return {seed + index}; }

/// The state is the sum of two well-mixed words, but the seed's lowest bit is lost.
inline bare forgetful(u64 seed, u64 index) {
  return {(seed >> 1) * 0xbf58476d1ce4e5b9ULL + (index + 1) * 0x9e3779b97f4a7c15ULL};
}

/// Words with the top bit set in 51 of 100.
struct lopsided {
  tali::choices::rng base;
  u64 operator()() {
    const u64 top = u64{tali::choices::below(base, std::uint32_t{100}) < 51} << 63;
    return top | base() >> 1;
  }
};

/// Counts up: perfectly even, but not random.
struct counter {
  u64 state = 0;
  u64 operator()() { return state++ * 0x0101010101010101ULL; }
};

} // namespace faulty
