// SPDX-License-Identifier: BSL-1.0
// Properties in Catch2 that pass, fail in every way, and misuse the framework, for tests/e2e/adapter_catch2.
#define CATCH_CONFIG_RUNNER
#include <tali/adapter/catch2.hpp>

#include <tali/gen.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#if CATCH_VERSION_MAJOR >= 3
#include <catch2/catch_session.hpp>
#include <catch2/generators/catch_generators.hpp>
#endif

namespace gen = tali::gen;
using tali::in_catch2::check;

namespace {

const auto small = gen::integer(0, 99'999);

// Passing -------------------------------------------------------------------------------------------------------------

TEST_CASE("passes: with assertions", "[passes]") {
  check(small, [](int n) {
    INFO("n is " << n);
    CHECK(n >= 0);
    REQUIRE(n <= 99'999);
    CHECK_FALSE(n > 99'999);
    REQUIRE_THROWS_AS(std::vector<int>().at(static_cast<std::size_t>(n)), std::out_of_range);
    CHECK_NOTHROW(std::to_string(n));
    SUCCEED();
  });
}

TALI_CATCH2("passes: in one line", "[passes]", small, gen::boolean(), [](int n, bool b) { return n >= 0 || b; });

TALI_CATCH2("passes: derived", "[passes]", [](const std::vector<int>& xs, const std::string& s) {
  CHECK(xs == xs);
  CHECK(s == s);
});

TEST_CASE("passes: two with names", "[passes]") {
  CHECK(check("first one", small, [](int n) { return n >= 0; }));
  CHECK(check("second one", small, [](int n) { return n < 100'000; }));
}

TEST_CASE("passes: in sections", "[passes]") {
  SECTION("one") {
    check(small, [](int n) { CHECK(n >= 0); });
  }
  SECTION("two") {
    const int limit = GENERATE(1, 2);
    check(gen::integer(0, limit), [limit](int n) { CHECK(n <= limit); });
  }
}

TALI_CATCH2("passes: assumption in an assertion", "[passes]", [](tali::test_case& c) {
  const auto even = [&c] {
    const int n = c.draw(small);
    tali::assume(n % 2 == 0);
    return n;
  };
  CHECK(even() % 2 == 0);
  REQUIRE_THROWS(even() % 2 == 0 ? throw 1 : 0);
});

// Failing -------------------------------------------------------------------------------------------------------------

TALI_CATCH2("fails: require", "[fails]", tali::named("n", small), [](int n) {
  INFO("info of the body");
  REQUIRE(n / 50'000 == 0);
});

TALI_CATCH2("fails: check", "[fails]", small, [](int n) {
  CHECK(n < 50'000);
  CHECK(n <= 49'999);
});

TALI_CATCH2("fails: fail", "[fails]", small, [](int n) {
  if (n > 50'000) {
    FAIL("as it should");
  }
});

TALI_CATCH2("fails: fail_check", "[fails]", small, [](int n) {
  if (n > 50'000) {
    FAIL_CHECK("once");
    FAIL_CHECK("and again");
  }
});

TALI_CATCH2("fails: require_throws", "[fails]", small,
            [](int n) { REQUIRE_THROWS(n > 50'000 ? 0 : throw std::runtime_error("expected")); });

TALI_CATCH2("fails: exception in an assertion", "[fails]", small,
            [](int n) { CHECK((n < 50'000 ? true : throw std::runtime_error("thrown by the expression"))); });

TALI_CATCH2("fails: by exception", "[fails]", small, [](int n) {
  if (n > 50'000) {
    throw std::runtime_error("thrown by the body");
  }
});

TALI_CATCH2("fails: returned false", "[fails]", small, [](int n) { return n < 50'000; });

TALI_CATCH2("fails: a name, with 'quotes', [brackets]", "[fails]", small, [](int n) { CHECK(n < 50'000); });

TEST_CASE("fails: second of two", "[fails]") {
  CHECK(check("fine", small, [](int n) { return n >= 0; }));
  check("not 'fine'", small, [](int n) { return n < 50'000; });
}

TALI_CATCH2("fails: section inside", "[fails]", small, [](int n) {
  SECTION("no") { CHECK(n >= 0); }
});

TALI_CATCH2("fails: generate inside", "[fails]", small, [](int n) { CHECK(n + GENERATE(1, 2) > 0); });

TALI_CATCH2("fails: nested", "[fails]", tali::settings{.cases = 3}, small,
            [](int n) { check(tali::settings{.cases = 3}, small, [n](int m) { CHECK(n + m < 0); }); });

// Neither -------------------------------------------------------------------------------------------------------------

TALI_CATCH2("others: discards many", "[others]", small, [](int n) {
  tali::assume(n % 3 == 0, "n is a multiple of three");
  CHECK(n % 3 == 0);
});

TALI_CATCH2("others: gives up", "[others]", small, [](int) { tali::assume(false, "nothing is good enough"); });

TALI_CATCH2("others: generator error", "[others]", [](tali::test_case& c) { CHECK(c.draw(gen::integer(3, 2)) == 0); });

TALI_CATCH2("others: threads", "[others]", tali::settings{.threads = 4}, small, [](int n) { CHECK(n >= 0); });

// After all of them ---------------------------------------------------------------------------------------------------

TEST_CASE("after: ordinary test", "[after]") { CHECK(2 * 2 == 4); }

} // namespace

int main(int argc, char** argv) {
  tali::in_catch2::init(&argc, argv);
  return Catch::Session().run(argc, argv);
}
