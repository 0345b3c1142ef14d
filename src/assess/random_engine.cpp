// SPDX-License-Identifier: BSL-1.0
// The random engine.
//
// It keeps some pairs of every pattern it has found, even if the bucket is not requested. A step takes a pair,
// preferably one whose pattern differs in few subproperties from a bucket that still needs tests, changes it a little,
// and stores it with the pairs of its new pattern. A requested bucket collects more candidates than it needs, so that
// its tests come from different parts of the search. The tests are selected among them at the end.
//
// A bucket that is still open when the steps make no more progress is sampled separately, with its pattern as the
// predicate of valid values. The sampler learns from near misses, while the steps use only patterns.
#include "assess/engines.hpp"

#include <tali/assess/generate.hpp>
#include <tali/valid/sampler.hpp>

#include <algorithm>
#include <unordered_map>

namespace tali::assess {

using namespace choices;

namespace {

/// The constants of the engine. How they were chosen is not recorded; the comments state what a larger or smaller value
/// changes. The bounds of the whole search are settings of the user (search_settings).
struct random_constants {
  static constexpr int first_pairs = 2000;             // drawn before the first step, to find the common patterns
  static constexpr std::size_t kept_pairs = 48;        // of each pattern; fewer: the search moves on sooner
  static constexpr std::size_t spare = 8;              // candidates for each test; more: better choice, longer search
  static constexpr std::uint64_t least_tries = 40'000; // also if all buckets are full, for candidates that differ more
  static constexpr std::uint64_t clock_every = 1024;   // tries between two readings of the clock; a power of two
  // How the pair to change is found
  static constexpr std::uint64_t fresh_one_in = 64; // steps that start from a new random pair, to leave dead ends
  static constexpr std::uint64_t any_one_in = 4;    // steps that ignore which buckets need tests
  static constexpr int patterns_compared = 6;       // more: nearer to the bucket that needs tests, less varied
  // Share of the idle tries (search_settings::idle_tries) that sample open buckets afterwards
  static constexpr std::uint64_t sampled_one_in = 10;
};

std::size_t index_below(rng& random, std::size_t n) {
  return static_cast<std::size_t>(below(random, std::uint64_t{n}));
}

class random_run {
public:
  explicit random_run(search_state& s) : s_(s) {
    for (std::size_t i = 0; i < s.result.buckets.size(); ++i) {
      const bucket& b = s.result.buckets[i];
      wanted_.emplace(b.holds, i);
      if (b.is != bucket::state::impossible) {
        open_.push_back(i);
      }
    }
    texts_.resize(s.result.buckets.size());
    count_.resize(s.result.buckets.size(), 0);
    candidates_seen_.resize(s.result.buckets.size(), 0);
  }

  void all() {
    for (int i = 0; i < random_constants::first_pairs; ++i) {
      add_pair(random_point(s_.p.space(), s_.random));
    }
    while ((!open_.empty() || s_.result.tries < random_constants::least_tries) &&
           s_.result.tries < s_.settings.most_tries && idle_ < s_.settings.idle_tries) {
      if (s_.result.tries % random_constants::clock_every == 0 && watch_.seconds() > s_.settings.seconds) {
        break;
      }
      if (known_.empty()) {
        add_pair(random_point(s_.p.space(), s_.random));
        continue;
      }
      if (below(s_.random, random_constants::fresh_one_in) == 0) {
        add_pair(random_point(s_.p.space(), s_.random));
        continue;
      }
      point at = parent();
      mutate(s_.p.space(), at, any_pair(), s_.random);
      add_pair(std::move(at));
    }
    sample_open();
  }

private:
  struct kept {
    pattern holds = 0;
    std::vector<point> pairs;
    std::uint64_t found = 0;
  };

