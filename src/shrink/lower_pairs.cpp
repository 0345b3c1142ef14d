// SPDX-License-Identifier: BSL-1.0
// lower_pairs: two numbers at once, where neither can move alone.
//
// Keeping their difference: both go down by the same amount. Keeping their sum: the first goes down and the second up
// by the same amount, which is simpler because the first comes first. In the late stages also keeping their exclusive
// or. Pairs are neighbours among the numbers that are not simplest, up to a few apart: with n numbers that is O(n)
// pairs, not all of them.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t reach = 4;

/// Moves the numbers at a and b to these distances from their simplest values, if both are in range.
bool move_both(shrinker& s, std::uint32_t a, std::uint32_t b, std::int64_t to_a, std::int64_t to_b) {
  choice_tree edited = s.tree();
  return move_to(edited[a].chosen, to_a) && move_to(edited[b].chosen, to_b) && s.propose(edited);
}

void lower_pair(shrinker& s, std::uint32_t a, std::uint32_t b) {
  const choice first = s.tree()[a].chosen;
  const choice second = s.tree()[b].chosen;
  const auto unchanged_shape = [&] {
    return b < s.tree().size() && s.tree()[a].what == tree_token::kind::choice &&
           s.tree()[b].what == tree_token::kind::choice && s.tree()[a].chosen.last == first.last &&
           s.tree()[b].chosen.last == second.last && is_whole(s.tree()[a]) && is_whole(s.tree()[b]);
  };
  const std::int64_t x = offset_of(first);
  const std::int64_t y = offset_of(second);
  const std::int64_t sign = x < 0 ? -1 : 1;
  const auto room = static_cast<std::uint64_t>(x < 0 ? -x : x);
  const std::uint64_t before = s.version();
  const std::uint64_t runs = s.evaluations();
  (void)largest_good(room, [&](std::uint64_t d) { // the same difference
    const std::int64_t step = sign * static_cast<std::int64_t>(d);
    return !s.spent() && unchanged_shape() && move_both(s, a, b, x - step, y - step);
  });
  if (const std::uint64_t failing = s.version() - before; failing > 0) {
    const std::uint64_t passing = s.evaluations() - runs - failing;
    if (looks_sorted(failing, passing) && unchanged_shape()) {
      s.note_monotone(s.tree()[a].chosen);
      s.note_monotone(s.tree()[b].chosen);
    }
    return;
  }
  const auto same_sum = [&](std::uint64_t d) {
    const std::int64_t step = sign * static_cast<std::int64_t>(d);
    return !s.spent() && unchanged_shape() && move_both(s, a, b, x - step, y + step);
  };
  if (!same_sum(room) && !(room > 1 && same_sum(room - 1))) {
    (void)largest_good(room, same_sum);
  }
  if (s.stage() > 1 && s.version() == before && x > 0 && y >= 0) {
    (void)largest_good(room, [&](std::uint64_t d) { // the same exclusive or
      const std::int64_t to = x - static_cast<std::int64_t>(d);
      return !s.spent() && unchanged_shape() && move_both(s, a, b, to, y ^ x ^ to);
    });
  }
}

} // namespace

void lower_pairs(shrinker& s) {
  for (std::size_t k = 0; !s.spent(); ++k) {
    const auto numbers = numbers_to_lower(s);
    if (k >= numbers.size()) {
      return;
    }
    const std::uint64_t before = s.version();
    if (sequence_in_tree q; find_sequence(s, numbers[k], q)) {
      continue;
    }
    for (std::size_t j = k + 1; j < std::min(numbers.size(), k + 1 + reach) && s.version() == before; ++j) {
      if (is_whole(s.tree()[numbers[k]]) && is_whole(s.tree()[numbers[j]])) {
        lower_pair(s, numbers[k], numbers[j]);
      }
    }
  }
}

} // namespace tali::detail
