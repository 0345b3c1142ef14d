// SPDX-License-Identifier: BSL-1.0
#include "property/phase/replay_fit.hpp"

#include <fmt/format.h>

namespace tali::detail {

std::string replay_misfit(const replay_source& source, std::size_t given) {
  if (source.misaligned()) {
    return "the property asks for other choices than it spells";
  }
  if (source.overran()) {
    return fmt::format("the property asks for more than the {} choices it spells", given);
  }
  if (source.used() < given) {
    return fmt::format("the property asks for {} of the {} choices it spells", source.used(), given);
  }
  return {};
}

} // namespace tali::detail
