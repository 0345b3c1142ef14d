// SPDX-License-Identifier: BSL-1.0
// The state that passes work on, and the one way for them to change it: propose().
//
// A pass reads the tree of the best case so far and proposes edited trees. propose() runs a tree unless
//  - its choices are not simpler than the best (no run can make them so, but for choices the edit leaves out),
//  - the same tree was run before, or
//  - a limit is reached,
// and adopts what the run actually chose if it failed and is simpler. A pass holds no positions across a success: the
// tree is new then.
//
// Stage 1: the quick passes run in turn, in the first round cheap and effective ones first, then by past success (steps
// for each run); a pass that changed nothing is not run again on the same tree. Stages 2 and 3: when no quick pass
// finds anything, the late passes run, within a budget (patience()); after each success the quick ones continue.
#pragma once

#include <tali/shrink/shrink.hpp>
#include <tali/source/tree.hpp>

#include <chrono>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tali::detail {

class shrinker {
public:
  shrinker(const trace& failing, shrink_subject& subject, const shrink_limits& limits);

  [[nodiscard]] shrink_result run();

  // For passes --------------------------------------------------------------------------------------------------------

  /// The best case so far, and where its spans close.
  [[nodiscard]] const choice_tree& tree() const noexcept { return tree_; }
  [[nodiscard]] const std::vector<std::uint32_t>& closes() const noexcept { return closes_; }
  /// Counts adoptions: a pass compares it to know whether its positions still hold.
  [[nodiscard]] std::uint64_t version() const noexcept { return result_.improvements; }

  /// Runs a candidate; true if it was adopted.
  bool propose(const choice_tree& candidate);
  /// The same for a candidate whose own choices need not be simpler, since the run may need fewer of them.
  bool propose_raised(const choice_tree& candidate);
  /// The same with choices alone, replayed one after the other whatever the spans: for edits across spans.
  bool propose_flat(const std::vector<choice>& candidate);
  /// The same, with what is missing drawn at random.
  bool propose_random(const choice_tree& candidate, rng fill);
  /// What a run of the candidate draws, null if it was discarded, needed too much, or was adopted (see version()). Runs
  /// it unless that was done since the last adoption.
  [[nodiscard]] const choice_tree* drawn_by(const choice_tree& candidate);
  /// The choices that a run makes which starts with the given ones and then takes the simplest; null if a limit is
  /// reached. Known runs are not repeated.
  [[nodiscard]] const std::vector<choice>* made_by(const std::vector<choice>& prefix);
  /// Notes that a search for the least such number saw failing ones above and passing ones below it only.
  void note_monotone(const choice& c) { monotone_.insert(c.value ^ (c.last << 1U)); }
  [[nodiscard]] bool looks_monotone(const choice& c) const { return monotone_.count(c.value ^ (c.last << 1U)) != 0; }
  /// The stage of the passes: 1 while quick ones still find something, then 2, then 3.
  [[nodiscard]] int stage() const noexcept { return stage_; }
  /// Whether the last run drew what no run before it drew.
  [[nodiscard]] bool fresh() const noexcept { return fresh_; }
  [[nodiscard]] std::uint64_t evaluations() const noexcept { return result_.evaluations; }
  [[nodiscard]] const std::vector<choice>& choices() const noexcept { return result_.smallest.choices; }
  /// Whether there is any use in going on.
  [[nodiscard]] bool spent() const noexcept { return spent_ || tired_; }

private:
  struct pass;
  void grow_size();
  [[nodiscard]] bool may_run();
  [[nodiscard]] double unexplained() const;
  [[nodiscard]] std::uint64_t patience() const;
  void note_step(const std::vector<choice>& before, const std::vector<choice>& after);
  void repeat_step();
  bool run_on(dynamic_source& source);
  bool refit(const choice_tree& candidate, std::uint64_t print, const tree_source& first);
  void note_zeros(const tree_source& source);
  const choice_tree* keep_shape(std::uint64_t print);
  void run_quick_passes(std::vector<pass>& passes);

  shrink_subject& subject_;
  shrink_limits limits_;
  shrink_result result_;
  choice_tree tree_;
  std::vector<std::uint32_t> closes_;
  std::unordered_set<std::uint64_t> tried_; // fingerprints of trees proposed and of trees that runs made
  std::chrono::steady_clock::time_point start_;
  trace attempt_;
  bool fresh_ = false;                                           // the last run drew what no run before it drew
  bool completed_ = false;                                       // the last run was not discarded
  choice_tree made_;                                             // what the last run drew
  std::unordered_map<std::uint64_t, choice_tree> shapes_;        // what candidates drew, since the last adoption
  std::unordered_map<std::uint64_t, std::vector<choice>> drawn_; // by fingerprint: the choices that runs drew, if few
  std::unordered_set<std::uint64_t> monotone_;
  struct moved_choice {
    std::size_t position;
    std::int64_t by;
    friend bool operator==(const moved_choice&, const moved_choice&) = default;
  };
  std::vector<moved_choice> step_; // the last improvement, if it moved a few numbers
  bool repeated_ = false;          // the one before was the same
  int stage_ = 1;
  std::uint64_t quick_runs_ = 0; // when the quick passes last ended
  bool late_success_ = false;
  bool exhaustive_ = false; // try_all_simpler is running
  bool tired_ = false;
  bool spent_ = false;
};

