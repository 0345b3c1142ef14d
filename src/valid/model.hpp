// SPDX-License-Identifier: BSL-1.0
// The model of the choices of valid values.
//
// A *site* is a place in the generator's code where a choice is made. It is identified by the spans around it within
// the innermost recursive call or list element (its *frame*), the earlier choices there, and its range. At a site, a
// value is observed in many *contexts*: next to the last choices in its frame, those of the enclosing frame and of
// the previous sibling, and of any ancestor; either together with their values, or only by how it compares with them
// (less, one less, equal, one more, more). For each context, a row stores the number of valid values with it, and the
// symbols they took there. A symbol is masked in a context if it should have occurred there by now, given how often
// the site takes it elsewhere.
//
// Most contexts carry no information. For each site, those contexts are *active* whose masks would have prevented the
// most invalid values that the other active ones do not prevent (a greedy cover), except those whose masks were often
// wrong.
//
// For a branch, the model also stores the site that follows each alternative. An alternative after which the masks of
// that site leave nothing (no key fits between those of the surrounding nodes) is masked too. This is a lookahead of
// one choice.
//
// In addition there are *biases*: how often new values took the branches at a site and depth. Drawing from
// them is the cross-entropy method with novelty as the objective, which keeps sizes from collapsing.
#pragma once

#include "valid/hashing.hpp"

#include <tali/random/rng.hpp>
#include <tali/source/choice.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace tali::detail {

/// The contexts, by number.
namespace context {
inline constexpr std::uint32_t site = 0;
inline constexpr std::uint32_t own = 1;                // 4: the last, the second to last, …
inline constexpr std::uint32_t own_joint = 5;          // 6: the last 2, 3, 4, 6; 2nd and 4th; 2nd, 4th and 6th
inline constexpr std::uint32_t parent = 11;            // 4: the first choices of the enclosing frame
inline constexpr std::uint32_t sibling = 15;           // 4: the first choices of the previous frame
inline constexpr std::uint32_t parent_sibling = 19;    // 3 * 3
inline constexpr std::uint32_t parent_own = 28;        // 3, with the last own
inline constexpr std::uint32_t sibling_own = 31;       // 3, with the last own
inline constexpr std::uint32_t path = 34;              // 4: the first choices on the path from the root; with the last
                                                       // own; two steps only; with the sibling's first
inline constexpr std::uint32_t ancestor = 38;          // 3: the first choices of each ancestor, at any distance
inline constexpr std::uint32_t first_relation = 41;    // from here on, only comparisons
inline constexpr std::uint32_t relation_own = 41;      // 4
inline constexpr std::uint32_t relation_parent = 45;   // 4
inline constexpr std::uint32_t relation_sibling = 49;  // 4
inline constexpr std::uint32_t relation_ancestor = 53; // 3, each ancestor
inline constexpr std::uint32_t relation_any_own = 56;  // each of the last six own
inline constexpr std::uint32_t relation_any_sibling = 57; // each of the previous frames, up to eight
inline constexpr std::uint32_t count = 58;
} // namespace context

inline constexpr std::uint32_t symbols = 64;
inline constexpr std::uint32_t exact_symbols = 24; // of a wide range: those for a single value
inline constexpr std::uint32_t widest_branch = 8; // whose alternatives are distinguished in biases and in the lookahead
inline constexpr std::uint32_t relations = 5;     // less, one less, equal, one more, more

struct context_row {
  std::uint64_t key = 0;
  std::uint64_t seen = 0;     // symbols
  std::uint32_t evidence = 0; // valid values
  std::uint32_t owner = 0;    // the site and the context it belongs to, plus one
};

inline constexpr std::uint32_t no_next = 0xffffffffU;

