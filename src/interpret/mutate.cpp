// SPDX-License-Identifier: BSL-1.0
// The edits of a choice tree that lead to similar values; mutate.hpp lists them.
#include <tali/interpret/mutate.hpp>

#include <algorithm>
#include <bit>

namespace tali {

using namespace choices;

namespace {

std::uint32_t pick_below(rng& engine, std::size_t n) { return below(engine, static_cast<std::uint32_t>(n)); }

void replace(choice_tree& tree, std::uint32_t begin, std::uint32_t end, std::span<const tree_token> by) {
  choice_tree made;
  made.reserve(tree.size() + by.size());
  made.insert(made.end(), tree.begin(), tree.begin() + begin);
  made.insert(made.end(), by.begin(), by.end());
  made.insert(made.end(), tree.begin() + end, tree.end());
  tree = std::move(made);
}

choice_tree tree_with_zeros(const mutable_run& run) {
  choice_tree tree = tree_of(run.run);
  std::size_t next = 0;
  for (tree_token& t : tree) {
    if (t.what == tree_token::kind::choice) {
      if (t.chosen.kind == choice_kind::integer && next < run.zeros.size()) {
        t.zero = run.zeros[next];
      }
      ++next;
    }
  }
  return tree;
}

} // namespace

namespace detail {
std::uint64_t noting_source::decide_integer(const integer_request& request) {
  zeros_.push_back(request.zero);
  return replay_source::decide_integer(request);
}
std::uint32_t noting_source::decide_branch(const branch_request& request) {
  zeros_.push_back(0);
  return replay_source::decide_branch(request);
}
double noting_source::decide_real(const real_request& request) {
  zeros_.push_back(0);
  return replay_source::decide_real(request);
}
} // namespace detail

mutations::mutations(const mutable_run& run, mutation_odds odds, compatible_parts compatible)
    : run_(run.run), tree_(tree_with_zeros(run)), parts_(parts_of(tree_, run_)), odds_(odds),
      relation_(std::move(compatible)) {
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    const choice& c = tree_[i].chosen;
    if (tree_[i].what == tree_token::kind::choice && (c.kind == choice_kind::real ? c.origin != c.last : c.last > 0)) {
      choices_.push_back(i);
    }
  }
}

void mutations::splice_from(const mutable_run& other) {
  other_ = tree_with_zeros(other);
  other_parts_ = parts_of(other_, other.run);
}

std::vector<mutations::part> mutations::parts_of(const choice_tree& tree, const trace& run) {
  const std::vector<std::uint32_t> closes = matching_closes(tree);
  std::vector<part> parts;
  std::uint32_t choice_index = 0;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (tree[i].what == tree_token::kind::choice) {
      ++choice_index;
    } else if (tree[i].what == tree_token::kind::open && closes[i] > i + 1) {
      parts.push_back(
          {i,
           closes[i] + 1,
           {tree[i].info, choice_index < run.labels.size() ? run.labels[choice_index] : std::string_view{}}});
    }
  }
  return parts;
}

bool mutations::compatible(const part& a, const part& b) const {
  if (relation_) {
    return relation_(a.is, b.is);
  }
  return a.is.info == b.is.info ||
         (a.is.info->family != nullptr && a.is.info->family == b.is.info->family && a.is.info->kind == b.is.info->kind);
}

choice_tree mutations::edited(rng& engine) const {
  const std::uint32_t splices = other_parts_.empty() ? 0 : odds_.splice;
  const std::uint32_t total = odds_.reroll + odds_.swap + odds_.descend + splices + odds_.elements;
  constexpr int tries = 20; // an edit may not be applicable
  for (int i = 0; i < tries && total > 0; ++i) {
    choice_tree tree = tree_;
    std::uint32_t x = below(engine, total);
    const auto is = [&x](std::uint32_t odds) {
      const bool chosen = x < odds;
      x -= chosen ? 0 : odds;
      return chosen;
    };
    bool done = false;
    if (is(odds_.reroll)) {
      done = reroll(tree, engine);
    } else if (is(odds_.swap)) {
      done = swap(tree, engine);
    } else if (is(odds_.descend)) {
      done = descend(tree, engine);
    } else if (is(splices)) {
      done = splice(tree, engine);
    } else {
      done = change_elements(tree, engine);
    }
    if (done) {
      return tree;
    }
  }
  return tree_;
}

