// SPDX-License-Identifier: BSL-1.0
// Properties of code that is compiled with coverage, through the adapter for Catch2, for tests/e2e/coverage.
#define CATCH_CONFIG_RUNNER
#include "covered_properties.hpp"

#include <tali/adapter/catch2.hpp>

#if CATCH_VERSION_MAJOR >= 3
#include <catch2/catch_session.hpp>
#endif

TEST_CASE("coverage of several properties") {
  check_covered_properties([](const std::string& name, const auto& generator, const auto& body) {
    static_cast<void>(tali::in_catch2::check(name, generator, body));
  });
}

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
