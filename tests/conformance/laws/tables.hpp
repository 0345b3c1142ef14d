// SPDX-License-Identifier: BSL-1.0
// The table of all generators of the library, by family. Each function is in a separate file, <name>_table.cpp, so that
// they compile in parallel.
#pragma once

#include "subject.hpp"

#include <array>
#include <string_view>

namespace conformance {

void numbers(table& into);
void text(table& into);
void sequences(table& into);
void containers(table& into);
void combinators(table& into);
void derived(table& into);
void recursive_types(table& into);
void regular_expressions(table& into);
void calendar(table& into);
void permutations(table& into);
void functions(table& into);
void user_types(table& into);
void holey_values(table& into);

struct named_family {
  std::string_view name;
  family fill;
};

inline constexpr std::array<named_family, 13> families{{
    {"numbers", numbers},
    {"text", text},
    {"sequences", sequences},
    {"containers", containers},
    {"combinators", combinators},
    {"derived", derived},
    {"recursive_types", recursive_types},
    {"regular_expressions", regular_expressions},
    {"calendar", calendar},
    {"permutations", permutations},
    {"functions", functions},
    {"user_types", user_types},
    {"holey_values", holey_values},
}};

} // namespace conformance
