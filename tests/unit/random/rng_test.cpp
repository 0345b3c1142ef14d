// SPDX-License-Identifier: BSL-1.0
// The exact words and draws of fixed seeds: the same with every compiler, at run time and at compile time, in every
// version.
//
// The expected numbers come from an implementation in another language with unbounded integers.
#include <tali/random/rng.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using tali::choices::below;
using tali::choices::between;
using tali::choices::rng;

constexpr u64 max = std::numeric_limits<u64>::max();

static_assert(std::is_trivially_copyable_v<rng>);
static_assert(std::is_nothrow_copy_constructible_v<rng>);
static_assert(!std::is_convertible_v<u64, rng>);
static_assert(sizeof(rng) == sizeof(u64));
static_assert(noexcept(rng(1)) && noexcept(rng::stream(1, 2)) && noexcept(std::declval<rng&>()()));

TEST(rng, words_of_fixed_streams_never_change) {
  struct expectation {
    u64 seed;
    u64 index;
    std::array<u64, 4> words;
  };
  const std::vector<expectation> expectations = {
      {0, 0, {0x1d28e292a042ac98ULL, 0xb42a8e410b76869eULL, 0x368ed755aadee9d9ULL, 0x24de391314d73e77ULL}},
      {0, 1, {0xe8c96776388079e2ULL, 0x43f65675b6ecb876ULL, 0x79c3e3a77e74d79fULL, 0xa8e606848dda7500ULL}},
      {1, 0, {0x5ea7bc7e6da8511dULL, 0x59da3d2e4ca1afa4ULL, 0xb0810c85bd737d0aULL, 0x11a11b3685cf6161ULL}},
      {1, 1, {0xe0ea5b2194d0e0a5ULL, 0xd2c57abc23123734ULL, 0xefa72be2a79ec7bfULL, 0x2deebbb43241c723ULL}},
      {42, 0, {0x82fad79727dd0f83ULL, 0x3e01b23f8ce577c3ULL, 0x4ec42eb7c684c63fULL, 0x277fc39933c14e45ULL}},
      {42, 1000, {0x7f0359b3682a0e5fULL, 0xebdbcffd9ceb1b20ULL, 0xbb9ea9e165aa37adULL, 0x35223ba21dd9d566ULL}},
      {max, max, {0xfc877164cc4e4bcbULL, 0xf341648e3c02dd5aULL, 0x4d1b6f56cdc1df10ULL, 0xc446bae657731ac1ULL}},
  };
  for (const expectation& expected : expectations) {
    SCOPED_TRACE(testing::Message() << "seed " << expected.seed << ", index " << expected.index);
    rng engine = rng::stream(expected.seed, expected.index);
    for (const u64 word : expected.words)
      EXPECT_EQ(engine(), word);
  }
}

TEST(rng, a_seed_alone_means_its_first_stream) {
  for (const u64 seed : {u64{0}, u64{1}, u64{42}, max}) {
    rng plain(seed);
    rng first = rng::stream(seed, 0);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(plain(), first());
  }
}

TEST(rng, draws_of_fixed_seeds_never_change) {
  rng engine(42);
  EXPECT_EQ(between(engine, 0), 0U);
  EXPECT_EQ(between(engine, 1), 0U);
  EXPECT_EQ(between(engine, 5), 1U);
  EXPECT_EQ(between(engine, 99), 15U);
  EXPECT_EQ(between(engine, 1000), 626U);
  EXPECT_EQ(between(engine, 0xffffffffULL), 736393548U);
  EXPECT_EQ(between(engine, 0x100000000ULL), 894430808U);
  EXPECT_EQ(between(engine, 0x200000000ULL), 2905357377U);
  EXPECT_EQ(between(engine, 1000000000000000000ULL), 989543932858473860ULL);
  EXPECT_EQ(between(engine, max / 2), 7705677760161611730ULL);
  EXPECT_EQ(between(engine, max / 2 + 1), 3320598696730889386ULL);
  EXPECT_EQ(between(engine, max - 1), 14223200452265310257ULL);
  EXPECT_EQ(between(engine, max), 9124727816176867644ULL);
}

