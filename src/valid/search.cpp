// SPDX-License-Identifier: BSL-1.0
// The search for valid values: the strategies, and what is learned from their results.
//
// The learned search works in rounds. Within a round, each value is drawn with one of six strategies: from the
// generator; from the model; from the model with one choice against it; from the model with parts of known values; a
// known value changed in one position; a known value with other numbers. The share of each strategy depends on how
// many new values it found. The model learns from valid values. Some invalid values are stored with their contexts,
// and at the end of the round they determine which contexts become active (valid/model.hpp). If the model often
// repeats values, it avoids finished prefixes (valid/finished_set.hpp).
//
// Choice gradient sampling is in valid/choice_gradient.hpp.
#include "valid/choice_gradient.hpp"
#include "valid/guided_source.hpp"
#include "valid/model.hpp"

#include <tali/source/journal.hpp>
#include <tali/valid/search.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// The constants of the search. The sampler as a whole was chosen among about eight variants by trial on the subjects
/// of bench/valid (docs/decisions/0007-valid-values.md). The values were not tuned one by one; the comments state what
/// a larger or smaller value changes.
struct search_constants {
  // Rounds
  static constexpr std::uint32_t round_length = 2000; // attempts; shorter: shares adapt sooner, from fewer results
  static constexpr std::uint32_t observe_every = 16;  // attempts; more often: masks improve sooner, attempts are slower
  static constexpr std::uint32_t rare_share = 32;     // a share of the model below this times observe_every is observed
                                                      // more often, or the model would not improve
  // The share of a strategy in the next round, and what it depends on
  static constexpr double least_share = 40;     // of each strategy; 0 would never try an unsuccessful strategy again
  static constexpr double divided_share = 800;  // divided by yield; larger: more attempts with the best strategies
  static constexpr double prior_novelty = 0.01; // new values of a strategy that has not been tried
  static constexpr double decay = 0.9;          // of results per round; smaller: earlier rounds count less
  static constexpr double idle_decay = 0.5; // of new values, after a round without any. Without forgetting, AVL trees
                                            // stayed at height 3 for hundreds of thousands of attempts
  // The weight of a new value
  static constexpr double initial_length = 8;        // of a run, in choices: a guess until runs have been seen
  static constexpr double initial_new_length = 4;    // of a new value, in choices: likewise
  static constexpr double length_rate = 0.01;        // of the running mean of lengths; larger: follows the latest runs
  static constexpr double new_length_rate = 0.005;   // the same for new values
  static constexpr double least_length_weight = 0.1; // so that short values count,
  static constexpr double most_length_weight = 2;    // and a single long one does not dominate
  // Learning, which costs as much as about ten attempts
  static constexpr double enough_learned = 2000;    // values; from then on fewer are learned from
  static constexpr double instructive_worth = 4;    // values that the model did not suggest: learned from longer,
  static constexpr double repeating_worth = 0.5;    // than those that it did, which add little
  static constexpr double least_worth = 1.0 / 32;   // learning never stops
  static constexpr std::uint64_t first_rounds = 10; // in which every value is instructive
  static constexpr std::uint32_t same_shape_learned = 100; // values of a shape; later ones are learned from less often
  static constexpr std::uint32_t same_shape_enough = 16;   // values of a shape that count towards valid_options::enough
  // Deviations
  static constexpr double deviation_range = 1.5;        // times the mean length: also beyond the end of a short run
  static constexpr std::uint64_t splice_deviations = 4; // the first choices of a composed value, where most are free
  // Which contexts become active
  static constexpr std::size_t most_active = 8;       // of a site; more: fewer invalid values, slower choices
  static constexpr std::size_t most_rejected = 150;   // runs stored in a round to choose contexts by: memory and time
  static constexpr std::size_t enough_rejected = 20;  // fewer do not show which contexts matter
  static constexpr std::size_t least_prevented = 3;   // runs that a context must prevent,
  static constexpr std::size_t prevented_one_in = 50; // and their share of all stored runs
  static constexpr int new_contexts = 3;              // per round; more: sooner, but all from the same stored runs
  static constexpr std::uint32_t too_wrong = 8;       // wrong masks after which a context becomes inactive
  static constexpr std::uint32_t enough_uses = 4000;  // uses before a context is judged by its help
  static constexpr std::uint32_t helped_one_in = 200; // uses; a context that masks less often only costs time
  // Finished prefixes
  static constexpr std::uint64_t avoid_one_in = 10; // attempts that repeat a suggestion; if fewer do, the lookup, which
                                                    // costs a sixth of the time, is skipped
  static constexpr std::uint32_t too_many_wrong_masks = 16; // then prefixes may have been finished wrongly
  // Drawing from a trained model
  static constexpr std::uint32_t hopeless_tries = 20; // without any known value: the predicate may be slow
  static constexpr std::size_t last_resort = 8;       // known values tried when nothing else was valid
  // Bounds of memory
  static constexpr std::size_t most_fragments = 512;
  static constexpr std::size_t most_fragment_choices = 200;
  static constexpr int fragments_of_value = 2;
  static constexpr std::size_t most_known = 256;
  static constexpr std::size_t most_refused = 64;      // invalid values that identify the predicate of a model file
  static constexpr std::uint64_t refused_one_in = 128; // attempts: spread over the training
  static constexpr std::size_t most_shapes = std::size_t{1} << 20U;
  static constexpr std::size_t most_rows = std::size_t{1} << 20U;
  static constexpr std::size_t most_length = 10'000; // distinguished in statistics
};

