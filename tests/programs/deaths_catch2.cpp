// SPDX-License-Identifier: BSL-1.0
// Every kind of crash under Catch2, for tests/e2e/deaths.
#define CATCH_CONFIG_RUNNER
#include "deaths.hpp"

#include <tali/adapter/catch2.hpp>

#if CATCH_VERSION_MAJOR >= 3
#include <catch2/catch_session.hpp>
#endif

namespace {

#define DEATHS_PROPERTY(name, given) TALI_CATCH2("deaths." #name, "", given, deaths::input, &deaths::name);
#define DEATHS_FINE(number) TALI_CATCH2("deaths.fine_" #number, "", deaths::input, &deaths::fine);
DEATHS_LIST(DEATHS_PROPERTY, DEATHS_FINE)

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  return Catch::Session().run(argc, argv);
}
