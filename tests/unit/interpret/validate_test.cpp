// SPDX-License-Identifier: BSL-1.0
// validate refuses generators that run backward wrongly, also on values that they do not make, and accepts right ones.
#include <tali/gen/arbitrary.hpp>
#include <tali/gen/compose.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/size.hpp>
#include <tali/gen/text.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/interpret/validate.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tali;

struct pair_of {
  int a = 0;
  int b = 0;
  bool operator==(const pair_of&) const = default;
};
struct total {
  int a = 0;
  int b = 0;
  int sum = 0;
  bool operator==(const total&) const = default;
};
struct counted {
  std::vector<int> items;
  int size = 0; // cached
  bool operator==(const counted&) const = default;
};

const auto digit = gen::integer(0, 9);
const auto digits = gen::vector(gen::integer(0, 9), 0, 5);
const auto word = gen::string(gen::alphabet("abC"), 0, 4);

template <class G>
void expect_refused(const G& g, const char* name) {
  EXPECT_FALSE(validate(g).good()) << name;
}
template <class G>
void expect_passed(const G& g, const char* name, int size = 100) {
  validate_options options;
  options.size = size;
  const validation found = validate(g, detail::any_value_is_valid{}, options);
  EXPECT_TRUE(found.good()) << name << ": " << (found.not_accepted.empty() ? "" : found.not_accepted.front()) << " "
                            << (found.not_projected.empty() ? "" : found.not_projected.front());
  EXPECT_EQ(found.cases, 200U) << name;
}

TEST(validate, refuses_wrong_generators) {
  expect_refused(gen::map(digit, [](int n) { return 2 * n; }, [](int n) { return n / 2; }), "odd numbers are accepted");
  expect_refused(
      gen::map(digit, [](int n) { return n + 1; }, [](int n) { return std::max(0, n - 1); }), "0 is accepted");
  expect_refused(gen::map(digit, [](int n) { return n % 5; }, [](int n) { return n; }), "5 is accepted");
  expect_refused(gen::map(
                     gen::integer(-100, 100), [](int n) { return n / 10 * 10; }, [](int n) { return n; }),
                 "numbers that are not rounded are accepted");
  expect_refused(gen::map(
                     digits,
                     [](std::vector<int> xs) {
                       std::sort(xs.begin(), xs.end());
                       return xs;
                     },
                     [](const std::vector<int>& xs) { return xs; }),
                 "unsorted lists are accepted");
  expect_refused(gen::map(
                     word, [](const std::string& s) { return s + "!"; },
                     [](const std::string& s) { return s.substr(0, s.empty() ? 0 : s.size() - 1); }),
                 "texts that end otherwise are accepted");
  expect_refused(gen::map(
                     word,
                     [](std::string s) {
                       std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
                       return s;
                     },
                     [](const std::string& s) { return s; }),
                 "upper case is accepted");
  expect_refused(gen::compose<pair_of>([](auto& draw) {
                   const int a = draw(digit, &pair_of::b);
                   return pair_of{a, draw(digit, &pair_of::a)};
                 }),
                 "exchanged parts");
  expect_refused(gen::compose<pair_of>([](auto& draw) { return pair_of{draw(digit, &pair_of::a), 0}; }),
                 "a part is not compared");
  expect_refused(gen::compose<total>([](auto& draw) {
                   const int a = draw(digit, &total::a);
                   const int b = draw(digit, &total::b);
                   return total{a, b, a + b};
                 }),
                 "a wrong sum is accepted");
  expect_refused(gen::map(
                     gen::optional(digit), [](std::optional<int> n) { return n.value_or(0); },
                     [](int n) { return n == 0 ? std::optional<int>() : std::optional<int>(n - 1); }),
                 "another number");
  expect_refused(gen::map(
                     gen::tuple(digit, digit),
                     [](std::tuple<int, int> t) { return pair_of{std::get<0>(t), std::get<0>(t)}; },
                     [](const pair_of& p) { return std::tuple<int, int>(p.a, p.b); }),
                 "two different numbers are accepted");
  expect_refused(gen::map(
                     gen::vector(digit, 0, 5),
                     [](const std::vector<int>& xs) { return counted{xs, static_cast<int>(xs.size())}; },
                     [](const counted& c) { return c.items; }),
                 "wrong cached sizes are accepted");
}

