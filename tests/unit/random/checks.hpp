// SPDX-License-Identifier: BSL-1.0
// The statistical checks of bounded draws and of streams, as templates over the checked source: the tests run them on
// tali's own, and on sources with a known fault to verify that it is found. Each returns a two-sided probability.
#pragma once

#include "statistics.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace checks {

using u64 = std::uint64_t;
__extension__ using u128 = unsigned __int128;

// Of bounded draws. `draw()` gives values in [0, last].

/// Values counted one by one; for small ranges.
template <class Draw>
double each_value(Draw draw, u64 last, int draws) {
  std::vector<u64> counts(last + 1);
  for (int i = 0; i < draws; ++i)
    ++counts[draw()];
  return statistics::fit(counts);
}

/// Values counted in 64 slices of the range, as equal as possible.
template <class Draw>
double each_slice(Draw draw, u64 last, int draws) {
  constexpr unsigned slices = 64;
  const u128 n = u128{last} + 1;
  std::vector<u64> counts(slices);
  for (int i = 0; i < draws; ++i)
    ++counts[static_cast<std::size_t>(u128{draw()} * slices / n)];
  std::vector<double> shares(slices);
  for (unsigned i = 0; i < slices; ++i) {
    const u128 from = (n * i + slices - 1) / slices;
    const u128 to = (n * (i + 1) + slices - 1) / slices;
    shares[i] = static_cast<double>(to - from) / static_cast<double>(n);
  }
  return statistics::fit(counts, shares);
}

/// Values counted by their remainder modulo m.
template <class Draw>
double each_remainder(Draw draw, u64 last, unsigned m, int draws) {
  const u128 n = u128{last} + 1;
  std::vector<u64> counts(m);
  for (int i = 0; i < draws; ++i)
    ++counts[draw() % m];
  std::vector<double> shares(m);
  for (unsigned i = 0; i < m; ++i) {
    const u128 values = (n + m - 1 - i) / m; // of the range, with this remainder
    shares[i] = static_cast<double>(values) / static_cast<double>(n);
  }
  return statistics::fit(counts, shares);
}

// Of words. `word()` gives 64 bits.

/// The byte at `position` (0: lowest) of the words.
template <class Word>
double byte(Word word, int position, int words) {
  std::vector<u64> counts(256);
  for (int i = 0; i < words; ++i)
    ++counts[word() >> (8 * position) & 0xff];
  return statistics::fit(counts);
}

/// Pairs of neighbouring words, by four bits of each from bit `shift` up.
template <class Word>
double pairs(Word word, int shift, int words) {
  std::vector<u64> counts(256);
  for (int i = 0; i < words; ++i) {
    const u64 first = word() >> shift & 15;
    ++counts[first << 4 | (word() >> shift & 15)];
  }
  return statistics::fit(counts);
}

/// Correlation of each word with the next, as reals.
template <class Word>
double serial_correlation(Word word, int words) {
  double sum = 0;
  double before = static_cast<double>(word() >> 11) * 0x1p-53 - 0.5;
  for (int i = 0; i < words; ++i) {
    const double now = static_cast<double>(word() >> 11) * 0x1p-53 - 0.5;
    sum += before * now;
    before = now;
  }
  // Each product has mean 0 and variance 1/144, and products of neighbouring pairs are uncorrelated.
  return statistics::normal_probability(12 * sum / std::sqrt(static_cast<double>(words)));
}

/// In how many bits each word differs from the next: 64 coins.
template <class Word>
double bit_distance(Word word, int words) {
  constexpr int from = 18; // the tails beyond are counted together; about one in 3000 each
  constexpr int to = 46;
  std::vector<u64> counts(to - from + 1);
  for (int i = 0; i < words; ++i) {
    const u64 first = word();
    const int distance = std::popcount(first ^ word());
    ++counts[static_cast<std::size_t>(std::clamp(distance, from, to) - from)];
  }
  std::vector<double> shares(counts.size());
  for (int k = 0; k <= 64; ++k) {
    const double log_share = std::lgamma(65.0) - std::lgamma(k + 1.0) - std::lgamma(65.0 - k) - 64 * std::log(2.0);
    shares[static_cast<std::size_t>(std::clamp(k, from, to) - from)] += std::exp(log_share);
  }
  return statistics::fit(counts, shares);
}

