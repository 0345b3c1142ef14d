// SPDX-License-Identifier: BSL-1.0
// Every kind of body through the adapter for GoogleTest, for tests/e2e/adapter_bodies.
#include "bodies.hpp"

#include <tali/adapter/gtest.hpp>

#include <cstdio>

TEST(bodies, all) {
  bodies::all([](std::string_view name, auto&&... parts) {
    if (tali::in_gtest::check(name, std::forward<decltype(parts)>(parts)...)) {
      std::printf("passed: %.*s\n", static_cast<int>(name.size()), name.data());
    }
  });
}

TALI_GTEST(bodies, unnamed, [](const bodies::expression& e) { return bodies::depth(e) > 0; });

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