TEST(neighbour, keeps_pointers_and_what_others_own) {
  const auto shared = std::make_shared<const pair_of>(pair_of{3, 4});
  choices::rng engine(1);
  for (int i = 0; i < 1000; ++i) {
    auto copy = shared;
    EXPECT_TRUE(detail::change_one_part(copy, engine));
    ASSERT_NE(copy, nullptr);
    EXPECT_NE(copy, shared);
    EXPECT_EQ(*shared, (pair_of{3, 4}));
    auto nested = std::make_unique<std::vector<std::shared_ptr<const pair_of>>>(2, shared);
    detail::change_one_part(nested, engine);
    ASSERT_NE(nested, nullptr);
    EXPECT_EQ(std::count(nested->begin(), nested->end(), nullptr), 0);
    EXPECT_EQ(*shared, (pair_of{3, 4}));
  }
}

/// A field decides which pointers are null and what the node means: functions of users rely on that.
struct tagged {
  char what = '0';
  int number = 0;
  std::shared_ptr<const tagged> left, right;
};

TEST(neighbour, does_not_change_nodes_of_trees) {
  const auto leaf = std::make_shared<const tagged>(tagged{'0', 7, nullptr, nullptr});
  choices::rng engine(1);
  for (int i = 0; i < 1000; ++i) {
    tagged alone = *leaf;
    EXPECT_FALSE(detail::change_one_part(alone, engine));
    EXPECT_EQ(alone.what, '0');
    auto sum = std::make_shared<const tagged>(tagged{'+', 0, leaf, leaf});
    EXPECT_FALSE(detail::change_one_part(sum, engine));
    EXPECT_EQ(sum->what, '+');
  }
}

TEST(validate, refuses_a_generator_that_is_wrong_at_small_sizes_only) {
  // Below size 10 the inverse is that of another function.
  const auto wrong_when_small = gen::sized([](int size) {
    return gen::map(digit, [](int n) { return n + 1; }, [=](int n) { return size < 10 ? n : n - 1; });
  });
  expect_refused(wrong_when_small, "small sizes");
}

TEST(validate, uses_the_values_of_another_generator) {
  // Far from all values that are made, so that no neighbour is there.
  const auto g = gen::map(digit, [](int n) { return n; }, [](int n) { return n == 123'456 ? 3 : n; });
  EXPECT_FALSE(validate(g, [](int) { return true; }, gen::exact(123'456)).not_projected.empty());
  EXPECT_TRUE(validate(g, [](int n) { return n < 10; }, digit).good());
}

TEST(validate, passes_right_generators) {
  expect_passed(digit, "integer");
  expect_passed(gen::map(
                    digit, [](int n) { return 2 * n; },
                    [](int n) { return n % 2 == 0 ? std::optional<int>(n / 2) : std::nullopt; }),
                "map with a partial inverse");
  expect_passed(
      gen::map(gen::integer(-9, 9), [](int n) { return n + 1; }, [](int n) { return n - 1; }), "map with an inverse");
  expect_passed(digits, "vector");
  expect_passed(word, "text");
  expect_passed(gen::filter(digits, [](const std::vector<int>& xs) { return std::is_sorted(xs.begin(), xs.end()); }),
                "filter");
  expect_passed(gen::compose<pair_of>([](auto& draw) {
                  const int a = draw(digit, &pair_of::a);
                  return pair_of{a, draw(gen::integer(0, a), &pair_of::b)};
                }),
                "dependent pair");
  expect_passed(gen::compose<total>([](const total& t) { return t.sum == t.a + t.b; },
                                    [](auto& draw) {
                                      const int a = draw(digit, &total::a);
                                      const int b = draw(digit, &total::b);
                                      return total{a, b, a + b};
                                    }),
                "computed part with a guard");
  expect_passed(gen::pick(gen::branch<"small">(1, gen::integer(0, 3)), gen::branch<"all">(1, digit)),
                "overlapping pick");
  expect_passed(gen::optional(digit), "optional");
  expect_passed(gen::tuple(digit, gen::boolean()), "tuple");
  expect_passed(arbitrary<std::vector<std::pair<int, std::string>>>(), "derived", 8);
  expect_passed(arbitrary<std::unique_ptr<pair_of>>(), "derived pointer");
  expect_passed(gen::exact(5), "exact");
}

} // namespace
