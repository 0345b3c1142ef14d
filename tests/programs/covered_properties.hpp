// SPDX-License-Identifier: BSL-1.0
// Several properties of code that is compiled with coverage, through any way to check one.
#pragma once

#include "covered_code/code.hpp"

#include <tali/tali.hpp>

#include <string>

/// Each is checked by `check(name, generator, body)`. The last one fails.
template <class Check>
void check_covered_properties(Check check) {
  const auto is_byte = [](int x) {
    const int y = clamp_to_byte(x);
    return y >= 0 && y <= 255;
  };
  for (const int bound : {300, 500, 700, 999}) {
    check("clamped values up to " + std::to_string(bound), tali::gen::integer(-500, bound), is_byte);
  }
  check("clamped values with a wrong one", tali::gen::integer(990, 1010), is_byte);
}
