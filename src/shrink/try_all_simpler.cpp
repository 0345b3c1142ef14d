// SPDX-License-Identifier: BSL-1.0
// try_all_simpler: all inputs that come before the case, where they are few.
//
// The choice sequences of a generator are ordered: by the first choice, then by the second, and so on, each choice from
// its simplest value on. Where a case is near the beginning of this order (small ranges, or only its last choices are
// not the simplest) all sequences before it are tried one after the other, like an odometer. A replay of the first
// choices shows which ranges the following ones have, so dependent choices need no special treatment; sequences that
// were run before are known and cost nothing. If none of them fails, the case is proved to be the first one: only a
// case that has fewer choices, but comes later in this order, could still be simpler.
//
// Example: x in 0..1000 fails if hash(x) % 16 == 7, stuck at 72: the 72 simpler values are tried, and 55 fails.
//
// Cost: at most as many runs as inputs are simpler, and the pass does not start if that number may exceed most_inputs.
#include "shrink/numbers.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr double most_inputs = 2000;       // by the estimate
constexpr std::uint64_t most_tried = 3000; // dependent choices can make the estimate too low

/// How many sequences come before this one, if all had the same ranges.
double inputs_before(const std::vector<choice>& choices) {
  double before = 0;
  double behind = 1; // sequences of the choices behind
  for (std::size_t i = choices.size(); i > 0; --i) {
    const choice& c = choices[i - 1];
    if (c.kind == choice_kind::real) {
      if (!is_simplest(c)) {
        return 2 * most_inputs;
      }
      continue;
    }
    before += static_cast<double>(simplicity_of(c).low) * behind;
    behind *= static_cast<double>(c.last) + 1;
    if (before > most_inputs) {
      return before;
    }
  }
  return before;
}

/// The next sequence in order: the last choice that can be one less simple is, and everything behind it is dropped.
/// False at the end.
bool advance(std::vector<choice>& path) {
  while (!path.empty()) {
    choice& c = path.back();
    const std::uint64_t rank = simplicity_of(c).low;
    if (c.kind != choice_kind::real && rank < c.last) {
      c.value = c.kind == choice_kind::branch ? rank + 1 : index_of_rank(rank + 1, c.last, c.origin);
      return true;
    }
    path.pop_back();
  }
  return false;
}

/// Whether a path comes before the case in the order of sequences.
bool comes_before(const std::vector<choice>& path, const std::vector<choice>& best) {
  for (std::size_t i = 0; i < path.size() && i < best.size(); ++i) {
    const simplicity a = simplicity_of(path[i]);
    const simplicity b = simplicity_of(best[i]);
    if (a != b) {
      return a < b;
    }
  }
  return true;
}

} // namespace

void try_all_simpler(shrinker& s) {
  bool values = false; // anything but lengths and numbers for which a search has found the limit
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    const tree_token& t = s.tree()[i];
    values = values || (is_choice(t) && !is_simplest(t.chosen) && !is_length(s, i) && !s.looks_monotone(t.chosen));
  }
  if (!values || inputs_before(s.choices()) > most_inputs) {
    return;
  }
  const std::uint64_t start = s.version();
  const std::uint64_t first_run = s.evaluations();
  std::vector<choice> path;
  do {
    const std::vector<choice>* made = s.made_by(path);
    if (made == nullptr || s.version() != start || s.evaluations() - first_run > most_tried) {
      return;
    }
    path = *made;
  } while (advance(path) && comes_before(path, s.choices()));
}

} // namespace tali::detail
