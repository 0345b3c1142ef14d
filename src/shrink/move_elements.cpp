// SPDX-License-Identifier: BSL-1.0
// move_elements: elements of one sequence into a later one.
//
// An earlier sequence that is shorter makes the case simpler even if a later one is longer: ([3], []) is less simple
// than
// ([], [3]). All elements are moved at once, then the last, then the first, to the front and to the end of each later
// sequence, empty ones as well; the replay fits them to what the generator asks for there.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_targets = 4; // later sequences
constexpr int most_moves = 24;

/// Where the elements of a sequence stand, also if it has none.
struct place {
  std::uint32_t length;
  std::uint32_t begin; // the token in front of which its first element stands
  std::uint32_t end;
};

std::vector<place> places(const shrinker& s) {
  std::vector<place> found;
  sequence_in_tree q;
  for (std::uint32_t i = 1; i < s.tree().size(); ++i) {
    if (!is_integer(s.tree()[i]) || !is_open(s.tree()[i - 1], span_kind::sequence)) {
      continue;
    }
    if (find_sequence(s, i, q)) {
      found.push_back({i, q.elements.front(), s.closes()[q.elements.back()] + 1});
    } else {
      found.push_back({i, i + 1, i + 1});
    }
  }
  return found;
}

/// Moves the tokens [begin, end), which are `count` elements of `from`, in front of token `to`.
bool move_range(shrinker& s, const place& from, std::uint32_t begin, std::uint32_t end, std::uint64_t count,
                const place& target, std::uint32_t to) {
  choice_tree edited = s.tree();
  choice& longer = edited[target.length].chosen;
  if (longer.last - longer.value < count) {
    return false;
  }
  longer.value += count;
  edited[from.length].chosen.value -= count;
  std::rotate(edited.begin() + begin, edited.begin() + end, edited.begin() + to);
  return s.propose(edited);
}

} // namespace

void move_elements(shrinker& s) {
  int left = most_moves;
  for (bool changed = true; changed && !s.spent();) {
    changed = false;
    const std::vector<place> all = places(s);
    sequence_in_tree q;
    for (std::size_t a = 0; a < all.size() && !changed; ++a) {
      if (!find_sequence(s, all[a].length, q) || s.tree()[q.length].chosen.value < q.elements.size()) {
        continue; // a length that starts at one or more: the first ones cannot be moved all
      }
      for (std::size_t b = a + 1; b < all.size() && b <= a + most_targets && !changed; ++b) {
        if (all[b].length < all[a].end) {
          continue; // inside of it
        }
        for (const std::uint32_t to : {all[b].begin, all[b].end}) {
          if (changed || left <= 0) {
            break;
          }
          left -= 2;
          changed = move_range(s, all[a], all[a].begin, all[a].end, q.elements.size(), all[b], to) ||
                    move_range(s, all[a], q.elements.back(), all[a].end, 1, all[b], to) ||
                    move_range(s, all[a], all[a].begin, s.closes()[q.elements.front()] + 1, 1, all[b], to);
        }
      }
    }
  }
}

} // namespace tali::detail