enum strategy : std::uint8_t { plain, suggested, deviating, splicing, changing, renumbering, strategies };

/// How much a new value counts.
struct novelty_weight {
  float novelty = 0;       // by its length and its rarity
  float rarity = 1;        // the inverse square root of `alike`
  std::uint32_t alike = 1; // values of its shape so far, with it
};

struct rejected_run {
  std::vector<observed_choice> choices;
  std::vector<observed_context> contexts;
};

/// Numbers of runs, by site * context::count + context.
using prevented_runs = std::unordered_map<std::uint64_t, std::vector<std::uint32_t>>;

std::uint64_t allowed_in(const site_model& site, const observed_context& c, const context_row& row) {
  return c.context < context::first_relation ? valid_model::allowed(site, row)
                                             : valid_model::allowed_relations(site, row);
}

} // namespace

class valid_search::implementation {
public:
  implementation(const valid_options& options, int size)
      : options_(options), size_(size), model_(new valid_model), source_(*model_, &tree_, size), engine_(options.seed),
        gradient_(options.rate) {
    source_.build_in(&memory_);
  }

  bool next(const valid_subject& subject, std::uint64_t attempts) {
    for (std::uint64_t left = attempts; left > 0 && !statistics_.exhausted; --left) {
      memory_.reset();
      found_.clear();
      try {
        if (attempt(subject)) {
          return true;
        }
      } catch (...) {
        found_ = source_.made();
        throw;
      }
    }
    return false;
  }

  bool attempt(const valid_subject& subject) {
    switch (options_.method) {
    case valid_method::learned:
      return attempt_learned(subject);
    case valid_method::choice_gradient:
      return attempt_gradient(subject);
    case valid_method::rejection:
      return attempt_plain(subject);
    }
    return false;
  }

  bool attempt_learned(const valid_subject& subject);
  [[nodiscard]] strategy drawn_strategy(std::uint64_t word) const;
  [[nodiscard]] drawing_options options_for(strategy which, std::uint64_t word);
  /// The weight of the new value just found. Counts its shape.
  [[nodiscard]] novelty_weight weight_of_new();
  /// Credits the strategy and the branches of the new value just found, and perhaps learns from it.
  void use_new(const valid_subject& subject, strategy which, bool observed, const novelty_weight& weight);
  bool attempt_gradient(const valid_subject& subject);
  bool attempt_plain(const valid_subject& subject);
  /// Counts a run of source_, which made the value with this key. Returns whether the value is valid and new.
  bool judge(bool valid, std::uint64_t key);
  bool judge(bool valid) { return judge(valid, source_.hash()); }
  /// Learns from the value just found; `keep` stores it for mutation.
  void learn(const valid_subject& subject, bool observed, bool keep);
  /// Whether all values that the masks allow have been found.
  [[nodiscard]] bool nothing_left() const noexcept {
    return avoiding_ && finished_.contains(guided_source::hash_of_none(size_));
  }
  /// Marks the prefixes that the last run has finished.
  void note_finished(bool by_masks, bool is_new);
  void end_round();
  /// Makes contexts inactive that were often wrong, or rarely masked anything.
  void drop_contexts();
  /// The rejected runs that each context of each site would have prevented.
  [[nodiscard]] prevented_runs prevented_by_contexts(const std::vector<rejected_run>& rejected) const;
  /// The context that prevents the most runs that are not `done`, if one prevents enough.
  [[nodiscard]] std::optional<std::uint64_t> best_context(const prevented_runs& prevented,
                                                          const std::vector<bool>& done) const;
  void choose_contexts();