struct site_model {
  std::uint64_t key = 0;
  std::uint64_t last = 0;  // the range
  std::uint32_t width = 0; // last + 1 if that is at most 64: then symbols are indices
  std::uint64_t evidence = 0;
  bool changed = false;
  std::array<std::uint32_t, symbols> taken{};        // counts in valid values
  std::array<std::uint64_t, 24> rare{};              // rare[k]: symbols too rare to be missed in 4 * 2^k values
  std::vector<std::uint8_t> active;                  // contexts
  std::array<std::uint32_t, widest_branch> next{};   // the site that follows each alternative of a branch, plus one;
                                                     // 0: not known; no_next: none in the same frame, or not always
  std::array<std::uint32_t, context::count> wrong{}; // how often a mask of it was wrong
  std::array<std::uint32_t, context::count> forgiven{};
  std::array<std::uint32_t, context::count> used{};   // how often it was used while active,
  std::array<std::uint32_t, context::count> helped{}; // and how often it masked something that earlier ones had not
};

struct branch_bias {
  static constexpr std::uint32_t widest = widest_branch;
  std::array<float, widest> taken{};
  std::array<float, widest> weight{};
  bool ready = false;
};

struct number_row { // from a hash to an index plus one
  std::uint64_t key = 0;
  std::uint32_t number = 0;
};

/// The choices of a part of a valid value, for reuse elsewhere.
struct fragment {
  std::uint64_t family = 0;
  std::vector<choice> choices;
};

/// A valid value with its parts, for mutation.
struct known_value {
  struct part {
    std::uint64_t family = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  choice_sequence value;
  std::vector<part> parts; // calls and elements, without the whole value
};

/// A run in which families occurred for the first time.
struct family_witness {
  choice_sequence run;
  std::uint32_t families = 0; // known after it
};

class valid_model {
public:
  [[nodiscard]] const site_model* find_site(std::uint64_t key) const noexcept {
    const number_row* row = site_numbers_.find(key);
    return row == nullptr ? nullptr : &sites[row->number - 1];
  }
  site_model& site_at(std::uint64_t key, std::uint64_t last);
  [[nodiscard]] const branch_bias* find_bias(std::uint64_t key) const noexcept {
    const number_row* row = bias_numbers_.find(key);
    return row == nullptr ? nullptr : &biases[row->number - 1];
  }
  branch_bias& bias_at(std::uint64_t key);
  /// A number for the address of a family, in order of appearance; an unused number if it is unknown.
  std::uint64_t family_at(std::uint64_t address) {
    number_row& row = families_.at(mix(address, 5));
    row.number = row.number != 0 ? row.number : static_cast<std::uint32_t>(families_.size());
    return row.number;
  }
  [[nodiscard]] std::uint32_t families() const noexcept { return static_cast<std::uint32_t>(families_.size()); }
  [[nodiscard]] std::uint64_t find_family(std::uint64_t address) const noexcept {
    const number_row* row = families_.find(mix(address, 5));
    return row != nullptr ? row->number : address | std::uint64_t{1} << 63U;
  }

  template <class F>
  void each_bias(const F& f) const {
    bias_numbers_.each([&](const number_row& row) { f(row.key, biases[row.number - 1]); });
  }

  /// The symbols that a context with this row allows.
  [[nodiscard]] static std::uint64_t allowed(const site_model& site, const context_row& row) noexcept;
  [[nodiscard]] static std::uint64_t allowed_relations(const site_model& site, const context_row& row) noexcept;

  /// Updates thresholds and biases after some learning.
  void refresh();

  std::vector<site_model> sites;
  std::vector<branch_bias> biases;
  hash_rows<context_row> rows;
  std::vector<fragment> fragments;
  std::vector<known_value> known; // some valid values
  // To check later whether the generator and the predicate are unchanged:
  std::vector<family_witness> witnesses;
  std::vector<choice_sequence> refused; // some values that are not valid

private:
  hash_rows<number_row> site_numbers_;
  hash_rows<number_row> bias_numbers_;
  hash_rows<number_row> families_;
};

/// A known value, mutated unless `keep` is set: a part is replaced by a part of another value, or some choices are
/// removed, inserted or replaced. Empty if there are no known values.
void change_some(const valid_model& model, rng& engine, bool keep, std::vector<choice>& changed);

/// In a wide range, the simplest values are symbols, and other values are grouped by magnitude.
[[nodiscard]] std::uint32_t symbol_of(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept;

} // namespace tali::detail
