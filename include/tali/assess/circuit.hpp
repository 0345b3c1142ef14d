// SPDX-License-Identifier: BSL-1.0
// A circuit: the truth values that a symbolic run of a subproperty computes, before they become clauses.
//
// Gates are conjunctions of any number of literals; negation is a bit of the literal; everything else is built from
// these. Gates with the same inputs are shared (structural hashing), so the common parts of two subproperties exist
// once. The inputs of a gate are always older than the gate, so one pass in order evaluates all gates.
//
// Beside gates there are two lists of clauses. Rules define an unknown (an integer has exactly one value) and hold in
// every pair that is searched. Facts follow from the rules: they shorten proofs that would otherwise be long. An
// example: a list without repetition has as many values as places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::assess {

/// A gate or an unknown, or the negation of one.
struct literal {
  std::uint32_t code = 0; // twice the number of the gate, plus one for its negation; gate 0 is always true

  [[nodiscard]] std::uint32_t gate() const { return code >> 1; }
  [[nodiscard]] bool negated() const { return (code & 1) != 0; }
  [[nodiscard]] bool is_constant() const { return code < 2; }
  friend literal operator!(literal l) { return {l.code ^ 1}; }
  friend bool operator==(literal a, literal b) { return a.code == b.code; }
  friend bool operator<(literal a, literal b) { return a.code < b.code; }
};

namespace detail {
/// The index of a cell of a table that is stored row by row.
[[nodiscard]] constexpr std::size_t row_major(int row, int width, int column) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
}
} // namespace detail

inline constexpr literal always{0};
inline constexpr literal never{1};

class circuit {
public:
  circuit();

  [[nodiscard]] literal unknown();
  [[nodiscard]] literal all_of(std::vector<literal> inputs);
  [[nodiscard]] literal any_of(std::vector<literal> inputs);
  [[nodiscard]] literal both(literal a, literal b) { return all_of({a, b}); }
  [[nodiscard]] literal either(literal a, literal b) { return any_of({a, b}); }
  [[nodiscard]] literal choose(literal condition, literal yes, literal no);

  /// At least one of these holds, in every pair that is searched.
  void rule(std::vector<literal> clause);
  /// The same, for speed only: the clause follows from the rules.
  void fact(std::vector<literal> clause);

  /// The values of all gates, given those of the unknowns in the order they were made: bit i of each word is case i.
  [[nodiscard]] std::vector<std::uint64_t> evaluate(const std::vector<std::uint64_t>& unknowns) const;
  [[nodiscard]] static std::uint64_t value(const std::vector<std::uint64_t>& values, literal l) {
    return l.negated() ? ~values[l.gate()] : values[l.gate()];
  }

  [[nodiscard]] std::size_t gates() const { return begin_.size() - 1; }
  [[nodiscard]] std::size_t unknowns() const { return unknowns_.size(); }
  /// The gate of unknown number i.
  [[nodiscard]] literal unknown_at(std::size_t i) const { return {unknowns_[i] << 1}; }
  [[nodiscard]] bool is_unknown(std::uint32_t gate) const { return gate != 0 && begin_[gate] == begin_[gate + 1]; }
  [[nodiscard]] std::vector<literal> inputs_of(std::uint32_t gate) const;
  [[nodiscard]] const std::vector<std::vector<literal>>& rules() const { return rules_; }
  [[nodiscard]] const std::vector<std::vector<literal>>& facts() const { return facts_; }

private:
  [[nodiscard]] std::uint32_t add_gate(const std::vector<literal>& inputs);
  void grow_table();

  std::vector<std::uint32_t> begin_; // the start of the inputs of each gate in inputs_, and the end of the last
  std::vector<literal> inputs_;
  std::vector<std::uint32_t> table_; // open addressing: gates by their inputs, 0 for a free slot
  std::size_t hashed_ = 0;
  std::vector<std::uint32_t> unknowns_;
  std::vector<std::vector<literal>> rules_;
  std::vector<std::vector<literal>> facts_;
};

} // namespace tali::assess
