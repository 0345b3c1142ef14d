// SPDX-License-Identifier: BSL-1.0
// Every kind of crash under GoogleTest, for tests/e2e/deaths.
#include "deaths.hpp"

#include <tali/adapter/gtest.hpp>

namespace {

#define DEATHS_PROPERTY(name, given) TALI_GTEST(deaths, name, given, ::deaths::input, &::deaths::name);
#define DEATHS_FINE(number) TALI_GTEST(deaths, fine_##number, ::deaths::input, &::deaths::fine);
DEATHS_LIST(DEATHS_PROPERTY, DEATHS_FINE)

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
