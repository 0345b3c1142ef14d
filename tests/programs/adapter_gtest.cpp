// SPDX-License-Identifier: BSL-1.0
// Properties in GoogleTest that pass, fail in every way, and misuse the framework, for tests/e2e/adapter_gtest.
#include <tali/adapter/gtest.hpp>

#include <tali/gen.hpp>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace gen = tali::gen;
using tali::in_gtest::check;

namespace {

const auto small = gen::integer(0, 99'999);

// Passing -------------------------------------------------------------------------------------------------------------

TEST(passes, with_assertions) {
  check(small, [](int n) {
    EXPECT_GE(n, 0);
    ASSERT_LE(n, 99'999);
    SUCCEED();
  });
}

TALI_GTEST(passes, in_one_line, small, gen::boolean(), [](int n, bool b) { return n >= 0 || b; });

TALI_GTEST(passes, derived, [](const std::vector<int>& xs, const std::string& s) {
  EXPECT_EQ(xs, xs);
  EXPECT_EQ(s, s);
});

TALI_GTEST(passes, with_settings, tali::settings{.cases = 50}, small, [](int n) { return n >= 0; });

TEST(passes, two_with_names) {
  EXPECT_TRUE(check("first one", small, [](int n) { return n >= 0; }));
  EXPECT_TRUE(check("second one", small, [](int n) { return n < 100'000; }));
}

class fixture : public testing::Test {
protected:
  int limit = 100'000;
};
TEST_F(fixture, sees_its_members) {
  check(small, [this](int n) { EXPECT_LT(n, limit); });
}

class parameterised : public testing::TestWithParam<int> {};
TEST_P(parameterised, bounds) {
  check(gen::integer(0, GetParam()), [](int n) { EXPECT_LE(n, GetParam()); });
}
INSTANTIATE_TEST_SUITE_P(some, parameterised, testing::Values(10, 100'000));

TEST(passes, on_threads) {
  check(tali::settings{.cases = 20'000, .threads = 4}, small, [](int n) { EXPECT_GE(n, 0); });
}

// Failing -------------------------------------------------------------------------------------------------------------

TALI_GTEST(fails, expect_eq, tali::named("n", small), [](int n) { EXPECT_EQ(n / 50'000, 0) << "n is " << n; });

TALI_GTEST(fails, assert_lt, small, [](int n) {
  ASSERT_LT(n, 50'000);
  EXPECT_LE(n, 49'999) << "only reached if the assertion above holds";
});

TALI_GTEST(fails, fail_macro, small, [](int n) {
  if (n > 50'000) {
    FAIL() << "as it should";
  }
});

TALI_GTEST(fails, add_failure, small, [](int n) {
  if (n > 50'000) {
    ADD_FAILURE() << "once";
    ADD_FAILURE() << "and again";
  }
});

TALI_GTEST(fails, by_exception, small, [](int n) {
  if (n > 50'000) {
    throw std::runtime_error("thrown by the body");
  }
});

TALI_GTEST(fails, returned_false, small, [](int n) { return n < 50'000; });

TALI_GTEST(fails, expectation, [](tali::test_case& c) { c.expect(c.draw("n", small) < 50'000, "too large"); });

TALI_GTEST(fails, on_threads, tali::settings{.cases = 20'000, .threads = 4}, small,
           [](int n) { EXPECT_LT(n, 50'000) << "with four threads"; });

TALI_GTEST(fails, on_thread_of_body, small,
           [](int n) { std::thread([n] { EXPECT_LT(n, 50'000) << "on another thread"; }).join(); });

TALI_GTEST(fails, with_trace, small, [](int n) {
  SCOPED_TRACE("trace of the body");
  EXPECT_LT(n, 50'000);
});

TEST(fails, second_of_two) {
  EXPECT_TRUE(check("fine", small, [](int n) { return n >= 0; }));
  check("not 'fine'", small, [](int n) { return n < 50'000; });
}

TEST(fails, example) {
  check(tali::property("kept property", small, [](int n) { EXPECT_NE(n, 7); }).cases(1).example(7));
}

TEST(fails, nested) {
  check(tali::settings{.cases = 3}, small,
        [](int n) { check(tali::settings{.cases = 3}, small, [n](int m) { EXPECT_LT(n + m, 0) << "inner"; }); });
}

// Neither -------------------------------------------------------------------------------------------------------------

TALI_GTEST(others, discards_many, small, [](int n) {
  tali::assume(n % 3 == 0, "n is a multiple of three");
  EXPECT_EQ(n % 3, 0);
});

TALI_GTEST(others, skip_discards, small, [](int n) {
  if (n % 3 != 0) {
    GTEST_SKIP() << "not a multiple of three";
  }
  EXPECT_EQ(n % 3, 0);
});

TALI_GTEST(others, gives_up, small, [](int) { tali::assume(false, "nothing is good enough"); });

TALI_GTEST(others, generator_error, [](tali::test_case& c) { static_cast<void>(c.draw(gen::integer(3, 2))); });

// After all of them ---------------------------------------------------------------------------------------------------

TEST(after, ordinary_test) { EXPECT_EQ(2 * 2, 4); }

} // namespace

int main(int argc, char** argv) {
  tali::in_gtest::init(&argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
