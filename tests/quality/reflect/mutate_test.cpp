// SPDX-License-Identifier: BSL-1.0
// Mutants of documents and of typed terms: all valid, hardly ever the original, near to it, and each neighbour by one
// choice among them. (Those of search trees are in laws_test.cpp.)
#include "quality/reflect/json.hpp"
#include "quality/reflect/subjects.hpp"

#include <tali/interpret/mutate.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/value/show.hpp>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace reflective;
using parts = std::multiset<std::string>;

bool keeps_half(const parts& before, parts after) {
  std::size_t kept = 0;
  for (const std::string& p : before) {
    if (const auto found = after.find(p); found != after.end()) {
      after.erase(found);
      ++kept;
    }
  }
  return 2 * kept >= before.size();
}

/// Makes mutants, checks the guarantees of every mutant, and returns their texts.
template <class G, class Valid, class PartsOf>
std::set<std::string> expect_good_mutants(const G& g, const tali::value_of<G>& original, const Valid& valid,
                                          const PartsOf& parts_of, int mutants) {
  const tali::mutator change(g, original);
  tali::choices::rng engine(1);
  const parts before = parts_of(original);
  int different = 0;
  int near = 0;
  std::set<std::string> seen;
  for (int i = 0; i < mutants; ++i) {
    const auto made = change(engine);
    if (!made || !valid(*made)) {
      ADD_FAILURE() << "not valid: " << (made ? tali::show(*made) : "none");
      return seen;
    }
    different += tali::values::equal_values(*made, original) ? 0 : 1;
    near += keeps_half(before, parts_of(*made)) ? 1 : 0;
    seen.insert(tali::show(*made));
  }
  EXPECT_GE(different, mutants * 95 / 100);
  EXPECT_GE(near, mutants / 2);
  return seen;
}

/// For every choice of a value and every alternative to it, the result is among the mutants.
///
/// Choices that the alternative needs are drawn at random, so one of several draws must be among them.
template <class G>
void expect_every_reroll_among(const std::set<std::string>& seen, const G& g, const tali::value_of<G>& original) {
  const tali::choices::trace run = *tali::choices::reflect_trace(g, original);
  std::vector<std::uint64_t> zeros;
  tali::detail::noting_source notes(run, zeros);
  static_cast<void>(g(static_cast<tali::choices::dynamic_source&>(notes)));
  tali::choices::choice_tree tree = tali::choices::tree_of(run);
  std::size_t rerolls = 0;
  std::size_t next = 0;
  for (tali::choices::tree_token& token : tree) {
    if (token.what == tali::choices::tree_token::kind::choice) {
      token.zero = token.chosen.kind == tali::choices::choice_kind::integer ? zeros.at(next) : 0;
      ++next;
    }
  }
  for (tali::choices::tree_token& token : tree) {
    if (token.what != tali::choices::tree_token::kind::choice ||
        token.chosen.kind == tali::choices::choice_kind::real) {
      continue;
    }
    const std::uint64_t before = token.chosen.value;
    for (std::uint64_t other = 0; other <= token.chosen.last; ++other) {
      if (other == before) {
        continue;
      }
      token.chosen.value = other;
      bool reached = false;
      std::string one;
      constexpr std::uint64_t draws = 200;
      for (std::uint64_t seed = 0; seed < draws && !reached; ++seed) {
        tali::choices::tree_source source(tree, run.size, tali::choices::rng(seed));
        try {
          one = tali::show(g(static_cast<tali::choices::dynamic_source&>(source)));
          reached = seen.contains(one) || one == tali::show(original); // which is never a mutant
        } catch (const tali::discard&) {
          reached = true; // there is no such neighbour
        }
      }
      EXPECT_TRUE(reached) << "not reached: " << one;
      ++rerolls;
    }
    token.chosen.value = before;
  }
  EXPECT_GT(rerolls, 10U);
}

