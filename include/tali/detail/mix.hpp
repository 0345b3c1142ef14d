// SPDX-License-Identifier: BSL-1.0
// Hashing: the mixers that everything else uses.
//
//   mix(a, b)          combines two words; the default
//   fold(a, b)         its core: a 64x64 -> 128 bit multiplication whose halves are xored (as in wyhash)
//   splitmix64(z)      one word, bijective; for the states of random streams
//   fibonacci_hash(x)  one multiplication, good high bits; for slots in hash tables
//   fnv1a_64, fnv1a_32 text, byte by byte; for names of files
//   hash_memory        text and memory, 64 bytes per step
//
// Some results are part of a contract and must not change: splitmix64 (reported seeds), fold as used by generated
// functions (likewise), mix (the checksum of model files), fnv1a (names of files in stores and folders of weights).
#pragma once

#include <tali/detail/int128.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tali::detail {

/// 2^64 divided by the golden ratio, odd.
inline constexpr std::uint64_t golden_ratio = 0x9e3779b97f4a7c15ULL;

[[nodiscard]] [[gnu::always_inline]] constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
  const uint128 product = uint128{a} * b;
  return static_cast<std::uint64_t>(product >> 64U) ^ static_cast<std::uint64_t>(product);
}

[[nodiscard]] [[gnu::always_inline]] constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  return fold(a ^ golden_ratio, b ^ 0xd6e8feb86659fd93ULL);
}

/// The finalizer of SplitMix64.
[[nodiscard]] [[gnu::always_inline]] constexpr std::uint64_t splitmix64(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

[[nodiscard]] [[gnu::always_inline]] constexpr std::uint64_t fibonacci_hash(std::uint64_t x) noexcept {
  return x * golden_ratio;
}

[[nodiscard]] constexpr std::uint64_t fnv1a_64(std::string_view text) noexcept {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  return hash;
}

[[nodiscard]] constexpr std::uint32_t fnv1a_32(std::string_view text) noexcept {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  }
  return hash;
}

/// Equal bytes give equal hashes in any process of the same build. The seed must not be 0: zero bytes would cancel it.
[[nodiscard]] std::uint64_t hash_memory(std::uint64_t seed, const void* data, std::size_t size) noexcept;

} // namespace tali::detail
