// SPDX-License-Identifier: BSL-1.0
// The streams of neighbouring cases and of neighbouring seeds are unrelated. Two-sided; a perfect source would fail
// one check with probability 1e-9 (statistics::alarm), and there are about a hundred of them.
#include "checks.hpp"
#include "faulty.hpp"

#include <tali/random/rng.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using statistics::alarm;
using u64 = std::uint64_t;
using tali::choices::rng;

constexpr int streams = 1000000;
constexpr auto stream = [](u64 seed, u64 index) { return rng::stream(seed, index); };
constexpr auto seeds = [](u64 seed, u64 index) { return rng::stream(seed + index, 0); };
constexpr auto diagonal = [](u64 seed, u64 index) { return rng::stream(seed - index, index); };

template <class Stream>
void expect_unrelated(Stream source) {
  for (const u64 seed : {u64{0}, u64{1}, u64{0x123456789abcdef}}) {
    for (const int skip : {0, 1, 7}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", word " << skip);
      const auto words = checks::across(source, seed, skip);
      EXPECT_GT(checks::byte(words, 0, streams), alarm);
      EXPECT_GT(checks::byte(words, 7, streams), alarm);
      EXPECT_GT(checks::pairs(words, 0, streams / 2), alarm);
      EXPECT_GT(checks::pairs(words, 60, streams / 2), alarm);
      EXPECT_GT(checks::serial_correlation(words, streams), alarm);
      EXPECT_GT(checks::bit_distance(words, streams / 2), alarm);
    }
  }
}

TEST(streams_long, of_neighbouring_cases_are_unrelated) { expect_unrelated(stream); }

TEST(streams_long, of_neighbouring_seeds_are_unrelated) { expect_unrelated(seeds); }

TEST(streams_long, of_equal_seed_plus_index_are_unrelated) { expect_unrelated(diagonal); }

TEST(streams, in_turn_are_one_good_sequence) {
  for (const int each : {2, 3, 10}) {
    const auto words = checks::in_turn(stream, 1, each);
    for (int position = 0; position < 8; ++position)
      EXPECT_GT(checks::byte(words, position, streams), alarm) << each << " words each, byte " << position;
    EXPECT_GT(checks::serial_correlation(words, streams), alarm) << each << " words each";
    EXPECT_GT(checks::bit_distance(words, streams / 2), alarm) << each << " words each";
  }
}

TEST(streams, every_bit_of_seed_and_index_matters_to_every_bit) {
  for (const int skip : {0, 1})
    EXPECT_GT(checks::avalanche(stream, skip, 800), alarm) << "word " << skip;
}

TEST(streams_long, of_small_seeds_and_indices_all_differ) { // by chance one pair coincides with probability 3e-8
  EXPECT_EQ(checks::coinciding_streams(stream, 1000, 1000), 0U);
  EXPECT_EQ(checks::coinciding_streams(stream, 2, 100000), 0U);
}

TEST(streams_long, do_not_overlap) { // by chance a word is repeated with probability 3e-8
  for (const u64 seed : {u64{0}, u64{1}})
    EXPECT_EQ(checks::repeated_words(stream, seed, 1000, 1000), 0U);
}

// The checks detect faults.

TEST(faulty_streams_long, stretches_of_one_sequence_are_found) {
  EXPECT_GT(checks::repeated_words(faulty::overlapping, 1, 1000, 1000), 900000U);
}

TEST(faulty_streams_long, exchangeable_seed_and_index_are_found) {
  EXPECT_GT(checks::coinciding_streams(faulty::symmetric, 1000, 1000), 900000U);
  // For this one, the words of neighbouring seeds look well mixed; only the comparison above detects it.
  EXPECT_GT(checks::byte(checks::across(faulty::symmetric, 1, 0), 7, streams), alarm);
}

TEST(faulty_streams, side_by_side_starts_are_found) {
  const auto words = checks::across(faulty::side_by_side, 1, 0);
  EXPECT_LT(checks::pairs(words, 60, streams / 2), alarm);
  EXPECT_LT(checks::pairs(words, 0, streams / 2), alarm);
  EXPECT_LT(checks::bit_distance(words, streams / 2), alarm);
  EXPECT_LT(checks::serial_correlation(checks::across([](u64, u64 i) { return faulty::bare{i << 44}; }, 1, 0), streams),
            alarm);
  EXPECT_LT(checks::avalanche(faulty::side_by_side, 1, 100), alarm);
}

TEST(faulty_streams, a_lost_bit_of_the_seed_is_found) {
  EXPECT_LT(checks::avalanche(faulty::forgetful, 0, 100), alarm);
  EXPECT_EQ(checks::coinciding_streams(faulty::forgetful, 10, 100), 500U);
}

} // namespace
