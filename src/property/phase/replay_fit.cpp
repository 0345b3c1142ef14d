// SPDX-License-Identifier: BSL-1.0
#include "property/phase/replay_fit.hpp"

#include <fmt/format.h>

namespace tali::detail {

std::string replay_misfit(const replay_source& source, std::size_t given) {
  if (source.misaligned()) {
    return "the property requests other choices than the text encodes";
  }
  if (source.overran()) {
    return fmt::format("the property requests more than the {} choices of the text", given);
  }
  if (source.used() < given) {
    return fmt::format("the property requests only {} of the {} choices of the text", source.used(), given);
  }
  return {};
}

} // namespace tali::detail
