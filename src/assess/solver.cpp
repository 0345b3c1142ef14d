// SPDX-License-Identifier: BSL-1.0
#include "assess/solver.hpp"

#include <cadical.hpp>

namespace tali::assess {

/// Ends a question when the time is over.
class solver::alarm final : public CaDiCaL::Terminator {
public:
  bool terminate() override { return std::chrono::steady_clock::now() >= end; }

  std::chrono::steady_clock::time_point end;
};

solver::solver(const circuit& c)
    : circuit_(c), alarm_(std::make_unique<alarm>()), sat_(std::make_unique<CaDiCaL::Solver>()) {
  sat_->set("quiet", 1);
  for (const std::vector<literal>& r : c.rules()) {
    clause(r);
  }
  for (const std::vector<literal>& f : c.facts()) {
    clause(f);
  }
}

solver::~solver() = default;

int solver::variable(literal l) {
  if (variables_.size() < circuit_.gates()) {
    variables_.resize(circuit_.gates(), 0);
  }
  // The gates below this one without a variable, deepest first.
  std::vector<std::uint32_t> todo{l.gate()};
  while (!todo.empty()) {
    const std::uint32_t gate = todo.back();
    if (variables_[gate] != 0) {
      todo.pop_back();
      continue;
    }
    const std::vector<literal> inputs = circuit_.inputs_of(gate);
    bool ready = true;
    for (const literal i : inputs) {
      if (variables_[i.gate()] == 0) {
        todo.push_back(i.gate());
        ready = false;
      }
    }
    if (!ready) {
      continue;
    }
    todo.pop_back();
    const int v = fresh();
    variables_[gate] = v;
    if (gate == 0) {
      sat_->add(v);
      sat_->add(0);
    } else if (!inputs.empty()) {
      for (const literal i : inputs) {
        sat_->add(-v);
        sat_->add(i.negated() ? -variables_[i.gate()] : variables_[i.gate()]);
        sat_->add(0);
      }
      sat_->add(v);
      for (const literal i : inputs) {
        sat_->add(i.negated() ? variables_[i.gate()] : -variables_[i.gate()]);
      }
      sat_->add(0);
    }
  }
  return l.negated() ? -variables_[l.gate()] : variables_[l.gate()];
}

void solver::clause(const std::vector<literal>& of) { clause_during(0, of); }

void solver::clause_during(int during, const std::vector<literal>& of) {
  std::vector<int> numbers; // first, because gates must not be defined in the middle of a clause
  for (const literal l : of) {
    if (l == always) {
      return;
    }
    if (l != never) {
      numbers.push_back(variable(l));
    }
  }
  if (during != 0) {
    numbers.push_back(-during);
  }
  for (const int n : numbers) {
    sat_->add(n);
  }
  sat_->add(0);
}

void solver::retire(int during) {
  sat_->add(-during);
  sat_->add(0);
}

void solver::prefer(literal l) {
  if (!l.is_constant()) {
    sat_->phase(variable(l));
  }
}

void solver::limit(std::chrono::steady_clock::time_point end, int conflicts) {
  alarm_->end = end;
  sat_->connect_terminator(alarm_.get());
  conflicts_ = conflicts;
}

verdict solver::solve(const std::vector<literal>& assumed, int during) {
  std::vector<int> numbers;
  for (const literal l : assumed) {
    numbers.push_back(variable(l));
  }
  for (const int n : numbers) {
    sat_->assume(n);
  }
  if (during != 0) {
    sat_->assume(during);
  }
  if (conflicts_ != 0) {
    sat_->limit("conflicts", conflicts_);
  }
  constexpr int satisfiable = 10;
  constexpr int unsatisfiable = 20;
  const int result = sat_->solve();
  return result == satisfiable ? verdict::yes : (result == unsatisfiable ? verdict::no : verdict::open);
}

bool solver::holds(literal l) const {
  if (l.is_constant()) {
    return l == always;
  }
  const int v = l.gate() < variables_.size() ? variables_[l.gate()] : 0;
  return (v != 0 && sat_->val(v) > 0) != l.negated(); // a literal that no clause mentions can be anything
}

bool solver::in_conflict(literal l) {
  const int v = variables_[l.gate()];
  return sat_->failed(l.negated() ? -v : v);
}

} // namespace tali::assess
