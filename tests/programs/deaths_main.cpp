// SPDX-License-Identifier: BSL-1.0
// Every kind of crash under the stand-alone main, for tests/e2e/deaths.
#include "deaths.hpp"

#include <tali/property/check.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>

namespace {

#define DEATHS_PROPERTY(name, given) TALI_PROPERTY(#name, given, deaths::input, &deaths::name);
#define DEATHS_FINE(number) TALI_PROPERTY("fine_" #number, deaths::input, &deaths::fine);
DEATHS_LIST(DEATHS_PROPERTY, DEATHS_FINE)

} // namespace

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
