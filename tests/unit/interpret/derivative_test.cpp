// SPDX-License-Identifier: BSL-1.0
// The laws of free generators, exactly, on generators small enough to list.
#include <tali/gen.hpp>
#include <tali/interpret/derivative.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace tali;
using namespace tali::choices;

// Trees as text, so that they compare: "." or "(left key right)".
constexpr auto tree = gen::recursive<std::string>([](auto self, int depth) {
  const auto node = gen::compose<std::string>([=](auto& draw) {
    const int key = draw(gen::integer(0, 2));
    const std::string left = draw(self(depth - 1));
    const std::string right = draw(self(depth - 1));
    return "(" + left + std::to_string(key) + right + ")";
  });
  return gen::pick<std::string>(gen::branch<"leaf">(1, gen::exact(std::string("."))),
                                gen::branch<"node">(depth > 0 ? 3 : 0, node));
});

const auto pair_of_numbers = gen::bind(gen::integer(0, 3), [](int n) {
  return gen::map(gen::integer(0, n), [n](int m) { return std::to_string(n) + "," + std::to_string(m); });
});

const auto some_text = gen::map(gen::vector(gen::integer(0, 1), 0, 3), [](const std::vector<int>& xs) {
  std::string s;
  for (const int x : xs) {
    s += static_cast<char>('a' + x);
  }
  return s;
});

const auto even = gen::map(gen::filter(gen::integer(0, 5), [](int n) { return n % 2 == 0; }),
                           [](int n) { return std::to_string(n); });

using text_gen = any_gen<std::string>;

std::vector<std::pair<std::string, text_gen>> small_generators() {
  std::vector<std::pair<std::string, text_gen>> all;
  all.emplace_back("exact", gen::exact(std::string("x")));
  all.emplace_back("tree", tree(2));
  all.emplace_back("dependent pair", pair_of_numbers);
  all.emplace_back("sequence", some_text);
  all.emplace_back("filter", even);
  return all;
}

using distribution = std::map<std::string, double>;

// The distribution of the generator: by its derivatives, choice by choice, with their weights.
template <class G>
void walk(const G& g, double probability, distribution& out) {
  const auto step = next_of(g);
  if (step.value) {
    out[*step.value] += probability;
    return;
  }
  double total = 0;
  for (const weighted_choice& c : step.choices) {
    total += static_cast<double>(c.weight);
  }
  for (const weighted_choice& c : step.choices) {
    walk(derivative(g, c.chosen), probability * static_cast<double>(c.weight) / total, out);
  }
}

