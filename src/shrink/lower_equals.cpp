// SPDX-License-Identifier: BSL-1.0
// lower_equals: parts that are equal, or that go in parallel, changed together.
//
// lower_duplicates moves all equal numbers at once. Where five are equal and two of them matter, pairs have to move:
// each pair goes as far down
// as it can, by search. Equal elements of two sequences are deleted together (two
// texts with the same letters), and so are elements at the same place of two sequences (lists of equal lengths).
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_equal_pairs = 16; // of equal numbers
constexpr std::size_t most_sequences = 6;    // looked at in pairs
constexpr std::size_t most_deletions = 24;   // of elements in two sequences

bool lower_two(shrinker& s, std::uint32_t a, std::uint32_t b) {
  const std::int64_t now = offset_of(s.tree()[a].chosen);
  const std::uint64_t far = distance_of(s.tree()[a].chosen);
  const std::uint64_t before = s.version();
  const auto both = [&](std::uint64_t less) {
    const auto to = static_cast<std::int64_t>(far - less);
    choice_tree edited = s.tree();
    return b < edited.size() && is_whole(edited[a]) && is_whole(edited[b]) &&
           move_to(edited[a].chosen, now < 0 ? -to : to) && move_to(edited[b].chosen, now < 0 ? -to : to) &&
           s.propose(edited);
  };
  if (!both(far) && !both(far - far / 2)) {
    (void)largest_good(far, both);
  }
  return s.version() != before;
}

bool lower_pairs_of_equals(shrinker& s) {
  const std::vector<std::uint32_t> numbers = numbers_to_lower(s);
  std::size_t left = most_equal_pairs;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    for (std::size_t b = a + 1; b < numbers.size() && left > 0 && !s.spent(); ++b) {
      const choice& x = s.tree()[numbers[a]].chosen;
      const choice& y = s.tree()[numbers[b]].chosen;
      if (!is_whole(x) || !is_whole(y) || offset_of(x) != offset_of(y)) {
        continue;
      }
      --left;
      if (lower_two(s, numbers[a], numbers[b])) {
        return true;
      }
    }
  }
  return false;
}

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

bool delete_from_two(shrinker& s) {
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

void lower_equals(shrinker& s) {
  while (!s.spent() && (delete_from_two(s) || lower_pairs_of_equals(s))) {
  }
}

} // namespace tali::detail
