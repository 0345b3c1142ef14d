// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/set.hpp>

#include <fmt/format.h>

namespace tali::detail {

void throw_not_distinct(std::size_t wanted, std::size_t found) {
  throw generator_error(
      fmt::format("gen::set: {} distinct elements requested, but after {} the element generator produced only "
                  "duplicates, {} in a row; request fewer elements or widen the element generator",
                  wanted, found, most_duplicates));
}

} // namespace tali::detail
