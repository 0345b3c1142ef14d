// SPDX-License-Identifier: BSL-1.0
// The engines `tali::rng` was chosen from, each with its authors' output function and constants, and each started
// from (seed, index) the way its authors recommend to seed it.
//
// Sources: SplitMix64 (Steele, Lea, Flood 2014); xoshiro, xoroshiro (Blackman, Vigna 2018); wyrand (Wang Yi);
// asymmetric wyrand (reinerp and hoxxep, wyhash issue 156); Lehmer64 (Lemire, after L'Ecuyer's 128-bit MCG); PCG64-DXSM
// (O'Neill); Romu (Overton 2020); SFC64 (Doty-Humphrey, PractRand); MWC256XXA64 (Kaitchuck); MT19937-64 (Nishimura,
// Matsumoto).
#pragma once

#include <bit>
#include <cstdint>
#include <random>

namespace engines {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
__extension__ using u128 = unsigned __int128;

/// Xor of the two halves of the product: the "folded multiply" of wyhash.
[[gnu::always_inline]] constexpr u64 fold(u64 a, u64 b) noexcept {
  const u128 m = u128{a} * b;
  return static_cast<u64>(m >> 64) ^ static_cast<u64>(m);
}

/// SplitMix64's finalizer (Stafford's mix 13), a bijection.
[[gnu::always_inline]] constexpr u64 mix(u64 z) noexcept {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// One 64-bit key per (seed, index), the same for all engines, so that only the rest of their seeding differs.
[[gnu::always_inline]] constexpr u64 key(u64 seed, u64 index) noexcept {
  return mix(mix(seed + 0x9e3779b97f4a7c15ULL) + index * 0x9e3779b97f4a7c15ULL);
}

struct splitmix64 {
  static constexpr const char* name = "splitmix64";
  static constexpr int state_bits = 64;
  u64 s;
  constexpr explicit splitmix64(u64 seed) noexcept : s(seed) {}
  static constexpr splitmix64 stream(u64 seed, u64 index) noexcept { return splitmix64(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept { return mix(s += 0x9e3779b97f4a7c15ULL); }
};

template <class Engine>
struct from_key { // engines with more than 64 bits of state are filled by SplitMix64, as their authors advise
  static constexpr Engine stream(u64 seed, u64 index) noexcept { return Engine(key(seed, index)); }
};

struct xoshiro256pp : from_key<xoshiro256pp> {
  static constexpr const char* name = "xoshiro256++";
  static constexpr int state_bits = 256;
  u64 s[4];
  constexpr explicit xoshiro256pp(u64 seed) noexcept : s{} {
    splitmix64 fill(seed);
    for (u64& word : s)
      word = fill();
  }
  [[gnu::always_inline]] constexpr void step() noexcept {
    const u64 t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = std::rotl(s[3], 45);
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = std::rotl(s[0] + s[3], 23) + s[0];
    step();
    return result;
  }
};

struct xoshiro256ss : from_key<xoshiro256ss> {
  static constexpr const char* name = "xoshiro256**";
  static constexpr int state_bits = 256;
  xoshiro256pp base;
  constexpr explicit xoshiro256ss(u64 seed) noexcept : base(seed) {}
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = std::rotl(base.s[1] * 5, 7) * 9;
    base.step();
    return result;
  }
};

struct xoroshiro128pp : from_key<xoroshiro128pp> {
  static constexpr const char* name = "xoroshiro128++";
  static constexpr int state_bits = 128;
  u64 a, b;
  constexpr explicit xoroshiro128pp(u64 seed) noexcept : a(0), b(0) {
    splitmix64 fill(seed);
    a = fill();
    b = fill();
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = std::rotl(a + b, 17) + a;
    const u64 x = a ^ b;
    a = std::rotl(a, 49) ^ x ^ (x << 21);
    b = std::rotl(x, 28);
    return result;
  }
};

/// wyrand, with the constants of wyhash 3 to final 4.
struct wyrand {
  static constexpr const char* name = "wyrand";
  static constexpr int state_bits = 64;
  u64 s;
  constexpr explicit wyrand(u64 seed) noexcept : s(seed) {}
  static constexpr wyrand stream(u64 seed, u64 index) noexcept { return wyrand(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    s += 0xa0761d6478bd642fULL;
    return fold(s, s ^ 0xe7037ed1a0b428dbULL);
  }
};

/// wyrand as of wyhash final 4.2 with a single constant.
struct w1rand {
  static constexpr const char* name = "w1rand";
  static constexpr int state_bits = 64;
  u64 s;
  constexpr explicit w1rand(u64 seed) noexcept : s(seed) {}
  static constexpr w1rand stream(u64 seed, u64 index) noexcept { return w1rand(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    s += 0xd07ebc63274654c7ULL;
    return fold(s, s ^ 0xd07ebc63274654c7ULL);
  }
};

/// Asymmetric wyrand: one factor from the state before the step, one from the state after it, so that s and s ^ c
/// no longer give the same word.
struct wyrand_a {
  static constexpr const char* name = "wyrand-a";
  static constexpr int state_bits = 64;
  u64 s;
  constexpr explicit wyrand_a(u64 seed) noexcept : s(seed) {}
  static constexpr wyrand_a stream(u64 seed, u64 index) noexcept { return wyrand_a(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 before = s;
    s += 0x2d358dccaa6c78a5ULL;
    return fold(before ^ 0x8bb84b93962eacc9ULL, s);
  }
};

/// Asymmetric wyrand with the xor constant kept in the state, a different one in each stream: streams then walk
/// different sequences instead of different stretches of one.
struct wyrand_keyed {
  static constexpr const char* name = "wyrand-a keyed";
  static constexpr int state_bits = 128;
  u64 s, k;
  constexpr explicit wyrand_keyed(u64 seed) noexcept : s(seed), k(mix(seed + 0x9e3779b97f4a7c15ULL)) {}
  static constexpr wyrand_keyed stream(u64 seed, u64 index) noexcept { return wyrand_keyed(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 before = s;
    s += 0x2d358dccaa6c78a5ULL;
    return fold(before ^ k, s);
  }
};

/// Asymmetric wyrand one word ahead: a draw returns the word made by the draw before it, so that a branch on the word
/// does not wait for the multiplication; a stream costs one word more.
struct wyrand_ahead {
  static constexpr const char* name = "wyrand-a ahead";
  static constexpr int state_bits = 128;
  wyrand_a base;
  u64 next;
  constexpr explicit wyrand_ahead(u64 seed) noexcept : base(seed), next(0) { next = base(); }
  static constexpr wyrand_ahead stream(u64 seed, u64 index) noexcept { return wyrand_ahead(key(seed, index)); }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = next;
    next = base();
    return result;
  }
};

struct lehmer64 : from_key<lehmer64> {
  static constexpr const char* name = "lehmer64";
  static constexpr int state_bits = 128;
  u128 s;
  constexpr explicit lehmer64(u64 seed) noexcept : s(0) {
    splitmix64 fill(seed);
    s = u128{fill()} << 64;
    s |= fill() | 1;
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    s *= 0xda942042e4dd58b5ULL;
    return static_cast<u64>(s >> 64);
  }
};

struct pcg64_dxsm : from_key<pcg64_dxsm> {
  static constexpr const char* name = "pcg64-dxsm";
  static constexpr int state_bits = 256;
  u128 s, inc;
  static constexpr u64 multiplier = 0xda942042e4dd58b5ULL;
  constexpr explicit pcg64_dxsm(u64 seed) noexcept : s(0), inc(0) {
    splitmix64 fill(seed);
    s = u128{fill()} << 64;
    s |= fill();
    inc = u128{fill()} << 64;
    inc |= fill() | 1;
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    u64 hi = static_cast<u64>(s >> 64);
    const u64 lo = static_cast<u64>(s) | 1;
    s = s * multiplier + inc;
    hi ^= hi >> 32;
    hi *= multiplier;
    hi ^= hi >> 48;
    return hi * lo;
  }
};

struct romu_duo : from_key<romu_duo> {
  static constexpr const char* name = "romu-duo";
  static constexpr int state_bits = 128;
  u64 x, y;
  constexpr explicit romu_duo(u64 seed) noexcept : x(0), y(0) {
    splitmix64 fill(seed);
    x = fill();
    y = fill();
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = x;
    x = 15241094284759029579ULL * y;
    y = std::rotl(y, 36) + std::rotl(y, 15) - result;
    return result;
  }
};

struct romu_trio : from_key<romu_trio> {
  static constexpr const char* name = "romu-trio";
  static constexpr int state_bits = 192;
  u64 x, y, z;
  constexpr explicit romu_trio(u64 seed) noexcept : x(0), y(0), z(0) {
    splitmix64 fill(seed);
    x = fill();
    y = fill();
    z = fill();
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 xp = x;
    const u64 yp = y;
    const u64 zp = z;
    x = 15241094284759029579ULL * zp;
    y = std::rotl(yp - xp, 12);
    z = std::rotl(zp - yp, 44);
    return xp;
  }
};

struct sfc64 : from_key<sfc64> {
  static constexpr const char* name = "sfc64";
  static constexpr int state_bits = 256;
  u64 a, b, c, counter;
  constexpr explicit sfc64(u64 seed) noexcept : a(seed), b(seed), c(seed), counter(1) {
    for (int i = 0; i < 12; ++i)
      (*this)(); // PractRand's seeding from one word
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u64 result = a + b + counter++;
    a = b ^ (b >> 11);
    b = c + (c << 3);
    c = std::rotl(c, 24) + result;
    return result;
  }
};

struct mwc256xxa64 : from_key<mwc256xxa64> {
  static constexpr const char* name = "mwc256xxa64";
  static constexpr int state_bits = 256;
  u64 x1, x2, x3, carry;
  constexpr explicit mwc256xxa64(u64 seed) noexcept : x1(seed), x2(0xcafef00dd15ea5e5ULL), x3(0), carry(0) {
    x3 = 0x14057b7ef767814fULL;
    for (int i = 0; i < 6; ++i)
      (*this)(); // the author's warm-up
  }
  [[gnu::always_inline]] constexpr u64 operator()() noexcept {
    const u128 t = u128{x3} * 0xfeb344657c0af413ULL;
    const u64 hi = static_cast<u64>(t >> 64);
    const u64 result = (x3 ^ x2) + (x1 ^ hi);
    const u128 sum = u128{static_cast<u64>(t)} + carry;
    x3 = x2;
    x2 = x1;
    x1 = static_cast<u64>(sum);
    carry = hi + static_cast<u64>(sum >> 64);
    return result;
  }
};

struct mt19937_64 {
  static constexpr const char* name = "mt19937_64";
  static constexpr int state_bits = 19968;
  std::mt19937_64 base;
  explicit mt19937_64(u64 seed) : base(seed) {}
  static mt19937_64 stream(u64 seed, u64 index) { return mt19937_64(key(seed, index)); }
  u64 operator()() { return base(); }
};

} // namespace engines
