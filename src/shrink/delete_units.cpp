// SPDX-License-Identifier: BSL-1.0
// delete_units: what a counter or a flag brings about, where no sequence says so.
//
// A test body that draws n and then draws n times, or that draws while a flag is set, leaves choices without the spans
// of a sequence. A counter is found by what it does: with one less, the run draws k choices fewer. Then any k choices
// behind it may be the ones to go, not only the last: they are deleted together with one of the counter. A flag is the
// first choice of what it brings about, so there the k choices go with the flag. Several units go at once after one has
// gone. Also where a length comes well before its elements, or before several sequences.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_unit = 8;  // choices of one unit
constexpr std::size_t most_units = 6; // units deleted at once
constexpr int unit_places = 24;       // tried for one counter, in the second stage

/// The choices without [begin, begin + count), and the one at `counter` lowered by `less`, if that is before.
std::vector<choice> without_choices(const std::vector<choice>& all, std::size_t begin, std::size_t count,
                                    std::size_t counter, std::uint64_t less) {
  std::vector<choice> edited = all;
  if (less > 0) {
    choice& c = edited[counter];
    c.value = c.kind == choice_kind::branch || c.value >= c.origin ? c.value - less : c.value + less;
  }
  edited.erase(edited.begin() + static_cast<std::ptrdiff_t>(begin),
               edited.begin() + static_cast<std::ptrdiff_t>(begin + count));
  return edited;
}

bool delete_for(shrinker& s, std::uint32_t token, std::size_t position) {
  choice_tree lower = s.tree();
  choice& c = lower[token].chosen;
  const bool flag = c.kind == choice_kind::branch;
  c.value = flag || c.value > c.origin ? c.value - 1 : c.value + 1;
  const std::uint64_t before = s.version();
  const choice_tree* drawn = s.drawn_by(lower);
  if (s.version() != before) {
    return true;
  }
  if (drawn == nullptr) {
    return false;
  }
  const auto made = static_cast<std::size_t>(std::count_if(drawn->begin(), drawn->end(), is_choice));
  const std::size_t n = s.choices().size();
  if (made >= n || n - made > most_unit) {
    return false;
  }
  const std::size_t unit = n - made;
  const std::uint64_t most_less =
      flag ? 1 : std::min<std::uint64_t>(distance_of(s.tree()[token].chosen), s.stage() < 3 ? 1 : most_units);
  int left = s.stage() < 3 ? unit_places : 4 * unit_places;
  for (std::uint64_t less = 1; less <= most_less; ++less) {
    const std::size_t count = unit * less;
    for (std::size_t p = n >= count ? n - count : 0; p > position && left > 0 && !s.spent(); --p) {
      --left;
      if (s.propose_flat(without_choices(s.choices(), p, count, position, less))) {
        return true;
      }
      if (flag && s.propose_flat(without_choices(s.choices(), p, count, position, 0))) {
        return true;
      }
    }
    if (flag && position + count <= n && s.propose_flat(without_choices(s.choices(), position, count, position, 0))) {
      return true;
    }
  }
  return false;
}

} // namespace

void delete_units(shrinker& s) {
  std::size_t position = 0;
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    if (!is_choice(s.tree()[i])) {
      continue;
    }
    // What a sequence's own length brings about is what delete_elements deletes.
    if (s.tree()[i].chosen.kind != choice_kind::real && !is_length(s, i) && !is_simplest(s.tree()[i].chosen) &&
        delete_for(s, i, position)) {
      return;
    }
    ++position;
  }
}

} // namespace tali::detail
