// SPDX-License-Identifier: BSL-1.0
// A property that fails at once and takes long to shrink, for tests that interrupt it.
#include <tali/property/main.hpp>
#include <tali/property/registry.hpp>

#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

TALI_PROPERTY("slow to shrink", tali::settings{.seed = 1}, [](tali::test_case& c) {
  static bool told = false;
  const auto numbers = c.draw("numbers", tali::gen::vector(tali::gen::integer(0, 1'000'000'000), 60, 80));
  if (told) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  int large = 0;
  for (const int n : numbers) {
    large += n > 1000 ? 1 : 0;
  }
  if (large > 20 && !told) {
    told = true;
    std::puts("failed for the first time");
    std::fflush(stdout);
  }
  c.expect(large <= 20, "too many large numbers");
});

TALI_PROPERTY("comes after it", [](int) {});

int main(int argc, char** argv) { return tali::run_main(argc, argv); }
