// SPDX-License-Identifier: BSL-1.0
// Code with values that random cases do not find.
#pragma once

#include <cstdint>
#include <string>

bool is_magic(std::uint32_t number);
bool is_negative_magic(std::int64_t number);
int kind_of_message(std::uint32_t type);
bool is_password(const std::string& text);
bool is_header(const std::string& text);
