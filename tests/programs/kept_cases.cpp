// SPDX-License-Identifier: BSL-1.0
// Properties whose failing cases are stored, for tests of the store from outside. Cases take a while, so that there is
// time to kill the process in between.
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

namespace gen = tali::gen;

void take_a_while() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

// Found at random, shrunk in some dozens of runs.
TALI_PROPERTY("lists are short", gen::vector(gen::integer(0, 1000)), [](const std::vector<int>& v) {
  take_a_while();
  return v.size() < 3 || v[0] < 10;
});

// Each failing case is a different one, and none is ever replaced.
TALI_PROPERTY("no value is right", tali::settings{.shrink = 0}, gen::integer(0, 1'000'000), [](int) {
  take_a_while();
  return false;
});

// Fails depending on the environment.
TALI_PROPERTY("comes and goes", tali::settings{.cases = 50}, gen::integer(0, 1'000'000), [](int n) {
  take_a_while();
  return std::getenv("FIXED") != nullptr || n < 1000;
});

} // namespace

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
