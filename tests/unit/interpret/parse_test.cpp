// SPDX-License-Identifier: BSL-1.0
// parse accepts exactly the language of a generator: of all strings of at most three choices over an alphabet, those
// that the generator makes. The alphabet contains the choices of the generator and others of a different kind, range or
// position.
#include <tali/gen/any_gen.hpp>
#include <tali/gen/compose.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/interpret/derivative.hpp>
#include <tali/interpret/record.hpp>
#include <tali/random/rng.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace tali;
using choices::choice;
using choices::choice_kind;
using letter = std::tuple<choice_kind, std::uint64_t, std::uint64_t, std::uint64_t>;
using word = std::vector<letter>;

constexpr std::size_t longest = 3;

letter letter_of(const choice& c) { return {c.kind, c.value, c.last, c.origin}; }
choice choice_of(const letter& l) { return {std::get<0>(l), std::get<1>(l), std::get<2>(l), std::get<3>(l)}; }

/// Every string over the alphabet is accepted if and only if it is in the language.
template <class G>
void expect_exact(const G& g, const std::string& name) {
  const choices::choice_language all = choices::language(g, 2000);
  std::set<word> expected;
  std::set<letter> alphabet{
      {choice_kind::integer, 0, 1, 0},
      {choice_kind::branch, 0, 1, 0},
      {choice_kind::real, std::bit_cast<std::uint64_t>(0.5), std::bit_cast<std::uint64_t>(1.0), 0}};
  for (const auto& s : all.sequences) {
    word w;
    for (const choice& c : s.choices) {
      w.push_back(letter_of(c));
      if (alphabet.size() < 12) {
        alphabet.insert(letter_of(c));
        alphabet.insert({c.kind, c.value, c.last + 1, c.origin}); // range
        alphabet.insert({c.kind, c.last + 1, c.last, c.origin});  // value
        alphabet.insert({c.kind, c.value, c.last, c.origin + 1}); // simplest value
        alphabet.insert({static_cast<choice_kind>((static_cast<int>(c.kind) + 1) % 2), c.value, c.last, c.origin});
      }
    }
    expected.insert(w);
  }
  ASSERT_TRUE(all.complete) << name;
  std::vector<word> level{{}};
  for (std::size_t length = 0; length <= longest; ++length) {
    std::vector<word> next;
    for (const word& w : level) {
      std::vector<choice> given;
      for (const letter& l : w) {
        given.push_back(choice_of(l));
      }
      ASSERT_EQ(parse(g, given, 100).has_value(), expected.contains(w)) << name << ", " << given.size() << " choices";
      for (const letter& l : alphabet) {
        next.push_back(w);
        next.back().push_back(l);
      }
    }
    level = std::move(next);
  }
  // Longer ones, and those with a choice removed, added or repeated.
  for (const word& w : expected) {
    for (std::size_t i = 0; i <= w.size(); ++i) {
      word shorter = w;
      word longer = w;
      if (i < w.size()) {
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
      }
      longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(i), i < w.size() ? w[i] : *alphabet.begin());
      for (const word* edited : std::vector<const word*>{&w, &shorter, &longer}) {
        std::vector<choice> given;
        for (const letter& l : *edited) {
          given.push_back(choice_of(l));
        }
        ASSERT_EQ(parse(g, given, 100).has_value(), expected.contains(*edited)) << name;
      }
    }
  }
}

TEST(parse, accepts_exactly_the_language_of_small_generators) {
  expect_exact(gen::exact(1), "exact");
  expect_exact(gen::nothing<int>(), "nothing");
  expect_exact(gen::integer(0, 2), "integer");
  expect_exact(gen::integer(-1, 1), "signed integer");
  expect_exact(gen::boolean(), "boolean");
  expect_exact(gen::vector(gen::integer(0, 1), 0, 2), "vector");
  expect_exact(gen::optional(gen::boolean()), "optional");
  expect_exact(gen::tuple(gen::integer(0, 1), gen::integer(0, 2)), "tuple");
  expect_exact(gen::pick(gen::branch<"one">(1, gen::exact(1)), gen::branch<"never">(0, gen::exact(2)),
                         gen::branch<"number">(2, gen::integer(5, 6))),
               "pick");
  expect_exact(gen::compose<std::vector<int>>([](auto& draw) {
                 std::vector<int> xs;
                 while (xs.size() < 2 && draw(gen::boolean())) {
                   xs.push_back(draw(gen::integer(0, static_cast<int>(xs.size()))));
                 }
                 return xs;
               }),
               "compose");
}

any_gen<std::string> random_generator(choices::rng& engine, int depth);

any_gen<std::string> random_leaf(choices::rng& engine) {
  if (below(engine, std::uint64_t{3}) == 0) {
    return gen::exact(std::string("x"));
  }
  const int last = static_cast<int>(below(engine, std::uint64_t{3}));
  return gen::map(gen::integer(-1, last), [](int n) { return std::to_string(n); });
}

any_gen<std::string> random_generator(choices::rng& engine, int depth) {
  if (depth == 0) {
    return random_leaf(engine);
  }
  switch (below(engine, std::uint64_t{4})) {
  case 0:
    return random_leaf(engine);
  case 1: {
    std::vector<gen::any_branch<std::string>> branches;
    const std::uint64_t count = 1 + below(engine, std::uint64_t{3});
    for (std::uint64_t i = 0; i < count; ++i) {
      branches.push_back({static_cast<std::uint32_t>(i == 0 ? 1 : below(engine, std::uint64_t{3})),
                          random_generator(engine, depth - 1),
                          {}});
    }
    return gen::pick(branches);
  }
  case 2: {
    const any_gen<std::string> first = random_generator(engine, depth - 1);
    const any_gen<std::string> second = random_generator(engine, depth - 1);
    return gen::compose<std::string>([=](auto& draw) {
      const std::string left = draw(first);
      return left.size() > 1 ? left : left + draw(second);
    });
  }
  default:
    return gen::map(gen::vector(random_generator(engine, depth - 1), 0, 1),
                    [](const std::vector<std::string>& parts) { return parts.empty() ? "" : parts.front(); });
  }
}

TEST(parse, accepts_exactly_the_language_of_random_generators) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    choices::rng engine(seed);
    const any_gen<std::string> g = random_generator(engine, 3);
    if (choices::language(g, 500).complete) {
      expect_exact(g, "seed " + std::to_string(seed));
      ++tried;
    }
  }
  EXPECT_GE(tried, 70);
}

// A rejected attempt of a filter is part of the recorded choices.
TEST(parse, accepts_what_was_recorded) {
  const auto even = gen::filter(gen::integer(0, 9), [](int n) { return n % 2 == 0; });
  const auto reals = gen::vector(gen::real(-1.0, 2.0), 0, 3);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto number = record(even, seed);
    EXPECT_EQ(parse(even, number.choices.choices, 100), number.value);
    const auto list = record(reals, seed);
    EXPECT_EQ(parse(reals, list.choices.choices, 100), list.value);
    auto wider = list.choices.choices;
    if (wider.size() > 1) {
      wider.back().last = std::bit_cast<std::uint64_t>(3.0);
      EXPECT_EQ(parse(reals, wider, 100), std::nullopt);
      EXPECT_EQ(replay(reals, wider, 100), list.value);
    }
  }
  const std::vector<choice> rejected(101, choice{choice_kind::integer, 1, 9, 0});
  EXPECT_EQ(parse(even, rejected, 100), std::nullopt);
}

} // namespace
