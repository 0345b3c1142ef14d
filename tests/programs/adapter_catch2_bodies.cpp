// SPDX-License-Identifier: BSL-1.0
// Every kind of body through the adapter for Catch2, for tests/e2e/adapter_bodies.
#define CATCH_CONFIG_RUNNER
#include "bodies.hpp"

#include <tali/adapter/catch2.hpp>

#if CATCH_VERSION_MAJOR >= 3
#include <catch2/catch_session.hpp>
#endif

#include <cstdio>

TEST_CASE("all") {
  bodies::all([](std::string_view name, auto&&... parts) {
    if (tali::in_catch2::check(name, std::forward<decltype(parts)>(parts)...)) {
      std::printf("passed: %.*s\n", static_cast<int>(name.size()), name.data());
    }
  });
}

TALI_CATCH2("unnamed", "", [](const bodies::expression& e) { return bodies::depth(e) > 0; });

int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
