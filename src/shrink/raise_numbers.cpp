// SPDX-License-Identifier: BSL-1.0
// raise_numbers: a less simple number, where a run then needs fewer choices.
//
// Fewer choices are simpler whatever they are: a step width, a number of parts already present or a depth that is
// raised can leave less to draw. Each integer goes to its limit and up by powers of two; where the run then draws fewer
// choices but passes, what is behind the number is tried with other choices left out.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr unsigned most_powers = 5;     // up by 1, 2, 4...
constexpr std::size_t raise_places = 8; // deletions tried behind a number that leaves less to draw
constexpr std::size_t raised_numbers = 16;

bool delete_behind(shrinker& s, std::size_t position, const choice& raised, std::size_t fewer) {
  const std::size_t n = s.choices().size();
  for (std::size_t p = position + 1; p + fewer <= n && p < position + 1 + raise_places && !s.spent(); ++p) {
    std::vector<choice> edited = s.choices();
    edited[position] = raised;
    edited.erase(edited.begin() + static_cast<std::ptrdiff_t>(p),
                 edited.begin() + static_cast<std::ptrdiff_t>(p + fewer));
    if (s.propose_flat(edited)) {
      return true;
    }
  }
  return false;
}

bool raise_number(shrinker& s, std::uint32_t at, std::size_t position) {
  const choice c = s.tree()[at].chosen;
  std::vector<std::uint64_t> targets{c.last, 0};
  for (unsigned k = 0; k < most_powers; ++k) {
    targets.push_back(c.value + (std::uint64_t{1} << k));
  }
  for (const std::uint64_t to : targets) {
    if (to > c.last || to == c.value || s.spent()) {
      continue;
    }
    choice_tree edited = s.tree();
    edited[at].chosen.value = to;
    if (s.propose_raised(edited)) {
      return true;
    }
    const std::uint64_t before = s.version();
    const choice_tree* drawn = s.drawn_by(edited);
    if (s.version() != before) {
      return true;
    }
    if (drawn == nullptr) {
      continue;
    }
    const auto made = static_cast<std::size_t>(std::count_if(drawn->begin(), drawn->end(), is_choice));
    if (made < s.choices().size() && delete_behind(s, position, edited[at].chosen, s.choices().size() - made)) {
      return true;
    }
  }
  return false;
}

} // namespace

void raise_numbers(shrinker& s) {
  std::size_t position = 0;
  std::size_t left = raised_numbers;
  for (std::uint32_t i = 0; i < s.tree().size() && left > 0 && !s.spent(); ++i) {
    if (!is_choice(s.tree()[i])) {
      continue;
    }
    // A longer sequence never needs fewer choices.
    if (is_integer(s.tree()[i]) && !is_length(s, i) && position + 1 < s.choices().size()) {
      --left;
      if (raise_number(s, i, position)) {
        return;
      }
    }
    ++position;
  }
}

} // namespace tali::detail
