// SPDX-License-Identifier: BSL-1.0
// simplify_spans: makes all choices of a span the simplest, whole spans before their parts.
//
// An emptied span is filled in with simplest choices when it is replayed. Neighbouring elements of a sequence are also
// emptied together, halves before quarters: most elements of a long sequence do not matter.
#include "shrink/shrinker.hpp"

namespace tali::detail {

namespace {

bool all_simplest(const shrinker& s, std::uint32_t begin, std::uint32_t end) {
  for (std::uint32_t i = begin; i < end; ++i) {
    if (s.tree()[i].what == tree_token::kind::choice && !is_simplest(s.tree()[i].chosen)) {
      return false;
    }
  }
  return true;
}

/// Empties the contents of the spans opened by `opens`.
choice_tree emptied(const shrinker& s, const std::vector<std::uint32_t>& opens, std::size_t first, std::size_t count) {
  choice_tree edited;
  edited.reserve(s.tree().size());
  std::uint32_t copied = 0;
  for (std::size_t k = first; k < first + count; ++k) {
    edited.insert(edited.end(), s.tree().begin() + copied, s.tree().begin() + opens[k] + 1);
    copied = s.closes()[opens[k]];
  }
  edited.insert(edited.end(), s.tree().begin() + copied, s.tree().end());
  return edited;
}

/// The spans directly inside [begin, end) that still have something to simplify.
std::vector<std::uint32_t> children(const shrinker& s, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> opens;
  for (std::uint32_t i = begin; i < end; i = s.closes()[i] + 1) {
    if (s.tree()[i].what == tree_token::kind::open && !all_simplest(s, i, s.closes()[i])) {
      opens.push_back(i);
    }
  }
  return opens;
}

/// Tries to empty the spans together, else each half; true as soon as the tree changed.
bool empty_some(shrinker& s, const std::vector<std::uint32_t>& opens, std::size_t first, std::size_t count) {
  if (count == 0 || s.spent()) {
    return false;
  }
  const bool everything = count == 1 && opens[first] == 0 && s.closes()[0] + 1 == s.tree().size();
  if (!everything && s.propose(emptied(s, opens, first, count))) { // drop_everything has tried that
    return true;
  }
  if (count == 1) {
    std::uint32_t open = opens[first];
    while (s.tree()[open + 1].what == tree_token::kind::open && s.closes()[open + 1] + 1 == s.closes()[open]) {
      ++open; // emptying the only part of a span is emptying the span
    }
    const auto inner = children(s, open + 1, s.closes()[open]);
    return empty_some(s, inner, 0, inner.size());
  }
  return empty_some(s, opens, first, count / 2) || empty_some(s, opens, first + count / 2, count - count / 2);
}

} // namespace

void simplify_spans(shrinker& s) {
  bool changed = true;
  while (changed && !s.spent()) {
    const auto outer = children(s, 0, static_cast<std::uint32_t>(s.tree().size()));
    changed = empty_some(s, outer, 0, outer.size());
  }
}

} // namespace tali::detail
