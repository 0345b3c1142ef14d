// SPDX-License-Identifier: BSL-1.0
// pick: branches without values, and labels that occur twice.
#include <tali/gen/any_gen.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/pick.hpp>
#include <tali/interpret/derivative.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

namespace gen = tali::gen;
using testing::HasSubstr;

template <class G>
std::size_t language_size(const G& g) {
  return tali::choices::language(g, 1000).sequences.size();
}

const auto twice = [](int n) { return 2 * n; };
const auto half = [](int n) { return n / 2; };
const auto always = [](int) { return true; };

TEST(pick, never_takes_a_branch_that_is_known_to_be_void) {
  const auto g = gen::pick(gen::branch<"void">(1000, gen::nothing<int>()), gen::branch<"number">(1, gen::integer(0, 2)),
                           gen::branch<"mapped">(1000, gen::map(gen::nothing<int>(), twice, half)),
                           gen::branch<"filtered">(1000, gen::filter(gen::nothing<int>(), always)));
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    EXPECT_LE(tali::sample(g, seed), 2);
  }
  EXPECT_EQ(language_size(g), 3U);
  EXPECT_EQ(tali::choices::choices_of(g).size(), 1U);
  EXPECT_TRUE(tali::accepts(g, 2));
  EXPECT_FALSE(tali::accepts(gen::pick(gen::branch(1, gen::exact(1)), gen::branch(1, gen::nothing<int>())), 2));
}

TEST(pick, drops_void_branches_of_a_list) {
  std::vector<gen::any_branch<int>> branches;
  branches.push_back({9, gen::nothing<int>(), "same"}); // dropped before labels are compared
  branches.push_back({1, gen::exact(5), "same"});
  branches.push_back({1, gen::map(gen::nothing<int>(), twice), "other"});
  const auto g = gen::pick(branches);
  EXPECT_EQ(tali::sample(g, 1), 5);
  EXPECT_EQ(language_size(g), 1U);
}

TEST(pick, refuses_two_equal_labels_in_a_list) {
  std::vector<gen::any_branch<int>> branches{{1, gen::exact(1), "one"}, {1, gen::exact(2), "one"}};
  try {
    static_cast<void>(gen::pick(branches));
    FAIL() << "not refused";
  } catch (const tali::generator_error& e) {
    EXPECT_THAT(e.what(), HasSubstr("two branches have the same label: one"));
  }
  branches[1].label = {};
  branches[0].label = {};
  EXPECT_EQ(language_size(gen::pick(branches)), 2U);
}

} // namespace
