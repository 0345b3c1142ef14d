// SPDX-License-Identifier: BSL-1.0
// Hostile texts and huge values under GoogleTest, for tests/e2e/stats.
#include "hostile.hpp"

#include <tali/adapter/gtest.hpp>

namespace {

TEST(hostile, everywhere) { tali::in_gtest::check(::hostile::name, &::hostile::everywhere); }
TEST(hostile, fails) { tali::in_gtest::check("fails", &::hostile::fails); }
TEST(hostile, huge) { tali::in_gtest::check("huge", &::hostile::huge); }

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