TEST(rng, draws_that_refuse_words_never_change) { // a quarter of the words are refused for this range
  rng engine(2025);
  const std::array<u64, 8> expected = {1164353529603948125ULL, 12872739798726479445ULL, 5487432067236039077ULL,
                                       7438745810988102561ULL, 4542390568704519251ULL,  840198510834211179ULL,
                                       2346489333045588700ULL, 8946580061605145591ULL};
  for (const u64 value : expected)
    EXPECT_EQ(between(engine, 3 * (u64{1} << 62) - 1), value);
  EXPECT_EQ(engine(), 0x647f23dcc63cf181ULL); // nor does the state of the engine after them
}

TEST(rng, unit_reals_of_fixed_seeds_never_change) {
  rng engine(7);
  EXPECT_EQ(unit_real(engine), 0x1.2da88150c87fap-1);
  EXPECT_EQ(unit_real(engine), 0x1.ab9f13f16910ep-2);
  EXPECT_EQ(unit_real(engine), 0x1.75fe39920d93ap-1);
}

TEST(rng, unit_real_never_reaches_one) {
  EXPECT_LT(static_cast<double>(max >> 11) * 0x1p-53, 1.0);
  EXPECT_EQ(static_cast<double>(max >> 11), 0x1p53 - 1); // every 53-bit integer is a double: nothing is rounded up
}

TEST(rng, word128_is_two_words_the_first_above) {
  rng wide(1);
  rng narrow(1);
  const tali::detail::uint128 word = word128(wide);
  EXPECT_EQ(static_cast<u64>(word >> 64), narrow());
  EXPECT_EQ(static_cast<u64>(word), narrow());
  EXPECT_EQ(wide(), narrow());
}

TEST(rng, bounded_draws_do_not_depend_on_the_width_of_the_bound) {
  for (const u32 n : {1U, 2U, 3U, 1000U, 0x80000001U, 0xffffffffU}) {
    rng a(n);
    rng b(n);
    rng c(n);
    for (int i = 0; i < 1000; ++i) {
      const u32 narrow = below(a, n);
      EXPECT_EQ(narrow, below(b, u64{n}));
      EXPECT_EQ(narrow, between(c, u64{n} - 1));
      ASSERT_LT(narrow, n);
    }
  }
}

TEST(rng, the_full_range_is_the_word_itself) {
  rng a(3);
  rng b(3);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(between(a, max), b());
}

TEST(rng, both_ends_of_a_range_are_reached) {
  for (const u64 last : {u64{1}, u64{2}, u64{6}, u64{100}}) {
    rng engine(last);
    bool lowest = false;
    bool highest = false;
    for (int i = 0; i < 10000; ++i) { // missed with probability (100/101)^10000 < 1e-43
      const u64 value = between(engine, last);
      ASSERT_LE(value, last);
      lowest = lowest || value == 0;
      highest = highest || value == last;
    }
    EXPECT_TRUE(lowest && highest) << last;
  }
}

constexpr u64 first_word(u64 seed, u64 index) {
  rng engine = rng::stream(seed, index);
  return engine();
}
static_assert(first_word(42, 1000) == 0x7f0359b3682a0e5fULL);
static_assert(first_word(max, max) == 0xfc877164cc4e4bcbULL);

constexpr bool draws_at_compile_time() {
  rng engine(42);
  const bool start = between(engine, 0) == 0 && between(engine, 1) == 0 && below(engine, u32{6}) == 1 &&
                     below(engine, u64{100}) == 15 && between(engine, 1000) == 626;
  rng other(7);
  return start && unit_real(other) == 0x1.2da88150c87fap-1;
}
static_assert(draws_at_compile_time());

} // namespace
