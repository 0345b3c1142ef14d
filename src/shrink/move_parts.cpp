// SPDX-License-Identifier: BSL-1.0
// move_parts: an element of one sequence into another that is empty.
//
// The part that fails may be nested more deeply than necessary: an expression is the value of a statement, but as the
// argument of a function it would fail too. The trace does not show what an empty sequence would contain. So the length
// is raised by one, and the recursive part of the element, or the element itself, is inserted after it. If the
// generator draws such a part there, the replay uses it. If not, the run makes other choices than the candidate, and
// passes or fails independently. The number of pairs is bounded.
#include "shrink/shrinker.hpp"

#include <algorithm>

namespace tali::detail {

namespace {

constexpr int most_pairs = 48;

/// Length choices of sequences without elements that might have some.
std::vector<std::uint32_t> empty_sequences(const shrinker& s) {
  std::vector<std::uint32_t> found;
  const choice_tree& tree = s.tree();
  for (std::uint32_t i = 0; i + 2 < tree.size(); ++i) {
    if (is_open(tree[i], span_kind::sequence) && tree[i + 1].what == tree_token::kind::choice &&
        tree[i + 1].chosen.kind == choice_kind::integer && is_simplest(tree[i + 1].chosen) &&
        tree[i + 1].chosen.value < tree[i + 1].chosen.last && s.closes()[i] == i + 2) {
      found.push_back(i + 1);
    }
  }
  return found;
}

/// The outermost recursive part of the element at `open`, or its first part, or nothing.
std::uint32_t part_of(const shrinker& s, std::uint32_t open) {
  const auto begin = s.tree().begin();
  const auto end = begin + s.closes()[open];
  const auto recursive =
      std::find_if(begin + open, end, [](const tree_token& t) { return is_open(t, span_kind::recursion); });
  if (recursive != end) {
    return static_cast<std::uint32_t>(recursive - begin);
  }
  return s.tree()[open + 1].what == tree_token::kind::open ? open + 1 : 0;
}

/// The part at `part` behind the length at `to`, and the element it came from deleted.
choice_tree moved(const shrinker& s, const sequence_in_tree& from, std::size_t element, std::uint32_t part,
                  std::uint32_t to) {
  const std::uint32_t gone_begin = from.elements[element];
  const std::uint32_t gone_end = s.closes()[gone_begin] + 1;
  choice_tree edited;
  edited.reserve(s.tree().size() + (s.closes()[part] + 1 - part));
  for (std::uint32_t i = 0; i < s.tree().size(); ++i) {
    if (i >= gone_begin && i < gone_end) {
      continue;
    }
    edited.push_back(s.tree()[i]);
    if (i == from.length) {
      choice& length = edited.back().chosen;
      length.value -= length.value > 0 ? 1U : 0U;
    } else if (i == to) {
      ++edited.back().chosen.value;
      edited.insert(edited.end(), s.tree().begin() + part, s.tree().begin() + s.closes()[part] + 1);
    }
  }
  return edited;
}

} // namespace

void move_parts(shrinker& s) {
  int left = most_pairs;
  for (bool changed = true; changed && !s.spent();) {
    changed = false;
    const std::vector<std::uint32_t> empty = empty_sequences(s);
    sequence_in_tree q;
    for (std::uint32_t i = 0; i < s.tree().size() && !changed && !empty.empty(); ++i) {
      if (!find_sequence(s, i, q)) {
        continue;
      }
      for (std::size_t k = 0; k < q.elements.size() && !changed; ++k) {
        const std::uint32_t part = part_of(s, q.elements[k]);
        for (std::size_t e = 0; part != 0 && e < empty.size() && !changed; ++e) {
          const bool inside = empty[e] > q.elements[k] && empty[e] < s.closes()[q.elements[k]];
          if (inside) {
            continue;
          }
          if (left-- <= 0 || s.spent()) {
            return;
          }
          changed = s.propose(moved(s, q, k, part, empty[e]));
        }
      }
    }
  }
}

} // namespace tali::detail
