// SPDX-License-Identifier: BSL-1.0
// Invalid generators are errors whose messages name the remedy; generators that fail only for one case discard it.
#include <tali/gen.hpp>
#include <tali/gen/chrono.hpp>
#include <tali/gen/containers.hpp>
#include <tali/gen/permutation.hpp>
#include <tali/gen/regex.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory_resource>

namespace {

namespace gen = tali::gen;
using testing::AllOf;
using testing::HasSubstr;

/// The message of the error that drawing from g gives, by both kinds of sources.
template <class G>
std::string error_of(const G& g) {
  std::string sampled;
  std::string recorded;
  try {
    static_cast<void>(tali::sample(g, 1));
  } catch (const tali::generator_error& e) {
    sampled = e.what();
  }
  try {
    static_cast<void>(tali::record(g, 1));
  } catch (const tali::generator_error& e) {
    recorded = e.what();
  }
  EXPECT_EQ(sampled, recorded);
  return sampled;
}

template <class G>
bool discards(const G& g) {
  try {
    static_cast<void>(tali::sample(g, 1));
  } catch (const tali::discard& d) {
    return !d.reason.empty();
  }
  return false;
}

TEST(errors, of_empty_ranges) {
  EXPECT_THAT(error_of(gen::integer(9, 0)), AllOf(HasSubstr("gen::integer(9, 0)"), HasSubstr("empty")));
  EXPECT_THAT(error_of(gen::integer(std::uint64_t{9}, std::uint64_t{3})), HasSubstr("gen::integer(9, 3)"));
  EXPECT_THAT(error_of(gen::integer128<tali::detail::int128>(1, 0)), HasSubstr("empty"));
  EXPECT_THAT(error_of(gen::real(1.0, 0.0)), HasSubstr("gen::real(1, 0)"));
  EXPECT_THAT(error_of(gen::real(0.0, INFINITY)), HasSubstr("finite bounds"));
  EXPECT_THAT(error_of(gen::real(std::nan(""), 1.0)), HasSubstr("gen::real(nan, 1)"));
  EXPECT_THAT(error_of(gen::vector(gen::boolean(), 5, 2)), HasSubstr("(5, 2)"));
  EXPECT_THAT(error_of(gen::set(gen::integer<int>(), 5, 2)), HasSubstr("(5, 2)"));
  EXPECT_THAT(error_of(gen::text(3, 1)), HasSubstr("gen::text(3, 1)"));
  EXPECT_THAT(error_of(gen::duration(std::chrono::seconds(3), std::chrono::seconds(1))), HasSubstr("(3, 1)"));
}

TEST(errors, of_wrong_weights) {
  EXPECT_THAT(error_of(gen::pick(gen::branch(0, gen::exact(1)), gen::branch(0, gen::exact(2)))),
              AllOf(HasSubstr("all 2 branches are 0"), HasSubstr("positive weight")));
  EXPECT_THAT(error_of(gen::pick(gen::branch(0xffffffffU, gen::exact(1)), gen::branch(0xffffffffU, gen::exact(2)))),
              HasSubstr("below 2^32"));
  EXPECT_THAT(error_of(gen::pick(std::vector<gen::any_branch<int>>{})), HasSubstr("pass at least one"));
  EXPECT_THAT(error_of(gen::pick(std::vector<gen::any_branch<int>>{{0, gen::exact(1), "never"}})), HasSubstr("are 0"));
}

TEST(errors, of_empty_lists) {
  EXPECT_THAT(error_of(gen::element_of(std::vector<int>{})), AllOf(HasSubstr("gen::element"), HasSubstr("empty")));
  EXPECT_THAT(error_of(gen::alphabet("")), AllOf(HasSubstr("gen::alphabet"), HasSubstr("empty")));
}

TEST(errors, of_uniqueness_that_cannot_be) {
  EXPECT_THAT(error_of(gen::set(gen::boolean(), 3)), AllOf(HasSubstr("3 distinct"), HasSubstr("after 2")));
  EXPECT_THAT(error_of(gen::map_of(gen::exact(1), gen::integer<int>(), 2, 5)), HasSubstr("2 distinct"));
  EXPECT_EQ(error_of(gen::set(gen::integer(0, 255), 256)), "") << "all values of a byte must be possible";
}

TEST(errors, of_recursion_without_end) {
  const auto endless = gen::recursive<std::unique_ptr<int>>([](auto self, int depth) {
    return gen::compose<std::unique_ptr<int>>([=](auto& draw) { return draw(self(depth + 1)); });
  });
  EXPECT_THAT(error_of(endless(0)), AllOf(HasSubstr("gen::recursive"), HasSubstr("does not recurse")));
}

TEST(errors, of_regular_expressions) {
  struct wrong {
    const char* expression;
    const char* position;
    const char* construct;
  };
  for (const auto& [expression, position, construct] : std::vector<wrong>{
           {"a(b", "position 1", "missing )"},
           {"ab)", "position 2", "unmatched )"},
           {"[a", "position 0", "missing ]"},
           {"x[]", "position 1", "empty"},
           {"[z-a]", "position 1", "wrong order"},
           {"[\\d-z]", "position 1", "range"},
           {"[[:digits:]]", "position 1", "alnum alpha"},
           {"a**", "position 2", "nested quantifiers"},
           {"*a", "position 0", "nothing to repeat"},
           {"a|?", "position 2", "nothing to repeat"},
           {"a{2", "position 1", "incomplete"},
           {"a{,3}", "position 1", "incomplete"},
           {"a{3,2}", "position 1", "wrong order"},
           {"a{70000}", "position 2", "65535"},
           {"((((a{9999}){9999}){9999}){9999})", "position 0", "characters"},
           {"a\\", "position 1", "trailing"},
           {"\\q", "position 0", "\\q"},
           {"\\x4", "position 0", "hexadecimal"},
           {"\\ud800", "position 0", "not a valid character"},
           {"(a)\\1", "position 3", "backreference"},
           {"(?<n>a)\\k<n>", "position 7", "backreference"},
           {"x(?=a)", "position 1", "lookaround (?="},
           {"x(?!a)", "position 1", "lookaround (?!"},
           {"(?<=a)x", "position 0", "lookaround (?<="},
           {"(?<!a)x", "position 0", "lookaround (?<!"},
           {"(?i)x", "position 0", "(?i"},
           {"(?>a)", "position 0", "(?>"},
           {"\\bfoo", "position 0", "word boundary"},
           {"a^", "position 1", "anchor ^"},
           {"a$b", "position 1", "anchor $"},
           {"(a$)", "position 2", "anchor $"},
           {"a++", "position 2", "possessive"},
           {"\\pL", "position 0", "Unicode property"},
           {"\\Aa", "position 0", "anchor"},
       }) {
    EXPECT_THAT(error_of(gen::matching(expression)),
                AllOf(HasSubstr("gen::matching"), HasSubstr(expression), HasSubstr(position), HasSubstr(construct)));
  }
  const std::string deep = std::string(1000, '(') + std::string(1000, ')');
  EXPECT_THAT(error_of(gen::matching(deep)), HasSubstr("nested"));
}

TEST(errors, of_dates_and_parts) {
  using namespace std::chrono;
  EXPECT_THAT(error_of(gen::date(year(2002) / 1 / 2, year(2002) / 1 / 1)), HasSubstr("2002-01-02, 2002-01-01"));
  EXPECT_THAT(error_of(gen::date(year(2001) / 2 / 29, year(2002) / 1 / 1)), HasSubstr("not a date"));
  EXPECT_THAT(error_of(gen::time_of_day(hours(5), hours(3))), HasSubstr("time_of_day(5, 3)"));
  EXPECT_THAT(error_of(gen::time_of_day(hours(5), hours(24))), HasSubstr("time_of_day"));
  EXPECT_THAT(error_of(gen::sys_seconds(sys_seconds(seconds(5)), sys_seconds(seconds(3)))), HasSubstr("(5, 3)"));
  EXPECT_THAT(error_of(gen::subsequence(std::vector{1, 2}, 3, 4)), HasSubstr("gen::subsequence"));
  EXPECT_THAT(error_of(gen::subsequence(std::vector{1, 2}, 2, 1)), HasSubstr("gen::subsequence"));
  EXPECT_THAT(error_of(gen::partition(-1, 2)), HasSubstr("gen::partition(-1, 2)"));
  EXPECT_THAT(error_of(gen::partition(1, 0)), HasSubstr("gen::partition(1, 0)"));
}

TEST(errors, of_memory_that_is_not_there) {
  EXPECT_THAT(error_of(gen::sequence<std::pmr::vector<int>>(gen::integer(0, 9))), HasSubstr("arena"));
}

TEST(a_wrong_generator, can_be_made_and_copied) {
  // Only drawing is an error: these may be constants of namespace scope.
  const auto g = gen::matching("(");
  const auto copy = gen::vector(g, 0, 3); // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(tali::replay(copy, {}, 10, tali::choices::past_end::simplest)->size(), 0U);
  EXPECT_THROW(static_cast<void>(tali::sample(g, 1)), tali::generator_error);
}

TEST(a_filter_that_nothing_passes, discards_the_case) {
  const auto never = [](int) { return false; };
  EXPECT_TRUE(discards(gen::filter(gen::integer<int>(), never)));
  EXPECT_TRUE(discards(gen::filter(gen::exact(1), never)));
  EXPECT_TRUE(discards(gen::vector(gen::filter(gen::integer<int>(), never), 1)));
  EXPECT_EQ(tali::replay(gen::filter(gen::integer<int>(), never), {}, 10, tali::choices::past_end::simplest),
            std::nullopt);
}

TEST(a_filter_that_few_pass, is_tried_as_often_as_asked) {
  int tries = 0;
  const auto count = [&tries](int) {
    ++tries;
    return false;
  };
  EXPECT_TRUE(discards(gen::filter(gen::integer<int>(), count)));
  EXPECT_EQ(tries, tali::detail::filter_tries);
  tries = 0;
  EXPECT_TRUE(discards(gen::filter(gen::integer<int>(), count, 7)));
  EXPECT_EQ(tries, 7);
}

TEST(choices_that_end_too_early, are_discarded_if_asked) {
  EXPECT_EQ(tali::parse(gen::integer(0, 9), {}, 10), std::nullopt);
  EXPECT_EQ(tali::replay(gen::integer(0, 9), {}, 10, tali::choices::past_end::simplest), 0);
}

} // namespace