// Of streams. `stream(seed, index)` gives an engine.

/// The word number `skip` of the streams 0, 1, 2... in turn.
template <class Stream>
auto across(Stream stream, u64 seed, int skip) {
  return [=, index = u64{0}]() mutable {
    auto engine = stream(seed, index++);
    for (int i = 0; i < skip; ++i)
      engine();
    return engine();
  };
}

/// `each` words of stream 0, then as many of stream 1, and so on.
template <class Stream>
auto in_turn(Stream stream, u64 seed, int each) {
  return [=, engine = stream(seed, u64{0}), index = u64{1}, left = each]() mutable {
    if (left-- == 0) {
      engine = stream(seed, index++);
      left = each - 1;
    }
    return engine();
  };
}

/// Flips one bit of the seed or of the index and counts, for each bit of word number `skip`, how often it changed: 128
/// x 64 counts, each of `tries` coins.
template <class Stream>
double avalanche(Stream stream, int skip, int tries) {
  auto pick = [state = u64{0x243f6a8885a308d3}]() mutable { // xorshift64: any engine unlike ours
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  };
  const auto word = [&](u64 seed, u64 index) {
    auto engine = stream(seed, index);
    for (int i = 0; i < skip; ++i)
      engine();
    return engine();
  };
  std::vector<std::array<int, 64>> changed(128);
  for (int i = 0; i < tries; ++i) {
    // Small seeds and indices as often as large ones, because people use small ones.
    const u64 seed = pick() >> (i % 2 == 0 ? 0 : 48);
    const u64 index = pick() >> (i % 4 < 2 ? 0 : 48);
    const u64 plain = word(seed, index);
    for (unsigned bit = 0; bit < 128; ++bit) {
      const u64 flip = u64{1} << bit % 64;
      const u64 other = bit < 64 ? word(seed ^ flip, index) : word(seed, index ^ flip);
      for (unsigned out = 0; out < 64; ++out)
        changed[bit][out] += static_cast<int>((plain ^ other) >> out & 1);
    }
  }
  double x = 0;
  for (const auto& row : changed) {
    for (const int count : row) {
      const double z = (count - tries / 2.0) / std::sqrt(tries / 4.0);
      x += z * z;
    }
  }
  return statistics::chi_square_probability(x, 128 * 64);
}

/// How many words are repeated among the first `length` words of `streams` streams of a run.
template <class Stream>
std::size_t repeated_words(Stream stream, u64 seed, u64 streams, int length) {
  std::vector<u64> words;
  for (u64 index = 0; index < streams; ++index) {
    auto engine = stream(seed, index);
    for (int i = 0; i < length; ++i)
      words.push_back(engine());
  }
  std::sort(words.begin(), words.end());
  return words.size() - static_cast<std::size_t>(std::unique(words.begin(), words.end()) - words.begin());
}

/// The number of pairs (seed, index), both small, that start the same stream as another pair.
template <class Stream>
std::size_t coinciding_streams(Stream stream, u64 seeds, u64 indices) {
  std::vector<std::pair<u64, u64>> starts;
  for (u64 seed = 0; seed < seeds; ++seed) {
    for (u64 index = 0; index < indices; ++index) {
      auto engine = stream(seed, index);
      const u64 first = engine();
      starts.emplace_back(first, engine());
    }
  }
  std::sort(starts.begin(), starts.end());
  return starts.size() - static_cast<std::size_t>(std::unique(starts.begin(), starts.end()) - starts.begin());
}

} // namespace checks
