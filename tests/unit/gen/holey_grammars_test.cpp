// SPDX-License-Identifier: BSL-1.0
// Several constructors, several types, types derived: shapes are uniform by counting.
#include "exact_distribution.hpp"

#include <tali/gen/compose.hpp>
#include <tali/gen/holey.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/sized_exactly.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace {

namespace gen = tali::gen;
using holey_test::exact_distribution;
using holey_test::fraction;
using text = std::string;

constexpr auto leaf = [](const char* name) { return gen::make([=] { return text(name); }); };

// Terms with a unary and a binary constructor. By size: 1, 2, 6, 22, 90, ... (large Schröder numbers).
constexpr auto term = gen::holey<text>([](auto self) {
  return gen::hole(
      leaf("x"),
      gen::constructor<"negation">(1, [=](auto&) { return gen::fill([](const text& e) { return "-" + e; }, self()); }),
      gen::constructor<"sum">(1, [=](auto&) {
        return gen::fill([](const text& a, const text& b) { return "(" + a + "+" + b + ")"; }, self(), self());
      }));
});

// Rose trees: the children of a node as a list, which is empty or a node before other nodes. A forest of n nodes has as
// many shapes as a binary tree of n.
constexpr auto forest = gen::holey<text>([](auto self) {
  return gen::hole(leaf(""), [=](auto&) {
    return gen::fill([](const text& children, const text& siblings) { return "[" + children + "]" + siblings; }, self(),
                     self());
  });
});

// Statements and expressions, which contain one another.
struct expression_body {
  using value_type = text;
  template <class Self>
  auto operator()(Self self) const;
};
struct statement_body {
  using value_type = text;
  template <class Self>
  auto operator()(Self self) const {
    return gen::hole(leaf(";"),
                     gen::constructor<"while">(1,
                                               [=](auto&) {
                                                 return gen::fill([](const text& e,
                                                                     const text& s) { return "while(" + e + ")" + s; },
                                                                  gen::hole_for<expression_body>(), self());
                                               }),
                     gen::constructor<"block">(1, [=](auto&) {
                       return gen::fill([](const text& a, const text& b) { return "{" + a + b + "}"; }, self(), self());
                     }));
  }
};
template <class Self>
auto expression_body::operator()(Self self) const {
  return gen::hole(
      leaf("x"),
      gen::constructor<"call">(1, [=](auto&) { return gen::fill([](const text& e) { return "f" + e; }, self()); }),
      gen::constructor<"lambda">(1, [=](auto&) {
        return gen::fill([](const text& s) { return "[]{" + s + "}"; }, gen::hole_for<statement_body>());
      }));
}
constexpr auto statement = gen::holey<text>(statement_body{});

template <class G>
void expect_uniform(const G& g, std::uint64_t shapes) {
  const auto all = exact_distribution(g);
  EXPECT_EQ(all.size(), shapes);
  for (const auto& [shape, likely] : all) {
    ASSERT_EQ(likely, (fraction{1, shapes})) << shape;
  }
}

TEST(Grammars, AreExactlyUniformForTerms) {
  const std::vector<std::uint64_t> counts{1, 2, 6, 22, 90, 394, 1806};
  for (std::uint32_t n = 0; n < counts.size(); ++n) {
    expect_uniform(term().exactly(n), counts[n]);
  }
}

TEST(Grammars, AreExactlyUniformForRoseTrees) {
  const std::vector<std::uint64_t> counts{1, 1, 2, 5, 14, 42, 132};
  for (std::uint32_t n = 0; n < counts.size(); ++n) {
    expect_uniform(forest().exactly(n), counts[n]);
  }
}

TEST(Grammars, AreExactlyUniformForTypesThatContainOneAnother) {
  // S(n) = sum E(i) S(n-1-i) + sum S(i) S(n-1-i),  E(n) = E(n-1) + S(n-1)
  std::vector<std::uint64_t> s{1};
  std::vector<std::uint64_t> e{1};
  for (std::size_t n = 1; n <= 5; ++n) {
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < n; ++i) {
      next += (e[i] + s[i]) * s[n - 1 - i];
    }
    e.push_back(e[n - 1] + s[n - 1]);
    s.push_back(next);
  }
  for (std::uint32_t n = 0; n < s.size(); ++n) {
    expect_uniform(statement().exactly(n), s[n]);
  }
}

// 200 is far beyond what doubles can count exactly. The share of negations at the root of a term of size n is
// count(n-1)/count(n), which goes to 1/(3+sqrt(8)) = 0.1716; 4000 draws are within 0.03 with a probability of 1-5e-7.
TEST(GrammarsLong, StayUniformWhereCountsAreRounded) {
  int negations = 0;
  const auto g = term().exactly(200);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const text t = tali::sample(g, seed);
    ASSERT_EQ(std::count(t.begin(), t.end(), '-') + std::count(t.begin(), t.end(), '+'), 200);
    negations += t[0] == '-' ? 1 : 0;
  }
  EXPECT_NEAR(negations / 4000.0, 0.1716, 0.03);
}

// Well-scoped lambda terms: a leaf needs a variable, so the outermost abstraction is always filled; bound variables are
// passed down.
constexpr auto lambda = gen::holey<text>([](auto self, int bound) {
  const auto variable = gen::make([=] { return text(1, static_cast<char>('a' + bound - 1)); });
  return gen::hole(
      variable,
      gen::constructor<"abstraction">(bound < 20 ? 1U : 0U,
                                      [=](auto&) {
                                        return gen::fill(
                                            [=](const text& body) {
                                              return "\\" + text(1, static_cast<char>('a' + bound)) + "." + body;
                                            },
                                            self(bound + 1));
                                      }),
      gen::constructor<"application">(1, [=](auto&) {
        return gen::fill([](const text& f, const text& x) { return "(" + f + x + ")"; }, self(bound), self(bound));
      }));
});

