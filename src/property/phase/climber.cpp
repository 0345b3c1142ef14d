// SPDX-License-Identifier: BSL-1.0
#include "property/phase/climber.hpp"
#include "property/failure/varying_source.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali::detail {

namespace {

constexpr std::uint32_t most_climbed_choices = 1U << 16U; // longer cases are not changed
constexpr int most_unsuccessful_draws = 200;              // before a target counts as reached
constexpr int most_real_levels = 60;                      // steps of a real in one round
constexpr double least_real_step = 1e-13;                 // relative to the real
constexpr std::uint64_t alternative_budget = 60;          // runs for the numbers of another alternative
constexpr double most_repeats = 1 << 20;                  // of a direction

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
    const choice_tree tree_before = tree_;
    raise_numbers();
    if (best_ > before) {
      repeat_direction(tree_before);
    }
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
  last_reached_ = ran.reached;
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
    climb_real(at);
  }
}

std::optional<double> climber::real_at(std::uint32_t at) const {
  if (!is_number(at) || tree_[at].chosen.kind != choice_kind::real) {
    return std::nullopt;
  }
  const auto x = std::bit_cast<double>(tree_[at].chosen.value);
  return std::isfinite(x) ? std::optional(x) : std::nullopt;
}

bool climber::attempt_real(std::uint32_t at, double value) {
  last_reached_.reset();
  if (!real_at(at) || !std::isfinite(value)) {
    return false;
  }
  const choice& c = tree_[at].chosen;
  return attempt_value(at, std::bit_cast<std::uint64_t>(
                               std::clamp(value, std::bit_cast<double>(c.origin), std::bit_cast<double>(c.last))));
}

// Steps of one whole, and larger ones, come before.
void climber::climb_real(std::uint32_t at) {
  for (std::optional<double> x = real_at(at); x && std::fabs(*x) > 2 && attempt_real(at, *x / 2); x = real_at(at)) {
  }
  double step = 0.5;
  for (int level = 0; level < most_real_levels && active(); ++level) {
    const std::optional<double> x = real_at(at);
    if (!x || step < std::fabs(*x) * least_real_step) {
      return;
    }
    const double here = best_;
    if (attempt_real(at, *x + step)) {
      continue;
    }
    const std::optional<double> above = last_reached_;
    if (attempt_real(at, *x - step)) {
      continue;
    }
    const std::optional<double> below = last_reached_;
    step /= 8;
    // The vertex of the parabola through the three points.
    if (above && below) {
      const double bend = 2 * here - *above - *below;
      if (bend > 0 && attempt_real(at, *x + 4 * step * (*above - *below) / bend)) {
        step /= 8;
      }
    }
  }
}

void climber::repeat_direction(const choice_tree& before) {
  const auto same_shape = [&] {
    return before.size() == tree_.size() &&
           std::equal(before.begin(), before.end(), tree_.begin(), [](const tree_token& a, const tree_token& b) {
             return a.what == b.what && a.chosen.kind == b.chosen.kind;
           });
  };
  if (!same_shape()) {
    return;
  }
  const choice_tree from = tree_;
  for (double factor = 1; active() && same_shape() && factor < most_repeats; factor *= 2) {
    choice_tree edited = from;
    int changed = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      choice& c = edited[i].chosen;
      const std::uint64_t old = before[i].chosen.value;
      if (from[i].what != tree_token::kind::choice || c.kind == choice_kind::branch || c.value == old) {
        continue;
      }
      ++changed;
      if (c.kind == choice_kind::real) {
        const auto now = std::bit_cast<double>(c.value);
        c.value =
            std::bit_cast<std::uint64_t>(std::clamp(now + factor * (now - std::bit_cast<double>(old)),
                                                    std::bit_cast<double>(c.origin), std::bit_cast<double>(c.last)));
      } else {
        const bool up = c.value > old;
        const double by = factor * static_cast<double>(up ? c.value - old : old - c.value);
        c.value = moved(c, up, by < 0x1p63 ? static_cast<std::uint64_t>(by) : std::uint64_t{1} << 63U);
      }
    }
    if (changed < 2 || !attempt_tree(edited)) {
      return;
    }
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
      if (attempt_tree(edited) || try_alternative(edited, at)) {
        break;
      }
    }
  }
}

// An alternative is seldom better before its own numbers are raised.
bool climber::try_alternative(choice_tree edited, std::uint32_t at) {
  if (at == 0 || tree_[at - 1].what != tree_token::kind::open || closes_[at - 1] <= at + 1) {
    return false;
  }
  // The choices of the other alternative do not fit: the simplest ones instead.
  edited.erase(edited.begin() + at + 1, edited.begin() + closes_[at - 1]);
  const saved_case saved{best_, tree_, closes_, size_, left_};
  const std::uint64_t budget = std::min(left_, alternative_budget);
  left_ = budget;
  best_ = -std::numeric_limits<double>::infinity();
  if (attempt_tree(edited)) {
    for (std::uint32_t i = at + 1; i < closes_[at - 1] && active(); ++i) {
      climb(i, true);
      climb(i, false);
      climb_real(i);
    }
  }
  left_ = saved.left - (budget - left_);
  if (best_ > saved.best) {
    return true;
  }
  best_ = saved.best;
  tree_ = saved.tree;
  closes_ = saved.closes;
  size_ = saved.size;
  return false;
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
