// SPDX-License-Identifier: BSL-1.0
// delete_steps and delete_flagged: steps of a loop of draws, which no sequence marks.
//
// A test body that draws n and then draws n times, or that draws while a flag is set, makes choices without the spans
// of a sequence.
//
// A counter is found by its effect: with one less, the run makes k choices fewer. Then any k choices behind it may be
// the step to delete, not only the last ones. They are deleted together with one of the counter, from the back; after a
// success more steps are deleted at once. Steps can differ in length (a break, a command with or without an argument),
// so in the late stages other lengths are tried as well. This also covers a length that stands well before its
// elements, or before several sequences. Example: n = 3, then 4, 9, 4, failing if 9 is among them: n = 1, then 9.
//
// A flag is the first choice of its step: cleared, it ends the loop. The last flag that is set shows how long a step
// is; each step with such a flag is deleted, flag included. Example: (more, 0), (more, 7), stop, failing for 7.
//
// Cost: one run for each number that is not a length, which is often known from earlier runs, and one for each place.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::size_t most_unit = 8;  // choices of one step
constexpr std::size_t other_unit = 6; // choices of a step that differs from the last one
constexpr int unit_places = 48;       // tried for one counter in the late stages, with other lengths

/// The choices without [begin, begin + count), and the one at `counter` lowered by `less`.
std::vector<choice> without_choices(const std::vector<choice>& all, std::size_t begin, std::size_t count,
                                    std::size_t counter, std::uint64_t less) {
  std::vector<choice> edited = all;
  choice& c = edited[counter];
  c.value = c.kind == choice_kind::branch || c.value >= c.origin ? c.value - less : c.value + less;
  edited.erase(edited.begin() + static_cast<std::ptrdiff_t>(begin),
               edited.begin() + static_cast<std::ptrdiff_t>(begin + count));
  return edited;
}

/// How many choices fewer a run makes with the choice at `token` one lower; 0 if not fewer, or if that was adopted.
std::size_t choices_of_step(shrinker& s, std::uint32_t token) {
  choice_tree lower = s.tree();
  choice& c = lower[token].chosen;
  c.value = c.kind == choice_kind::branch || c.value > c.origin ? c.value - 1 : c.value + 1;
  const std::uint64_t before = s.version();
  const choice_tree* drawn = s.drawn_by(lower);
  if (drawn == nullptr || s.version() != before) {
    return 0;
  }
  const auto made = static_cast<std::size_t>(std::count_if(drawn->begin(), drawn->end(), is_choice));
  const std::size_t n = s.choices().size();
  return made < n && n - made <= most_unit ? n - made : 0;
}

[[nodiscard]] bool still_counter(const shrinker& s, std::uint32_t token) {
  return token < s.tree().size() && is_integer(s.tree()[token]) && !is_simplest(s.tree()[token].chosen);
}

/// Steps of equal length, from the back; after a success twice as many at once.
void delete_equal_steps(shrinker& s, std::uint32_t token, std::size_t position, std::size_t unit) {
  std::size_t run = 1;
  for (std::size_t end = s.choices().size(); end >= position + 1 + unit && still_counter(s, token) && !s.spent();) {
    end = std::min(end, s.choices().size());
    const std::size_t most = std::min<std::size_t>((end - position - 1) / unit, distance_of(s.tree()[token].chosen));
    run = std::min(run, most);
    if (run == 0) {
      return;
    }
    if (s.propose_flat(without_choices(s.choices(), end - run * unit, run * unit, position, run))) {
      end -= run * unit;
      run *= 2;
    } else if (run > 1) {
      run /= 2;
    } else {
      --end;
    }
  }
}

/// Steps of other lengths, each alone.
bool delete_other_steps(shrinker& s, std::size_t position, std::size_t unit) {
  const std::size_t n = s.choices().size();
  int left = unit_places;
  for (std::size_t count = 1; count <= other_unit; ++count) {
    for (std::size_t p = n >= count ? n - count : 0; count != unit && p > position && left > 0 && !s.spent(); --p) {
      --left;
      if (s.propose_flat(without_choices(s.choices(), p, count, position, 1))) {
        return true;
      }
    }
  }
  return false;
}

} // namespace

void delete_steps(shrinker& s) {
  std::size_t position = 0;
  sequence_in_tree q;
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    if (!is_choice(s.tree()[i])) {
      continue;
    }
    // The elements of a sequence are deleted by delete_elements.
    if (still_counter(s, i) && !find_sequence(s, i, q)) {
      if (const std::size_t unit = choices_of_step(s, i); unit > 0) {
        const std::uint64_t before = s.version();
        delete_equal_steps(s, i, position, unit);
        if (s.stage() > 1 && s.version() == before && delete_other_steps(s, position, unit)) {
          return;
        }
      }
    }
    ++position;
  }
}

void delete_flagged(shrinker& s) {
  std::vector<std::pair<std::uint32_t, std::size_t>> flags; // tokens and positions
  std::size_t position = 0;
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    if (is_choice(s.tree()[i])) {
      const choice& c = s.tree()[i].chosen;
      const bool truth = c.kind == choice_kind::integer && c.last == 1 && !is_length(s, i);
      if ((truth || c.kind == choice_kind::branch) && !is_simplest(c)) {
        flags.emplace_back(i, position);
      }
      ++position;
    }
  }
  const std::uint64_t before = s.version();
  for (std::size_t last = flags.size(); last > 0 && !s.spent(); --last) {
    const choice flag = s.tree()[flags[last - 1].first].chosen;
    const std::size_t unit = choices_of_step(s, flags[last - 1].first);
    for (std::size_t k = last; k > 0 && unit > 0 && !s.spent(); --k) {
      const std::size_t at = flags[k - 1].second;
      if (s.choices()[at] == flag && at + unit < s.choices().size() &&
          s.propose_flat(without_choices(s.choices(), at, unit, at, 0))) {
        return;
      }
    }
    if (s.version() != before) {
      return;
    }
  }
}

} // namespace tali::detail
