// SPDX-License-Identifier: BSL-1.0
// lower_numbers and lower_duplicates: numbers toward their simplest value.
//
// First the few simplest values are tried, because often any value fails. Then a search finds the least distance from
// the simplest value that still fails, in as many runs as the distance has bits. Equal numbers are lowered together
// first: a failure that needs two equal values passes as soon as only one of them changes.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

/// The tree with the integers at `positions` set to the same index.
choice_tree with_index(const shrinker& s, const std::vector<std::uint32_t>& positions, std::uint64_t index) {
  choice_tree edited = s.tree();
  for (const std::uint32_t p : positions) {
    edited[p].chosen.value = index;
  }
  return edited;
}

bool still_there(const shrinker& s, const std::vector<std::uint32_t>& positions, const choice& like) {
  return std::all_of(positions.begin(), positions.end(), [&](std::uint32_t p) {
    return p < s.tree().size() && s.tree()[p].what == tree_token::kind::choice &&
           s.tree()[p].chosen.kind == like.kind && s.tree()[p].chosen.last == like.last &&
           s.tree()[p].chosen.origin == like.origin;
  });
}

void lower_integers(shrinker& s, const std::vector<std::uint32_t>& positions) {
  const choice first = s.tree()[positions[0]].chosen;
  constexpr std::uint64_t few = 3;
  const std::uint64_t rank = rank_of_index(first.value, first.last, first.origin);
  std::uint64_t failing = 0;
  std::uint64_t passing = 0;
  for (std::uint64_t r = 0; r < std::min(rank, few); ++r) {
    if (s.propose(with_index(s, positions, index_of_rank(r, first.last, first.origin)))) {
      return;
    }
    ++passing;
  }
  // The other side of the simplest value is simpler at the same distance if it is above.
  const std::uint64_t d = distance_of(first);
  if (first.value < first.origin && d <= first.last - first.origin) {
    if (s.propose(with_index(s, positions, first.origin + d)) && !still_there(s, positions, first)) {
      return;
    }
  }
  const bool above = still_there(s, positions, first) && s.tree()[positions[0]].chosen.value >= first.origin;
  std::uint64_t most = distance_of(s.tree()[positions[0]].chosen);
  // Search for how much can be taken off. Where one less passes, two or three less may fail again.
  const std::uint64_t found = largest_good(most, [&](std::uint64_t less) {
    if (s.spent() || !still_there(s, positions, first)) {
      return false;
    }
    const std::uint64_t now = distance_of(s.tree()[positions[0]].chosen);
    const std::uint64_t wanted = most - less;
    if (wanted >= now) {
      return true; // a run on the way has already gone further
    }
    const std::uint64_t runs = s.evaluations();
    const bool fails = s.propose(with_index(s, positions, above ? first.origin + wanted : first.origin - wanted));
    ++(fails ? failing : passing);
    passing -= !fails && s.evaluations() == runs ? 1U : 0U;
    return fails;
  });
  for (std::uint64_t less = found + 2; less <= std::min(most, found + 4) && still_there(s, positions, first); ++less) {
    const std::uint64_t wanted = most - less;
    if (s.propose(with_index(s, positions, above ? first.origin + wanted : first.origin - wanted))) {
      return;
    }
  }
  if (looks_sorted(failing, passing) && still_there(s, positions, first)) {
    s.note_monotone(s.tree()[positions[0]].chosen);
  }
}

} // namespace

std::vector<std::uint32_t> numbers_to_lower(const shrinker& s) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    const tree_token& t = s.tree()[i];
    if (t.what == tree_token::kind::choice && t.chosen.kind != choice_kind::branch && !is_simplest(t.chosen)) {
      found.push_back(i);
    }
  }
  return found;
}

void lower_together(shrinker& s, const std::vector<std::uint32_t>& positions) { lower_integers(s, positions); }

void lower_numbers(shrinker& s) {
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    const tree_token& t = s.tree()[i];
    if (t.what != tree_token::kind::choice || t.chosen.kind == choice_kind::branch || is_simplest(t.chosen)) {
      continue;
    }
    if (t.chosen.kind == choice_kind::integer) {
      if (is_length(s, i)) {
        continue; // lengths go down with their elements: delete_elements
      }
      lower_integers(s, {i});
    } else {
      lower_real(s, i);
    }
  }
}

void lower_duplicates(shrinker& s) {
  std::vector<choice> done;
  for (bool changed = true; changed && !s.spent();) {
    changed = false;
    for (const std::uint32_t at : numbers_to_lower(s)) {
      const choice c = s.tree()[at].chosen;
      if (c.kind != choice_kind::integer || is_length(s, at) || std::find(done.begin(), done.end(), c) != done.end()) {
        continue;
      }
      done.push_back(c);
      std::vector<std::uint32_t> equal;
      for (const std::uint32_t other : numbers_to_lower(s)) {
        if (s.tree()[other].chosen == c && !is_length(s, other)) {
          equal.push_back(other);
        }
      }
      const std::uint64_t before = s.version();
      if (equal.size() > 1) {
        lower_together(s, equal);
      }
      if (s.version() != before) {
        changed = true; // positions are new
        break;
      }
    }
  }
}

} // namespace tali::detail