  valid_options options_;
  int size_;
  std::vector<int> sizes_;
  owned<valid_model> model_;
  prefix_tree tree_;
  arena memory_; // of the last value
  guided_source source_;
  source_hooks* hooks_ = nullptr;
  rng engine_;
  hash_set known_;
  valid_statistics statistics_;
  std::vector<std::uint64_t> lengths_; // the number of distinct values by number of choices
  std::vector<choice> found_;
  // learned
  std::vector<choice> changed_;
  std::uint32_t families_ = 0;
  hash_rows<number_row> shapes_; // the number of values of each shape
  std::uint64_t learned_ = 0;
  bool new_shape_ = false; // whether there are few values with the shape of the last one
  std::uint32_t in_round_ = 0;
  std::uint64_t rounds_ = 0;
  std::uint64_t distinct_before_round_ = 0;
  double length_ = search_constants::initial_length;         // of a run, in choices
  double new_length_ = search_constants::initial_new_length; // of a new value
  std::array<double, strategies> novelty_{};
  std::array<double, strategies> effort_{};
  std::array<std::uint32_t, strategies> share_{1, 1, 1, 1, 1, 1};
  std::vector<rejected_run> rejected_;
  finished_set finished_;
  bool avoiding_ = false;
  std::uint64_t repeated_ = 0; // repeated suggestions of the model in this round
  std::uint64_t avoided_before_round_ = 0;
  std::uint32_t wrong_masks_ = 0; // among the active masks, since the prefixes were last removed
  choice_gradient gradient_;
};

bool valid_search::implementation::judge(bool valid, std::uint64_t key) {
  ++statistics_.attempts;
  statistics_.valid += valid ? 1U : 0U;
  if (hooks_ != nullptr) {
    hooks_->search_progressed({statistics_.attempts, statistics_.valid});
  }
  if (!valid) {
    return false;
  }
  if (known_.contains(key)) {
    return false;
  }
  known_.insert(key);
  ++statistics_.distinct;
  statistics_.choices += source_.made().size();
  const std::size_t length = std::min<std::size_t>(source_.made().size(), search_constants::most_length);
  if (length >= lengths_.size()) {
    lengths_.resize(length + 1);
  }
  ++lengths_[length];
  found_ = source_.made();
  return true;
}

bool valid_search::implementation::attempt_plain(const valid_subject& subject) {
  drawing_options how;
  how.bare = true;
  source_.start(rng::stream(engine_(), 0), how, size_);
  return judge(subject.makes_valid(source_));
}

// The learned search
// -----------------------------------------------------------------------------------------------------

// Drawn by the shares.
strategy valid_search::implementation::drawn_strategy(std::uint64_t word) const {
  std::uint32_t at = static_cast<std::uint32_t>(word >> 32U) % std::accumulate(share_.begin(), share_.end(), 0U);
  std::uint32_t which = 0;
  while (at >= share_[which]) {
    at -= share_[which++];
  }
  return which == suggested && nothing_left() ? deviating : static_cast<strategy>(which);
}

drawing_options valid_search::implementation::options_for(strategy which, std::uint64_t word) {
  drawing_options how;
  how.masks = which != plain;
  how.explore = which == deviating || which == splicing;
  how.splice = which == splicing;
  how.avoid = avoiding_ && which == suggested;
  // Comparisons of numbers may be known from small values only.
  how.fit = which == renumbering || word % 4 == 0 ? all_places : word % 4 == 1 ? 0 : word;
  how.redraw = which == renumbering ? word | 1U : 0;
  if (how.explore) {
    // In a value composed of parts, most remaining choices are at the front.
    const auto range = how.splice && word % 2 == 0
                           ? search_constants::splice_deviations
                           : static_cast<std::uint64_t>(search_constants::deviation_range * length_) + 2;
    how.deviate_at = static_cast<std::uint32_t>(below(engine_, range));
  }
  return how;
}

