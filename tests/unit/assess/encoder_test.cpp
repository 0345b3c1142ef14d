// SPDX-License-Identifier: BSL-1.0
// The encoder against brute force: the result of a symbolic run is compared with the concrete run for every value of
// the unknowns, in the gates and in the clauses of the solver. The programs are random expressions, and the functions
// of the vocabulary one by one.
#include "assess/solver.hpp"

#include <tali/assess/make.hpp>

#include <gtest/gtest.h>

#include <memory>

namespace {

using namespace tali;
using namespace tali::choices;
using namespace tali::assess;

/// A space with one part, and a function of what is made of it.
template <class Make, class F>
void check_everywhere(const Make& space, const F& f, std::uint64_t solve_one_in = 1) {
  circuit gates;
  layout l;
  unknowns names;
  symbolic_maker make(gates, l, names);
  make.fill(l.input);
  const auto unknown = space(make);
  const symbolic_bool symbolic = f(unknown);
  solver sat(gates);
  std::uint64_t n = 0;
  for_every_point(l, [&](const point& at) {
    point_maker read(at);
    const bool expected = f(space(read));
    const std::vector<std::uint64_t> values = gates.evaluate(names.values(gates, {at}));
    ASSERT_EQ((circuit::value(values, symbolic.is()) & 1) != 0, expected) << to_json(l.input, at);
    for (const auto* clauses : {&gates.rules(), &gates.facts()}) {
      for (const std::vector<literal>& clause : *clauses) {
        std::uint64_t any = 0;
        for (const literal c : clause) {
          any |= circuit::value(values, c);
        }
        ASSERT_NE(any & 1, 0U) << "a rule or fact fails for " << to_json(l.input, at);
      }
    }
    if (n++ % solve_one_in == 0) {
      std::vector<literal> assumed;
      for (std::size_t i = 0; i < gates.unknowns(); ++i) {
        const literal u = gates.unknown_at(i);
        assumed.push_back((circuit::value(values, u) & 1) != 0 ? u : !u);
      }
      assumed.push_back(symbolic.is());
      ASSERT_EQ(sat.solve(assumed), expected ? verdict::yes : verdict::no) << to_json(l.input, at);
      assumed.back() = !symbolic.is();
      ASSERT_EQ(sat.solve(assumed), expected ? verdict::no : verdict::yes) << to_json(l.input, at);
      // And back: the solver's values of its unknowns are the original point.
      assumed.pop_back();
      ASSERT_EQ(sat.solve(assumed), verdict::yes);
      point again = at;
      names.read(again, [&](literal u) { return sat.holds(u); });
      ASSERT_EQ(to_json(l.input, again), to_json(l.input, at));
    }
  });
  EXPECT_GT(n, 1U);
}

// Random expressions: a tree that is evaluated with any kind of values.
struct expression {
  int op = 0;
  int constant = 0;
  std::vector<std::unique_ptr<expression>> parts;
};

std::unique_ptr<expression> number_expression(rng& random, int depth);

std::unique_ptr<expression> truth_expression(rng& random, int depth) {
  auto e = std::make_unique<expression>();
  e->op = static_cast<int>(below(random, std::uint64_t{depth <= 0 ? 3U : 8U}));
  const bool of_numbers = e->op < 4;
  for (int i = 0; i < (e->op == 6 ? 1 : 2); ++i) {
    e->parts.push_back(of_numbers ? number_expression(random, depth - 1) : truth_expression(random, depth - 1));
  }
  return e;
}

std::unique_ptr<expression> number_expression(rng& random, int depth) {
  auto e = std::make_unique<expression>();
  e->constant = static_cast<int>(below(random, std::uint64_t{7})) - 3;
  e->op = static_cast<int>(below(random, std::uint64_t{depth <= 0 ? 4U : 11U}));
  if (e->op == 8) {
    for (int i = 0; i < 3; ++i) {
      e->parts.push_back(truth_expression(random, depth - 1));
    }
  } else if (e->op == 9) {
    e->parts.push_back(truth_expression(random, depth - 1));
  }
  for (int i = 0; e->op >= 4 && e->op != 8 && i < 2; ++i) {
    e->parts.push_back(number_expression(random, depth - 1));
  }
  return e;
}

template <class V>
struct variables {
  typename V::template sequence<typename V::integer> s; // three of them
};

template <class V>
typename V::integer number_value(const expression& e, const variables<V>& v);

template <class V>
typename V::boolean truth_value(const expression& e, const variables<V>& v) {
  const auto number = [&](std::size_t i) { return number_value<V>(*e.parts[i], v); };
  const auto truth = [&](std::size_t i) { return truth_value<V>(*e.parts[i], v); };
  switch (e.op) {
  case 0:
    return number(0) == number(1);
  case 1:
    return number(0) < number(1);
  case 2:
    return number(0) != number(1);
  case 3:
    return number(0) >= number(1);
  case 4: {
    const auto a = truth(0);
    const auto b = truth(1);
    return a && b;
  }
  case 5: {
    const auto a = truth(0);
    const auto b = truth(1);
    return a || b;
  }
  case 6:
    return !truth(0);
  default:
    return implies(truth(0), truth(1));
  }
}

template <class V>
typename V::integer number_value(const expression& e, const variables<V>& v) {
  const auto number = [&](std::size_t i) { return number_value<V>(*e.parts[i], v); };
  using integer = typename V::integer;
  switch (e.op) {
  case 0:
    return at(v.s, 0);
  case 1:
    return at(v.s, 1);
  case 2:
    return at(v.s, 2);
  case 3:
    return integer(e.constant);
  case 4:
    return number(0) + number(1);
  case 5:
    return number(0) - number(1);
  case 6:
    return number(0) * number(1);
  case 7:
    return number(0) / (e.constant == 0 ? 2 : e.constant) + number(1) % (e.constant == 0 ? -3 : e.constant);
  case 8:
    return count(range(0, 3), [&](int i) { return truth_value<V>(*e.parts[static_cast<std::size_t>(i)], v); });
  case 9:
    return choose(truth_value<V>(*e.parts[0], v), integer(number(1)), integer(number(2)));
  default:
    return -number(0) + number(1);
  }
}

TEST(Encoder, RandomExpressionsMeanTheSameForAllValues) {
  constexpr int programs = 150;
  int done = 0;
  for (std::uint64_t seed = 0; done < programs; ++seed) {
    rng random = rng::stream(20, seed);
    const std::unique_ptr<expression> e = truth_expression(random, 3);
    const auto space = [](auto& make) { return make.sequence(3, 3, [&] { return make.integer(-2, 1); }); };
    try {
      check_everywhere(
          space,
          [&](const auto& s) {
            using V = std::conditional_t<std::is_same_v<std::remove_cvref_t<decltype(s)>, std::vector<int>>, concrete,
                                         symbolic>;
            return truth_value<V>(*e, variables<V>{s});
          },
          8);
    } catch (const not_symbolic&) {
      continue; // too large a product
    }
    ++done;
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
  }
}

TEST(Encoder, IntegersDoNotWrapAround) {
  const auto space = [](auto& make) { return make.sequence(2, 2, [&] { return make.integer(-20, 20); }); };
  check_everywhere(
      space,
      [](const auto& s) {
        const auto sum = at(s, 0) + at(s, 1);
        const auto difference = at(s, 0) - at(s, 1);
        return sum + difference == at(s, 0) * 2 && sum - difference == at(s, 1) * 2 && sum <= 40 && difference >= -40 &&
               at(s, 0) * at(s, 1) <= 400;
      },
      50);
  EXPECT_THROW(
      {
        circuit gates;
        layout l;
        unknowns names;
        symbolic_maker make(gates, l, names);
        make.fill(l.input);
        const symbolic_int n = make.integer(-40, 40);
        static_cast<void>(n * n * n);
      },
      not_symbolic);
}

TEST(Encoder, WordsOnSequences) {
  const auto space = [](auto& make) { return make.sequence(0, 4, [&] { return make.integer(0, 2); }); };
  const auto check = [&](const auto& f) { check_everywhere(space, f); };
  check([](const auto& s) { return all_pairs(s, [](const auto& a, const auto& b) { return a != b; }); });
  check([](const auto& s) { return all_pairs(s, [](const auto& a, const auto& b) { return a <= b; }); });
  check([](const auto& s) { return count(s, [](const auto& v) { return v == 1; }) == size(s) - 1; });
  check([](const auto& s) { return any(s, [&](const auto& v) { return v == size(s); }); });
  check([](const auto& s) { return all(range(0, size(s)), [&](int i) { return contains(s, i) || at(s, i) == 2; }); });
  // An index that is a member: where it is one.
  check([](const auto& s) {
    return any(range(0, size(s)),
               [&](int i) { return at(s, i) < size(s) && !(at(s, i) == 0) && at(s, at(s, i)) == i; });
  });
  check([](const auto& s) { return any(range(1, size(s)), [&](int i) { return at(s, i - 1) + 1 == at(s, i); }); });
}

template <class V>
struct labelled {
  typename V::integer label;
  typename V::boolean flag;
};

TEST(Encoder, Records) {
  const auto space = [](auto& make) {
    using V = typename std::remove_cvref_t<decltype(make)>::values;
    return make.sequence(0, 3, [&] { return labelled<V>{make.integer("label", 0, 2), make.boolean("flag")}; });
  };
  check_everywhere(space, [](const auto& s) {
    return all(s, [&](const auto& x) { return count(s, [&](const auto& y) { return same(x, y); }) == 1; });
  });
  check_everywhere(space, [](const auto& s) {
    return any(range(0, size(s)),
               [&](int i) { return at(s, i).flag && at(s, i).label < size(s) && at(s, at(s, i).label).flag; });
  });
}

TEST(Encoder, Relations) {
  const auto space = [](auto& make) { return make.relation("", {0, 2}, {0, 2}, 0, 9); };
  const auto check = [&](const auto& f) { check_everywhere(space, f, 16); };
  check([](const auto& r) { return acyclic(r); });
  check([](const auto& r) { return size(closure(r)) == size(r); });
  check([](const auto& r) { return contains(closure(r), 0, 2) && !contains(r, 0, 2); });
  check([](const auto& r) { return size(field(r)) <= 2; });
  check([](const auto& r) { return all(r, [&](int a, int b) { return contains(r, b, a); }); });
  check([](const auto& r) {
    return count(range(0, 3), [&](int a) { return any(range(0, 3), [&](int b) { return contains(r, a, b); }); }) == 2;
  });
  check([](const auto& r) {
    return all(field(r), [&](int v) { return any(r, [&](int a, int b) { return a == v && b != v; }); });
  });
}

TEST(Encoder, LargerClosuresAtRandom) {
  circuit gates;
  layout l;
  unknowns names;
  symbolic_maker make(gates, l, names);
  make.fill(l.input);
  const symbolic_relation r = closure(make.relation("", {0, 6}, {1, 7}, 0, 56));
  for (std::uint64_t i = 0; i < 500; ++i) {
    rng random = rng::stream(30, i);
    const point at = random_point(l, random);
    point_maker read(at);
    const relation closed = closure(read.relation("", {0, 6}, {1, 7}, 0, 56));
    const std::vector<std::uint64_t> values = gates.evaluate(names.values(gates, {at}));
    for (int a = 0; a <= 7; ++a) {
      for (int b = 0; b <= 7; ++b) {
        ASSERT_EQ((circuit::value(values, r.has(a, b).is()) & 1) != 0, closed.has(a, b)) << to_json(l.input, at);
      }
    }
  }
}

TEST(Encoder, Orders) {
  const auto space = [](auto& make) {
    auto n = make.hidden(0, 3);
    return make.sequence_of("", n, 3, [&] { return make.order(3, n); });
  };
  check_everywhere(
      space,
      [](const auto& s) {
        return all(range(0, size(s)), [&](int i) {
          return all(range(0, size(s)),
                     [&](int j) { return i == j || before(at(s, i), i, j) || before(at(s, j), i, j); });
        });
      },
      4);
  check_everywhere(space, [](const auto& s) { return any(s, [](const auto& o) { return before(o, 1, 0); }); }, 4);
}

TEST(Circuit, SharesWhatIsEqual) {
  circuit c;
  const literal a = c.unknown();
  const literal b = c.unknown();
  EXPECT_EQ(c.both(a, b), c.both(b, a));
  EXPECT_EQ(c.either(a, a), a);
  EXPECT_EQ(c.both(a, !a), never);
  EXPECT_EQ(c.either(!b, b), always);
  EXPECT_EQ(c.both(a, always), a);
  const std::size_t gates = c.gates();
  for (int i = 0; i < 100; ++i) {
    static_cast<void>(c.choose(a, b, c.both(a, b)));
  }
  EXPECT_LE(c.gates(), gates + 3);
}

} // namespace
