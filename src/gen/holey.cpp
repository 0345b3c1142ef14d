// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/holey.hpp>

#include <string>

namespace tali::detail {

void throw_no_hole(std::uint64_t wanted, std::uint64_t filled) {
  throw_discard("gen::holey: " + std::to_string(wanted) + " nodes wanted, but after " + std::to_string(filled) +
                " there was no hole left to fill; leave more room in the labels, or ask for fewer nodes");
}

} // namespace tali::detail