bool mutations::reroll(choice_tree& tree, rng& engine) const {
  if (choices_.empty()) {
    return false;
  }
  choice& c = tree[choices_[pick_below(engine, choices_.size())]].chosen;
  if (c.kind == choice_kind::real) {
    const double lo = std::bit_cast<double>(c.origin);
    const double hi = std::bit_cast<double>(c.last);
    const double t = unit_real(engine);
    c.value = std::bit_cast<std::uint64_t>(lo * (1 - t) + hi * t);
    return true;
  }
  // Another value of the same range. In a wide range, a nearby value with probability 1/2.
  constexpr std::uint64_t wide = 64;
  if (c.kind == choice_kind::integer && c.last > wide && (engine() & 1U) != 0) {
    const std::uint64_t step = 1 + between(engine, std::uint64_t{7});
    const bool up = (engine() & 1U) != 0;
    if (up ? c.last - c.value >= step : c.value >= step) {
      c.value = up ? c.value + step : c.value - step;
      return true;
    }
  }
  const std::uint64_t other = between(engine, c.last - 1);
  c.value = other < c.value ? other : other + 1;
  return true;
}

bool mutations::swap(choice_tree& tree, rng& engine) const {
  if (parts_.size() < 2) {
    return false;
  }
  const part& a = parts_[pick_below(engine, parts_.size())];
  const part& b = parts_[pick_below(engine, parts_.size())];
  const part& first = a.begin < b.begin ? a : b;
  const part& second = a.begin < b.begin ? b : a;
  if (second.begin < first.end || !compatible(a, b)) {
    return false;
  }
  const choice_tree kept(tree.begin() + first.begin, tree.begin() + first.end);
  const choice_tree moved(tree.begin() + second.begin, tree.begin() + second.end);
  replace(tree, second.begin, second.end, kept);
  replace(tree, first.begin, first.end, moved);
  return true;
}

bool mutations::descend(choice_tree& tree, rng& engine) const {
  if (parts_.empty()) {
    return false;
  }
  const part& whole = parts_[pick_below(engine, parts_.size())];
  std::vector<const part*> inside;
  for (const part& p : parts_) {
    if (p.begin > whole.begin && p.end < whole.end && compatible(p, whole)) {
      inside.push_back(&p);
    }
  }
  if (inside.empty()) {
    return false;
  }
  const part& chosen = *inside[pick_below(engine, inside.size())];
  const choice_tree kept(tree.begin() + chosen.begin, tree.begin() + chosen.end);
  replace(tree, whole.begin, whole.end, kept);
  return true;
}

bool mutations::splice(choice_tree& tree, rng& engine) const {
  if (parts_.empty()) {
    return false;
  }
  const part& whole = parts_[pick_below(engine, parts_.size())];
  const part& other = other_parts_[pick_below(engine, other_parts_.size())];
  if (!compatible(whole, other)) {
    return false;
  }
  replace(tree, whole.begin, whole.end, std::span(other_).subspan(other.begin, other.end - other.begin));
  return true;
}

bool mutations::change_elements(choice_tree& tree, rng& engine) const {
  // A sequence: its span, the choice of its length, and a span for each element.
  std::vector<const part*> sequences;
  for (const part& p : parts_) {
    if (p.is.info->kind == span_kind::sequence && tree[p.begin + 1].what == tree_token::kind::choice) {
      sequences.push_back(&p);
    }
  }
  if (sequences.empty()) {
    return false;
  }
  const part& chosen = *sequences[pick_below(engine, sequences.size())];
  const std::vector<std::uint32_t> closes = matching_closes(tree);
  std::vector<std::uint32_t> elements;
  for (std::uint32_t i = chosen.begin + 2; i + 1 < chosen.end; i = closes[i] + 1) {
    if (tree[i].what == tree_token::kind::open && tree[i].info->kind == span_kind::element) {
      elements.push_back(i);
    }
  }
  if (elements.empty()) {
    return false;
  }
  choice& length = tree[chosen.begin + 1].chosen;
  const std::uint32_t element = elements[pick_below(engine, elements.size())];
  const std::uint32_t end = closes[element] + 1;
  if ((engine() & 1U) != 0) {
    if (length.value == 0) {
      return false;
    }
    --length.value;
    replace(tree, element, end, {});
  } else {
    if (length.value == length.last) {
      return false;
    }
    ++length.value;
    const choice_tree copy(tree.begin() + element, tree.begin() + end);
    replace(tree, element, element, copy);
  }
  return true;
}

} // namespace tali
