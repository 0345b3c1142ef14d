// SPDX-License-Identifier: BSL-1.0
// merge_elements: two neighbouring elements of a sequence become one.
//
// Elements that are sequences themselves are joined: [[a], [b, c]] -> [[a, b, c]]. Elements that are numbers are added,
// or one of them takes a limit of its range: a failure that needs a large sum or an overflow then needs one element
// less. Elements that are indices into their own sequence are deleted with the numbers above them moved down.
#include "shrink/shrinker.hpp"

#include <array>

namespace tali::detail {

namespace {

/// The only choice of an element, or 0 if it has several or none.
std::uint32_t only_choice(const shrinker& s, std::uint32_t open) {
  std::uint32_t found = 0;
  for (std::uint32_t i = open + 1; i < s.closes()[open]; ++i) {
    if (s.tree()[i].what == tree_token::kind::choice) {
      if (found != 0 || s.tree()[i].chosen.kind != choice_kind::integer) {
        return 0;
      }
      found = i;
    }
  }
  return found;
}

/// The first length choice inside an element that is a sequence, or 0.
std::uint32_t inner_length(const shrinker& s, std::uint32_t open) {
  for (std::uint32_t i = open + 1; i < s.closes()[open]; ++i) {
    if (s.tree()[i].what == tree_token::kind::choice) {
      return s.tree()[i].chosen.kind == choice_kind::integer ? i : 0;
    }
  }
  return 0;
}

bool join_sequences(shrinker& s, const sequence_in_tree& q, std::size_t k) {
  sequence_in_tree left;
  sequence_in_tree right;
  const std::uint32_t left_length = inner_length(s, q.elements[k]);
  const std::uint32_t right_length = inner_length(s, q.elements[k + 1]);
  if (left_length == 0 || right_length == 0 || !find_sequence(s, left_length, left) ||
      !find_sequence(s, right_length, right) || right.length > s.closes()[q.elements[k + 1]]) {
    return false;
  }
  // Of the right one, only the elements stay; they follow those of the left one.
  const std::uint32_t after_left = s.closes()[left.elements.back()] + 1;
  const std::uint32_t right_begin = right.elements.front();
  const std::uint32_t right_end = s.closes()[right.elements.back()] + 1;
  choice_tree edited;
  edited.reserve(s.tree().size());
  const auto copy = [&](std::uint32_t from, std::uint32_t to) {
    edited.insert(edited.end(), s.tree().begin() + from, s.tree().begin() + to);
  };
  copy(0, after_left);
  copy(right_begin, right_end);
  copy(after_left, q.elements[k + 1]);
  copy(s.closes()[q.elements[k + 1]] + 1, static_cast<std::uint32_t>(s.tree().size()));
  edited[left.length].chosen.value += right.elements.size();
  edited[q.length].chosen.value -= edited[q.length].chosen.value > 0 ? 1U : 0U;
  if (edited[left.length].chosen.value > edited[left.length].chosen.last) {
    return false;
  }
  return s.propose(edited);
}

bool merge_numbers(shrinker& s, const sequence_in_tree& q, std::size_t k) {
  const std::uint32_t a = only_choice(s, q.elements[k]);
  const std::uint32_t b = only_choice(s, q.elements[k + 1]);
  if (a == 0 || b == 0) {
    return false;
  }
  const choice x = s.tree()[a].chosen;
  const choice y = s.tree()[b].chosen;
  const std::uint64_t sum = x.value + (y.value - y.origin);
  for (const std::uint64_t value : std::array<std::uint64_t, 3>{sum, x.last, 0}) {
    if (value > x.last) {
      continue;
    }
    choice_tree edited = without_elements(s, q, k + 1, 1);
    edited[a].chosen.value = value;
    if (s.propose(edited)) {
      return true;
    }
  }
  return false;
}

/// Without element k, and with every number of the sequence that points behind it pointing one less.
bool delete_index(shrinker& s, const sequence_in_tree& q, std::size_t k) {
  choice_tree edited = s.tree();
  bool any = false;
  for (const std::uint32_t open : q.elements) {
    for (std::uint32_t i = open + 1; i < s.closes()[open]; ++i) {
      choice& c = edited[i].chosen;
      if (edited[i].what == tree_token::kind::choice && c.kind == choice_kind::integer && c.value >= c.origin &&
          c.value - c.origin > k) {
        --c.value;
        any = true;
      }
    }
  }
  if (!any) {
    return false;
  }
  edited[q.length].chosen.value -= edited[q.length].chosen.value > 0 ? 1U : 0U;
  edited.erase(edited.begin() + q.elements[k], edited.begin() + s.closes()[q.elements[k]] + 1);
  return s.propose(edited);
}

} // namespace

void merge_elements(shrinker& s) {
  sequence_in_tree q;
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    for (std::size_t k = 0; i < s.tree().size() && find_sequence(s, i, q) && k < q.elements.size() && !s.spent();) {
      const bool has_next = k + 1 < q.elements.size();
      if (!(has_next && (join_sequences(s, q, k) || merge_numbers(s, q, k))) && !delete_index(s, q, k)) {
        ++k;
      }
    }
  }
}

} // namespace tali::detail