TEST(Grammars, HandDownWhatInvariantsNeed) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const text t = tali::sample(lambda(1).exactly(30), seed);
    EXPECT_EQ(std::count(t.begin(), t.end(), '\\') + std::count(t.begin(), t.end(), '('), 30);
    const text deep = tali::sample(lambda(1).exactly(60).by(gen::deep()), seed);
    EXPECT_EQ(std::count(deep.begin(), deep.end(), '\\') + std::count(deep.begin(), deep.end(), '('), 60);
  }
}

// If invariants close holes, the nodes that do not fit there are placed elsewhere.
constexpr auto narrow = gen::holey<text>([](auto self, int room) {
  return gen::hole(room > 0, leaf("x"),
                   gen::constructor<"negation">(
                       1, [=](auto&) { return gen::fill([](const text& e) { return "-" + e; }, self(room - 1)); }),
                   gen::constructor<"sum">(1, [=](auto&) {
                     return gen::fill([](const text& a, const text& b) { return "(" + a + "+" + b + ")"; },
                                      self(room - 2), self(room - 1));
                   }));
});

TEST(Grammars, ReachTheSizeBesideClosedHoles) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const text t = tali::sample(narrow(12).exactly(20), seed);
    EXPECT_EQ(std::count(t.begin(), t.end(), '-') + std::count(t.begin(), t.end(), '+'), 20);
  }
  EXPECT_THROW(static_cast<void>(tali::sample(narrow(2).exactly(9), 1)), tali::discard);
}

TEST(Grammars, AreChoicesLikeOthers) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    for (const auto& g : {term().at_most(12)}) {
      const auto made = tali::record(g, seed);
      EXPECT_EQ(made.value, tali::sample(g, seed));
      EXPECT_EQ(tali::parse(g, made.choices.choices, 100), made.value);
    }
    const auto made = tali::record(narrow(9).at_most(12), seed);
    EXPECT_EQ(tali::replay(narrow(9).at_most(12), made.choices.choices, 100), made.value);
  }
  EXPECT_EQ(tali::enumerate(term().at_most(3), 1000).size(), 1U + 2 + 6 + 22);
  const auto large = tali::record(term().between(1, 30), 3);
  std::vector<tali::choices::choice> edited = large.choices.choices;
  for (std::size_t i = 3; i < edited.size(); ++i) {
    edited[i].value = 0;
  }
  EXPECT_LT(tali::replay(term().between(1, 30), edited, 100)->size(), 8U);
}

// Types without descriptions of their own -----------------------------------------------------------------------------

struct empty {};
struct pointer_tree { // with a field of a type without a shape
  std::unique_ptr<pointer_tree> left;
  empty mark;
  std::unique_ptr<pointer_tree> right;
};
text show(const std::unique_ptr<pointer_tree>& t);
text show(const pointer_tree& t) { return "N" + show(t.left) + show(t.right); }
text show(const std::unique_ptr<pointer_tree>& t) { return t == nullptr ? "L" : show(*t); }

struct rose {
  empty mark;
  std::vector<rose> children;
};
text show(const rose& r) {
  text all = "[";
  for (const rose& child : r.children) {
    all += show(child);
  }
  return all + "]";
}

struct expression;
using expression_ptr = std::shared_ptr<const expression>;
struct negation {
  expression_ptr of;
};
struct sum {
  expression_ptr left, right;
};
struct expression {
  std::variant<empty, negation, sum> kind;
};
text show(const expression& e) {
  if (const auto* n = std::get_if<negation>(&e.kind)) {
    return "-" + show(*n->of);
  }
  if (const auto* s = std::get_if<sum>(&e.kind)) {
    return "(" + show(*s->left) + "+" + show(*s->right) + ")";
  }
  return "x";
}

template <class T>
void expect_uniform_type(std::uint32_t n, std::uint64_t shapes) {
  const auto shown = gen::compose<text>([=](auto& draw) { return show(draw(gen::sized_exactly<T>(n))); });
  expect_uniform(shown, shapes);
}

TEST(SizedExactly, IsUniformOverTheShapesOfAType) {
  const std::vector<std::uint64_t> catalan{1, 1, 2, 5, 14, 42};
  const std::vector<std::uint64_t> motzkin{1, 1, 2, 4, 9, 21};
  for (std::uint32_t n = 1; n <= 5; ++n) {
    expect_uniform_type<pointer_tree>(n, catalan[n]);
    expect_uniform_type<rose>(n, catalan[n - 1]);
    expect_uniform_type<expression>(n, motzkin[n - 1]);
  }
  expect_uniform_type<std::unique_ptr<pointer_tree>>(0, 1);
  expect_uniform_type<std::unique_ptr<pointer_tree>>(3, 5);
}

TEST(SizedExactly, SaysWhenThereIsNoSuchValue) {
  EXPECT_THROW(static_cast<void>(tali::sample(gen::sized_exactly<rose>(0), 1)), tali::generator_error);
  const rose large = tali::sample(gen::sized_exactly<rose>(300), 1);
  const text shown = show(large);
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '['), 300);
}

} // namespace
