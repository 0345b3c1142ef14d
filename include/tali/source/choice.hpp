// SPDX-License-Identifier: BSL-1.0
// Choices: the only requests of a generator, and the only data that other interpretations use.
//
// A choice is typed and flat. An integer of any C++ type is an index into its range, so that one representation
// serves every width and sign; `origin` is the index of the simplest value. A branch is an index into its alternatives,
// the first being the simplest. A real is its bit pattern with its bounds.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tali::choices {

enum class choice_kind : std::uint8_t { integer, branch, real };

struct choice {
  choice_kind kind = choice_kind::integer;
  std::uint64_t value = 0;  // integer and branch: index in [0, last]; real: bits of the double
  std::uint64_t last = 0;   // integer and branch: the largest index; real: bits of the upper bound
  std::uint64_t origin = 0; // integer: index of the simplest value; branch: 0; real: bits of the lower bound

  friend bool operator==(const choice&, const choice&) = default;
};

/// The rank of a choice in its range, where 0 is the simplest. Integers are ranked by distance from the origin (above
/// before below); reals that are whole, small and positive come first.
struct simplicity {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const simplicity&, const simplicity&) = default;
};
[[nodiscard]] simplicity simplicity_of(const choice& c) noexcept;

/// Rank of an integer index by distance from its origin, and back. A bijection on [0, last].
[[nodiscard]] std::uint64_t rank_of_index(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept;
[[nodiscard]] std::uint64_t index_of_rank(std::uint64_t rank, std::uint64_t last, std::uint64_t origin) noexcept;

/// The kind of a span of choices.
enum class span_kind : std::uint8_t {
  value,     // parts that belong together: a tuple, an aggregate, a composed value
  branch,    // a branch choice, then the choices of the alternative
  sequence,  // a length (an integer choice), then one `element` span for each
  element,   // one element of a sequence
  attempt,   // one try of a filter: all but the last were rejected
  recursion, // one call of a recursive generator; calls of the same generator share the family
};

/// The fixed description of a span: one constant per generator type, identified by its address.
struct span_info {
  span_kind kind = span_kind::value;
  std::string_view label;
  const void* family = nullptr; // equal for spans whose contents can replace each other
  bool repeatable = true;       // whether a random case may repeat it (variation.hpp); false where that test would cost
};

/// A span of a recorded run: choices [begin, end), nested by parent.
struct choice_span {
  static constexpr std::uint32_t no_parent = 0xffffffffU;
  const span_info* info = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t parent = no_parent;
  std::uint32_t depth = 0;
};

/// The requests and answers of one run of a generator or a property.
struct trace {
  std::vector<choice> choices;
  std::vector<choice_span> spans;       // in order of opening
  std::vector<std::string_view> labels; // for each choice: the label of the branch taken, or empty
  int size = 0;                         // the size parameter of the run; needed to repeat it
  bool misaligned = false;              // some given choice was out of range, or of another kind than requested
  bool overran = false;                 // more choices were requested than given
  void clear();
};

/// A case as it is stored and replayed: values of the choices and the size they were drawn at.
struct choice_sequence {
  std::vector<choice> choices;
  int size = 0;

  friend bool operator==(const choice_sequence&, const choice_sequence&) = default;
};

/// Shortlex on choices: fewer first, then simpler from the left. Negative, zero or positive.
[[nodiscard]] int compare_shortlex(std::span<const choice> a, std::span<const choice> b) noexcept;

// Requests of a generator to a source. -----------------------------------------------------------------------------

/// The distribution of an integer in a random source. Other sources ignore it.
enum class spread : std::uint8_t {
  automatic, // uniform up to `uniform_up_to` values, otherwise as `edgy`
  uniform,   // every value equally likely
  edgy,      // small values, limits, powers of two, values drawn before and their neighbours, and the rest
};
inline constexpr std::uint64_t uniform_up_to = 1024;

struct integer_request {
  std::uint64_t last = 0;   // indices [0, last]
  std::uint64_t origin = 0; // index of the simplest value
  std::uint64_t zero = 0;   // index (modulo 2^64) of the value 0, even if it is out of range
  spread how = spread::uniform;
};

struct branch_request {
  std::span<const std::uint32_t> weights;
  std::span<const std::string_view> labels; // as many as weights, or none; constants, or kept (kept_label.hpp)
  std::uint64_t total = 0;                  // of the weights, if the caller knows it; from 1 to 2^32
};

struct real_request {
  double lo = 0;
  double hi = 0;
  bool single = false; // representable as float
  bool edgy = false;   // favour limits, whole numbers, tiny and huge values
};

} // namespace tali::choices
