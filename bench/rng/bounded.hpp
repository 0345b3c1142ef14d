// SPDX-License-Identifier: BSL-1.0
// Algorithms for uniform draws from [0, last] using 64-bit words. All are unbiased except `truncated`, which shows the
// speed of a draw without rejection.
#pragma once

#include "engines.hpp"

#include <bit>
#include <random>

namespace bounded {

using engines::u128;
using engines::u32;
using engines::u64;

/// Lemire 2019 on the upper 32 bits of a word; `last` < 2^32 - 1.
struct lemire32 {
  static constexpr const char* name = "lemire 32";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    const u32 n = static_cast<u32>(last) + 1;
    u64 m = (engine() >> 32) * u64{n};
    u32 low = static_cast<u32>(m);
    if (low < n) [[unlikely]] {
      const u32 threshold = -n % n;
      while (low < threshold) {
        m = (engine() >> 32) * u64{n};
        low = static_cast<u32>(m);
      }
    }
    return m >> 32;
  }
};

/// Lemire 2019 on the whole word. n = last + 1 is 0 for the full range; then every low part is <= last, so the full
/// range is recognised on the cold path and costs the usual path nothing.
struct lemire64 {
  static constexpr const char* name = "lemire 64";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    const u64 n = last + 1;
    u64 word = engine();
    u128 m = u128{word} * n;
    if (static_cast<u64>(m) <= last) [[unlikely]] {
      if (n == 0)
        return word;
      const u64 threshold = -n % n;
      while (static_cast<u64>(m) < threshold)
        m = u128{engine()} * n;
    }
    return static_cast<u64>(m >> 64);
  }
};

/// The same with the cold path in a separate function, as in tali::between.
struct lemire64_cold {
  static constexpr const char* name = "lemire 64 cold";
  template <class Engine>
  struct redrawn {
    u64 value;
    Engine engine;
  };
  template <class Engine>
  [[gnu::noinline, gnu::cold]] static redrawn<Engine> redraw(Engine engine, u64 word, u64 last) {
    const u64 n = last + 1;
    if (n == 0)
      return {word, engine};
    const u64 threshold = -n % n;
    u128 m = u128{word} * n;
    while (static_cast<u64>(m) < threshold)
      m = u128{engine()} * n;
    return {static_cast<u64>(m >> 64), engine};
  }
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    const u64 word = engine();
    const u128 m = u128{word} * (last + 1);
    if (static_cast<u64>(m) <= last) [[unlikely]] {
      const redrawn<Engine> r = redraw(engine, word, last);
      engine = r.engine;
      return r.value;
    }
    return static_cast<u64>(m >> 64);
  }
};

/// 32-bit Lemire if the bound allows, 64-bit otherwise, decided for each draw.
struct by_width {
  static constexpr const char* name = "by width";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    if (last < 0xffffffffU)
      return lemire32::draw(engine, last);
    return lemire64::draw(engine, last);
  }
};

/// O'Neill's "bitmask with rejection": no multiplication, up to half of the words rejected.
struct bitmask {
  static constexpr const char* name = "bitmask";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    const u64 mask = ~u64{0} >> std::countl_zero(last | 1);
    u64 word = engine() & mask;
    while (word > last)
      word = engine() & mask;
    return word;
  }
};

/// One remainder per draw, rejecting the words of the incomplete last cycle.
struct remainder {
  static constexpr const char* name = "remainder";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    const u64 n = last + 1;
    u64 word = engine();
    if (n == 0)
      return word;
    u64 rest = word % n;
    while (word - rest > u64{0} - n) {
      word = engine();
      rest = word % n;
    }
    return rest;
  }
};

/// Lemire's product without the rejection: biased, hence only a reference.
struct truncated {
  static constexpr const char* name = "(biased)";
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    return static_cast<u64>((u128{engine()} * (last + 1)) >> 64);
  }
};

struct standard {
  static constexpr const char* name = "std::uniform_int";
  template <class Engine>
  struct adapter {
    using result_type = u64;
    Engine* engine;
    static constexpr u64 min() { return 0; }
    static constexpr u64 max() { return ~u64{0}; }
    [[gnu::always_inline]] u64 operator()() { return (*engine)(); }
  };
  template <class Engine>
  [[gnu::always_inline]] static u64 draw(Engine& engine, u64 last) {
    adapter<Engine> words{&engine};
    return std::uniform_int_distribution<u64>(0, last)(words);
  }
};

} // namespace bounded
