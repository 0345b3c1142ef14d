// SPDX-License-Identifier: BSL-1.0
// The purpose of the passes of the second and third stage, one case each.
#include <tali/gen.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/value/show.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tali;

/// The result of shrinking a failing value.
template <class G, class Fails>
std::string from(const G& g, const value_of<G>& failing, Fails fails) {
  EXPECT_TRUE(fails(failing));
  const auto found = shrink(g, failing, fails);
  return found ? show(found->value) : "not a value of the generator";
}

TEST(late_passes, a_number_before_a_sequence_of_fixed_length_is_lowered) {
  const auto g = gen::pair(gen::integer<std::uint32_t>(), gen::vector(gen::integer(0, 9), 8));
  EXPECT_EQ(from(g, {4294957289U, {1, 2, 3, 4, 5, 6, 7, 8}}, [](const auto& v) { return v.first >= 1000; }),
            "(1000, [0, 0, 0, 0, 0, 0, 0, 0])");
}

TEST(late_passes, remainders_are_followed_in_long_steps) {
  EXPECT_EQ(from(gen::integer(0, 1000000), 997503, [](int x) { return x >= 1000 && x % 7 == 3; }), "1004");
}

TEST(late_passes, one_number_is_lowered_and_a_later_one_raised) {
  const auto g = gen::pair(gen::integer(0, 1000), gen::integer(0, 1000));
  EXPECT_EQ(from(g, {300, 200}, [](const auto& v) { return 2 * v.first + 3 * v.second == 1200; }), "(0, 400)");
  EXPECT_EQ(from(g, {40, 60}, [](const auto& v) { return v.first + v.second == 100; }), "(0, 100)");
}

TEST(late_passes, elements_move_to_a_later_sequence) {
  const auto g = gen::pair(gen::vector(gen::integer(0, 9), 0, 5), gen::vector(gen::integer(0, 9), 0, 5));
  EXPECT_EQ(from(g, {{3}, {}}, [](const auto& v) { return v.first.size() + v.second.size() == 1; }), "([], [0])");
}

TEST(late_passes, draws_in_a_loop_are_deleted_wherever_they_are) {
  const auto g = gen::compose<std::vector<int>>([](auto& draw) {
    std::vector<int> xs;
    const int n = draw(gen::integer(0, 30));
    for (int i = 0; i < n; ++i) {
      xs.push_back(draw(gen::integer(0, 1000)));
    }
    return xs;
  });
  const auto fails = [](const std::vector<int>& xs) {
    return std::count_if(xs.begin(), xs.end(), [](int x) { return x >= 500; }) >= 2;
  };
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto r = record(g, seed, 100);
    if (fails(r.value)) {
      EXPECT_EQ(show(shrink(g, r.choices, fails).value), "[500, 500]");
    }
  }
}

TEST(late_passes, anagrams_lose_their_letters_in_pairs) {
  const auto g = gen::pair(gen::vector(gen::integer(0, 9), 0, 6), gen::vector(gen::integer(0, 9), 0, 6));
  EXPECT_EQ(from(g, {{5, 2, 7, 7}, {7, 5, 7, 2}},
                 [](const auto& v) {
                   auto a = v.first;
                   auto b = v.second;
                   std::sort(a.begin(), a.end());
                   std::sort(b.begin(), b.end());
                   return a == b && v.first != v.second;
                 }),
            "([0, 1], [1, 0])");
}

TEST(late_passes, reals_have_the_fewest_digits_and_move_in_pairs) {
  const auto g = gen::real(0.0, 1000.0);
  EXPECT_EQ(from(g, 17.3371, [](double x) { return x > 17.1 && x < 17.9; }), "17.5");
  EXPECT_EQ(from(g, 1.1, [](double x) { return x > 1.0 && x < 2.0; }), "1.5");
  const auto two = gen::pair(gen::real(0.0, 1e12), gen::real(0.0, 1e12));
  EXPECT_EQ(from(two, {1e12, 1e12}, [](const auto& v) { return v.first == v.second && v.first >= 7; }), "(7.0, 7.0)");
}

} // namespace
