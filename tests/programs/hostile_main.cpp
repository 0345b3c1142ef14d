// SPDX-License-Identifier: BSL-1.0
// Hostile texts and huge values under the stand-alone main, for tests/e2e/stats.
#include "hostile.hpp"

#include <tali/property/check.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>

namespace {

TALI_PROPERTY(hostile::name, &hostile::everywhere);
TALI_PROPERTY("fails", &hostile::fails);
TALI_PROPERTY("huge", &hostile::huge);

} // namespace

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
