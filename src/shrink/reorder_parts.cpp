// SPDX-License-Identifier: BSL-1.0
// reorder_parts: parts made by the same generator in their simplest order.
//
// Shortlex looks from the left, so the simpler sibling should come first. Swapping neighbours until nothing changes is
// a bubble sort, but only swaps that still fail are kept, so what must stay where it is stays. Recursive parts are
// swapped with any other of their family that is not inside them, as long as there are few.
#include "shrink/shrinker.hpp"

namespace tali::detail {

namespace {

/// The next sibling span after the one at `open` that the same generator made, or 0.
std::uint32_t next_sibling(const shrinker& s, std::uint32_t open) {
  const std::uint32_t next = s.closes()[open] + 1;
  return next < s.tree().size() && s.tree()[next].what == tree_token::kind::open &&
                 s.tree()[next].info == s.tree()[open].info
             ? next
             : 0;
}

/// Swaps two spans, the first before the second.
bool swap_parts(shrinker& s, std::uint32_t first, std::uint32_t second) {
  const std::uint32_t first_end = s.closes()[first] + 1;
  const std::uint32_t second_end = s.closes()[second] + 1;
  choice_tree edited;
  edited.reserve(s.tree().size());
  const auto copy = [&](std::uint32_t from, std::uint32_t to) {
    edited.insert(edited.end(), s.tree().begin() + from, s.tree().begin() + to);
  };
  copy(0, first);
  copy(second, second_end);
  copy(first_end, second);
  copy(first, first_end);
  copy(second_end, static_cast<std::uint32_t>(s.tree().size()));
  return s.propose(edited);
}

constexpr std::size_t most_recursive_parts = 24;

/// Swaps recursive parts wherever they are; true as soon as the tree changed.
bool swap_recursive_parts(shrinker& s) {
  std::vector<std::uint32_t> parts;
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    if (is_open(s.tree()[i], span_kind::recursion)) {
      parts.push_back(i);
    }
  }
  if (parts.size() > most_recursive_parts) {
    return false;
  }
  for (std::size_t a = 0; a < parts.size(); ++a) {
    for (std::size_t b = a + 1; b < parts.size() && !s.spent(); ++b) {
      if (parts[b] > s.closes()[parts[a]] && s.tree()[parts[a]].info->family == s.tree()[parts[b]].info->family &&
          swap_parts(s, parts[a], parts[b])) {
        return true;
      }
    }
  }
  return false;
}

} // namespace

void reorder_parts(shrinker& s) {
  for (bool changed = true; changed && !s.spent();) {
    changed = false;
    for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
      if (s.tree()[i].what != tree_token::kind::open) {
        continue;
      }
      const std::uint32_t other = next_sibling(s, i);
      if (other == 0) {
        continue;
      }
      changed = swap_parts(s, i, other) || changed;
    }
    changed = swap_recursive_parts(s) || changed;
  }
}

} // namespace tali::detail
