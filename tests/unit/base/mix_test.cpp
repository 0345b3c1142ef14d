// SPDX-License-Identifier: BSL-1.0
// The mixers: published vectors, results that files and seeds depend on, and that no bit of the input is lost.
#include <tali/detail/mix.hpp>

#include <bit>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace tali::detail;

TEST(mix, published_vectors) {
  EXPECT_EQ(fnv1a_64(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a_64("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(fnv1a_64("foobar"), 0x85944171f73967e8ULL);
  EXPECT_EQ(fnv1a_32(""), 0x811c9dc5U);
  EXPECT_EQ(fnv1a_32("a"), 0xe40c292cU);
  EXPECT_EQ(fnv1a_32("foobar"), 0xbf9cf968U);
  EXPECT_EQ(splitmix64(golden_ratio), 0xe220a8397b1dcdafULL); // the first output of SplitMix64 seeded with 0
}

// Model files and reported seeds depend on these: a change would orphan them.
TEST(mix, results_never_change) {
  static_assert(fold(0xffffffffffffffffULL, 0xffffffffffffffffULL) == 0xffffffffffffffffULL);
  EXPECT_EQ(fold(golden_ratio, 3), 0xdaa66d2c7ddf743eULL);
  EXPECT_EQ(mix(0, 1), 0x2a00ed70d40265a3ULL);
  EXPECT_EQ(mix(1, 0), 0xf2f37271ad33e225ULL);
}

TEST(mix, every_bit_counts) {
  for (const std::uint64_t start : {0ULL, 1ULL, 0x0123456789abcdefULL}) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      const std::uint64_t other = start ^ (1ULL << bit);
      EXPECT_GE(std::popcount(mix(start, 5) ^ mix(other, 5)), 8);
      EXPECT_GE(std::popcount(mix(5, start) ^ mix(5, other)), 8);
      EXPECT_GE(std::popcount(splitmix64(start + 1) ^ splitmix64(other + 1)), 8);
    }
  }
}

TEST(mix, memory_is_told_apart_by_content_size_and_seed) {
  std::set<std::uint64_t> seen;
  std::size_t expected = 0;
  for (std::size_t size = 0; size < 200; ++size) {
    std::string text(size, '\0');
    for (std::size_t at = 0; at <= size; ++at) { // none changed, then each byte alone
      if (at > 0) {
        text[at - 1] = 1;
      }
      seen.insert(hash_memory(golden_ratio, text.data(), text.size()));
      ++expected;
      if (at > 0) {
        text[at - 1] = 0;
      }
    }
  }
  EXPECT_EQ(seen.size(), expected);
  EXPECT_NE(hash_memory(2, "abc", 3), hash_memory(1, "abc", 3));
}

} // namespace