bool valid_search::implementation::attempt_learned(const valid_subject& subject) {
  if (in_round_ == search_constants::round_length) {
    end_round();
  }
  const std::uint64_t word = engine_();
  const strategy which = drawn_strategy(word);
  // Observe suggestions of the model even if they are rare; otherwise the model would never improve.
  const std::uint32_t every = which == suggested ? std::clamp(share_[suggested] / search_constants::rare_share, 1U,
                                                              search_constants::observe_every)
                                                 : search_constants::observe_every;
  const bool observed = in_round_++ % every == 0;
  const drawing_options how = options_for(which, word);
  source_.observe(observed);
  source_.start(rng::stream(word, 1), how, size_);
  if (which == changing || which == renumbering) {
    change_some(*model_, engine_, which == renumbering, changed_);
    source_.begin_with(changed_);
  }
  const bool valid = subject.makes_valid(source_);
  length_ += (static_cast<double>(source_.made().size()) - length_) * search_constants::length_rate;
  if (model_->families() != families_) {
    families_ = model_->families();
    model_->witnesses.push_back({{source_.made(), size_}, families_});
  }
  if (!valid && model_->refused.size() < search_constants::most_refused &&
      statistics_.attempts % search_constants::refused_one_in == 0) {
    model_->refused.push_back({source_.made(), size_});
  }
  const bool is_new = judge(valid);
  repeated_ += which == suggested && valid && !is_new ? 1U : 0U;
  if (avoiding_) {
    note_finished(which == suggested, is_new);
  }
  effort_[which] += 1;
  const novelty_weight weight = is_new ? weight_of_new() : novelty_weight{};
  if (!source_.path().empty()) {
    tree_.note(source_.path(), weight.novelty, source_.path_is_whole());
    statistics_.exhausted = tree_.root().finished && sizes_.empty();
  }
  if (is_new) {
    use_new(subject, which, observed, weight);
  } else if (!valid && observed && which == suggested && rejected_.size() < search_constants::most_rejected) {
    rejected_.push_back({source_.choices(), source_.contexts()});
  }
  return is_new;
}

// A new value is weighted by its length; otherwise short values would dominate if there are very many. With wide ranges
// of numbers there are very many values of the same shape. The weight of each decreases with their number.
novelty_weight valid_search::implementation::weight_of_new() {
  novelty_weight weight;
  const auto length = static_cast<double>(source_.made().size());
  if (shapes_.size() < search_constants::most_shapes || shapes_.find(source_.shape()) != nullptr) {
    weight.alike = ++shapes_.at(source_.shape()).number;
  }
  weight.rarity = 1 / std::sqrt(static_cast<float>(weight.alike));
  statistics_.shapes += weight.alike == 1 ? 1U : 0U;
  weight.novelty = static_cast<float>(std::clamp(length / new_length_, search_constants::least_length_weight,
                                                 search_constants::most_length_weight)) *
                   weight.rarity;
  new_length_ += (length - new_length_) * search_constants::new_length_rate * weight.rarity;
  new_shape_ = weight.alike <= search_constants::same_shape_enough;
  return weight;
}

void valid_search::implementation::use_new(const valid_subject& subject, strategy which, bool observed,
                                           const novelty_weight& weight) {
  novelty_[which] += 1.0 / weight.alike;
  for (const observed_choice& c : source_.choices()) {
    if (c.bias != 0) {
      model_->biases[c.bias - 1].taken[c.symbol] += weight.novelty;
    }
  }
  // Learning is less useful the more is known. Suggestions of the model add little information, and mutations of known
  // values not much more.
  const bool instructive =
      which == deviating || which == splicing || which == plain || rounds_ < search_constants::first_rounds;
  const double worth = (instructive ? search_constants::instructive_worth : search_constants::repeating_worth) *
                       search_constants::enough_learned / static_cast<double>(learned_ + 1);
  const double spare = std::min(1.0, static_cast<double>(search_constants::same_shape_learned) / weight.alike);
  if (unit_real(engine_) < spare * std::clamp(worth, search_constants::least_worth, 1.0)) {
    ++learned_;
    learn(subject, observed, which != renumbering && unit_real(engine_) < weight.rarity);
  }
}

