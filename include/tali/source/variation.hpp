// SPDX-License-Identifier: BSL-1.0
// Variation: how the values of one case of a property are related to each other.
//
// Independent draws hardly ever give two equal texts, three numbers of similar magnitude, a sorted list or a record
// that occurs twice, and many bugs need one of these. So each case of a property is drawn in a way of its own, which
// a hash of its random stream selects: how its numbers are related (number_relation), and whether its parts repeat
// earlier ones. Drawing outside of a property (tali::sample) has no variation: there, draws are independent except for
// what docs/reference/distributions.md says.
//
// A part (a text, a container, a record) is repeated by returning the random engine to the state that it had when the
// earlier part was drawn: the generator then draws the same choices again. So a repeated part consists of ordinary
// choices, which are recorded, replayed, shrunk and reflected as always, and it is valid wherever it is drawn, also if
// the generator has other parameters there. src/source/repeat.cpp has the details.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/random/rng.hpp>
#include <tali/source/choice.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace tali::detail {

/// How the numbers of a case are related.
enum class number_relation : std::uint8_t {
  none,
  similar, // of similar magnitude: within a reach that is chosen once
  rising,  // each at least the last one
  falling,
  few,       // one of the first two
  notable,   // limits of narrower types, powers of ten
  scattered, // uniform: all different
  computed,  // sums, differences, products and quotients of earlier ones
};

struct case_variation {
  bool active = false;  // in a case of a property
  bool repeats = false; // parts may repeat earlier ones
  number_relation numbers = number_relation::none;
  bool strict = false;     // rising and falling: never equal
  bool positive = false;   // similar: not below the simplest value
  std::uint64_t reach = 0; // similar, rising, falling
};

/// The variation of the case with this random stream.
[[nodiscard]] case_variation variation_of(rng start) noexcept;

/// The places that the edgy spread currently draws around (src/source/random.cpp explains how they are chosen).
///
/// Choosing a place costs ten times as much as drawing from it. So a case that draws many integers of one range keeps
/// four places, draws sixteen values from any of them, then replaces one, and so on.
struct neighbourhoods {
  static constexpr std::uint32_t kept = 4;
  static constexpr std::uint64_t nothing_left = 1; // an order without entries left

  struct interval {
    std::uint64_t low;
    std::uint64_t extent; // low + extent is the last value
  };

  std::uint64_t last = 0;        // the range that they are for
  std::uint32_t chosen = 0;      // the number chosen for it
  std::uint64_t order;           // which of them the next draws use: two bits each, below a one that marks the end
  std::array<interval, kept> at; // the newest of them
};

/// The values drawn so far that later draws of the case refer to.
struct drawn_values {
  static constexpr std::size_t remembered = 8;
  static constexpr std::size_t remembered_reals = 4;

  std::uint32_t integers = 0;                        // how many values `recent` has seen
  std::uint32_t reals = 0;                           // the same for `recent_reals`
  std::array<std::uint64_t, remembered> recent;      // by the edgy spread; the first `integers` are meaningful
  std::array<double, remembered_reals> recent_reals; // only in a case with variation
  neighbourhoods near;

  void restart() noexcept {
    integers = 0;
    reals = 0;
    near.chosen = 0;
  }
};

/// A state of a random source to return to, without the size.
struct draw_position {
  rng engine{0};
  std::uint64_t order = neighbourhoods::nothing_left;
  drawn_values drawn;
};

/// The elements of the sequence that is being drawn.
struct element_repetition {
  enum class kind : std::uint8_t {
    none,
    all,     // each repeats the first
    some,    // every other one repeats the one before
    diverge, // those of an earlier sequence up to an index, then new ones
  };
  kind how = kind::none;
  std::uint32_t next = 0;  // the index of the next element
  std::uint32_t count = 0; // only elements before this index repeat
};

/// The parts of a case that can be repeated.
struct drawn_parts {
  static constexpr std::uint32_t most = 12;   // parts that are remembered: the first ones
  static constexpr std::uint32_t deepest = 8; // nested sequences and repeated parts

  struct part {
    const void* family;
    std::uint32_t length;        // of a sequence
    element_repetition elements; // of a sequence
    draw_position at;            // of a sequence: after its length
  };
  /// A sequence, or a part that repeats another, that is being drawn.
  struct frame {
    std::uint32_t level;
    bool returns;             // to `after` at its end
    std::uint32_t remembered; // at its begin
    element_repetition around;
    const span_info* info;
    draw_position after;
    draw_position first;       // of its first element, or of the last one that was not repeated
    std::uint32_t first_count; // of the parts remembered there
  };

  std::uint32_t count = 0; // of the parts remembered
  std::uint32_t level = 0; // of spans
  std::uint32_t depth = 0; // of frames
  element_repetition elements;
  std::array<part, most> seen;
  std::array<frame, deepest> frames;

  void restart() noexcept {
    count = 0;
    level = 0;
    depth = 0;
    elements = {};
  }
};

/// Values that the code under test has compared something with (src/source/comparisons.hpp).
struct compared_values;

/// The spans that can be repeated.
[[nodiscard]] constexpr bool is_part(const span_info& info) noexcept {
  return info.repeatable && info.family != nullptr &&
         (info.kind == span_kind::value || info.kind == span_kind::sequence || info.kind == span_kind::recursion);
}
[[nodiscard]] constexpr bool can_repeat(const span_info& info) noexcept {
  return info.kind == span_kind::element || is_part(info);
}

} // namespace tali::detail
