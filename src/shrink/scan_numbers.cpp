// SPDX-License-Identifier: BSL-1.0
// scan_numbers: numbers whose failures are not monotone (a remainder, a hash, an exclusive or).
//
// A binary search assumes that everything beyond the limit fails. Where it is stuck, three more kinds of values are
// tried: a little nearer to the simplest value, at steps of 1, 2, 3...; fractions of the distance; and the simplest
// values in order. A step that works is repeated with twice the length as long as that works, so a number 7 * k far
// away needs log k steps. Example: x >= 1000 and x % 7 == 3, stuck at 1872: 1865 fails as well, then 1851, 1823...
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::uint64_t near_steps = 9;      // steps of 1 to this: remainders of small divisors
constexpr std::uint64_t near_lengths = 4;    // elements deleted from the end of a sequence at once
constexpr std::uint64_t most_fractions = 16; // the distance divided by 2 to this
constexpr std::uint64_t simplest_values = 8; // distances from the simplest, in the second stage
constexpr std::uint64_t more_values = 24;    // and in the third

/// Repeats a step toward the simplest value, twice as long each time, then shorter again.
void repeat_step(shrinker& s, std::uint32_t at, std::uint64_t step) {
  bool longer = true;
  for (std::uint64_t by = step * 2; by >= step && !s.spent();) {
    if (at >= s.tree().size() || !is_whole(s.tree()[at])) {
      return;
    }
    const std::int64_t now = offset_of(s.tree()[at].chosen);
    const std::uint64_t far = distance_of(s.tree()[at].chosen);
    const auto to = static_cast<std::int64_t>(far - std::min(by, far));
    const bool moved = by <= far && propose_offset(s, at, now < 0 ? -to : to);
    longer = longer && moved;
    by = longer ? by * 2 : by / 2;
  }
}

bool scan(shrinker& s, std::uint32_t at) {
  const choice c = s.tree()[at].chosen;
  const std::int64_t sign = offset_of(c) < 0 ? -1 : 1;
  const std::uint64_t far = distance_of(c);
  if (s.stage() < 3 && s.looks_monotone(c)) {
    return false;
  }
  for (std::uint64_t step = 1; step <= std::min(near_steps, far) && !s.spent(); ++step) {
    if (propose_offset(s, at, sign * static_cast<std::int64_t>(far - step))) {
      repeat_step(s, at, step);
      return true;
    }
  }
  for (std::uint64_t divisor = 2; divisor <= most_fractions && far / divisor > simplest_values; ++divisor) {
    if (propose_offset(s, at, sign * static_cast<std::int64_t>(far / divisor))) {
      return true;
    }
  }
  const auto most = static_cast<std::int64_t>(std::min(far, s.stage() < 3 ? simplest_values : more_values));
  for (std::int64_t d = 0; d <= most && !s.spent(); ++d) {
    if (propose_offset(s, at, d) || propose_offset(s, at, -d)) {
      return true;
    }
  }
  return false;
}

/// The same for lengths: elements go from the end.
bool scan_length(shrinker& s, const sequence_in_tree& q) {
  const std::size_t n = q.elements.size();
  for (std::size_t k = 2; k <= std::min<std::size_t>(near_lengths, n); ++k) {
    if (s.propose(without_elements(s, q, n - k, k))) {
      return true;
    }
  }
  for (std::size_t keep = 1; s.stage() > 2 && keep < std::min<std::size_t>(simplest_values, n); ++keep) {
    if (s.propose(without_elements(s, q, keep, n - keep))) {
      return true;
    }
  }
  return false;
}

} // namespace

void scan_numbers(shrinker& s) {
  sequence_in_tree q;
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    if (is_length(s, i)) {
      if (find_sequence(s, i, q) && scan_length(s, q)) {
        return;
      }
      continue;
    }
    if (is_whole(s.tree()[i]) && !is_simplest(s.tree()[i].chosen) && scan(s, i)) {
      return;
    }
  }
}

} // namespace tali::detail
