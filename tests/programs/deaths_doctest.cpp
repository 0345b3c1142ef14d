// SPDX-License-Identifier: BSL-1.0
// Every kind of crash under doctest, for tests/e2e/deaths.
#define DOCTEST_CONFIG_IMPLEMENT
#include "deaths.hpp"

#include <tali/adapter/doctest.hpp>

namespace {

#define DEATHS_PROPERTY(name, given) TALI_DOCTEST("deaths." #name, given, deaths::input, &deaths::name);
#define DEATHS_FINE(number) TALI_DOCTEST("deaths.fine_" #number, deaths::input, &deaths::fine);
DEATHS_LIST(DEATHS_PROPERTY, DEATHS_FINE)

} // namespace

int main(int argc, char** argv) {
  tali::host::init(&argc, argv);
  doctest::Context context(argc, argv);
  return context.run();
}
