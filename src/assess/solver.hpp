// SPDX-License-Identifier: BSL-1.0
// A circuit in a SAT solver. Gates become clauses when they are first used (Tseitin), rules and facts immediately.
#pragma once

#include <tali/assess/circuit.hpp>

#include <chrono>
#include <memory>
#include <vector>

namespace CaDiCaL {
class Solver;
}

namespace tali::assess {

/// The answer to a question: satisfiable, unsatisfiable, or open because a limit was reached.
enum class verdict : unsigned char { yes, no, open };

class solver {
public:
  explicit solver(const circuit& c);
  solver(const solver&) = delete;
  solver& operator=(const solver&) = delete;
  ~solver();

  /// At least one of these holds, from now on.
  void clause(const std::vector<literal>& of);
  /// The same, but only while `during` is assumed: a literal of `fresh`.
  void clause_during(int during, const std::vector<literal>& of);
  [[nodiscard]] int fresh() { return ++last_; }
  /// `during` will not be assumed again.
  void retire(int during);

  /// The value to try first where both are possible.
  void prefer(literal l);

  /// Limits of all questions from now on: when the time is over, and of each question, how many conflicts it may have
  /// (0: any number).
  void limit(std::chrono::steady_clock::time_point end, int conflicts = 0);
  /// Whether all of these can hold together. `during`: 0 or a literal of `fresh`.
  [[nodiscard]] verdict solve(const std::vector<literal>& assumed, int during = 0);
  /// Valid after solve returned yes.
  [[nodiscard]] bool holds(literal l) const;
  /// Valid after solve returned no: whether this assumption is among those that cannot hold together.
  [[nodiscard]] bool in_conflict(literal l);

private:
  class alarm;

  int variable(literal l);

  const circuit& circuit_;
  std::unique_ptr<alarm> alarm_; // outlives sat_, which calls it
  std::unique_ptr<CaDiCaL::Solver> sat_;
  std::vector<int> variables_; // of gates; 0: none yet
  int last_ = 0;
  int conflicts_ = 0;
};

} // namespace tali::assess
