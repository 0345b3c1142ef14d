// SPDX-License-Identifier: BSL-1.0
// What the passes over numbers share: finding them, moving them, and lowering one or several at once by search.
#pragma once

#include "shrink/shrinker.hpp"

#include <bit>
#include <cmath>

namespace tali::detail {

/// The choices that are numbers and not yet the simplest of their range.
[[nodiscard]] std::vector<std::uint32_t> numbers_to_lower(const shrinker& s);

/// Lowers the choices at `positions`, which are equal integers, together to the simplest that still fails.
void lower_together(shrinker& s, const std::vector<std::uint32_t>& positions);

/// Whether a search that saw so many failing values above and passing values below its result is evidence that all
/// lower values pass: many on one side, or several on both.
[[nodiscard]] inline bool looks_sorted(std::uint64_t failing, std::uint64_t passing) {
  return (failing >= 3 && passing >= 3) || (failing >= 2 && passing >= 6) || (failing >= 8 && passing > 0);
}

/// Lowers the real at `at` (lower_reals.cpp).
void lower_real(shrinker& s, std::uint32_t at);

/// Whether a choice is an integer, or a real that is a whole number which a double holds exactly. Passes that move
/// numbers by whole amounts treat both alike.
[[nodiscard]] inline bool is_whole(const choice& c) {
  if (c.kind != choice_kind::real) {
    return c.kind == choice_kind::integer;
  }
  const auto x = std::bit_cast<double>(c.value);
  return std::fabs(x) < 9007199254740992.0 && std::trunc(x) == x;
}
/// How far a whole number is from its simplest value, with its sign.
[[nodiscard]] inline std::int64_t offset_of(const choice& c) {
  return c.kind == choice_kind::real ? static_cast<std::int64_t>(std::bit_cast<double>(c.value))
                                     : static_cast<std::int64_t>(c.value - c.origin);
}
/// The same distance without its sign.
[[nodiscard]] inline std::uint64_t distance_of(const choice& c) {
  const std::int64_t offset = offset_of(c);
  return offset < 0 && (c.kind == choice_kind::real || c.value < c.origin)
             ? static_cast<std::uint64_t>(0) - static_cast<std::uint64_t>(offset)
             : static_cast<std::uint64_t>(offset);
}
/// Moves a number to a whole offset; false, and unchanged, if that is out of its range.
[[nodiscard]] inline bool move_to(choice& c, std::int64_t offset) {
  if (c.kind == choice_kind::real) {
    const auto x = static_cast<double>(offset);
    if (!(x >= std::bit_cast<double>(c.origin) && x <= std::bit_cast<double>(c.last))) {
      return false;
    }
    c.value = std::bit_cast<std::uint64_t>(x);
    return true;
  }
  const bool legal = offset < 0 ? static_cast<std::uint64_t>(0) - static_cast<std::uint64_t>(offset) <= c.origin
                                : static_cast<std::uint64_t>(offset) <= c.last - c.origin;
  if (legal) {
    c.value = c.origin + static_cast<std::uint64_t>(offset);
  }
  return legal;
}
[[nodiscard]] inline bool is_choice(const tree_token& t) { return t.what == tree_token::kind::choice; }
[[nodiscard]] inline bool is_integer(const tree_token& t) {
  return is_choice(t) && t.chosen.kind == choice_kind::integer;
}

[[nodiscard]] inline bool is_whole(const tree_token& t) { return is_choice(t) && is_whole(t.chosen); }

/// Whether the choice at `at` is the length of a sequence, in its own span.
[[nodiscard]] inline bool is_length(const shrinker& s, std::uint32_t at) {
  return at > 0 && is_open(s.tree()[at - 1], span_kind::sequence) && is_integer(s.tree()[at]);
}

/// Proposes the tree with the whole number at `at` moved; false if that is out of range.
[[nodiscard]] inline bool propose_offset(shrinker& s, std::uint32_t at, std::int64_t offset) {
  choice_tree edited = s.tree();
  return move_to(edited[at].chosen, offset) && s.propose(edited);
}

} // namespace tali::detail
