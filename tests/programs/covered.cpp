// SPDX-License-Identifier: BSL-1.0
// A property of code that is compiled with coverage; tests/CMakeLists.txt links covered_code.
#include "covered_code/code.hpp"

#include <tali/tali.hpp>

int main(int argc, char** argv) {
  tali::settings s;
  s.seed = 3;
  s.cases = 2000;
  s.exhaustive = tali::exhaustive_mode::never;
  s.stats = argc > 1 ? argv[1] : "off";
  s.threads = argc > 2 ? 2 : 1;
  const tali::result r = tali::check("clamped values are bytes", s, tali::gen::integer(-500, 1000), [](int x) {
    const int y = clamp_to_byte(x);
    return y >= 0 && y <= 255;
  });
  return r.status == tali::run_status::failed ? 0 : 1;
}
