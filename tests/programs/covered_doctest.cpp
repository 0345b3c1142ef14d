// SPDX-License-Identifier: BSL-1.0
// Properties of code that is compiled with coverage, through the adapter for doctest, for tests/e2e/coverage.
#define DOCTEST_CONFIG_IMPLEMENT
#include "covered_properties.hpp"

#include <tali/adapter/doctest.hpp>

TEST_CASE("coverage of several properties") {
  check_covered_properties([](const std::string& name, const auto& generator, const auto& body) {
    static_cast<void>(tali::in_doctest::check(name, generator, body));
  });
}

int main(int argc, char** argv) { return doctest::Context(argc, argv).run(); }