  void sample_open() {
    std::vector<std::size_t> empty;
    for (const std::size_t i : open_) {
      if (count_[i] < s_.settings.tests) {
        empty.push_back(i);
      }
    }
    if (empty.empty()) {
      return;
    }
    const auto all_points = points(s_.p.space());
    const std::uint64_t tries = s_.settings.idle_tries / random_constants::sampled_one_in / empty.size();
    for (const std::size_t i : empty) {
      const pattern wanted = s_.result.buckets[i].holds;
      const auto fits = [&](const point& at) { return s_.p.pattern_of(at) == wanted; };
      learn::valid_options options;
      options.seed = s_.random();
      options.patience = tries;
      valid_sampler sampler(all_points, fits, options);
      while (count_[i] < s_.settings.tests * random_constants::spare && sampler.attempts() < tries && tries > 0 &&
             watch_.seconds() < s_.settings.seconds) {
        const std::optional<point> at = sampler.next();
        if (!at) {
          break;
        }
        offer(i, *at);
      }
      s_.result.tries += sampler.attempts();
    }
  }

  const point& any_pair() {
    const kept& k = known_[index_below(s_.random, known_.size())];
    return k.pairs[index_below(s_.random, k.pairs.size())];
  }

  /// A pair close to a bucket that needs tests: the closest of some patterns taken at random.
  const point& parent() {
    if (open_.empty() || below(s_.random, random_constants::any_one_in) == 0) {
      return any_pair();
    }
    const pattern target = s_.result.buckets[open_[index_below(s_.random, open_.size())]].holds;
    const kept* best = nullptr;
    int least = 0;
    for (int i = 0; i < random_constants::patterns_compared; ++i) {
      const kept& k = known_[index_below(s_.random, known_.size())];
      const int distance = __builtin_popcountll(k.holds ^ target);
      if (best == nullptr || distance < least) {
        best = &k;
        least = distance;
      }
    }
    return best->pairs[index_below(s_.random, best->pairs.size())];
  }

  void add_pair(point at) {
    ++s_.result.tries;
    ++idle_;
    const std::optional<pattern> holds = s_.p.pattern_of(at);
    if (!holds) {
      return;
    }
    if (const auto found = wanted_.find(*holds); found != wanted_.end()) {
      offer(found->second, at);
    }
    const auto [where, is_new] = index_.try_emplace(*holds, known_.size());
    if (is_new) {
      known_.push_back({*holds, {}, 0});
    }
    kept& k = known_[where->second];
    ++k.found;
    if (k.pairs.size() < random_constants::kept_pairs) {
      k.pairs.push_back(std::move(at));
    } else {
      // Prefers recent pairs, so that the search makes progress.
      k.pairs[index_below(s_.random, random_constants::kept_pairs)] = std::move(at);
    }
  }

  void offer(std::size_t i, const point& at) {
    const std::size_t enough = s_.settings.tests * random_constants::spare;
    std::vector<candidate>& found = s_.found[i];
    // Reservoir sampling: every candidate is equally likely to be kept.
    std::size_t place = enough;
    if (count_[i] >= enough) {
      place = index_below(s_.random, ++candidates_seen_[i]);
      if (place >= enough) {
        return;
      }
    }
    // Candidates that differ only by names count as equal.
    if (!texts_[i].insert(text_of(s_.p.space(), with_first_names(s_.p.space(), at))).second) {
      return;
    }
    if (place < enough) {
      found[found.size() - 1 - place] = {at, engine::random};
      return;
    }
    bucket& b = s_.result.buckets[i];
    if (found.empty()) {
      b.first_seconds = watch_.seconds();
    }
    found.push_back({at, engine::random});
    idle_ = 0;
    ++candidates_seen_[i];
    if (++count_[i] == enough) {
      b.seconds += watch_.seconds();
      std::erase(open_, i);
    }
  }

  search_state& s_;
  stopwatch watch_;
  std::unordered_map<pattern, std::size_t> wanted_; // buckets by pattern
  std::vector<std::size_t> open_;                   // buckets that need candidates
  std::vector<std::size_t> count_;                  // of candidates of each bucket
  std::vector<std::size_t> candidates_seen_;        // the number of possible candidates seen, by bucket
  std::vector<std::unordered_set<std::string>> texts_;
  std::vector<kept> known_;
  std::unordered_map<pattern, std::size_t> index_; // into known_
  std::uint64_t idle_ = 0;
};

} // namespace

void search_at_random(search_state& s) { random_run(s).all(); }

} // namespace tali::assess
