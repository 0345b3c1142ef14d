// SPDX-License-Identifier: BSL-1.0
// lower_equals: numbers that must stay equal, or equally far apart.
//
// lower_duplicates lowers all equal numbers at once. If five are equal and only two of them must stay equal, these two
// have to be lowered alone: a search finds how far each pair can be lowered. Example: (7, 7, 7) failing if the last two
// are equal and the first is 7: the last two go to 0. Also all numbers of the case go down by the same amount.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_equal_pairs = 16; // of equal numbers

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

/// All numbers but lengths by the same amount: as far as the first one that is not the simplest can go, or by one.
bool lower_all_alike(shrinker& s) {
  std::vector<std::uint32_t> numbers;
  std::int64_t first = 0;
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    if (is_whole(s.tree()[i]) && !is_length(s, i)) {
      numbers.push_back(i);
      first = first == 0 ? offset_of(s.tree()[i].chosen) : first;
    }
  }
  if (first == 0 || numbers.size() < 3) {
    return false;
  }
  for (const std::int64_t by : {first, first < 0 ? std::int64_t{-1} : std::int64_t{1}}) {
    choice_tree edited = s.tree();
    if (std::all_of(numbers.begin(), numbers.end(),
                    [&](std::uint32_t i) { return move_to(edited[i].chosen, offset_of(edited[i].chosen) - by); }) &&
        s.propose(edited)) {
      return true;
    }
  }
  return false;
}

} // namespace

void lower_equals(shrinker& s) {
  while (!s.spent() && (lower_all_alike(s) || lower_pairs_of_equals(s))) {
  }
}

} // namespace tali::detail
