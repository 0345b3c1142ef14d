// SPDX-License-Identifier: BSL-1.0
// delete_elements: fewer elements in sequences, and no rejected attempts of filters.
//
// A sequence is a length choice followed by elements: either inside its own span, or, where the length was drawn on its
// own (bind, compose), the choice right before a span of elements. The length is lowered by the number of deleted
// elements. First, prefixes and suffixes of 1, 2, 4, ... elements are tried, which is enough for most cases. Then runs
// of elements are deleted from the back, as many at a time as possible.
#include "shrink/shrinker.hpp"

namespace tali::detail {

bool find_sequence(const shrinker& s, std::uint32_t at, sequence_in_tree& found) {
  const choice_tree& tree = s.tree();
  if (tree[at].what != tree_token::kind::choice || tree[at].chosen.kind != choice_kind::integer) {
    return false;
  }
  found.length = at;
  found.elements.clear();
  std::uint32_t next = at + 1;
  if (next < tree.size() && tree[next].what == tree_token::kind::open && !is_open(tree[next], span_kind::element)) {
    ++next; // the elements are in a span of their own
  }
  while (next < tree.size() && is_open(tree[next], span_kind::element)) {
    found.elements.push_back(next);
    next = s.closes()[next] + 1;
  }
  // A number in front of a span can be its length only if it is at most the number of elements, because lengths count
  // from a minimum.
  const bool own = at > 0 && is_open(tree[at - 1], span_kind::sequence);
  return !found.elements.empty() && (own || tree[at].chosen.value <= found.elements.size());
}

choice_tree without_elements(const shrinker& s, const sequence_in_tree& q, std::size_t first, std::size_t count) {
  choice_tree edited = without(s.tree(), q.elements[first], s.closes()[q.elements[first + count - 1]] + 1);
  choice& length = edited[q.length].chosen;
  length.value = length.value >= count ? length.value - count : 0;
  return edited;
}

namespace {

void delete_from(shrinker& s, std::uint32_t at) {
  sequence_in_tree q;
  const auto again = [&] { return at < s.tree().size() && find_sequence(s, at, q); };
  // Short prefixes and suffixes.
  for (std::size_t keep = 1; again() && keep < q.elements.size() && !s.spent(); keep *= 2) {
    const std::size_t drop = q.elements.size() - keep;
    if (s.propose(without_elements(s, q, keep, drop)) || s.propose(without_elements(s, q, 0, drop))) {
      break;
    }
  }
  // Runs, from the back: a deletion does not move the elements that are still to be tried.
  if (!again()) {
    return;
  }
  std::size_t last = q.elements.size();
  while (last > 0 && !s.spent()) {
    std::size_t deleted = 0;
    for (std::size_t run = 1; again() && run <= last;) {
      if (q.elements.size() < last) {
        last = q.elements.size();
        break;
      }
      if (!s.propose(without_elements(s, q, last - run, run))) {
        if (run == 1 || deleted == 0) {
          break;
        }
        run = run > 2 ? run / 2 : 1;
        deleted = 0;
        continue;
      }
      deleted += run;
      last -= run;
      run *= 2;
    }
    if (last > 0) {
      --last;
    }
    if (!again()) {
      return;
    }
    last = last < q.elements.size() ? last : q.elements.size();
  }
}

} // namespace

void delete_elements(shrinker& s) {
  // Attempts that a filter rejected: each is followed by another of the same filter.
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent();) {
    const choice_tree& tree = s.tree();
    const std::uint32_t after = s.closes()[i] + 1;
    if (is_open(tree[i], span_kind::attempt) && after < tree.size() && tree[after].what == tree_token::kind::open &&
        tree[after].info == tree[i].info && s.propose(without(tree, i, after))) {
      continue;
    }
    ++i;
  }
  for (std::uint32_t i = 0; i < s.tree().size() && !s.spent(); ++i) {
    delete_from(s, i);
  }
}

} // namespace tali::detail