void valid_search::implementation::learn(const valid_subject& subject, bool observed, bool keep) {
  if (!observed) {
    // Run again to record the contexts. The value is the same.
    source_.start_forced(found_, size_);
    if (!subject.makes_valid(source_)) {
      return; // the predicate is not deterministic
    }
  }
  for (const observed_choice& c : source_.choices()) {
    if (c.site == 0) {
      continue;
    }
    site_model& site = model_->sites[c.site - 1];
    ++site.evidence;
    ++site.taken[c.symbol];
    site.changed = true;
    for (std::uint32_t i = c.contexts_begin; i < c.contexts_end; ++i) {
      const observed_context& o = source_.contexts()[i];
      if (model_->rows.size() >= search_constants::most_rows && model_->rows.find(o.row) == nullptr) {
        continue;
      }
      context_row& row = model_->rows.at(o.row);
      if ((allowed_in(site, o, row) >> o.symbol & 1U) == 0) {
        ++site.wrong[o.context];
        wrong_masks_ += std::find(site.active.begin(), site.active.end(), o.context) != site.active.end() ? 1U : 0U;
      }
      ++row.evidence;
      row.owner = (c.site - 1) * context::count + o.context + 1;
      row.seen |= std::uint64_t{1} << o.symbol;
    }
  }
  if (!keep) {
    return;
  }
  for (int i = 0; i < search_constants::fragments_of_value; ++i) {
    fragment part = source_.some_part(engine_);
    if (part.choices.empty() || part.choices.size() > search_constants::most_fragment_choices) {
      continue;
    }
    if (model_->fragments.size() < search_constants::most_fragments) {
      model_->fragments.push_back(std::move(part));
    } else {
      model_->fragments[below(engine_, model_->fragments.size())] = std::move(part);
    }
  }
  if (model_->known.size() < search_constants::most_known) {
    model_->known.push_back({{found_, size_}, source_.parts()});
  } else {
    model_->known[below(engine_, model_->known.size())] = {{found_, size_}, source_.parts()};
  }
}

void valid_search::implementation::note_finished(bool by_masks, bool is_new) {
  const std::vector<taken_step>& steps = source_.steps();
  if (!by_masks) {
    if (is_new) {
      for (const taken_step& s : steps) {
        finished_.remove(s.prefix); // it was not finished
      }
      finished_.add_value(source_.hash());
    }
    return;
  }
  finished_.add_value(source_.hash());
  for (std::size_t i = steps.size(); i-- > 0;) {
    std::uint64_t left = steps[i].mask;
    while (left != 0 &&
           finished_.contains(mix(steps[i].prefix, static_cast<std::uint64_t>(std::countr_zero(left)) + 1))) {
      left &= left - 1;
    }
    if (steps[i].mask == 0 || left != 0) {
      return;
    }
    finished_.add_prefix(steps[i].prefix);
  }
}

void valid_search::implementation::end_round() {
  in_round_ = 0;
  ++rounds_;
  if (!sizes_.empty()) { // first, because nothing_left() depends on it
    size_ = sizes_[rounds_ % sizes_.size()];
  }
  // The number of repetitions without avoidance is unknown; the number of avoidances is a good approximation.
  const std::uint64_t avoided = source_.avoided() - std::exchange(avoided_before_round_, source_.avoided());
  const std::uint64_t repeated = std::exchange(repeated_, 0) + avoided;
  avoiding_ = nothing_left() || repeated * search_constants::avoid_one_in > search_constants::round_length;
  source_.keep_steps(avoiding_ ? &finished_ : nullptr);
  if (wrong_masks_ > search_constants::too_many_wrong_masks) {
    finished_.forget_prefixes();
    wrong_masks_ = 0;
  }
  double total = 0;
  std::array<double, strategies> yield{};
  // After a round without new values, earlier success is forgotten faster.
  const bool nothing_new = statistics_.distinct == std::exchange(distinct_before_round_, statistics_.distinct);
  for (std::size_t i = 0; i < strategies; ++i) {
    yield[i] =
        i == suggested && nothing_left() ? 0 : (novelty_[i] + search_constants::prior_novelty) / (effort_[i] + 1);
    yield[i] *= yield[i]; // favour the better strategies
    total += yield[i];
    novelty_[i] *= nothing_new ? search_constants::idle_decay : search_constants::decay;
    effort_[i] *= search_constants::decay;
  }
  for (std::size_t i = 0; i < strategies; ++i) {
    share_[i] =
        static_cast<std::uint32_t>(search_constants::least_share + search_constants::divided_share * yield[i] / total);
  }
  model_->refresh();
  drop_contexts();
  choose_contexts();
}

