// SPDX-License-Identifier: BSL-1.0
// Every kind of body through the adapter for doctest, for tests/e2e/adapter_bodies.
#define DOCTEST_CONFIG_IMPLEMENT
#include "bodies.hpp"

#include <tali/adapter/doctest.hpp>

#include <cstdio>

TEST_CASE("all") {
  bodies::all([](std::string_view name, auto&&... parts) {
    if (tali::in_doctest::check(name, std::forward<decltype(parts)>(parts)...)) {
      std::printf("passed: %.*s\n", static_cast<int>(name.size()), name.data());
    }
  });
}

TALI_DOCTEST("unnamed", [](const bodies::expression& e) { return bodies::depth(e) > 0; });

int main(int argc, char** argv) { return doctest::Context(argc, argv).run(); }
