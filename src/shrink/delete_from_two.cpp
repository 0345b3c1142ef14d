// SPDX-License-Identifier: BSL-1.0
// delete_from_two: an element of one sequence and one of another, together.
//
// Two sequences that are related (two texts with the same letters, two lists of equal length) fail only if both get
// shorter. Pairs of equal elements are deleted, and pairs at the same place. Example: the anagrams "xab" and "bxa"
// become "ab" and "ba".
//
// Cost: at most 24 runs, and none if there are not two sequences.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_sequences = 6;  // considered in pairs
constexpr std::size_t most_deletions = 24; // tried

/// The tree without element i of one sequence and j of another that follows it.
choice_tree without_both(const shrinker& s, const sequence_in_tree& one, std::size_t i, const sequence_in_tree& other,
                         std::size_t j) {
  choice_tree edited = s.tree();
  edited[one.length].chosen.value -= edited[one.length].chosen.value > 0 ? 1U : 0U;
  if (other.length != one.length) {
    edited[other.length].chosen.value -= edited[other.length].chosen.value > 0 ? 1U : 0U;
  }
  edited.erase(edited.begin() + other.elements[j], edited.begin() + s.closes()[other.elements[j]] + 1);
  edited.erase(edited.begin() + one.elements[i], edited.begin() + s.closes()[one.elements[i]] + 1);
  return edited;
}

bool equal_elements(const shrinker& s, std::uint32_t a, std::uint32_t b) {
  const std::uint32_t length = s.closes()[a] - a;
  return s.closes()[b] - b == length && std::equal(s.tree().begin() + a, s.tree().begin() + a + length,
                                                   s.tree().begin() + b, [](const tree_token& x, const tree_token& y) {
                                                     return x.what == y.what && x.chosen.value == y.chosen.value;
                                                   });
}

bool delete_once(shrinker& s) {
  std::vector<sequence_in_tree> sequences;
  sequence_in_tree q;
  for (std::uint32_t i = 0; i < s.tree().size() && sequences.size() < most_sequences; ++i) {
    if (find_sequence(s, i, q)) {
      sequences.push_back(q);
    }
  }
  std::size_t left = most_deletions;
  for (std::size_t a = 0; a < sequences.size(); ++a) {
    for (std::size_t b = a + 1; b < sequences.size(); ++b) {
      const sequence_in_tree& one = sequences[a];
      const sequence_in_tree& other = sequences[b];
      if (other.length < s.closes()[one.elements.back()]) {
        continue; // one is inside the other
      }
      for (std::size_t i = 0; i < one.elements.size(); ++i) {
        for (std::size_t j = 0; j < other.elements.size() && left > 0 && !s.spent(); ++j) {
          if (i != j && !equal_elements(s, one.elements[i], other.elements[j])) {
            continue;
          }
          --left;
          if (s.propose(without_both(s, one, i, other, j))) {
            return true;
          }
        }
      }
    }
  }
  return false;
}

} // namespace

void delete_from_two(shrinker& s) {
  while (!s.spent() && delete_once(s)) {
  }
}

} // namespace tali::detail
