// SPDX-License-Identifier: BSL-1.0
// Code with values that random cases do not find, compiled with tali_comparisons.
#include "code.hpp"

#include <cstring>

bool is_magic(std::uint32_t number) { return number == 0x3ade68b1U; }

bool is_negative_magic(std::int64_t number) { return number == -987'654'321; }

int kind_of_message(std::uint32_t type) {
  switch (type) {
  case 0x48454c50U:
    return 1;
  case 0x51554954U:
    return 2;
  default:
    return 0;
  }
}

bool is_password(const std::string& text) { return std::strcmp(text.c_str(), "open sesame") == 0; }

bool is_header(const std::string& text) { return text == "GIF89a"; }
