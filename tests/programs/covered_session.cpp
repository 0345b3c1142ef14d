// SPDX-License-Identifier: BSL-1.0
// Properties of code that is compiled with coverage, through tali::check, for tests/e2e/coverage.
#include "covered_properties.hpp"

#include <cstdlib>

int main() {
  tali::settings s;
  s.seed = 3;
  s.stats = std::getenv("TALI_STATS");
  const std::string isolation = std::getenv("TALI_ISOLATION");
  s.isolation = isolation == "none"     ? tali::isolation_mode::none
                : isolation == "always" ? tali::isolation_mode::always
                                        : tali::isolation_mode::on_demand;
  bool failed = false;
  check_covered_properties([&](const std::string& name, const auto& generator, const auto& body) {
    failed = tali::check(name, s, generator, body).status == tali::run_status::failed;
  });
  return failed ? 1 : 0;
}
