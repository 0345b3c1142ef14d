// SPDX-License-Identifier: BSL-1.0
// The random engine of all sampled values, and unbiased draws from it.
//
// Asymmetric wyrand: a Weyl sequence whose neighbouring states are multiplied, 64x64->128, and the halves of the
// product xored. It has one word of state, needs one multiplication per word and no warm-up. (In wyrand both factors
// come from the same state, so s and s ^ c give the same word, and repeated words are twice as frequent as they should
// be.) docs/decisions/0002-randomness.md has the measurements.
//
// The words of a (seed, index) are part of the interface: they never change within a major version, so that a
// reported seed can be rerun.
#pragma once

#include <tali/detail/mix.hpp>
#include <tali/detail/namespaces.hpp>

#include <cstdint>

namespace tali::choices {

class rng {
public:
  /// The engine of case 0 in a run seeded with `seed`.
  constexpr explicit rng(std::uint64_t seed) noexcept : rng(stream(seed, 0)) {}

  /// The engine of case `index` in a run seeded with `seed`: any case can be re-run alone, on any thread.
  ///
  /// The states of the cases of a run are the outputs of SplitMix64. So no two of them are equal, similar seeds and
  /// indices lead to unrelated states, and the part that depends only on the seed is loop-invariant.
  [[nodiscard]] [[gnu::always_inline]] static constexpr rng stream(std::uint64_t seed, std::uint64_t index) noexcept {
    return rng(from_state{detail::splitmix64(detail::splitmix64(seed + golden) + index * golden)});
  }

  [[gnu::always_inline]] constexpr std::uint64_t operator()() noexcept {
    const std::uint64_t before = state_;
    state_ += 0x2d358dccaa6c78a5ULL;
    return detail::fold(before ^ 0x8bb84b93962eacc9ULL, state_);
  }

private:
  struct from_state {
    std::uint64_t value;
  };
  constexpr explicit rng(from_state state) noexcept : state_(state.value) {}

  static constexpr std::uint64_t golden = detail::golden_ratio;

  std::uint64_t state_;
};

} // namespace tali::choices

namespace tali::detail {

struct redrawn {
  std::uint64_t value;
  rng engine;
};

/// The unlikely path of `between`, after `word` was drawn. It is out of line, because inlining it into every draw
/// would double their compile time. The engine is passed and returned by value, because taking its address would
/// force its state into memory.
[[gnu::noinline, gnu::cold]] constexpr redrawn redraw(rng engine, std::uint64_t word, std::uint64_t last) noexcept {
  const std::uint64_t n = last + 1;
  if (n == 0)
    return {word, engine};
  const std::uint64_t threshold = -n % n; // 2^64 mod n: the number of low halves to reject
  uint128 product = uint128{word} * n;
  while (static_cast<std::uint64_t>(product) < threshold)
    product = uint128{engine()} * n;
  return {static_cast<std::uint64_t>(product >> 64), engine};
}

} // namespace tali::detail

namespace tali::choices {

/// Uniform in [0, last], without modulo bias, for any `last` up to 2^64 - 1 (Lemire 2019).
///
/// One multiplication and one comparison; a division, and perhaps a second word, in (last + 1) of 2^64 draws. For the
/// full range, last + 1 wraps to 0, the product is 0 and the comparison holds, so the unlikely path handles this range.
[[gnu::always_inline]] constexpr std::uint64_t between(rng& engine, std::uint64_t last) noexcept {
  const std::uint64_t word = engine();
  const detail::uint128 product = detail::uint128{word} * (last + 1);
  if (static_cast<std::uint64_t>(product) <= last) [[unlikely]] {
    const detail::redrawn result = detail::redraw(engine, word, last);
    engine = result.engine;
    return result.value;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

/// Uniform in [0, n), n > 0. The value does not depend on the width of `n`.
[[gnu::always_inline]] constexpr std::uint64_t below(rng& engine, std::uint64_t n) noexcept {
  return between(engine, n - 1);
}
[[gnu::always_inline]] constexpr std::uint32_t below(rng& engine, std::uint32_t n) noexcept {
  return static_cast<std::uint32_t>(between(engine, std::uint64_t{n} - 1));
}

/// Uniform in [0, 1): a multiple of 2^-53, each equally likely.
[[gnu::always_inline]] constexpr double unit_real(rng& engine) noexcept {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

/// 128 random bits: two words, the first one above the second.
[[gnu::always_inline]] constexpr detail::uint128 word128(rng& engine) noexcept {
  const detail::uint128 high = engine();
  return high << 64 | engine();
}

} // namespace tali::choices
