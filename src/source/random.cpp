// SPDX-License-Identifier: BSL-1.0
// The parts of the random source that are not on the uniform fast path: the `edgy` spread of integers, reals, and
// branches whose number is known only at run time.
#include "source/comparisons.hpp"
#include "source/number_relations.hpp"

#include <tali/source/random.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tali::detail {

// The edgy spread. Bugs are at limits, at powers of two, near zero and where two values are equal; a uniform draw
// from a wide range reaches none of them. So first a neighbourhood is chosen, a centre and a reach, then a value in
// it, uniformly. docs/reference/distributions.md describes it for users. In sixteenths:
//
//   5  small: within 0, 1, 2, 4, ... up to the size of the simplest value
//   2  by magnitude: the same, up to the whole range
//   3  a limit, or next to one
//   2  a power of two or zero, or next to one, positive or negative
//   2  a value drawn earlier in this case, or within 4 of one (before the first: uniform)
//   2  uniform
//
// The part of a neighbourhood outside the range is cut off; if its centre is outside, the draw is uniform.
//
// There are no branches: a branch on random bits is mispredicted most of the time, which costs more than computing
// unneeded results and masking them out.
namespace {

using interval = neighbourhoods::interval;

/// The masks of one of the sixteen positions of the dial: all bits set, or none.
struct use {
  std::uint64_t size = 0;               // the step goes up to the size, not to the whole range
  std::uint64_t step = 0;               // the reach is the step
  std::uint64_t simplest = 0;           // the centre is the simplest value
  std::uint64_t limit = 0;              // the centre is a limit
  std::uint64_t power = 0;              // the centre is the step, away from zero
  std::uint64_t again = 0;              // the centre is an earlier value
  std::uint64_t everything = 0;         // the reach is unlimited
  std::array<std::uint8_t, 8> beside{}; // the reach, if it is not the step, by three random bits
};

constexpr std::uint64_t yes = ~std::uint64_t{0};
constexpr use by_size{.size = yes, .step = yes, .simplest = yes};
constexpr use by_magnitude{.step = yes, .simplest = yes};
constexpr use at_limit{.limit = yes, .beside = {0, 0, 1, 1, 1, 1, 1, 2}};
constexpr use at_power{.power = yes, .beside = {0, 0, 1, 1, 1, 1, 1, 1}};
constexpr use once_more{.again = yes, .beside = {0, 0, 0, 0, 1, 1, 4, 4}};
constexpr use anything{.simplest = yes, .everything = yes};
constexpr std::array<use, 16> dial{by_size,      by_size,   by_size,  by_size,  by_size,  by_magnitude,
                                   by_magnitude, at_limit,  at_limit, at_limit, at_power, at_power,
                                   once_more,    once_more, anything, anything};

/// How many of 0, 1, 2, 4, 8, … are at most `most`.
std::uint64_t doublings(std::uint64_t most) { return 1 + static_cast<unsigned>(std::bit_width(most)); }
/// The one at a place in that sequence.
std::uint64_t doubling(std::uint64_t step) { return std::uint64_t{step != 0} << ((step - 1) % 64); }

interval choose_neighbourhood(std::uint64_t word, const random_context& context, std::uint64_t last,
                              std::uint64_t origin, std::uint64_t zero) {
  const use& wanted = dial[word % 16];
  const std::uint64_t sign = 0 - (word >> 4 & 1U); // all bits set: negative
  const std::uint64_t eighth = word >> 5 & 7U;
  const auto one_of = [upper = word >> 40](std::uint64_t n) { return upper * n >> 24; };

  const auto size = static_cast<std::uint64_t>(std::max(context.size, 0));
  const std::uint64_t whole = origin | (last - origin); // the distance of the farther limit
  const std::uint64_t step = doubling(one_of(doublings((size & wanted.size) | (whole & ~wanted.size))));

  const std::uint64_t edge = last & ~sign;
  const std::uint64_t signed_step = (step ^ sign) - sign;
  const std::uint64_t stepped = zero + signed_step;
  const std::uint64_t powered = stepped <= last ? stepped : zero - signed_step;
  std::uint64_t seen = 0;
  if (wanted.again != 0) [[unlikely]] { // an intentional branch: without it, each draw would depend on the last one
    const drawn_values& drawn = context.drawn;
    if (drawn.integers == 0) {
      return {0, last};
    }
    seen = zero + drawn.recent[one_of(std::min<std::uint32_t>(drawn.integers, drawn_values::remembered))];
  }
  const std::uint64_t centre = (origin & wanted.simplest) | (edge & wanted.limit) | (powered & wanted.power) | seen;
  const std::uint64_t reach = (step & wanted.step) | wanted.everything | wanted.beside[eighth];
  if (centre > last) [[unlikely]] {
    return {0, last};
  }
  const std::uint64_t down = std::min(centre, reach);
  return {centre - down, down + std::min(last - centre, reach)};
}

} // namespace

// In a case whose code reports its comparisons, a quarter of the draws are a value that was compared, or next to one.
namespace {
std::optional<std::uint64_t> draw_compared(rng& engine, const compared_values& from, std::uint64_t last,
                                           std::uint64_t zero) {
  const std::uint64_t word = engine();
  if ((word & 3U) != 0 || from.number_count == 0) {
    return std::nullopt;
  }
  static constexpr std::array<std::uint64_t, 8> beside{0, 0, 0, 0, 0, 0, 1, ~std::uint64_t{0}};
  const std::uint64_t index = zero + compared_number(from, word >> 8U) + beside[word >> 2U & 7U];
  return index <= last ? std::optional(index) : std::nullopt;
}
} // namespace