void valid_search::implementation::drop_contexts() {
  for (site_model& site : model_->sites) {
    std::erase_if(site.active, [&](std::uint8_t c) {
      if (site.wrong[c] > site.forgiven[c] + search_constants::too_wrong) {
        site.forgiven[c] = site.wrong[c];
        return true;
      }
      if (site.used[c] < search_constants::enough_uses) {
        return false;
      }
      const bool idle = site.helped[c] * search_constants::helped_one_in < site.used[c];
      site.wrong[c] += idle ? 1U : 0U;
      site.used[c] = site.helped[c] = 0;
      return idle;
    });
  }
}

prevented_runs valid_search::implementation::prevented_by_contexts(const std::vector<rejected_run>& rejected) const {
  prevented_runs prevented;
  for (std::uint32_t r = 0; r < rejected.size(); ++r) {
    for (const observed_choice& c : rejected[r].choices) {
      if (c.site == 0) {
        continue;
      }
      const site_model& site = model_->sites[c.site - 1];
      for (std::uint32_t i = c.contexts_begin; i < c.contexts_end; ++i) {
        const observed_context& o = rejected[r].contexts[i];
        const context_row* row = model_->rows.find(o.row);
        if (row == nullptr || (allowed_in(site, o, *row) >> o.symbol & 1U) != 0) {
          continue;
        }
        std::vector<std::uint32_t>& runs = prevented[std::uint64_t{c.site - 1} * context::count + o.context];
        if (runs.empty() || runs.back() != r) {
          runs.push_back(r);
        }
      }
    }
  }
  return prevented;
}

std::optional<std::uint64_t> valid_search::implementation::best_context(const prevented_runs& prevented,
                                                                        const std::vector<bool>& done) const {
  const auto least = static_cast<double>(
      std::max(search_constants::least_prevented, done.size() / search_constants::prevented_one_in));
  std::uint64_t best = 0;
  double most = 0;
  for (const auto& [key, runs] : prevented) {
    const site_model& site = model_->sites[key / context::count];
    const auto c = static_cast<std::uint8_t>(key % context::count);
    if (site.active.size() >= search_constants::most_active ||
        std::find(site.active.begin(), site.active.end(), c) != site.active.end()) {
      continue;
    }
    double gain = 0;
    for (const std::uint32_t r : runs) {
      gain += done[r] ? 0 : 1;
    }
    if (gain < least) {
      continue;
    }
    gain /= 1.0 + site.wrong[c];
    if (gain > most || (gain == most && key < best)) { // in an order independent of the table
      most = gain;
      best = key;
    }
  }
  return most == 0 ? std::nullopt : std::optional(best);
}

void valid_search::implementation::choose_contexts() {
  if (rejected_.size() < search_constants::enough_rejected) {
    return;
  }
  const std::vector<rejected_run> rejected = std::exchange(rejected_, {});
  prevented_runs prevented = prevented_by_contexts(rejected);
  std::vector<bool> done(rejected.size());
  for (int step = 0; step < search_constants::new_contexts; ++step) {
    const std::optional<std::uint64_t> best = best_context(prevented, done);
    if (!best) {
      return;
    }
    for (const std::uint32_t r : prevented[*best]) {
      done[r] = true;
    }
    site_model& site = model_->sites[*best / context::count];
    site.active.push_back(static_cast<std::uint8_t>(*best % context::count));
    // Comparisons first: they also hold for unseen combinations of values, and may make others redundant.
    std::sort(site.active.begin(), site.active.end(), [](std::uint8_t a, std::uint8_t b) {
      const bool relation_a = a >= context::first_relation;
      const bool relation_b = b >= context::first_relation;
      return relation_a != relation_b ? relation_a : a < b;
    });
  }
}

// Choice gradient sampling
// -----------------------------------------------------------------------------------------------

bool valid_search::implementation::attempt_gradient(const valid_subject& subject) {
  const attempt_result result = gradient_.attempt(subject, source_, engine_, size_);
  const bool valid = result == attempt_result::valid;
  // The collected set contains values, not choice sequences.
  return judge(valid, valid && subject.fingerprint != nullptr ? subject.fingerprint(subject.object) : source_.hash());
}

// The interface
// ------------------------------------------------------------------------------------------------------------

valid_search::valid_search(const valid_options& options, int size)
    : implementation_(new implementation(options, size)) {}
valid_search::~valid_search() = default;

