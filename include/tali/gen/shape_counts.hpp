// SPDX-License-Identifier: BSL-1.0
// The number of shapes of each size, for types of any structure, used to generate them uniformly.
//
// A grammar of shapes: every symbol has productions, every production a cost (0 or 1) and parts, which are symbols. The
// size of a shape is the sum of the costs in it. The number of shapes of size n of a symbol is the sum over its
// productions; that of a sequence of parts is the number of ways to split n among them (a convolution). A uniform draw
// chooses a production by its share, splits the rest among the parts by their shares, and continues with each part (the
// recursive method of Nijenhuis and Wilf). The numbers are kept in tables, computed once per type: n^2 steps for sizes
// up to n.
//
// Counts are whole numbers as long as they are below 2^53. Beyond that they are kept divided by r^n, for a rate r close
// to their growth, which cancels in every decision. Such counts have the rounding errors of doubles.
#pragma once

#include <tali/detail/owned.hpp>
#include <tali/detail/shared.hpp>
#include <tali/detail/span_of.hpp>
#include <tali/gen/hole_weights.hpp>
#include <tali/source/error.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::detail {

class shape_grammar {
public:
  using symbol = std::uint32_t;
  struct production {
    std::uint32_t cost = 0;
    std::vector<symbol> parts;
  };

  /// The symbol for this key. `is_new`: its productions have to be set.
  symbol find(const void* key, bool& is_new);
  /// The symbol for an existing key.
  [[nodiscard]] symbol lookup(const void* key) const;
  void set(symbol s, std::vector<production> productions) { symbols_[s] = std::move(productions); }
  [[nodiscard]] const std::vector<production>& productions(symbol s) const { return symbols_[s]; }
  [[nodiscard]] std::size_t size() const { return symbols_.size(); }

private:
  std::vector<const void*> keys_;
  std::vector<std::vector<production>> symbols_;
};

/// Counts for a grammar, up to some size.
class shape_table {
public:
  using symbol = shape_grammar::symbol;

  /// For sizes up to n.
  shape_table(const shape_grammar& grammar, std::uint32_t n, double rate);

  [[nodiscard]] std::uint32_t largest() const noexcept { return largest_; }
  /// The largest size up to which all counts are exact.
  [[nodiscard]] std::uint32_t exact() const noexcept { return exact_; }
  /// The approximate factor between the counts of consecutive sizes.
  [[nodiscard]] double growth() const;

  [[nodiscard]] double count(symbol s, std::uint32_t n) const { return counts_[s][n]; }
  /// The shapes of a production's parts `first`, first + 1, ...; closed parts have size 0.
  [[nodiscard]] double count_parts(symbol s, std::size_t production, std::size_t first, std::uint32_t n) const;

private:
  struct sequence {
    symbol head;
    std::uint32_t tail; // another sequence; 0 is the empty one
    std::vector<double> counts;
  };
  std::uint32_t intern(const std::vector<symbol>& parts, std::size_t first);
  double make(symbol s, std::uint32_t n);
  double make_sequence(std::uint32_t q, std::uint32_t n);

  const shape_grammar& grammar_;
  double weight_of_cost_;
  std::uint32_t largest_;
  std::uint32_t exact_ = 0;
  std::vector<std::vector<double>> counts_; // negative: being computed; NaN: not yet computed
  std::vector<sequence> sequences_;
  std::vector<std::vector<std::vector<std::uint32_t>>> starts_; // symbol, production, first part -> sequence
};

/// The counts of one type, computed on demand and kept. May be used by several threads.
class shape_counts {
public:
  explicit shape_counts(shape_grammar grammar);
  shape_counts(const shape_counts&) = delete;
  shape_counts& operator=(const shape_counts&) = delete;
  ~shape_counts();

  struct tables {
    shared<const shape_table> exact;  // for small sizes
    shared<const shape_table> scaled; // for all
    [[nodiscard]] const shape_table& of(std::uint32_t n) const { return n <= exact->exact() ? *exact : *scaled; }
  };
  /// Counts for sizes up to n at least.
  [[nodiscard]] tables up_to(std::uint32_t n);
  [[nodiscard]] const shape_grammar& grammar() const noexcept { return grammar_; }

private:
  struct state; // what threads share
  shape_grammar grammar_;
  owned<state> state_;
};

/// Draws productions and splits by counts.
class shape_draw {
public:
  using symbol = shape_grammar::symbol;

  shape_draw(shape_counts& counts, std::uint32_t n) : grammar_(counts.grammar()), tables_(counts.up_to(n)) {}

  [[nodiscard]] double count(symbol s, std::uint32_t n) const { return tables_.of(n).count(s, n); }

  /// A production for a shape of size n, by the counts. `allowed` selects the possible ones (null: all); false if there
  /// are none.
  template <class S>
  bool production(S& source, symbol s, std::uint32_t n, const std::uint32_t* allowed, std::uint32_t& chosen) {
    if (!weigh_productions(s, n, allowed)) {
      return false;
    }
    chosen = weights_.size() == 1 ? 0 : source.branch(branch_request{span_of(weights_), {}});
    return true;
  }

  /// Splits n among the parts of a production; closed parts get nothing. False if they cannot hold n.
  template <class S>
  bool split(S& source, symbol s, std::size_t production, std::uint32_t n, const std::vector<char>& open,
             std::vector<std::uint32_t>& out) {
    const std::size_t parts = grammar_.productions(s)[production].parts.size();
    std::size_t last = parts;
    for (std::size_t i = 0; i < parts; ++i) {
      last = open[i] != 0 ? i : last;
    }
    out.assign(parts, 0);
    if (last == parts) {
      return n == 0;
    }
    for (std::size_t i = 0; i < last; ++i) {
      if (open[i] == 0 || n == 0) {
        continue;
      }
      if (!weigh_split(s, production, i, n, open)) {
        return false;
      }
      out[i] = source.branch(branch_request{span_of(weights_), {}});
      n -= out[i];
    }
    out[last] = n;
    return count(grammar_.productions(s)[production].parts[last], n) > 0;
  }

private:
  [[nodiscard]] bool weigh_productions(symbol s, std::uint32_t n, const std::uint32_t* allowed);
  [[nodiscard]] bool weigh_split(symbol s, std::size_t production, std::size_t part, std::uint32_t n,
                                 const std::vector<char>& open);
  [[nodiscard]] bool to_weights();

  const shape_grammar& grammar_;
  shape_counts::tables tables_;
  std::vector<double> values_;
  std::vector<double> rest_;
  std::vector<std::uint32_t> weights_;
};

} // namespace tali::detail
