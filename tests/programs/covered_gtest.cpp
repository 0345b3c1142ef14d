// SPDX-License-Identifier: BSL-1.0
// Properties of code that is compiled with coverage, through the adapter for GoogleTest, for tests/e2e/coverage.
#include "covered_properties.hpp"

#include <tali/adapter/gtest.hpp>

TEST(coverage, of_several_properties) {
  check_covered_properties([](const std::string& name, const auto& generator, const auto& body) {
    static_cast<void>(tali::in_gtest::check(name, generator, body));
  });
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
