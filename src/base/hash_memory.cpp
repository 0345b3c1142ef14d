// SPDX-License-Identifier: BSL-1.0
// Hashing of memory, after wyhash.
#include <tali/detail/mix.hpp>

#include <cstring>

namespace tali::detail {

namespace {

std::uint64_t load8(const unsigned char* p) {
  std::uint64_t x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

std::uint64_t load4(const unsigned char* p) {
  std::uint32_t x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

// Any odd constants with about as many ones as zeros will do (these are wyhash's).
constexpr std::uint64_t k0 = 0xA0761D6478BD642Fu, k1 = 0xE7037ED1A0B428DBu, k2 = 0x8EBC6AF09C88C6E3u,
                        k3 = 0x589965CC75374CC3u;

} // namespace

// Four independent multiplications for 64 bytes, so that they overlap; then 16 bytes at a time; then the last 16 bytes,
// some of them a second time (the size is mixed in too, so that texts of different lengths differ).
std::uint64_t hash_memory(std::uint64_t seed, const void* data, std::size_t size) noexcept {
  auto p = static_cast<const unsigned char*>(data);
  std::size_t left = size;
  std::uint64_t a = seed;
  if (left >= 64) {
    std::uint64_t b = seed ^ k1, c = seed ^ k2, d = seed ^ k3;
    do {
      a = fold(load8(p) ^ k0, load8(p + 8) ^ a);
      b = fold(load8(p + 16) ^ k1, load8(p + 24) ^ b);
      c = fold(load8(p + 32) ^ k2, load8(p + 40) ^ c);
      d = fold(load8(p + 48) ^ k3, load8(p + 56) ^ d);
      p += 64;
      left -= 64;
    } while (left >= 64);
    a = fold(a ^ k1, b ^ k0) ^ fold(c ^ k3, d ^ k2);
  }
  for (; left >= 16; left -= 16, p += 16)
    a = fold(load8(p) ^ k0, load8(p + 8) ^ a);
  std::uint64_t x = 0, y = 0;
  if (size >= 16) {
    x = load8(p + left - 16);
    y = load8(p + left - 8);
  } else if (size >= 8) {
    x = load8(p);
    y = load8(p + left - 8);
  } else if (size >= 4) {
    x = load4(p);
    y = load4(p + left - 4);
  } else if (size > 0) {
    x = p[0];
    y = static_cast<std::uint64_t>(p[left / 2]) << 8U | p[left - 1];
  }
  a = fold(x ^ k1, y ^ a);
  return fold(a ^ k2, static_cast<std::uint64_t>(size) ^ k3);
}

} // namespace tali::detail
