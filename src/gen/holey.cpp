// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/holey.hpp>

#include <string>

namespace tali::detail {

void throw_no_hole(std::uint64_t wanted, std::uint64_t filled) {
  throw_discard("gen::holey: " + std::to_string(wanted) + " nodes requested, but after " + std::to_string(filled) +
                " no hole was left to fill; widen the range of the labels, or request fewer nodes");
}

} // namespace tali::detail
