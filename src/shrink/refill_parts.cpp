// SPDX-License-Identifier: BSL-1.0
// refill_parts: replaces a part by another of the simplest ones, where no single change leads on.
//
// For each span that is not all simplest, its contents are dropped but for one choice, and that one runs through its
// few simplest values: what is then filled in is a different small part, often of another shape, that no edit of the
// old one reaches. Bounded: a handful of runs for each span.
#include "shrink/shrinker.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::uint64_t simplest_few = 4;

} // namespace

void refill_parts(shrinker& s) {
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    const choice_tree& tree = s.tree();
    if (tree[i].what != tree_token::kind::open || i + 1 >= tree.size() ||
        tree[i + 1].what != tree_token::kind::choice || tree[i + 1].chosen.kind == choice_kind::real) {
      continue;
    }
    if (sequence_in_tree q; find_sequence(s, i + 1, q)) {
      continue; // shorter sequences are what delete_elements tries
    }
    const choice first = tree[i + 1].chosen;
    const std::uint64_t before = s.version();
    for (std::uint64_t rank = 0; rank <= std::min(first.last, simplest_few) && s.version() == before; ++rank) {
      choice_tree edited = without(s.tree(), i + 2, s.closes()[i]);
      edited[i + 1].chosen.value =
          first.kind == choice_kind::branch ? rank : index_of_rank(rank, first.last, first.origin);
      s.propose(edited);
    }
  }
}

} // namespace tali::detail
