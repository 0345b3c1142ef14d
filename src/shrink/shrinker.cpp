// SPDX-License-Identifier: BSL-1.0
#include "shrink/shrinker.hpp"

#include <tali/detail/mix.hpp>
#include <tali/source/replay.hpp>

#include <algorithm>
#include <array>

namespace tali::detail {

namespace {

std::uint64_t fingerprint(const choice_tree& tree) noexcept {
  std::uint64_t hash = 1;
  for (const tree_token& t : tree) {
    hash = mix(hash, static_cast<std::uint64_t>(t.what));
    hash = t.what == tree_token::kind::choice ? mix(hash, t.chosen.value) : hash;
  }
  return hash;
}

// The simplest choices at the end are left out: a replay fills them in by itself.
std::uint64_t fingerprint(const std::vector<choice>& choices) noexcept {
  std::size_t end = choices.size();
  while (end > 0 && is_simplest(choices[end - 1])) {
    --end;
  }
  std::uint64_t hash = 2;
  for (std::size_t i = 0; i < end; ++i) {
    hash = mix(hash, choices[i].value - (choices[i].kind == choice_kind::integer ? choices[i].origin : 0));
  }
  return hash;
}

std::ptrdiff_t recursive_parts(const choice_tree& tree) {
  return std::count_if(tree.begin(), tree.end(), [](const tree_token& t) { return is_open(t, span_kind::recursion); });
}

std::vector<choice> choices_of(const choice_tree& tree) {
  std::vector<choice> choices;
  for (const tree_token& t : tree) {
    if (t.what == tree_token::kind::choice) {
      choices.push_back(t.chosen);
    }
  }
  return choices;
}

} // namespace

shrinker::shrinker(const trace& failing, shrink_subject& subject, const shrink_limits& limits)
    : subject_(subject), limits_(limits), tree_(tree_of(failing)), closes_(matching_closes(tree_)),
      start_(std::chrono::steady_clock::now()) {
  result_.smallest = failing;
  tried_.insert(fingerprint(tree_));
}

bool shrinker::may_run() {
  if (spent_) {
    return false;
  }
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  spent_ = result_.evaluations >= limits_.evaluations || elapsed > std::chrono::milliseconds(limits_.milliseconds) ||
           subject_.cancelled();
  tired_ = stage_ > 1 && result_.evaluations >= quick_runs_ + patience();
  return !spent_ && !tired_;
}

// The late passes go on for as many runs as a few improvements have cost on average so far: where the quick passes
// moved in large steps, little is left to find; where they hardly moved, something holds the case that they do not
// know. Once a late pass has found something, there is likely more.
std::uint64_t shrinker::patience() const {
  constexpr std::uint64_t halves_of_improvements = 11; // 5.5 improvements
  constexpr std::uint64_t most = 50;
  constexpr std::uint64_t after_success = 200;
  if (late_success_) {
    return after_success;
  }
  return std::min(most, halves_of_improvements * quick_runs_ / (2 * (result_.improvements + 1)));
}

bool shrinker::run_on(dynamic_source& source) {
  ++result_.evaluations;
  attempt_.clear();
  source.record_to(&attempt_);
  // A run that needs more choices than the best cannot be simpler.
  source.limit_choices(static_cast<std::uint32_t>(result_.smallest.choices.size()));
  bool failed = false;
  completed_ = true;
  try {
    failed = subject_.fails(source);
  } catch (const discard&) {
    completed_ = false;
  }
  subject_.ran(attempt_);
  made_ = tree_of(attempt_);
  tried_.insert(fingerprint(made_));
  fresh_ = drawn_.insert(fingerprint(attempt_.choices)).second;
  if (!failed || compare_shortlex(attempt_.choices, result_.smallest.choices) >= 0) {
    return false;
  }
  // Where the depth is limited, more recursive parts can take fewer choices. That is not simpler to read.
  if (stage_ > 1 && recursive_parts(made_) > recursive_parts(tree_)) {
    return false;
  }
  ++result_.improvements;
  std::swap(result_.smallest, attempt_);
  tree_ = made_;
  closes_ = matching_closes(tree_);
  subject_.improved(result_.smallest);
  return true;
}

const choice_tree* shrinker::keep_shape(std::uint64_t print) {
  constexpr std::size_t most_tokens = 400;
  constexpr std::size_t most_shapes = 2000;
  if (made_.size() > most_tokens) {
    return nullptr;
  }
  if (shapes_.size() > most_shapes) {
    shapes_.clear();
  }
  if (completed_) {
    shapes_[fingerprint(made_)] = made_;
  }
  choice_tree& kept = shapes_[print];
  kept = completed_ ? made_ : choice_tree{};
  return kept.empty() ? nullptr : &kept;
}

bool shrinker::propose(const choice_tree& candidate) {
  return compare_shortlex(choices_of(candidate), result_.smallest.choices) < 0 && propose_raised(candidate);
}

bool shrinker::propose_raised(const choice_tree& candidate) {
  if (spent()) {
    return false;
  }
  const std::uint64_t print = fingerprint(candidate);
  if (!tried_.insert(print).second || !may_run()) {
    return false;
  }
  tree_source source(candidate, result_.smallest.size);
  if (run_on(source)) {
    return true;
  }
  keep_shape(print);
  return false;
}

bool shrinker::propose_flat(const std::vector<choice>& candidate) {
  if (spent() || compare_shortlex(candidate, result_.smallest.choices) >= 0 ||
      drawn_.count(fingerprint(candidate)) != 0 || !may_run()) {
    return false;
  }
  replay_source source(candidate, result_.smallest.size);
  drawn_.insert(fingerprint(candidate));
  return run_on(source);
}

bool shrinker::propose_random(const choice_tree& candidate, rng fill) {
  if (!may_run()) {
    return false;
  }
  tree_source source(candidate, result_.smallest.size, fill);
  source.fill_branches();
  return run_on(source);
}

const choice_tree* shrinker::drawn_by(const choice_tree& candidate) {
  const std::uint64_t print = fingerprint(candidate);
  if (const auto known = shapes_.find(print); known != shapes_.end()) {
    return known->second.empty() ? nullptr : &known->second;
  }
  if (!may_run()) {
    return nullptr;
  }
  tried_.insert(print);
  tree_source source(candidate, result_.smallest.size);
  return run_on(source) ? nullptr : keep_shape(print);
}

// The size bounds lengths and depths but is no part of the value. A case found at a small size is shrunk at the full
// one if it is the same case there: what could be one long list is otherwise stuck as several short ones.
void shrinker::grow_size() {
  const int full = random_context::default_size;
  if (result_.smallest.size >= full) {
    return;
  }
  ++result_.evaluations;
  attempt_.clear();
  tree_source source(tree_, full);
  source.record_to(&attempt_);
  source.limit_choices(static_cast<std::uint32_t>(result_.smallest.choices.size()));
  try {
    if (subject_.fails(source) && compare_shortlex(attempt_.choices, result_.smallest.choices) == 0) {
      std::swap(result_.smallest, attempt_);
      tree_ = tree_of(result_.smallest);
      closes_ = matching_closes(tree_);
    }
  } catch (const discard&) {
    attempt_.clear(); // not the same case at that size
  }
}

struct shrinker::pass {
  void (*run)(shrinker&);
  std::uint64_t seen = ~std::uint64_t{0}; // the version on which it last found nothing
  std::uint64_t runs = 0;                 // in all rounds so far, as the next one
  std::uint64_t steps = 0;
  [[nodiscard]] double payoff() const { return static_cast<double>(steps) / static_cast<double>(runs + 1); }
};

// Rounds, not a restart after every success: what a late pass changes seldom helps an early one before others have had
// their turn, and every pass tries everything anew on a changed tree.
// The first round goes in the given order; from then on, what has paid off best comes first.
void shrinker::run_quick_passes(std::vector<pass>& passes) {
  for (std::uint64_t before = ~std::uint64_t{0}; before != version() && !spent_;) {
    before = version();
    for (pass& p : passes) {
      if (const std::uint64_t start = version(); p.seen != start) {
        const std::uint64_t runs = result_.evaluations;
        p.run(*this);
        p.seen = start; // if it changed something, it may have more to do
        p.runs += result_.evaluations - runs;
        p.steps += version() - start;
      }
    }
    // By insertion, which leaves equals in their order. (Not std::stable_sort: Clang warns about libstdc++'s.)
    for (std::size_t i = 1; i < passes.size(); ++i) {
      for (std::size_t j = i; j > 0 && passes[j].payoff() > passes[j - 1].payoff(); --j) {
        std::swap(passes[j], passes[j - 1]);
      }
    }
  }
}

shrink_result shrinker::run() {
  std::vector<pass> quick{{drop_everything},  {descend_to_parts}, {delete_elements}, {simplify_spans}, {lower_branches},
                          {lower_duplicates}, {lower_numbers},    {lower_pairs},     {merge_elements}, {reorder_parts},
                          {move_parts},       {refill_parts},     {trade_branches}};
  struct late_pass {
    int stage;
    void (*run)(shrinker&);
  };
  constexpr std::array<late_pass, 9> late{{{2, move_elements},
                                           {2, lower_equals},
                                           {2, delete_units},
                                           {2, trade_choices},
                                           {2, scan_numbers},
                                           {2, rotate_parts},
                                           {3, trade_choices},
                                           {3, sample_simpler},
                                           {3, raise_numbers}}};
  grow_size();
  for (bool changed = true; changed && !spent_;) {
    changed = false;
    stage_ = 1;
    tired_ = false;
    run_quick_passes(quick);
    quick_runs_ = result_.evaluations;
    for (const late_pass& p : late) {
      const std::uint64_t before = version();
      stage_ = p.stage;
      p.run(*this);
      if (version() != before) { // the quick passes go on from here
        changed = true;
        late_success_ = true;
        break;
      }
    }
  }
  result_.complete = !spent_;
  return std::move(result_);
}

choice_tree without(const choice_tree& tree, std::uint32_t begin, std::uint32_t end) {
  choice_tree edited;
  edited.reserve(tree.size());
  edited.insert(edited.end(), tree.begin(), tree.begin() + begin);
  edited.insert(edited.end(), tree.begin() + end, tree.end());
  return edited;
}

choice_tree with_part(const choice_tree& tree, std::uint32_t begin, std::uint32_t end, std::uint32_t from,
                      std::uint32_t to) {
  choice_tree edited;
  edited.reserve(tree.size());
  edited.insert(edited.end(), tree.begin(), tree.begin() + begin);
  edited.insert(edited.end(), tree.begin() + from, tree.begin() + to);
  edited.insert(edited.end(), tree.begin() + end, tree.end());
  return edited;
}

} // namespace tali::detail

namespace tali {

using namespace choices;

shrink_result shrink(const trace& failing, shrink_subject& subject, const shrink_limits& limits) {
  return detail::shrinker(failing, subject, limits).run();
}

} // namespace tali
