// SPDX-License-Identifier: BSL-1.0
// lower_branches: an earlier alternative where a later one was taken. Parts of the new alternative that the old one had
// too (operands of another operator) are kept by the replay; the rest is filled in with the simplest.
#include "shrink/shrinker.hpp"

namespace tali::detail {

void lower_branches(shrinker& s) {
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    if (s.tree()[i].what != tree_token::kind::choice || s.tree()[i].chosen.kind != choice_kind::branch) {
      continue;
    }
    for (std::uint64_t lower = 0; lower < s.tree()[i].chosen.value; ++lower) {
      choice_tree edited = s.tree();
      edited[i].chosen.value = lower;
      if (s.propose(edited)) {
        break;
      }
    }
  }
}

} // namespace tali::detail
