// SPDX-License-Identifier: BSL-1.0
// Variation: cases with related numbers and repeated parts are made of ordinary choices. Whatever a case draws is drawn
// again by the recording source, replayed from its choices, and accepted backward.
#include <tali/tali.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace {

namespace gen = tali::gen;
using namespace tali::choices;

struct inner {
  std::string name;
  double weight;
  std::vector<int> counts;
  friend bool operator==(const inner&, const inner&) = default;
};
struct outer {
  inner first;
  std::vector<inner> all;
  std::map<std::string, std::optional<int>> index;
  std::variant<bool, std::string, inner> any;
};
struct node {
  int value;
  std::vector<node> children;
};

/// The value of a case of a property with this stream, as the fast loop draws it.
template <class G>
tali::value_of<G> drawn(const G& g, std::uint64_t index, int size) {
  random_context context(size);
  context.vary(rng::stream(1, index));
  random_source source(rng::stream(1, index), context);
  return g(source);
}

template <class G>
void check_laws(const G& g, std::uint64_t cases) {
  for (std::uint64_t i = 0; i < cases; ++i) {
    const int size = static_cast<int>(i % 101);
    const auto value = drawn(g, i, size);
    const std::string shown = tali::show(value);
    trace made;
    recording_source recording(varied_stream{rng::stream(1, i)}, size, &made);
    ASSERT_EQ(shown, tali::show(g(static_cast<dynamic_source&>(recording)))) << "case " << i;
    replay_source replayed(made.choices, size);
    ASSERT_EQ(shown, tali::show(g(static_cast<dynamic_source&>(replayed)))) << "case " << i;
    ASSERT_FALSE(replayed.misaligned()) << "case " << i;
    ASSERT_FALSE(replayed.overran()) << "case " << i;
    if (i % 16 == 0) {
      ASSERT_TRUE(tali::reflect(g, value, size).has_value()) << "case " << i << ": " << shown;
    }
  }
}

TEST(variation, draws_the_same_in_every_source) {
  check_laws(tali::arbitrary<std::string>(), 3000);
  check_laws(gen::pair(gen::text(), gen::text()), 3000);
  check_laws(gen::vector(gen::integer()), 1000);
  check_laws(gen::vector(gen::real<double>()), 1000);
  check_laws(gen::vector(gen::real(0.0F, 1.0F)), 1000);
  check_laws(tali::arbitrary<std::vector<std::string>>(), 500);
  check_laws(tali::arbitrary<std::map<int, std::string>>(), 500);
  check_laws(tali::arbitrary<std::set<std::vector<bool>>>(), 500);
  check_laws(tali::arbitrary<outer>(), 300);
  check_laws(tali::arbitrary<node>(), 500);
}

TEST(variation, of_a_set_with_a_lower_bound_does_not_prevent_other_elements) {
  const auto ten = gen::distinct<std::set<int>>(gen::integer(), 10U, 10U);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    ASSERT_EQ(drawn(ten, i, 100).size(), 10U) << i;
  }
}

/// The share of cases in which something happens.
template <class G, class Event>
double share(const G& g, const Event& happens) {
  constexpr std::uint64_t cases = 101 * 100;
  double count = 0;
  for (std::uint64_t i = 0; i < cases; ++i) {
    count += happens(drawn(g, i, static_cast<int>(i % 101))) ? 1 : 0;
  }
  return count / static_cast<double>(cases);
}

// The streams are fixed, so these do not fail by chance.
TEST(variation, repeats_texts_records_and_containers) {
  const auto equal = [](std::size_t least) {
    return [least](const auto& v) { return v.first.size() >= least && v.first == v.second; };
  };
  EXPECT_GE(share(gen::pair(gen::text(), gen::text()), equal(5)), 0.05);
  EXPECT_GE(share(gen::pair(gen::ascii(), gen::ascii()), equal(5)), 0.05);
  EXPECT_GE(share(gen::pair(gen::vector(gen::integer()), gen::vector(gen::integer())), equal(5)), 0.05);
  EXPECT_GE(share(gen::pair(tali::arbitrary<inner>(), tali::arbitrary<inner>()),
                  [](const auto& v) { return v.first.name.size() >= 5 && v.first == v.second; }),
            0.04);
  EXPECT_GE(share(gen::pair(gen::real<double>(), gen::real<double>()),
                  [](const auto& v) { return v.first == v.second && v.first != std::trunc(v.first); }),
            0.015);
}

TEST(variation, of_two_texts_gives_a_prefix) {
  EXPECT_GE(
      share(gen::pair(gen::text(), gen::text()),
            [](const auto& v) { return v.first.size() >= 3 && v.first != v.second && v.second.starts_with(v.first); }),
      0.01);
}

TEST(variation, sorts_lists_sometimes) {
  EXPECT_GE(share(gen::vector(gen::integer()),
                  [](const std::vector<int>& v) {
                    return v.size() >= 10 && v.front() != v.back() && std::ranges::is_sorted(v);
                  }),
            0.02);
}

TEST(samples, have_no_variation) {
  EXPECT_EQ(tali::sample(gen::text(), 1), tali::record(gen::text(), 1).value);
  int equal = 0;
  for (const auto& [a, b] : tali::samples(gen::pair(gen::text(), gen::text()), 2000, 1)) {
    equal += a.size() >= 5 && a == b ? 1 : 0;
  }
  EXPECT_EQ(equal, 0);
}

} // namespace
