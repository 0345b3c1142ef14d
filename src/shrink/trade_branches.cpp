// SPDX-License-Identifier: BSL-1.0
// trade_branches: an earlier alternative, at the price of a less simple choice behind it.
//
// Shortlex looks from the left: an earlier branch is simpler even if something after it is not. Where lowering a branch
// alone passes (`x or y` fails, `x and y` does not), one of the choices that follow in its span may make up for it
// (`x and not y` does). Only for small spans, and bounded: pairs of choices are many.
#include "shrink/shrinker.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr std::uint32_t most_choices = 6; // behind the branch
constexpr int most_runs = 100;

/// The choices in (at, end) that are simplest and could be less so.
std::vector<std::uint32_t> choices_to_raise(const shrinker& s, std::uint32_t at, std::uint32_t end) {
  std::vector<std::uint32_t> found;
  std::uint32_t choices = 0;
  for (std::uint32_t i = at + 1; i < end; ++i) {
    const tree_token& t = s.tree()[i];
    if (t.what != tree_token::kind::choice) {
      continue;
    }
    if (++choices > most_choices) {
      return {};
    }
    if (t.chosen.kind != choice_kind::real && is_simplest(t.chosen) && t.chosen.last > 0) {
      found.push_back(i);
    }
  }
  return found;
}

} // namespace

void trade_branches(shrinker& s) {
  int left = most_runs;
  std::vector<std::uint32_t> inside; // where the spans we are in close
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    while (!inside.empty() && inside.back() <= i) {
      inside.pop_back();
    }
    const tree_token t = s.tree()[i];
    if (t.what == tree_token::kind::open) {
      inside.push_back(s.closes()[i]);
    }
    if (t.what != tree_token::kind::choice || t.chosen.kind != choice_kind::branch || t.chosen.value == 0 ||
        inside.empty()) {
      continue;
    }
    const std::uint64_t before = s.version();
    for (const std::uint32_t j : choices_to_raise(s, i, inside.back())) {
      const choice raised = s.tree()[j].chosen;
      for (std::uint64_t lower = 0; lower < t.chosen.value && s.version() == before; ++lower) {
        if (left-- <= 0) {
          return;
        }
        choice_tree edited = s.tree();
        edited[i].chosen.value = lower;
        edited[j].chosen.value = raised.kind == choice_kind::branch ? 1 : index_of_rank(1, raised.last, raised.origin);
        s.propose(edited);
      }
      if (s.version() != before) {
        return; // the other passes go on from here
      }
    }
  }
}

} // namespace tali::detail
