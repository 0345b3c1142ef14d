// SPDX-License-Identifier: BSL-1.0
// Hostile texts and huge values under doctest, for tests/e2e/stats.
#define DOCTEST_CONFIG_IMPLEMENT
#include "hostile.hpp"

#include <tali/adapter/doctest.hpp>

namespace {

TEST_CASE("hostile: everywhere") { tali::in_doctest::check(hostile::name, &hostile::everywhere); }
TEST_CASE("hostile: fails") { tali::in_doctest::check("fails", &hostile::fails); }
TEST_CASE("hostile: huge") { tali::in_doctest::check("huge", &hostile::huge); }

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  doctest::Context context(argc, argv);
  return context.run();
}