// The draws that choose a neighbourhood: the first three of a range in a case, then every seventeenth, which replaces
// the oldest of the four kept (one of the first three counts twice) and decides from which of them the sixteen after
// it are drawn. Every neighbourhood is chosen in the same way, independent of those kept, so each single draw has the
// spread above; but draws of one case are equal more often than independent ones.
drawn_integer draw_edgy(rng engine, random_context& context, std::uint64_t last, std::uint64_t origin,
                        std::uint64_t zero) {
  neighbourhoods& near = context.drawn.near;
  if (context.compared != nullptr) [[unlikely]] {
    if (const std::optional<std::uint64_t> index = draw_compared(engine, *context.compared, last, zero)) {
      near.order = neighbourhoods::nothing_left;
      remember(context.drawn, *index - zero);
      return {engine, *index};
    }
  }
  if (context.variation.numbers != number_relation::none) [[unlikely]] {
    near.order = neighbourhoods::nothing_left;
    if (const std::optional<std::uint64_t> index = draw_related(engine, context, last, origin, zero)) {
      remember(context.drawn, *index - zero);
      return {engine, *index};
    }
  }
  if (near.last != last) {
    near.last = last;
    near.chosen = 0;
  }
  const std::uint64_t word = engine();
  const interval chosen = choose_neighbourhood(word, context, last, origin, zero);
  const std::uint32_t place = near.chosen++;
  near.at[place % neighbourhoods::kept] = chosen;
  near.order = neighbourhoods::nothing_left;
  if (place >= 2 && context.variation.numbers == number_relation::none && context.compared == nullptr) {
    if (place == 2) {
      near.at[3] = chosen;
    }
    near.order = std::uint64_t{1} << 32 | (word >> 8 & 0xffffffffU);
  }
  const std::uint64_t index = chosen.low + scaled(engine(), chosen.extent);
  remember(context.drawn, index - zero);
  return {engine, index};
}

std::uint64_t total_of(const branch_request& request) {
  if (request.total != 0) {
    return request.total;
  }
  std::uint64_t total = 0;
  for (const std::uint32_t weight : request.weights) {
    total += weight;
  }
  if (total - 1 >= 0xffffffffU) {
    throw_bad_weights(total, request.weights.size());
  }
  return total;
}

drawn_branch draw_branch(rng engine, const branch_request& request) {
  const std::uint64_t total = total_of(request);
  const std::uint32_t x = below(engine, static_cast<std::uint32_t>(total));
  // Visits all weights: a loop that stops early stops at a random position, which is mispredicted.
  std::uint32_t index = 0;
  std::uint64_t bound = 0;
  for (const std::uint32_t weight : request.weights) {
    bound += weight;
    index += static_cast<std::uint32_t>(x >= bound);
  }
  return {engine, index};
}

double clamp_real(double x, const real_request& request) {
  if (request.single) {
    x = static_cast<double>(static_cast<float>(x));
  }
  return std::clamp(x, request.lo, request.hi);
}

// Reals from a range: uniform, or edgy, in eighths: 2 a limit or a neighbour of one or zero, 2 a whole number near the
// simplest value, 1 a value of any magnitude, 3 uniform. The uniform one interpolates so that no difference overflows.
namespace {
double pick_real(rng& engine, const random_context& context, const real_request& request) {
  const auto uniformly = [&] {
    const double t = unit_real(engine);
    return clamp_real(request.lo * (1 - t) + request.hi * t, request);
  };
  if (!request.edgy) {
    return uniformly();
  }
  const std::uint64_t word = engine();
  const bool negative = (word & 8U) != 0;
  const double simplest = std::clamp(0.0, request.lo, request.hi);
  switch (word & 7U) {
  case 0:
  case 1: {
    const double at = (word & 16U) != 0 ? simplest : (negative ? request.lo : request.hi);
    if ((word & 32U) == 0) {
      return clamp_real(at, request);
    }
    const double toward = negative ? request.hi : request.lo;
    return request.single ? clamp_real(std::nextafter(static_cast<float>(at), static_cast<float>(toward)), request)
                          : clamp_real(std::nextafter(at, toward), request);
  }
  case 2:
  case 3: {
    const auto reach = static_cast<std::uint32_t>(std::max(context.size, 0));
    const double whole = static_cast<double>(below(engine, reach + 1));
    const double candidate = std::trunc(simplest) + (negative ? -whole : whole);
    return candidate >= request.lo && candidate <= request.hi ? clamp_real(candidate, request) : uniformly();
  }
  case 4: {
    const int exponents =
        request.single ? std::numeric_limits<float>::max_exponent : std::numeric_limits<double>::max_exponent;
    const int exponent = static_cast<int>(below(engine, static_cast<std::uint32_t>(2 * exponents))) - exponents;
    const double magnitude = std::ldexp(1 + unit_real(engine), exponent - 1);
    const double candidate = negative ? -magnitude : magnitude;
    return candidate >= request.lo && candidate <= request.hi ? clamp_real(candidate, request) : uniformly();
  }
  default:
    return uniformly();
  }
}
} // namespace

drawn_real draw_real(rng engine, random_context& context, const real_request& request) {
  if (!context.variation.active || !request.edgy) [[likely]] {
    const double value = pick_real(engine, context, request);
    return {engine, value};
  }
  const std::optional<double> related = draw_related(engine, context, request);
  const double value = related ? *related : pick_real(engine, context, request);
  drawn_values& drawn = context.drawn;
  drawn.recent_reals[drawn.reals++ % drawn_values::remembered_reals] = value;
  return {engine, value};
}

} // namespace tali::detail
