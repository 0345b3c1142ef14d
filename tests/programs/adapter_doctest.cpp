// SPDX-License-Identifier: BSL-1.0
// Properties in doctest that pass, fail in every way, and misuse the framework, for tests/e2e/adapter_doctest.
#define DOCTEST_CONFIG_IMPLEMENT
#include <tali/adapter/doctest.hpp>

#include <tali/gen.hpp>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace gen = tali::gen;
using tali::in_doctest::check;

namespace {

const auto small = gen::integer(0, 99'999);

// Passing -------------------------------------------------------------------------------------------------------------

TEST_CASE("passes: with assertions") {
  check(small, [](int n) {
    INFO("n is " << n);
    CHECK(n >= 0);
    REQUIRE(n <= 99'999);
    CHECK_FALSE(n > 99'999);
    CHECK_EQ(n, n);
    REQUIRE_THROWS_AS(throw std::out_of_range("expected"), std::out_of_range);
    CHECK_NOTHROW(static_cast<void>(n));
  });
}

TALI_DOCTEST("passes: in one line", small, gen::boolean(), [](int n, bool b) { return n >= 0 || b; });

TALI_DOCTEST("passes: derived", [](const std::vector<int>& xs, const std::string& s) {
  CHECK(xs.size() + s.size() == s.size() + xs.size());
});

TEST_CASE("passes: two with names") {
  CHECK(check("first one", small, [](int n) { return n >= 0; }));
  CHECK(check("second one", small, [](int n) { return n < 100'000; }));
}

TEST_CASE("passes: in subcases") {
  int limit = 5;
  SUBCASE("one") { limit = 1; }
  SUBCASE("two") { limit = 2; }
  check(gen::integer(0, limit), [limit](int n) { CHECK(n <= limit); });
}

TALI_DOCTEST("passes: assumption in an assertion", [](tali::test_case& c) {
  const auto even = [&c] {
    const int n = c.draw(small);
    tali::assume(n % 2 == 0);
    return n;
  };
  CHECK(even() % 2 == 0);
  REQUIRE_THROWS(even() % 2 == 0 ? throw 1 : 0);
});

// Failing -------------------------------------------------------------------------------------------------------------

TALI_DOCTEST("fails: require", tali::named("n", small), [](int n) {
  INFO("info of the body");
  REQUIRE(n / 50'000 == 0);
});

TALI_DOCTEST("fails: check", small, [](int n) {
  CHECK(n < 50'000);
  CHECK(n <= 49'999);
});

TALI_DOCTEST("fails: check_eq", small, [](int n) { CHECK_EQ(n / 50'000, 0); });

TALI_DOCTEST("fails: fail", small, [](int n) {
  if (n > 50'000) {
    FAIL("as it should");
  }
});

TALI_DOCTEST("fails: fail_check", small, [](int n) {
  if (n > 50'000) {
    FAIL_CHECK("once");
  }
});

TALI_DOCTEST("fails: require_throws", small, [](int n) {
  REQUIRE_THROWS_AS(n > 50'000 ? 0 : throw std::runtime_error("expected"), std::runtime_error);
});

TALI_DOCTEST("fails: exception in an assertion", small,
             [](int n) { CHECK((n < 50'000 ? true : throw std::runtime_error("thrown by the expression"))); });

TALI_DOCTEST("fails: by exception", small, [](int n) {
  if (n > 50'000) {
    throw std::runtime_error("thrown by the body");
  }
});

TALI_DOCTEST("fails: returned false", small, [](int n) { return n < 50'000; });

TALI_DOCTEST("fails: a name, with 'quotes', [brackets]", small, [](int n) { CHECK(n < 50'000); });

TEST_CASE("fails: second of two") {
  CHECK(check("fine", small, [](int n) { return n >= 0; }));
  check("not 'fine'", small, [](int n) { return n < 50'000; });
}

TALI_DOCTEST("fails: subcase inside", small, [](int n) {
  SUBCASE("no") { CHECK(n >= 0); }
  SUBCASE("neither") { CHECK(n >= 0); }
});

TALI_DOCTEST("fails: nested", tali::settings{.cases = 3}, small,
             [](int n) { check(tali::settings{.cases = 3}, small, [n](int m) { CHECK(n + m < 0); }); });

// Neither -------------------------------------------------------------------------------------------------------------

TALI_DOCTEST("others: discards many", small, [](int n) {
  tali::assume(n % 3 == 0, "n is a multiple of three");
  CHECK(n % 3 == 0);
});

TALI_DOCTEST("others: gives up", small, [](int) { tali::assume(false, "nothing is good enough"); });

TALI_DOCTEST("others: generator error", [](tali::test_case& c) { CHECK(c.draw(gen::integer(3, 2)) == 0); });

TALI_DOCTEST("others: threads", tali::settings{.threads = 4}, small, [](int n) { CHECK(n >= 0); });

TALI_DOCTEST("others: on a thread of the body" * doctest::should_fail(), small,
             [](int n) { std::thread([n] { CHECK(n < 50'000); }).join(); });

// After all of them ---------------------------------------------------------------------------------------------------

TEST_CASE("after: ordinary test") { CHECK(2 * 2 == 4); }

} // namespace

int main(int argc, char** argv) {
  tali::in_doctest::init(&argc, argv);
  return doctest::Context(argc, argv).run();
}
