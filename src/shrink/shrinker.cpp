// SPDX-License-Identifier: BSL-1.0
#include "shrink/shrinker.hpp"

#include <tali/detail/mix.hpp>

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

bool shrinker::propose(const choice_tree& candidate) {
  if (spent_) {
    return false;
  }
  const std::vector<choice> wanted = choices_of(candidate);
  if (compare_shortlex(wanted, result_.smallest.choices) >= 0 || !tried_.insert(fingerprint(candidate)).second) {
    return false;
  }
  const auto elapsed = std::chrono::steady_clock::now() - start_;
  if (result_.evaluations >= limits_.evaluations || elapsed > std::chrono::milliseconds(limits_.milliseconds) ||
      subject_.cancelled()) {
    spent_ = true;
    return false;
  }
  ++result_.evaluations;
  attempt_.clear();
  tree_source source(candidate, result_.smallest.size);
  source.record_to(&attempt_);
  // A run that needs more choices than the best cannot be simpler.
  source.limit_choices(static_cast<std::uint32_t>(result_.smallest.choices.size()));
  bool failed = false;
  try {
    failed = subject_.fails(source);
  } catch (const discard&) {
    failed = false;
  }
  subject_.ran(attempt_);
  choice_tree made = tree_of(attempt_);
  tried_.insert(fingerprint(made));
  if (!failed || compare_shortlex(attempt_.choices, result_.smallest.choices) >= 0) {
    return false;
  }
  ++result_.improvements;
  std::swap(result_.smallest, attempt_);
  tree_ = std::move(made);
  closes_ = matching_closes(tree_);
  subject_.improved(result_.smallest);
  return true;
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

shrink_result shrinker::run() {
  struct pass {
    void (*run)(shrinker&);
    std::uint64_t seen = ~std::uint64_t{0}; // the version on which it last found nothing
    std::uint64_t runs = 0;                 // in all rounds so far, as the next one
    std::uint64_t steps = 0;
    [[nodiscard]] double payoff() const { return static_cast<double>(steps) / static_cast<double>(runs + 1); }
  };
  std::array<pass, 13> passes{{{drop_everything},
                               {descend_to_parts},
                               {delete_elements},
                               {simplify_spans},
                               {lower_branches},
                               {lower_duplicates},
                               {lower_numbers},
                               {lower_pairs},
                               {merge_elements},
                               {reorder_parts},
                               {move_parts},
                               {refill_parts},
                               {trade_choices}}};
  grow_size();
  // Rounds, not a restart after every success: what a late pass changes seldom helps an early one before others have
  // had their turn, and every pass tries everything again on a changed tree.
  // The first round goes in the order above; from then on, what has paid off best comes first.
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
    // Insertion sort, which is stable. (Not std::stable_sort: Clang warns about its implementation in
    // libstdc++.)
    for (std::size_t i = 1; i < passes.size(); ++i) {
      for (std::size_t j = i; j > 0 && passes[j].payoff() > passes[j - 1].payoff(); --j) {
        std::swap(passes[j], passes[j - 1]);
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

shrink_result shrink(const trace& failing, shrink_subject& subject, const shrink_limits& limits) {
  return detail::shrinker(failing, subject, limits).run();
}

} // namespace tali
