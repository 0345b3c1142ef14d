// SPDX-License-Identifier: BSL-1.0
#include "shrink/shrinker.hpp"

#include "shrink/numbers.hpp"

#include <tali/detail/mix.hpp>
#include <tali/source/replay.hpp>

#include <algorithm>
#include <array>
#include <cmath>

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

std::ptrdiff_t count_recursive_parts(const choice_tree& tree) {
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
  drawn_.try_emplace(fingerprint(failing.choices), failing.choices);
}

bool shrinker::may_run() {
  if (spent_) {
    return false;
  }
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  spent_ = result_.evaluations >= limits_.evaluations || elapsed > std::chrono::milliseconds(limits_.milliseconds) ||
           subject_.cancelled();
  tired_ = stage_ > 1 && !exhaustive_ && result_.evaluations >= quick_runs_ + patience();
  return !spent_ && !tired_;
}

// How much of the case is not explained yet, in bits: how far its choices are from their simplest values. Not counted
// are lengths, numbers for which a search has seen the limit, and large numbers at a limit of their range, which an
// overflow explains.
double shrinker::unexplained() const {
  constexpr double fraction = 8; // of a real that is not whole
  constexpr double large = 8;    // a smaller number may be at a limit of its range by chance
  double bits = 0;
  for (std::uint32_t i = 0; i < tree_.size(); ++i) {
    const choice& c = tree_[i].chosen;
    if (tree_[i].what != tree_token::kind::choice || is_simplest(c) ||
        (i > 0 && is_open(tree_[i - 1], span_kind::sequence)) ||
        (c.kind == choice_kind::integer && looks_monotone(c))) {
      continue;
    }
    const simplicity rank = simplicity_of(c);
    const double far = rank.high != 0 ? fraction : std::log2(1.0 + static_cast<double>(rank.low));
    const bool at_limit = c.kind == choice_kind::integer && far > large && (c.value == 0 || c.value == c.last);
    bits += at_limit ? 0 : far;
  }
  return bits;
}

// The budget of the late passes grows with the square of what is unexplained, as the pairs of changes do that may
// simplify it. Once a late pass has found something, there is likely more.
std::uint64_t shrinker::patience() const {
  constexpr double least = 8;
  constexpr double for_each_bit = 3;
  constexpr double for_each_pair = 1.9;
  constexpr double most = 1000;
  constexpr double after_success = 200;
  const double bits = unexplained();
  const double runs = std::max(least + for_each_bit * bits, for_each_pair * bits * bits);
  return static_cast<std::uint64_t>(std::min(most, late_success_ ? std::max(runs, after_success) : runs));
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
  constexpr std::size_t most_kept = 16;
  const auto known = drawn_.try_emplace(fingerprint(attempt_.choices));
  fresh_ = known.second;
  if (known.first->second.empty() && attempt_.choices.size() <= most_kept) {
    known.first->second = attempt_.choices;
  }
  if (!failed || compare_shortlex(attempt_.choices, result_.smallest.choices) >= 0) {
    return false;
  }
  // Where the depth is limited, more recursive parts can take fewer choices. That is not simpler to read.
  if (stage_ > 1 && count_recursive_parts(made_) > count_recursive_parts(tree_)) {
    return false;
  }
  ++result_.improvements;
  note_step(result_.smallest.choices, attempt_.choices);
  std::swap(result_.smallest, attempt_);
  tree_ = made_;
  closes_ = matching_closes(tree_);
  subject_.improved(result_.smallest);
  return true;
}

void shrinker::note_step(const std::vector<choice>& before, const std::vector<choice>& after) {
  constexpr std::size_t most = 4; // choices that change together
  std::vector<moved_choice> step;
  bool same_shape = before.size() == after.size();
  for (std::size_t i = 0; i < after.size() && same_shape && step.size() <= most; ++i) {
    if (before[i].value != after[i].value) {
      same_shape = before[i].kind == choice_kind::integer && after[i].kind == choice_kind::integer;
      step.push_back({i, offset_of(after[i]) - offset_of(before[i])});
    }
  }
  if (!same_shape || step.size() > most) {
    step.clear();
  }
  repeated_ = !step.empty() && step == step_;
  step_ = std::move(step);
}