/// Strings, numbers and words.
parts words_of(const std::string& document) {
  parts words;
  std::string word;
  for (const char c : document) {
    if (std::string_view("{}[],:\"").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

TEST(MutateLong, Documents) {
  const auto g = document();
  const std::string original = with_checksum(R"([null,"ab",7,[true]])");
  const auto seen =
      expect_good_mutants(g, original, [&](const std::string& d) { return tali::accepts(g, d); }, words_of, 60'000);

  std::vector<std::string> neighbours;
  const auto near = [&](const std::string& payload) { neighbours.push_back(with_checksum(payload)); };
  // A letter is replaced by another.
  std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+:@$!'(,.)-#_";
  std::vector<std::string> all;
  for (const char c : letters) {
    all.emplace_back(1, c);
  }
  for (const char c : json_escapes) {
    all.push_back(std::string("\\") + c);
  }
  for (const std::string& letter : all) {
    if (letter != "a") {
      near("[null,\"" + letter + "b\",7,[true]]");
    }
    if (letter != "b") {
      near("[null,\"a" + letter + "\",7,[true]]");
    }
  }
  // A string ends earlier or later. A digit is replaced, the number becomes zero or negative, or it has more digits.
  for (const char* text : {"", "a", "aba"}) {
    near(std::string("[null,\"") + text + "\",7,[true]]");
  }
  for (const char* number : {"1", "2", "3", "4", "5", "6", "8", "9", "0", "70", "7.0", "7e0"}) {
    near(std::string("[null,\"ab\",") + number + ",[true]]");
  }
  // A value is replaced by the simplest one of another kind, if it had no parts.
  for (const char* value : {"null", "false", "true", "0", "\"\"", "[]", "{}"}) {
    const std::string v = value;
    for (const std::string& payload : {"[" + v + ",\"ab\",7,[true]]", "[null," + v + ",7,[true]]",
                                       "[null,\"ab\"," + v + ",[true]]", "[null,\"ab\",7,[" + v + "]]"}) {
      if (with_checksum(payload) != original) {
        near(payload);
      }
    }
  }
  // A list ends earlier or later, or is empty, or is replaced by a word or a text.
  for (const char* payload : {"[null]", R"([null,"ab"])", R"([null,"ab",7])", R"([null,"ab",7,[true],null])",
                              R"([null,"ab",7,[true,null]])", "[]", R"([null,"ab",7,null])", R"([null,"ab",7,false])",
                              R"([null,"ab",7,true])", R"([null,"ab",7,""])", R"([null,"ab",7,[]])"}) {
    near(payload);
  }
  // It is replaced by an object or a number. The choices inside are kept, so these are not the simplest ones.
  const auto some_start_with = [&](const std::string& start) {
    std::string shown = tali::show("{\"payload\":" + start);
    shown.pop_back(); // the closing quote
    const auto found = seen.lower_bound(shown);
    return found != seen.end() && found->starts_with(shown);
  };
  EXPECT_TRUE(some_start_with("{"));
  EXPECT_TRUE(some_start_with(R"([null,"ab",7,{)"));
  bool number = false;
  for (const char c : std::string("-0123456789")) {
    number = number || some_start_with(R"([null,"ab",7,)" + std::string(1, c));
  }
  EXPECT_TRUE(number);
  EXPECT_GT(neighbours.size(), 200U);
  std::size_t missing = 0;
  for (const std::string& n : neighbours) {
    ASSERT_TRUE(tali::accepts(g, n)) << n;
    if (!seen.contains(tali::show(n))) {
      ++missing;
      ADD_FAILURE() << "not reached: " << n;
    }
  }
  EXPECT_EQ(missing, 0U) << "of " << neighbours.size();
  expect_every_reroll_among(seen, g, original);
}

parts nodes_of(const term_ptr& t) {
  parts nodes;
  const auto walk = [&](const auto& self, const term_ptr& at) -> void {
    if (at) {
      nodes.insert(std::to_string(static_cast<int>(at->kind)) + at->argument + std::to_string(at->number));
      self(self, at->first);
      self(self, at->second);
    }
  };
  walk(walk, t);
  return nodes;
}
bool is_typed(const term_ptr& t) { return type_of(t, {}).has_value(); }

TEST(MutateLong, LargeTypedTerms) {
  const auto g = typed_terms(4);
  std::uint64_t seed = 0;
  while (size_of(tali::sample(g, seed)) < 8) {
    ++seed;
  }
  static_cast<void>(expect_good_mutants(g, tali::sample(g, seed), is_typed, nodes_of, 10'000));
}

TEST(Mutate, NeighboursOfATypedTerm) {
  const auto make = [](const term& t) { return std::make_shared<const term>(t); };
  const auto literal = [&](int n) { return make({term_kind::literal, n, {}, {}, {}}); };
  const auto variable = [&](int n) { return make({term_kind::variable, n, {}, {}, {}}); };
  const auto lambda = [&](const term_ptr& body) { return make({term_kind::lambda, 0, "i", body, {}}); };
  const auto apply = [&](const term_ptr& f, const term_ptr& x) { return make({term_kind::application, 0, {}, f, x}); };
  // \x. (\y. x) 2
  const term_ptr original = lambda(apply(lambda(variable(1)), literal(2)));
  const auto g = typed_terms(3);
  ASSERT_TRUE(tali::accepts(g, original));
  const tali::mutator change(g, original);
  tali::choices::rng engine(1);
  std::set<std::string> seen;
  for (int i = 0; i < 10'000; ++i) {
    const auto made = change(engine);
    ASSERT_TRUE(made);
    ASSERT_TRUE(is_typed(*made));
    seen.insert(tali::show(*made));
  }
  std::vector<term_ptr> neighbours;
  for (int n = 0; n <= 3; ++n) {
    neighbours.push_back(lambda(literal(n)));
    neighbours.push_back(lambda(apply(lambda(literal(n)), literal(2))));
    if (n != 2) {
      neighbours.push_back(lambda(apply(lambda(variable(1)), literal(n))));
    }
  }
  neighbours.push_back(lambda(variable(0)));
  neighbours.push_back(lambda(apply(lambda(variable(0)), literal(2))));
  neighbours.push_back(lambda(apply(lambda(variable(1)), variable(0))));
  for (const term_ptr& n : neighbours) {
    ASSERT_TRUE(tali::accepts(g, n));
    EXPECT_TRUE(seen.contains(tali::show(n))) << "not reached: " << tali::show(n);
  }
  expect_every_reroll_among(seen, g, original);
}

} // namespace
