// SPDX-License-Identifier: BSL-1.0
// A circuit in a SAT solver. Gates become clauses when they are first used (Tseitin), rules and facts immediately.
#pragma once

#include <tali/assess/circuit.hpp>

#include <memory>
#include <vector>

namespace CaDiCaL {
class Solver;
}

namespace tali::assess {

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

  /// Whether all of these can hold together. `during`: 0 or a literal of `fresh`.
  [[nodiscard]] bool solve(const std::vector<literal>& assumed, int during = 0);
  /// Valid after solve returned true.
  [[nodiscard]] bool holds(literal l) const;
  /// Valid after solve returned false: whether this assumption is among those that cannot hold together.
  [[nodiscard]] bool in_conflict(literal l);

private:
  int variable(literal l);

  const circuit& circuit_;
  std::unique_ptr<CaDiCaL::Solver> sat_;
  std::vector<int> variables_; // of gates; 0: none yet
  int last_ = 0;
};

} // namespace tali::assess
