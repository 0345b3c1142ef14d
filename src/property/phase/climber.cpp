// SPDX-License-Identifier: BSL-1.0
#include "property/phase/climber.hpp"
#include "property/failure/varying_source.hpp"

#include <algorithm>
#include <bit>

namespace tali::detail {

namespace {

constexpr std::uint32_t most_climbed_choices = 1U << 16U; // longer cases are not changed
constexpr int most_unsuccessful_draws = 200;              // before a target counts as reached

/// The value `step` further up or down, or the limit.
std::uint64_t moved(const choice& c, bool up, std::uint64_t step) {
  if (c.kind == choice_kind::real) {
    const double to = std::bit_cast<double>(c.value) + (up ? 1.0 : -1.0) * static_cast<double>(step);
    return std::bit_cast<std::uint64_t>(std::clamp(to, std::bit_cast<double>(c.origin), std::bit_cast<double>(c.last)));
  }
  return up ? c.value + std::min(step, c.last - c.value) : c.value - std::min(step, c.value);
}

} // namespace

bool climber::climb_from(dynamic_source& first, int size) {
  if (!attempt(first, false) || tree_.empty()) {
    return !over_;
  }
  // The size bounds lengths: at the full size, the same case can grow further.
  if (size < settings_.size) {
    const choice_tree same = tree_;
    tree_source full(same, settings_.size);
    static_cast<void>(attempt(full, true));
  }
  int unsuccessful = 0;
  while (active() && unsuccessful < most_unsuccessful_draws) {
    const double before = best_;
    raise_numbers();
    lengthen_sequences();
    change_branches();
    if (best_ > before) {
      unsuccessful = 0;
      continue;
    }
    while (active() && best_ <= before && unsuccessful < most_unsuccessful_draws) {
      ++unsuccessful;
      draw_part_again();
    }
  }
  return !over_;
}

bool climber::attempt(dynamic_source& source, bool ties) {
  if (!active()) {
    return false;
  }
  --left_;
  made_.clear();
  source.record_to(&made_);
  source.limit_choices(most_climbed_choices);
  const aimed_run ran = run_(source, made_);
  over_ = over_ || ran.over;
  if (!ran.reached || over_ || made_.choices.size() > most_climbed_choices) {
    return false;
  }
  if (!(*ran.reached > best_ || (ties && *ran.reached == best_))) {
    return false;
  }
  reached_ = true;
  best_ = *ran.reached;
  tree_ = tree_of(made_);
  closes_ = matching_closes(tree_);
  size_ = made_.size;
  return true;
}

bool climber::attempt_tree(const choice_tree& edited, bool ties) {
  tree_source source(edited, size_);
  return attempt(source, ties);
}

bool climber::is_number(std::uint32_t at) const {
  return at < tree_.size() && tree_[at].what == tree_token::kind::choice &&
         tree_[at].chosen.kind != choice_kind::branch;
}

bool climber::attempt_value(std::uint32_t at, std::uint64_t value) {
  if (!is_number(at) || tree_[at].chosen.value == value) {
    return false;
  }
  choice_tree edited = tree_;
  edited[at].chosen.value = value;
  return attempt_tree(edited);
}

void climber::climb(std::uint32_t at, bool up) {
  std::uint64_t step = 1;
  bool growing = true;
  while (active() && is_number(at) && step > 0) {
    const bool better = attempt_value(at, moved(tree_[at].chosen, up, step));
    growing = growing && better;
    if (!better && step == 1) {
      return;
    }
    step = growing ? (step < (std::uint64_t{1} << 62U) ? 2 * step : step) : step / 2;
  }
}

std::vector<std::uint32_t> climber::shuffled(bool (*wanted)(const tree_token&)) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    if (wanted(tree_[i])) {
      found.push_back(i);
    }
  }
  for (std::size_t i = found.size(); i > 1; --i) {
    std::swap(found[i - 1], found[between(random_, static_cast<std::uint64_t>(i - 1))]);
  }
  return found;
}

void climber::raise_numbers() {
  // If the case changes shape, a position may belong to another number, which is then varied instead.
  for (const std::uint32_t at : shuffled([](const tree_token& t) {
         return t.what == tree_token::kind::choice && t.chosen.kind != choice_kind::branch;
       })) {
    if (!active()) {
      return;
    }
    if (!is_number(at)) {
      continue;
    }
    const choice c = tree_[at].chosen;
    const std::uint64_t low = c.kind == choice_kind::real ? c.origin : 0;
    if (attempt_value(at, c.last) || attempt_value(at, low)) {
      continue;
    }
    climb(at, true);
    climb(at, false);
  }
}

void climber::lengthen_sequences() {
  for (std::uint32_t i = 0; i + 1 < tree_.size() && active(); ++i) {
    if (tree_[i].what != tree_token::kind::open || tree_[i].info->kind != span_kind::sequence ||
        tree_[i + 1].what != tree_token::kind::choice || tree_[i + 1].chosen.kind != choice_kind::integer) {
      continue;
    }
    std::vector<std::uint32_t> elements;
    for (std::uint32_t e = i + 2; e < closes_[i]; e = closes_[e] + 1) {
      elements.push_back(e);
    }
    const choice length = tree_[i + 1].chosen;
    const std::size_t more = std::min<std::uint64_t>(elements.size(), length.last - length.value);
    if (more == 0) {
      continue;
    }
    if (!repeat(i, elements.front(), closes_[elements[more - 1]] + 1, more)) {
      const std::uint32_t one = elements[between(random_, static_cast<std::uint64_t>(elements.size() - 1))];
      static_cast<void>(repeat(i, one, closes_[one] + 1, 1));
    }
  }
}

bool climber::repeat(std::uint32_t open, std::uint32_t begin, std::uint32_t end, std::size_t count) {
  if (tree_.size() + (end - begin) > most_climbed_choices) {
    return false;
  }
  choice_tree edited = tree_;
  edited[open + 1].chosen.value += count;
  edited.insert(edited.begin() + closes_[open], tree_.begin() + begin, tree_.begin() + end);
  return attempt_tree(edited, true);
}

void climber::change_branches() {
  for (const std::uint32_t at : shuffled([](const tree_token& t) {
         return t.what == tree_token::kind::choice && t.chosen.kind == choice_kind::branch && t.chosen.last > 0;
       })) {
    if (!active() || at >= tree_.size() || tree_[at].what != tree_token::kind::choice) {
      return;
    }
    const choice c = tree_[at].chosen;
    for (std::uint64_t other = 0; other <= std::min<std::uint64_t>(c.last, 7) && active(); ++other) {
      if (other == c.value) {
        continue;
      }
      choice_tree edited = tree_;
      edited[at].chosen.value = other;
      if (attempt_tree(edited)) {
        break;
      }
    }
  }
}

void climber::draw_part_again() {
  if (tree_.empty()) {
    return;
  }
  std::vector<bool> vary(tree_.size(), false);
  std::uint32_t at = 0;
  do {
    at = static_cast<std::uint32_t>(between(random_, static_cast<std::uint64_t>(tree_.size() - 1)));
  } while (tree_[at].what == tree_token::kind::close);
  vary[at] = true;
  const choice_tree given = tree_; // the best may change while the source is in use
  const int size = std::max(size_, settings_.size / 2);
  varying_source source(given, vary, size_, size, rng(random_()));
  static_cast<void>(attempt(source, true));
}

} // namespace tali::detail