// The passes, in the order in which they are first run. Each tries everything it knows on the current tree and returns
// when it has nothing left to propose.
void drop_everything(shrinker& s);  // all choices simplest
void descend_to_parts(shrinker& s); // a recursive part in place of the whole
void delete_elements(shrinker& s);  // fewer elements in sequences, fewer attempts of filters
void delete_steps(shrinker& s);     // steps of a loop that a number counts
void simplify_spans(shrinker& s);   // all choices of a span simplest
void lower_branches(shrinker& s);   // an earlier branch
void lower_duplicates(shrinker& s); // equal numbers together
void lower_numbers(shrinker& s);    // numbers one by one
void lower_pairs(shrinker& s);      // two numbers, keeping their difference or their sum
void merge_elements(shrinker& s);   // two neighbours of a sequence in one
void reorder_parts(shrinker& s);    // siblings in order
void move_parts(shrinker& s);       // an element to an empty sequence
void refill_parts(shrinker& s);     // small parts by all simplest alternatives
void trade_branches(shrinker& s);   // an earlier branch for a less simple choice behind it

// The second stage, when the above find nothing more.
void try_all_simpler(shrinker& s); // all inputs before the case, where they are few
void rotate_parts(shrinker& s);    // recursive parts arranged in another way
void reshape_parts(shrinker& s);   // another alternative of a recursive part, with parts of its parts
void scan_numbers(shrinker& s);    // numbers that fail here and there
void delete_from_two(shrinker& s); // elements of two sequences together
void lower_equals(shrinker& s);    // two of several equal numbers
void delete_flagged(shrinker& s);  // steps of a loop that a flag continues
void move_elements(shrinker& s);   // elements of one sequence into a later one
void trade_choices(shrinker& s);   // one choice simpler, another one less so; more of both in the third stage
void raise_numbers(shrinker& s);   // an element fewer, and the others at their limits

// The third stage, when those find nothing either.
void sample_simpler(shrinker& s); // an earlier choice simpler, some others at random

// Helpers that several passes share -----------------------------------------------------------------------------------

/// The largest n in [0, most] for which good(n), assuming good(0) and that good is monotone. Asks whether anything is
/// possible at all, and then about log2(most) times; of a large range, whether more than a little is possible, first.
template <class Good>
[[nodiscard]] std::uint64_t largest_good(std::uint64_t most, Good good) {
  if (most == 0 || !good(1)) {
    return 0;
  }
  std::uint64_t low = 1;
  std::uint64_t high = most; // not known to be bad, but tried last, because simpler passes have tried it
  constexpr std::uint64_t large = 4096;
  constexpr std::uint64_t little = 8;
  if (most >= large) {
    if (good(little)) {
      low = little;
    } else {
      high = little - 1;
    }
  }
  while (low < high) {
    const std::uint64_t middle = low + (high - low + 1) / 2;
    if (good(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/// A sequence in a tree: a length choice and the elements that follow it, in its span or in the next one.
struct sequence_in_tree {
  std::uint32_t length = 0;            // the token of the length choice
  std::vector<std::uint32_t> elements; // the tokens that open the elements
};
/// The sequence whose length choice is the token at `at`; false if there is none.
[[nodiscard]] bool find_sequence(const shrinker& s, std::uint32_t at, sequence_in_tree& found);
/// The tree without elements [first, first + count) of a sequence, its length lowered by as many.
[[nodiscard]] choice_tree without_elements(const shrinker& s, const sequence_in_tree& q, std::size_t first,
                                           std::size_t count);

[[nodiscard]] inline bool is_open(const tree_token& t, span_kind kind) {
  return t.what == tree_token::kind::open && t.info->kind == kind;
}

/// A copy of a tree without the tokens [begin, end).
[[nodiscard]] choice_tree without(const choice_tree& tree, std::uint32_t begin, std::uint32_t end);
/// A copy of a tree with the tokens [begin, end) replaced by those of `tree` at [from, to).
[[nodiscard]] choice_tree with_part(const choice_tree& tree, std::uint32_t begin, std::uint32_t end, std::uint32_t from,
                                    std::uint32_t to);

[[nodiscard]] inline bool is_simplest(const choice& c) {
  const simplicity s = simplicity_of(c);
  return s.high == 0 && s.low == 0;
}

} // namespace tali::detail