bool valid_search::next(const valid_subject& subject, std::uint64_t attempts) {
  return implementation_->next(subject, attempts);
}
const std::vector<choice>& valid_search::choices() const noexcept { return implementation_->found_; }
void valid_search::vary_size(std::span<const int> sizes) {
  implementation_->sizes_.assign(sizes.begin(), sizes.end());
  if (!sizes.empty()) {
    implementation_->size_ = sizes.front();
  }
}
void valid_search::report_to(const search_observers& observers) {
  implementation_->hooks_ = observers.hooks;
  implementation_->source_.write_to(observers.journal);
}
std::uint64_t valid_search::completions() const noexcept { return implementation_->gradient_.completions(); }
std::uint64_t valid_search::attempts() const noexcept { return implementation_->statistics_.attempts; }
bool valid_search::is_new_shape() const noexcept { return implementation_->new_shape_; }
int valid_search::size() const noexcept { return implementation_->size_; }

valid_statistics valid_search::statistics() const {
  valid_statistics s = implementation_->statistics_;
  double bits = 0;
  double sites = 0;
  for (const site_model& site : implementation_->model_->sites) {
    if (site.evidence == 0 || site.width == 0) {
      continue;
    }
    const auto all = static_cast<double>(site.evidence);
    for (std::uint32_t i = 0; i < site.width; ++i) {
      const double share = site.taken[i] / all;
      bits -= share > 0 ? all * share * std::log2(share) : 0;
    }
    sites += all;
  }
  s.shape_bits = sites > 0 ? bits / sites : 0;
  std::uint64_t up_to = 0;
  const std::vector<std::uint64_t>& lengths = implementation_->lengths_;
  for (std::uint32_t length = 0; length < lengths.size(); ++length) {
    if (lengths[length] == 0) {
      continue;
    }
    s.shortest = up_to == 0 ? length : s.shortest;
    s.median = 2 * up_to < s.distinct ? length : s.median;
    s.longest = length;
    up_to += lengths[length];
  }
  return s;
}

owned<valid_model> valid_search::finish() {
  implementation_->model_->refresh();
  return std::move(implementation_->model_);
}

draw_outcome draw_valid(const valid_model& model, const valid_subject& subject, rng engine, int size,
                        std::uint32_t tries, arena* memory, const search_observers& observers,
                        std::vector<choice>& choices) {
  guided_source source(model, size);
  source.build_in(memory);
  source.write_to(observers.journal);
  std::vector<choice> changed;
  const auto attempt = [&] {
    const bool valid = subject.makes_valid(source);
    if (observers.hooks != nullptr) {
      const search_tally before = observers.hooks->searched();
      observers.hooks->search_progressed({before.attempts + 1, before.valid + (valid ? 1U : 0U)});
    }
    if (valid) {
      choices = source.made();
    }
    return valid;
  };
  // If training found no valid value, there is no guidance, and the predicate may be slow.
  tries = model.known.empty() ? std::min(tries, search_constants::hopeless_tries) : tries;
  try {
    for (std::uint32_t i = 0; i < tries; ++i) {
      drawing_options how;
      const std::uint64_t word = engine();
      how.masks = word % 8 != 0; // some from the generator itself, so that errors of the model do not exclude values
      const bool change = word % 8 < 5 && how.masks;
      how.splice = word % 8 == 5;
      how.fit = word % 16 < 8 ? all_places : word;
      how.redraw = change && word % 8 < 4 ? word : 0;
      source.start(rng::stream(word, 2), how, size);
      if (change) {
        change_some(model, engine, word % 8 < 3, changed);
        source.begin_with(changed);
      }
      if (attempt()) {
        return draw_outcome::valid;
      }
    }
    for (std::size_t i = 0; i < std::min(model.known.size(), search_constants::last_resort); ++i) {
      source.start_forced(model.known[below(engine, model.known.size())].value.choices, size, true);
      if (attempt()) {
        return draw_outcome::valid;
      }
    }
  } catch (...) { // thrown again where the choices are recorded
    choices = source.made();
    return draw_outcome::threw;
  }
  return draw_outcome::none;
}

} // namespace tali::detail

namespace tali::learn {

std::string valid_statistics::summary() const {
  const auto share = [](std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  return fmt::format(
      "{} attempts, {} valid ({:.3g} %), {} distinct ({:.3g} %){}, of {} to {} choices (median {}), {:.3g} "
      "bits per choice{}",
      attempts, valid, share(valid, attempts), distinct, share(distinct, valid),
      shapes == 0 ? "" : fmt::format(" in {} shapes", shapes), shortest, longest, median, shape_bits,
      exhausted ? "; exhausted" : "");
}

} // namespace tali::learn
