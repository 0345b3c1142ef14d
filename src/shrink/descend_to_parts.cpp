// SPDX-License-Identifier: BSL-1.0
// descend_to_parts: puts a recursive part in place of the whole it is part of.
//
// For each recursive span, the nearest parts of the same family are tried in order. A part that still fails replaces
// the whole, and its own parts are tried next. A failure inside one subtree is thus reached in as many steps as it is
// deep, without a visit to every node of the value.
#include "shrink/shrinker.hpp"

namespace tali::detail {

namespace {

/// The nearest spans of the same family below `open`, in order.
std::vector<std::uint32_t> nearest_parts(const shrinker& s, std::uint32_t open) {
  const choice_tree& tree = s.tree();
  const void* family = tree[open].info->family;
  std::vector<std::uint32_t> parts;
  for (std::uint32_t i = open + 1; i < s.closes()[open]; ++i) {
    if (tree[i].what == tree_token::kind::open && tree[i].info->family == family) {
      parts.push_back(i);
      i = s.closes()[i];
    }
  }
  return parts;
}

/// Tries to replace the span at `open` by one of its parts; true if the tree changed.
bool replace_by_part(shrinker& s, std::uint32_t open) {
  for (const std::uint32_t part : nearest_parts(s, open)) {
    if (s.propose(with_part(s.tree(), open, s.closes()[open] + 1, part, s.closes()[part] + 1))) {
      return true;
    }
  }
  return false;
}

} // namespace

void descend_to_parts(shrinker& s) {
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    const tree_token& t = s.tree()[i];
    if (t.what == tree_token::kind::open && t.info->family != nullptr && t.info->kind == span_kind::recursion) {
      while (i < s.tree().size() && s.tree()[i].what == tree_token::kind::open && replace_by_part(s, i)) {
      }
    }
  }
}

} // namespace tali::detail
