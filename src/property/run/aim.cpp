// SPDX-License-Identifier: BSL-1.0
// Raising the targets of a property: hill climbing on the choices of the best case so far.
//
// Random cases come first. If some of them called test_case::target, a share of the budget goes to this: for each
// target, the case that reached most is recorded and then changed, and whatever reaches more takes its place. The
// changes, from the one that goes furthest to the one that knows least:
//   - each number to its limits, then uphill in steps that double while it gets better and halve when it does not;
//   - each sequence longer, by as many of its elements once more as there is room for, or by one of them;
//   - each branch another way;
//   - a part drawn anew at random.
// As long as something gets better, the numbers are tried again. A change that reaches the same is kept only where it
// makes a sequence longer or draws a part anew: that is how a plateau is left.
//
// One thread, and everything drawn from the seed: what is found depends on nothing else. A case that is found this way
// has no number; its choices say how to see it again.
#include "property/failure/varying_source.hpp"
#include "property/run/engine.hpp"

#include <tali/source/record.hpp>

#include <algorithm>
#include <bit>
#include <limits>

namespace tali::detail {

namespace {

constexpr std::uint32_t most_choices = 1U << 16U; // of a case that is worth climbing with
constexpr int fruitless_draws = 200;              // at random, before a target counts as reached

/// Climbs for one target.
class climber {
public:
  climber(engine& runner, std::string_view target, std::uint64_t budget, std::uint64_t stream)
      : runner_(runner), target_(target), left_(budget), random_(rng::stream(runner.settings().seed, stream)) {}

  /// From this random case. False if the run is over: a case failed, or time is up.
  bool climb_from(std::uint64_t index) {
    const int size = size_of_case(index, runner_.settings());
    if (!attempt(*runner_.source_of_case(index, size, nullptr), false) || tree_.empty()) {
      return !over_;
    }
    // The size bounds lengths: at the full one the same case has more room.
    if (size < runner_.settings().size) {
      const choice_tree same = tree_;
      tree_source full(same, runner_.settings().size);
      static_cast<void>(attempt(full, true));
    }
    int fruitless = 0;
    while (going() && fruitless < fruitless_draws) {
      const double before = best_;
      raise_numbers();
      lengthen_sequences();
      change_branches();
      if (best_ > before) {
        fruitless = 0;
        continue;
      }
      while (going() && best_ <= before && fruitless < fruitless_draws) {
        ++fruitless;
        draw_anew();
      }
    }
    return !over_;
  }

  [[nodiscard]] double best() const { return best_; }
  [[nodiscard]] bool reached() const { return reached_; }

private:
  [[nodiscard]] bool going() const { return left_ > 0 && !over_; }

  /// Runs a case; whether it took the place of the best.
  bool attempt(dynamic_source& source, bool ties) {
    if (!going()) {
      return false;
    }
    --left_;
    made_.clear();
    source.record_to(&made_);
    source.limit_choices(most_choices);
    const std::optional<double> value = runner_.run_aimed(source, target_, made_, over_);
    if (!value || over_ || made_.choices.size() > most_choices) {
      return false;
    }
    if (!(*value > best_ || (ties && *value == best_))) {
      return false;
    }
    reached_ = true;
    best_ = *value;
    tree_ = tree_of(made_);
    closes_ = matching_closes(tree_);
    size_ = made_.size;
    return true;
  }
  bool attempt_tree(const choice_tree& edited, bool ties = false) {
    tree_source source(edited, size_);
    return attempt(source, ties);
  }

  [[nodiscard]] bool is_number(std::uint32_t at) const {
    return at < tree_.size() && tree_[at].what == tree_token::kind::choice &&
           tree_[at].chosen.kind != choice_kind::branch;
  }

  bool attempt_value(std::uint32_t at, std::uint64_t value) {
    if (!is_number(at) || tree_[at].chosen.value == value) {
      return false;
    }
    choice_tree edited = tree_;
    edited[at].chosen.value = value;
    return attempt_tree(edited);
  }

  /// The value `step` further up or down, as far as there is room.
  [[nodiscard]] static std::uint64_t moved(const choice& c, bool up, std::uint64_t step) {
    if (c.kind == choice_kind::real) {
      const double to = std::bit_cast<double>(c.value) + (up ? 1.0 : -1.0) * static_cast<double>(step);
      return std::bit_cast<std::uint64_t>(
          std::clamp(to, std::bit_cast<double>(c.origin), std::bit_cast<double>(c.last)));
    }
    return up ? c.value + std::min(step, c.last - c.value) : c.value - std::min(step, c.value);
  }

