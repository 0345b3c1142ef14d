// SPDX-License-Identifier: BSL-1.0
#include <tali/source/nearest.hpp>
#include <tali/source/simplest.hpp>

namespace tali::choices {

std::uint64_t simplest_source::decide_integer(const integer_request& request) { return simplest_answer(request); }
std::uint32_t simplest_source::decide_branch(const branch_request& request) { return simplest_answer(request); }
double simplest_source::decide_real(const real_request& request) { return simplest_answer(request); }

} // namespace tali::choices
