// SPDX-License-Identifier: BSL-1.0
// What is known of the choices of valid values.
//
// A *site* is a place in the generator's code where a choice is made, told by the spans around it within the innermost
// recursive call or list element (its *frame*), the choices made there before, and its range. At a site, a value is
// looked at in many *contexts*: beside the last choices in its frame, those of the frame around it and of the sibling
// before it, of any ancestor; as a value beside their values, or only by how it compares with them (less, one less,
// equal, one more, more). For each context, a row holds how many valid values had it and which symbols they took there.
// A symbol that a context should have shown by now, by how often the site takes it otherwise, is masked in it.
//
// Most contexts say nothing. For each site those are *active* whose masks would have spared the most invalid values
// that the active ones let through (a greedy cover), less those that often turned out to be wrong.
//
// Of a branch it is also kept which site follows each alternative. One after which the masks of that site would leave
// nothing (no key between those of the nodes around) is masked as well: a step of looking ahead.
//
// Beside it, *tilts*: how often the branches at a site and depth were taken by values not seen before. Drawing from
// them is the cross-entropy method, with novelty as what is aimed at: sizes do not collapse.
#pragma once

#include "valid/hashing.hpp"

#include <tali/source/choice.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace tali::detail {

/// The contexts, by number.
namespace context {
inline constexpr std::uint32_t site = 0;
inline constexpr std::uint32_t own = 1;                // 4: the last, the one before, …
inline constexpr std::uint32_t own_joint = 5;          // 6: the last 2, 3, 4, 6; 2nd and 4th; 2nd, 4th and 6th
inline constexpr std::uint32_t parent = 11;            // 4: the first choices of the frame around
inline constexpr std::uint32_t sibling = 15;           // 4: the first choices of the frame before
inline constexpr std::uint32_t parent_sibling = 19;    // 3 * 3
inline constexpr std::uint32_t parent_own = 28;        // 3, with the last own
inline constexpr std::uint32_t sibling_own = 31;       // 3, with the last own
inline constexpr std::uint32_t path = 34;              // 4: the first choices on the way from the root; with the last
                                                       // own; two steps only; with the sibling's first
inline constexpr std::uint32_t ancestor = 38;          // 3: each ancestor's first choices, however far
inline constexpr std::uint32_t first_relation = 41;    // from here on, only how it compares
inline constexpr std::uint32_t relation_own = 41;      // 4
inline constexpr std::uint32_t relation_parent = 45;   // 4
inline constexpr std::uint32_t relation_sibling = 49;  // 4
inline constexpr std::uint32_t relation_ancestor = 53; // 3, each ancestor
inline constexpr std::uint32_t relation_any_own = 56;  // each of the last six own
inline constexpr std::uint32_t relation_any_sibling = 57; // each of the frames before, up to eight
inline constexpr std::uint32_t count = 58;
} // namespace context

inline constexpr std::uint32_t symbols = 64;
inline constexpr std::uint32_t exact_symbols = 24; // of a wide range: those of one value each
inline constexpr std::uint32_t widest_branch = 8;  // whose alternatives are told apart in tilts and in what follows
inline constexpr std::uint32_t relations = 5;      // less, one less, equal, one more, more

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
  std::array<std::uint32_t, symbols> taken{};        // how often valid values took each
  std::array<std::uint64_t, 24> rare{};              // rare[k]: symbols too rare to be missed in 4 * 2^k values
  std::vector<std::uint8_t> active;                  // contexts
  std::array<std::uint32_t, widest_branch> next{};   // the site that follows each alternative of a branch, plus one;
                                                     // 0: not known; no_next: none in the same frame, or not always
  std::array<std::uint32_t, context::count> wrong{}; // how often a mask of it turned out wrong
  std::array<std::uint32_t, context::count> forgiven{};
  std::array<std::uint32_t, context::count> asked{};  // how often it was asked while active,
  std::array<std::uint32_t, context::count> helped{}; // and how often it masked what those before it had not
};

struct tilt {
  static constexpr std::uint32_t widest = widest_branch;
  std::array<float, widest> taken{};
  std::array<float, widest> weight{};
  bool ready = false;
};

struct number_row { // from a hash to an index plus one
  std::uint64_t key = 0;
  std::uint32_t number = 0;
};

/// The choices of a part of a valid value, to be used again elsewhere.
struct fragment {
  std::uint64_t family = 0;
  std::vector<choice> choices;
};

/// A valid value with its parts, to be changed here and there.
struct known_value {
  struct part {
    std::uint64_t family = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  choice_sequence value;
  std::vector<part> parts; // calls and elements, the whole value not among them
};

/// A run in which families were met for the first time.
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
  [[nodiscard]] const tilt* find_tilt(std::uint64_t key) const noexcept {
    const number_row* row = tilt_numbers_.find(key);
    return row == nullptr ? nullptr : &tilts[row->number - 1];
  }
  tilt& tilt_at(std::uint64_t key);
  /// A number for the address of a family, by order of appearance; one that fits nothing if it is not known.
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
  void each_tilt(const F& f) const {
    tilt_numbers_.each([&](const number_row& row) { f(row.key, tilts[row.number - 1]); });
  }

  /// The symbols that a context with this row leaves.
  [[nodiscard]] static std::uint64_t allowed(const site_model& site, const context_row& row) noexcept;
  [[nodiscard]] static std::uint64_t allowed_relations(const site_model& site, const context_row& row) noexcept;

  /// After some learning: thresholds and tilts.
  void refresh();

  std::vector<site_model> sites;
  std::vector<tilt> tilts;
  hash_rows<context_row> rows;
  std::vector<fragment> fragments;
  std::vector<known_value> known; // some valid values
  // To tell later whether generator and predicate are still the same:
  std::vector<family_witness> witnesses;
  std::vector<choice_sequence> refused; // some values that are not valid

private:
  hash_rows<number_row> site_numbers_;
  hash_rows<number_row> tilt_numbers_;
  hash_rows<number_row> families_;
};

/// A known value, changed unless it is to be kept: a part of it replaced by a part of another, or some choices left
/// out, put in, replaced. Nothing to begin with where nothing is known.
void change_some(const valid_model& model, rng& engine, bool keep, std::vector<choice>& changed);

/// A wide range has its simplest values as symbols, and the others by magnitude.
[[nodiscard]] std::uint32_t symbol_of(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept;

} // namespace tali::detail