  void climb(std::uint32_t at, bool up) {
    std::uint64_t step = 1;
    bool growing = true;
    while (going() && is_number(at) && step > 0) {
      const bool better = attempt_value(at, moved(tree_[at].chosen, up, step));
      growing = growing && better;
      if (!better && step == 1) {
        return;
      }
      step = growing ? (step < (std::uint64_t{1} << 62U) ? 2 * step : step) : step / 2;
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> shuffled(bool (*wanted)(const tree_token&)) {
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

  void raise_numbers() {
    // Positions may come to mean something else when the case changes shape; then they are just other numbers.
    for (const std::uint32_t at : shuffled([](const tree_token& t) {
           return t.what == tree_token::kind::choice && t.chosen.kind != choice_kind::branch;
         })) {
      if (!going()) {
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

  void lengthen_sequences() {
    for (std::uint32_t i = 0; i + 1 < tree_.size() && going(); ++i) {
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

  /// Puts the elements in [begin, end) of the sequence at `open` once more at its end.
  bool repeat(std::uint32_t open, std::uint32_t begin, std::uint32_t end, std::size_t count) {
    if (tree_.size() + (end - begin) > most_choices) {
      return false;
    }
    choice_tree edited = tree_;
    edited[open + 1].chosen.value += count;
    edited.insert(edited.begin() + closes_[open], tree_.begin() + begin, tree_.begin() + end);
    return attempt_tree(edited, true);
  }

  void change_branches() {
    for (const std::uint32_t at : shuffled([](const tree_token& t) {
           return t.what == tree_token::kind::choice && t.chosen.kind == choice_kind::branch && t.chosen.last > 0;
         })) {
      if (!going() || at >= tree_.size() || tree_[at].what != tree_token::kind::choice) {
        return;
      }
      const choice c = tree_[at].chosen;
      for (std::uint64_t other = 0; other <= std::min<std::uint64_t>(c.last, 7) && going(); ++other) {
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

  void draw_anew() {
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
    const int size = std::max(size_, runner_.settings().size / 2);
    varying_source source(given, vary, size_, size, rng(random_()));
    static_cast<void>(attempt(source, true));
  }

  engine& runner_;
  std::string_view target_;
  std::uint64_t left_;
  rng random_;
  double best_ = -std::numeric_limits<double>::infinity();
  bool reached_ = false;
  bool over_ = false;
  choice_tree tree_; // of the best case
  std::vector<std::uint32_t> closes_;
  int size_ = 0;
  trace made_;
};

} // namespace

std::optional<double> engine::run_aimed(dynamic_source& source, std::string_view target, const trace& made,
                                        bool& over) {
  if (time_is_up_->load(std::memory_order_relaxed)) {
    result_.budget_ended = true;
    over = true;
    return std::nullopt;
  }
  worker& w = *workers_[0];
  tally names(true);
  w.held.log.counts = &names;
  const std::uint64_t index = aimed_runs_++;
  if (box_ != nullptr) {
    box_->input = index;
  }
  observe_next("targeted", index, &made);
  const case_outcome outcome = run_body(source, false, [&](test_case& c) { code_.run(code_.object, c); });
  if (around_.progress != nullptr && worth_telling()) {
    progress p{result_.name, result_.cases + result_.aimed, result_.discarded, {}, told_, settings_.time_budget, {}};
    around_.progress->update(p);
  }
  if (outcome.status == case_status::failed) {
    failure f;
    f.origin = failure_origin::targeted;
    f.index = index;
    confirm(f, outcome.cause, {made.choices, made.size}, true);
    report_failure(std::move(f));
    over = true;
    return std::nullopt;
  }
  if (outcome.status == case_status::discarded) {
    return std::nullopt;
  }
  ++result_.aimed;
  return names.highest(w.held.log.remarks, target);
}

bool engine::aim_at_targets(std::uint64_t runs) {
  enter_phase(run_phase::aiming);
  counts_.write_to(result_, result_.cases);
  const std::vector<target_summary> targets = result_.targets;
  std::uint64_t left = runs;
  for (std::size_t i = 0; i < targets.size() && left > 0; ++i) {
    const std::uint64_t share = left / (targets.size() - i);
    const std::uint64_t before = aimed_runs_;
    // Streams from the far end: random cases never get there.
    climber climb(*this, targets[i].name, share, std::numeric_limits<std::uint64_t>::max() - aimed_runs_ - i);
    const bool going = climb.climb_from(targets[i].best_case);
    left -= std::min(left, aimed_runs_ - before);
    if (climb.reached()) {
      counts_.aimed_at(targets[i].name, climb.best());
    }
    if (!going) {
      return false;
    }
  }
  enter_phase(run_phase::random_cases);
  return true;
}

} // namespace tali::detail
