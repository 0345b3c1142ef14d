// SPDX-License-Identifier: BSL-1.0
// Error subproperties describe misconceptions, too strict ones and too lax ones, and do not change what is right. A
// reference solution tests the decomposition.
#include <tali/assess/reference.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace tali::assess;
using testing::HasSubstr;
using testing::Not;

/// The output has each number of the input once, in any order.
struct deduplication {
  template <class Make>
  auto input(Make& make) const {
    return make.sequence(0, 4, [&] { return make.integer(0, 3); });
  }
  template <class Make>
  auto output(Make& make) const {
    return make.sequence(0, 4, [&] { return make.integer(0, 3); });
  }
};

using list = std::vector<int>;

constexpr auto no_new = [](const auto& in, const auto& out) {
  return all(out, [&](const auto& v) { return contains(in, v); });
};
constexpr auto none_dropped = [](const auto& in, const auto& out) {
  return all(in, [&](const auto& v) { return contains(out, v); });
};
constexpr auto unique = [](const auto&, const auto& out) {
  return all_pairs(out, [](const auto& a, const auto& b) { return a != b; });
};
constexpr auto ascending = [](const auto&, const auto& out) {
  return all_pairs(out, [](const auto& a, const auto& b) { return a <= b; });
};

class Misconception : public testing::Test {
protected:
  Misconception() : p("deduplication", deduplication{}) {
    p.subproperty("no-new", "the output has numbers of the input only", no_new);
    p.subproperty("none-dropped", "it has all of them", none_dropped);
    p.subproperty("unique", "it has nothing twice", unique);
    p.error_subproperty("sorted", "people think that it must be sorted", ascending);
    p.error_subproperty("shorter", "it is not longer than the input",
                        [](const auto& in, const auto& out) { return size(out) <= size(in); });
  }

  problem_of<deduplication> p;
};

bool is_right(const list& in, const list& out) { return no_new(in, out) && none_dropped(in, out) && unique(in, out); }

TEST_F(Misconception, DoesNotChangeWhatIsRight) {
  const table t = table_of(p, search(p));
  EXPECT_EQ(t.specification(), 0b00111U);
  const auto to_accept = [&](const table::row& r) { return (r.holds & 0b00111) == 0b00111; };
  EXPECT_TRUE(std::any_of(t.tests.begin(), t.tests.end(), [&](const table::row& r) {
    return to_accept(r) && (r.holds >> 3 & 1) == 0;
  })) << "right outputs that are not sorted";
  for (const table::row& r : t.tests) {
    EXPECT_EQ(t.valid(r), to_accept(r));
  }
  EXPECT_THAT(to_text(t), HasSubstr("all of the specification holds, not sorted: to be accepted"));
  const table again = table_from_json(to_json(t));
  EXPECT_EQ(again.positive(), t.positive());

  const report r = grade(
      t, {predicate_of(p, "right", is_right),
          predicate_of(p, "strict",
                       [](const list& in, const list& out) { return is_right(in, out) && ascending(in, out); }),
          predicate_of(p, "lax",
                       [](const list& in, const list& out) { return no_new(in, out) && out.size() <= in.size(); }),
          predicate_of(p, "both", [](const list& in, const list& out) {
            return no_new(in, out) && none_dropped(in, out) && ascending(in, out);
          })});
  EXPECT_EQ(describe(t, r.predicates[0]), "right on every test");
  const std::string strict = describe(t, r.predicates[1]);
  EXPECT_THAT(strict, HasSubstr("also requires sorted, which the specification does not"));
  EXPECT_THAT(strict, Not(HasSubstr("omit")));
  const std::string lax = describe(t, r.predicates[2]);
  EXPECT_THAT(lax, HasSubstr("seems to omit none-dropped, unique; checks shorter instead"));
  EXPECT_THAT(lax, Not(HasSubstr("requires")));
  EXPECT_THAT(describe(t, r.predicates[3]), HasSubstr("seems to omit unique; also requires sorted"));
  for (const std::string& text : {to_text(r), to_json(r), to_html(r)}) {
    EXPECT_THAT(text, HasSubstr("also requires sorted"));
    EXPECT_THAT(text, HasSubstr("checks shorter instead"));
  }
}

TEST_F(Misconception, SuitesOfVersion1AreRead) {
  std::string old = to_json(table_of(p, search(p, {.tests = 1})));
  const std::string now = "\"version\": 2";
  ASSERT_NE(old.find(now), std::string::npos);
  old.replace(old.find(now), now.size(), "\"version\": 1");
  const table t = table_from_json(old);
  EXPECT_EQ(describe(t, grade_one(t, predicate_of(p, "right", is_right))), "right on every test");
  old.replace(old.find("\"version\": 1"), now.size(), "\"version\": 3");
  EXPECT_THROW(static_cast<void>(table_from_json(old)), std::invalid_argument);
}

TEST_F(Misconception, ReferenceProvesTheDecomposition) {
  const suite s = search(p, {.tests = 2});
  EXPECT_THROW(static_cast<void>(check_reference(p, s)), std::invalid_argument);
  // Written in another way: each number occurs once in the output if it occurs in the input, and not at all otherwise.
  p.reference([](const auto& in, const auto& out) {
    return all(range(0, 4), [&](int v) {
      const auto times = count(out, [&](const auto& w) { return w == v; });
      return (contains(in, v) && times == 1) || (!contains(in, v) && times == 0);
    });
  });
  const reference_check c = check_reference(p, s, {.pairs = 500});
  EXPECT_TRUE(c.equivalent()) << to_text(p, c);
  EXPECT_GT(c.compared, 500U);
  EXPECT_THAT(to_text(p, c), HasSubstr("equivalent within the bounds (proven)"));
}

TEST_F(Misconception, ReferenceShowsWhereTheDecompositionDiffers) {
  const suite s = search(p, {.tests = 2});
  // A specification in which the first number of the input must come first.
  p.reference([](const auto& in, const auto& out) {
    return no_new(in, out) && none_dropped(in, out) && unique(in, out) &&
           all(range(0, size(in)), [&](int i) { return i != 0 || at(in, 0) == at(out, 0); });
  });
  const reference_check c = check_reference(p, s, {.pairs = 0});
  ASSERT_FALSE(c.differences.empty());
  EXPECT_TRUE(c.proven);
  for (const reference_check::difference& d : c.differences) {
    EXPECT_TRUE(p.valid(d.holds));
    EXPECT_FALSE(d.accepts);
    EXPECT_EQ(p.pattern_of(d.at), d.holds);
    EXPECT_EQ(p.reference_of(d.at), false);
  }
  EXPECT_TRUE(std::any_of(c.differences.begin(), c.differences.end(), [&](const reference_check::difference& d) {
    return p.pair_at(d.at).first.size() == 2;
  })) << to_text(p, c);
  EXPECT_THAT(to_text(p, c), HasSubstr("the subproperties accept it"));
}

TEST_F(Misconception, ReferenceThatIsOnlyConcreteIsComparedOnPairs) {
  const suite s = search(p, {.tests = 2});
  p.concrete_reference(is_right);
  const reference_check c = check_reference(p, s, {.pairs = 500});
  EXPECT_TRUE(c.differences.empty());
  EXPECT_FALSE(c.proven);
  EXPECT_THAT(to_text(p, c), HasSubstr("is open"));
  p.concrete_reference([](const list&, const list& out) { return out.size() != 3; });
  EXPECT_FALSE(check_reference(p, s, {.pairs = 500}).differences.empty());
}

} // namespace