std::vector<std::vector<std::uint64_t>> values_in(const choice_language& l, std::size_t from = 0) {
  std::vector<std::vector<std::uint64_t>> all;
  for (const choice_sequence& s : l.sequences) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = from; i < s.choices.size(); ++i) {
      values.push_back(s.choices[i].value);
    }
    all.push_back(std::move(values));
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class A, class B>
void expect_same_language(const A& a, const B& b) {
  const choice_language la = language(a, 100'000);
  const choice_language lb = language(b, 100'000);
  EXPECT_TRUE(la.complete && lb.complete);
  EXPECT_EQ(values_in(la), values_in(lb));
  for (const choice_sequence& s : la.sequences) {
    EXPECT_EQ(parse(a, s), parse(b, s));
  }
}

choice branch_choice(std::uint64_t value, std::uint64_t last) { return {choice_kind::branch, value, last, 0}; }
choice integer_choice(std::uint64_t value, std::uint64_t last) { return {choice_kind::integer, value, last, 0}; }

const text_gen nothing = gen::filter(gen::exact(std::string("x")), [](const std::string& /*s*/) { return false; });

TEST(language, holds_what_a_generator_can_choose) {
  // Trees of depth 2 over 3 keys: 1 + 3 * 4^2 with subtrees of depth 1, of which there are 1 + 3.
  EXPECT_EQ(language(tree(2), 1000).sequences.size(), 49U);
  EXPECT_TRUE(language(tree(2), 49).complete);
  EXPECT_FALSE(language(tree(2), 48).complete);
  EXPECT_EQ(language(pair_of_numbers, 1000).sequences.size(), 10U);
  EXPECT_EQ(language(nothing, 1000).sequences.size(), 0U);
  EXPECT_EQ(language(gen::exact(1), 10).sequences.size(), 1U); // the empty sequence
}

// Theorem 1: parsing random choices is generating. Both sides as exact distributions: the left one is a product of
// weights for each sequence of the language, parsed; the right one follows the derivatives, and is compared with values
// computed by hand, and with the sampler.
TEST(factoring, parse_of_randomness_is_the_distribution_of_the_generator) {
  for (const auto& [name, g] : small_generators()) {
    SCOPED_TRACE(name);
    distribution generated;
    walk(g, 1, generated);
    distribution parsed;
    for (const choice_sequence& s : language(g, 100'000).sequences) {
      double probability = 1;
      std::vector<choice> made;
      for (const choice& c : s.choices) {
        double total = 0;
        double mine = 0;
        for (const weighted_choice& w : detail::look_ahead(g, made, 100).choices) {
          total += static_cast<double>(w.weight);
          mine += w.chosen == c ? static_cast<double>(w.weight) : 0;
        }
        probability *= mine / total;
        made.push_back(c);
      }
      const auto value = parse(g, s);
      ASSERT_TRUE(value);
      parsed[*value] += probability;
    }
    ASSERT_EQ(generated.size(), parsed.size());
    for (const auto& [value, probability] : generated) {
      EXPECT_NEAR(probability, parsed[value], 1e-12) << value;
    }
  }
  distribution trees;
  walk(tree(1), 1, trees);
  EXPECT_EQ(trees.size(), 4U);
  EXPECT_DOUBLE_EQ(trees["."], 0.25);
  EXPECT_DOUBLE_EQ(trees["(.1.)"], 0.25);
  distribution pairs;
  walk(pair_of_numbers, 1, pairs);
  EXPECT_DOUBLE_EQ(pairs["0,0"], 1.0 / 4);
  EXPECT_DOUBLE_EQ(pairs["3,2"], 1.0 / 16);
}

TEST(factoring, samples_follow_the_distribution) {
  distribution exact;
  walk(tree(2), 1, exact);
  constexpr int count = 20'000;
  std::map<std::string, int> seen;
  for (const std::string& s : samples(tree(2), count, 5)) {
    ++seen[s];
  }
  double chi_square = 0;
  for (const auto& [value, probability] : exact) {
    const double expected = probability * count;
    const double d = seen[value] - expected;
    chi_square += d * d / expected;
  }
  // 48 degrees of freedom: above 110 with probability below 1e-6.
  EXPECT_LT(chi_square, 110);
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    EXPECT_EQ(parse(tree(2), randomness(tree(2), seed)), sample(tree(2), seed));
  }
}

// Theorem 2: the language of the derivative is the derivative of the language.
TEST(derivative, has_the_derivative_of_the_language) {
  for (const auto& [name, g] : small_generators()) {
    SCOPED_TRACE(name);
    const choice_language whole = language(g, 100'000);
    ASSERT_TRUE(whole.complete);
    for (const weighted_choice& c : choices_of(g)) {
      choice_language rest;
      for (const choice_sequence& s : whole.sequences) {
        if (s.choices.front() == c.chosen) {
          rest.sequences.push_back(s);
        }
      }
      const choice_language derived = language(derivative(g, c.chosen), 100'000);
      EXPECT_EQ(values_in(derived), values_in(rest, 1));
      // parsing c s with g is parsing s with the derivative
      for (const choice_sequence& s : rest.sequences) {
        const choice_sequence tail{{s.choices.begin() + 1, s.choices.end()}, s.size};
        EXPECT_EQ(parse(derivative(g, c.chosen), tail), parse(g, s));
      }
    }
  }
}

TEST(derivative, by_a_whole_sequence_is_its_value) {
  for (const auto& [name, g] : small_generators()) {
    SCOPED_TRACE(name);
    for (const choice_sequence& s : language(g, 100'000).sequences) {
      derivative_gen<text_gen> left(g, {});
      for (const choice& c : s.choices) {
        EXPECT_FALSE(nullable(left));
        EXPECT_FALSE(is_void(left));
        left = derivative(left, c);
      }
      EXPECT_EQ(nullable(left), parse(g, s));
      EXPECT_TRUE(choices_of(left).empty());
      EXPECT_TRUE(gradient(left).empty());
    }
  }
}

TEST(derivative, satisfies_the_equations_of_the_theory) {
  const choice c = branch_choice(1, 1);
  // 3.1 void, 3.2 return: nothing remains
  EXPECT_TRUE(is_void(nothing));
  EXPECT_TRUE(is_void(derivative(nothing, c)));
  EXPECT_FALSE(is_void(gen::exact(1)));
  EXPECT_EQ(nullable(gen::exact(1)), 1);
  EXPECT_TRUE(is_void(derivative(gen::exact(1), c)));
  // 3.3 pick: the branch, or nothing if there is no such branch
  const auto a = gen::map(gen::integer(0, 2), [](int n) { return std::string("a") + std::to_string(n); });
  const auto b = some_text;
  const auto either = gen::pick<std::string>(gen::branch<"a">(1, a), gen::branch<"b">(2, b));
  expect_same_language(derivative(either, branch_choice(0, 1)), a);
  expect_same_language(derivative(either, branch_choice(1, 1)), b);
  EXPECT_TRUE(is_void(derivative(either, branch_choice(2, 2))));
  EXPECT_TRUE(is_void(derivative(either, integer_choice(0, 1))));
  const auto never = gen::pick<std::string>(gen::branch<"a">(1, a), gen::branch<"b">(0, b));
  EXPECT_EQ(choices_of(never).size(), 1U);
  EXPECT_TRUE(is_void(derivative(never, branch_choice(1, 1))));
  // 3.4 bind: of what follows if the first part makes no choice, of the first part otherwise
  const auto f = [](int n) { return gen::map(gen::integer(0, n), [](int m) { return std::to_string(m); }); };
  for (std::uint64_t v = 0; v <= 4; ++v) {
    expect_same_language(derivative(gen::bind(gen::exact(4), f), integer_choice(v, 4)),
                         derivative(f(4), integer_choice(v, 4)));
    expect_same_language(derivative(gen::bind(gen::integer(0, 4), f), integer_choice(v, 4)),
                         gen::bind(derivative(gen::integer(0, 4), integer_choice(v, 4)), f));
  }
}

TEST(derivative, is_a_generator_like_any_other) {
  const auto nodes = derivative(tree(3), branch_choice(1, 1));
  int big = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string s = sample(nodes, seed);
    EXPECT_EQ(s.front(), '(');
    big += s.size() > 5 ? 1 : 0;
    const auto r = record(nodes, seed);
    EXPECT_EQ(r.value, s); // program equality
    EXPECT_EQ(parse(nodes, r.choices.choices, 100), s);
    // and inside others
    EXPECT_EQ(sample(gen::map(nodes, [](const std::string& t) { return t.size(); }), seed), s.size());
  }
  EXPECT_GT(big, 100);
  EXPECT_EQ(enumerate(nodes, 1).front(), "(.0.)");
}

TEST(gradient, has_the_weights_of_the_generator) {
  const auto g = gradient(tree(2));
  ASSERT_EQ(g.size(), 2U);
  EXPECT_EQ(g[0].first.weight, 1U);
  EXPECT_EQ(g[1].first.weight, 3U);
  EXPECT_EQ(nullable(g[0].second), ".");
  EXPECT_EQ(gradient(g[1].second).size(), 3U);
}

TEST(choices_of, refuses_what_is_not_finite) {
  EXPECT_EQ(choices_of(gen::integer(0, 65535)).size(), 65536U);
  try {
    static_cast<void>(choices_of(gen::integer<int>()));
    FAIL() << "listed all integers";
  } catch (const generator_error& e) {
    EXPECT_NE(std::string(e.what()).find("alternatives"), std::string::npos);
  }
  EXPECT_THROW(static_cast<void>(choices_of(gen::real(0.0, 1.0))), generator_error);
}

// Integers of derived generators: some values are likelier than others, and later ones repeat earlier ones.

TEST(choices_of, has_the_probabilities_of_unevenly_spread_integers) {
  const auto g = arbitrary<std::uint8_t>();
  const std::vector<weighted_choice> all = choices_of(g);
  ASSERT_EQ(all.size(), 256U);
  double total = 0;
  for (const weighted_choice& c : all) {
    total += static_cast<double>(c.weight);
  }
  constexpr int runs = 100'000;
  std::vector<int> seen(256);
  for (std::uint64_t seed = 0; seed < runs; ++seed) {
    ++seen[sample(g, seed)];
  }
  for (const weighted_choice& c : all) {
    const double p = static_cast<double>(c.weight) / total;
    EXPECT_NEAR(seen[c.chosen.value], p * runs, 5 * std::sqrt(p * runs) + 1) << c.chosen.value;
  }
}

TEST(choices_of, has_the_probabilities_given_earlier_integers) {
  const auto g = gen::vector(arbitrary<std::uint8_t>(), 4U);
  constexpr int runs = 150'000;
  for (std::size_t given = 1; given <= 3; ++given) {
    // Runs that begin with as many equal values.
    int begin = 0;
    int same = 0;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      const std::vector<std::uint8_t> v = sample(g, seed);
      const bool begins = std::all_of(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(given),
                                      [](std::uint8_t x) { return x == 255; });
      begin += begins ? 1 : 0;
      same += begins && v[given] == 255 ? 1 : 0;
    }
    ASSERT_GT(begin, 50) << given;
    auto rest = derivative(g, {choice_kind::integer, 255, 255, 0});
    for (std::size_t i = 1; i < given; ++i) {
      rest = derivative(rest, {choice_kind::integer, 255, 255, 0});
    }
    double total = 0;
    double same_again = 0;
    for (const weighted_choice& c : choices_of(rest)) {
      total += static_cast<double>(c.weight);
      same_again = c.chosen.value == 255 ? static_cast<double>(c.weight) : same_again;
    }
    const double p = same_again / total;
    EXPECT_NEAR(same, p * begin, 4 * std::sqrt(p * (1 - p) * begin)) << given;
    EXPECT_GT(p, 0.05);
  }
}

TEST(derivative, remembers_the_integers_of_its_prefix) {
  const auto g = gen::vector(arbitrary<int>(), 6U);
  constexpr std::uint64_t runs = 20'000;
  for (std::size_t given = 1; given <= 3; ++given) {
    int repeats = 0;
    int repeats_after = 0;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      const auto made = record(g, seed);
      auto rest = derivative(g, made.choices.choices[0]);
      for (std::size_t i = 1; i < given; ++i) {
        rest = derivative(rest, made.choices.choices[i]);
      }
      const std::vector<int> after = sample(rest, seed + runs);
      EXPECT_EQ(after, record(rest, seed + runs).value);
      repeats += made.value[given] == made.value[0] ? 1 : 0;
      repeats_after += after[given] == after[0] ? 1 : 0;
    }
    EXPECT_GT(repeats, 0.05 * runs);
    EXPECT_NEAR(repeats, repeats_after, 5 * std::sqrt(2 * repeats)) << given;
  }
}

// A case of a property repeats whole parts; sampling and recording must agree there too.
TEST(derivative, is_the_same_sampled_and_recorded_in_a_case_of_a_property) {
  const auto g = gen::pair(gen::boolean(), gen::vector(arbitrary<std::pair<std::string, std::vector<int>>>(), 0U, 6U));
  const auto rest = derivative(g, {choice_kind::integer, 1, 1, 0});
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    random_context context(30);
    context.vary(rng(seed));
    random_source random(rng(seed), context);
    trace made;
    recording_source recording(varied_stream{rng(seed)}, 30, &made);
    EXPECT_EQ(rest(random), rest(static_cast<dynamic_source&>(recording))) << seed;
  }
}

} // namespace
