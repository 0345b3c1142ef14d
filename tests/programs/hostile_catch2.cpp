// SPDX-License-Identifier: BSL-1.0
// Hostile texts and huge values under Catch2, for tests/e2e/stats.
#define CATCH_CONFIG_RUNNER
#include "hostile.hpp"

#include <tali/adapter/catch2.hpp>

#if CATCH_VERSION_MAJOR >= 3
#include <catch2/catch_session.hpp>
#endif

namespace {

TEST_CASE("hostile: everywhere") { tali::in_catch2::check(hostile::name, &hostile::everywhere); }
TEST_CASE("hostile: fails") { tali::in_catch2::check("fails", &hostile::fails); }
TEST_CASE("hostile: huge") { tali::in_catch2::check("huge", &hostile::huge); }

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  return Catch::Session().run(argc, argv);
}
