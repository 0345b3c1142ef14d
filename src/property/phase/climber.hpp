// SPDX-License-Identifier: BSL-1.0
// climber: raises one target of a property by hill climbing on the choices of the best case so far.
//
// The best case is recorded and then changed, and a case with a higher value replaces it. The changes, from the most to
// the least directed:
//   - each number to its limits, then uphill in steps that double on success and halve on failure;
//   - each real also in fractions: to the vertex of the parabola through three points, and in smaller and smaller
//   steps;
//   - all numbers together, once more by as much as the last round changed them (as in the search of Hooke and Jeeves),
//     which follows a ridge that no single number can follow;
//   - each sequence longer, by repeating as many of its elements as there is room for, or one of them;
//   - each branch to another alternative, whose numbers are raised before it is judged;
//   - a part drawn again at random.
// After each improvement, the numbers are tried again. A change with an equal value is kept only if it makes a sequence
// longer or draws a part again. This is how the search leaves a plateau.
//
// It uses one thread, and the seed determines all its random decisions, so the result depends on nothing else.
#pragma once

#include <tali/detail/function_ref.hpp>
#include <tali/property/settings.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/tree.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace tali::detail {

/// The outcome of a run on the way to a higher target.
struct aimed_run {
  std::optional<double> reached; // none if the case did not pass, or did not report the target
  bool over = false;             // the run has ended: a case failed, or the time budget is spent
};

class climber {
public:
  /// Runs a case; `made` is what the source records to.
  using run_function = function_ref<aimed_run(dynamic_source& source, const trace& made)>;

  /// `budget`: the maximum number of runs. `random`: for all random decisions.
  climber(const run_settings& settings, run_function run, std::uint64_t budget, rng random)
      : settings_(settings), run_(run), left_(budget), random_(random) {}

  /// Climbs from the case that `source` draws. False if the run is over.
  bool climb_from(dynamic_source& source, int size);

  [[nodiscard]] double best() const { return best_; }
  [[nodiscard]] bool reached() const { return reached_; }

private:
  [[nodiscard]] bool active() const { return left_ > 0 && !over_; }
  /// Runs a case and returns whether it replaced the best. `ties`: also if it reaches the same value.
  bool attempt(dynamic_source& source, bool ties);
  bool attempt_tree(const choice_tree& edited, bool ties = false);
  bool attempt_value(std::uint32_t at, std::uint64_t value);
  [[nodiscard]] bool is_number(std::uint32_t at) const;
  /// Positions of the tokens that are `wanted`, in random order.
  [[nodiscard]] std::vector<std::uint32_t> shuffled(bool (*wanted)(const tree_token&));

  // The changes.
  void raise_numbers();
  void climb(std::uint32_t at, bool up);
  void climb_real(std::uint32_t at);
  /// Changes the real at `at` and returns whether that replaced the best.
  bool attempt_real(std::uint32_t at, double value);
  /// The real at `at`, or none if there is no real there any more.
  [[nodiscard]] std::optional<double> real_at(std::uint32_t at) const;
  /// Changes all numbers by as much as they changed since `before`, twice as much, and so on.
  void repeat_direction(const choice_tree& before);
  void lengthen_sequences();
  /// Repeats the elements in [begin, end) of the sequence at `open` at its end.
  bool repeat(std::uint32_t open, std::uint32_t begin, std::uint32_t end, std::size_t count);
  void change_branches();
  /// Raises the numbers of another alternative at `at`, and returns whether that replaced the best case.
  bool try_alternative(choice_tree edited, std::uint32_t at);
  void draw_part_again();

  struct saved_case {
    double best;
    choice_tree tree;
    std::vector<std::uint32_t> closes;
    int size;
    std::uint64_t left;
  };

  const run_settings& settings_;
  run_function run_;
  std::uint64_t left_;
  rng random_;
  double best_ = -std::numeric_limits<double>::infinity();
  bool reached_ = false;
  bool over_ = false;
  std::optional<double> last_reached_; // by the last attempt
  choice_tree tree_;                   // of the best case
  std::vector<std::uint32_t> closes_;
  int size_ = 0;
  trace made_;
};

} // namespace tali::detail
