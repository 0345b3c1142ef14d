// SPDX-License-Identifier: BSL-1.0
// Code under test with coverage, for tests/programs/covered.cpp. tests/e2e/coverage finds its lines by their comments.
#include "code.hpp"

int clamp_to_byte(int x) {
  int y = 0;
  if (x < 0) {
    y = 0; // below
  } else if (x == 1000) {
    y = 256; // wrong
  } else if (x > 255) {
    y = 255; // above
  } else {
    y = x; // between
  }
  return y;
}