// Two improvements in a row that took the same step: the step is taken again, twice as long each time, and then
// shorter again. Otherwise a large number would creep toward its limit.
void shrinker::repeat_step() {
  if (!repeated_) {
    return;
  }
  const std::vector<moved_choice> step = step_;
  const auto moved = [&](std::int64_t times) {
    std::vector<choice> candidate = result_.smallest.choices;
    return std::all_of(step.begin(), step.end(),
                       [&](const moved_choice& m) {
                         return m.position < candidate.size() && candidate[m.position].kind == choice_kind::integer &&
                                move_to(candidate[m.position], offset_of(candidate[m.position]) + times * m.by);
                       }) &&
           propose_flat(candidate);
  };
  constexpr std::int64_t most = std::int64_t{1} << 31U;
  std::int64_t times = 2;
  while (times < most && moved(times)) {
    times *= 2;
  }
  for (times /= 2; times > 0; times /= 2) {
    (void)moved(times);
  }
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
    note_zeros(source);
    return true;
  }
  keep_shape(print);
  return refit(candidate, print, source);
}

// A candidate whose edit has changed a parameter that is passed down (a bound, a height, a type) has several readings.
// A number whose range has moved keeps its distance from the simplest value, or it keeps its value. A branch with
// another number of alternatives keeps its index, or its distance from the last alternative.
bool shrinker::refit(const choice_tree& candidate, std::uint64_t print, const tree_source& first) {
  constexpr std::uint64_t salt = 0x9e3779b97f4a7c15;
  for (const bool back : {false, true}) {
    const bool differs = back ? first.branches_moved() && stage_ > 1 : first.ranges_moved();
    if (!differs || !tried_.insert(print ^ (back ? salt : salt << 1U)).second || !may_run()) {
      continue;
    }
    tree_source source(candidate, result_.smallest.size);
    source.keep_values();
    if (back) {
      source.count_branches_back();
    }
    if (run_on(source)) {
      note_zeros(source);
      return true;
    }
  }
  return false;
}

void shrinker::note_zeros(const tree_source& source) {
  std::size_t choice = 0;
  for (tree_token& t : tree_) {
    if (t.what == tree_token::kind::choice) {
      t.zero = choice < source.zeros().size() ? source.zeros()[choice] : std::nullopt;
      ++choice;
    }
  }
}

bool shrinker::propose_flat(const std::vector<choice>& candidate) {
  if (spent() || compare_shortlex(candidate, result_.smallest.choices) >= 0 ||
      drawn_.count(fingerprint(candidate)) != 0 || !may_run()) {
    return false;
  }
  replay_source source(candidate, result_.smallest.size);
  drawn_.try_emplace(fingerprint(candidate));
  return run_on(source);
}

const std::vector<choice>* shrinker::made_by(const std::vector<choice>& prefix) {
  const std::uint64_t print = fingerprint(prefix);
  if (const auto known = drawn_.find(print); known != drawn_.end() && !known->second.empty()) {
    return &known->second;
  }
  if (!may_run()) {
    return nullptr;
  }
  replay_source source(prefix, result_.smallest.size, past_end::simplest);
  (void)run_on(source);
  const auto known = drawn_.find(print);
  return known != drawn_.end() && !known->second.empty() ? &known->second : nullptr;
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
  if (run_on(source)) {
    note_zeros(source);
    return nullptr;
  }
  const choice_tree* shape = keep_shape(print);
  return refit(candidate, print, source) ? nullptr : shape;
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
        repeat_step();
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
  std::vector<pass> quick{{drop_everything}, {descend_to_parts}, {delete_elements}, {delete_steps},  {simplify_spans},
                          {lower_branches},  {lower_duplicates}, {lower_numbers},   {lower_pairs},   {merge_elements},
                          {reorder_parts},   {move_parts},       {refill_parts},    {trade_branches}};
  struct late_pass {
    int stage;
    void (*run)(shrinker&);
  };
  constexpr std::array<late_pass, 14> late{{{2, try_all_simpler},
                                            {2, move_elements},
                                            {2, delete_from_two},
                                            {2, rotate_parts},
                                            {2, delete_flagged},
                                            {2, delete_steps},
                                            {2, lower_equals},
                                            {2, scan_numbers},
                                            {2, trade_choices},
                                            {2, reshape_parts},
                                            {2, lower_pairs},
                                            {2, raise_numbers},
                                            {3, trade_choices},
                                            {3, sample_simpler}}};
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
      exhaustive_ = p.run == try_all_simpler;
      p.run(*this);
      if (exhaustive_) {
        quick_runs_ = result_.evaluations;
      }
      if (version() != before) { // the quick passes go on from here
        changed = true;
        late_success_ = true;
        repeat_step();
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
