// SPDX-License-Identifier: BSL-1.0
// The relations between the numbers of one case (tali/source/variation.hpp).
//
// In 14 of 32 cases, integers have the plain edgy spread. In the others they are related, in one way per case:
//
//   similar    a reach is chosen: a power of ten, or ten times as many powers of two; most numbers are uniform within
//              it, some are the reach itself or next to it. Preconditions over several fields (price · quantity ≥
//              limit) hold often, and the numbers have many digits, unlike limits and powers of two
//   rising     each number is the last one plus up to the reach: sorted lists, ordered trees, intervals
//   falling    the same downward
//   few        one of the first two numbers: lists of equal elements, aliases
//   notable    limits of narrower types, powers of ten, and their neighbours
//   scattered  uniform over the whole range: no two are equal
//   computed   the sum, difference, product or quotient of two earlier numbers, the negation, double or half of one
//
// One draw in eight (one in 64 where the numbers advance) ignores the relation, so that no generator that rejects
// values waits forever for another one.
//
// Reals follow the same relations. In all cases with variation, some reals also repeat an earlier one, exactly or
// nearly, and some have few decimal places, which uniform draws of all magnitudes never have.
#include "source/number_relations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tali::detail {

namespace {

constexpr std::uint64_t powers_of_ten(std::uint64_t k) {
  std::uint64_t n = 1;
  for (; k > 0; --k) {
    n *= 10;
  }
  return n;
}

} // namespace

case_variation variation_of(rng start) noexcept {
  static_assert(sizeof(rng) == sizeof(std::uint64_t));
  // Not a word of the stream: the draws of the case use those.
  const std::uint64_t word = fold(std::bit_cast<std::uint64_t>(start) ^ golden_ratio, 0xa0761d6478bd642fULL);
  constexpr auto none = number_relation::none;
  constexpr auto similar = number_relation::similar;
  constexpr auto rising = number_relation::rising;
  constexpr auto falling = number_relation::falling;
  constexpr auto few = number_relation::few;
  constexpr auto scattered = number_relation::scattered;
  constexpr auto computed = number_relation::computed;
  constexpr auto notable = number_relation::notable;
  static constexpr std::array<number_relation, 32> relations{
      none,    none,    none, none,    none,    none,    none,    none,      none,     none,    none,
      none,    none,    none, similar, similar, similar, rising,  rising,    rising,   falling, falling,
      similar, similar, few,  few,     notable, notable, notable, scattered, computed, computed};
  case_variation v;
  v.active = true;
  v.repeats = (word & 3U) == 0;
  v.numbers = relations[word >> 2U & 31U];
  v.strict = (word >> 7U & 1U) != 0;
  v.positive = (word >> 8U & 1U) != 0;
  const std::uint64_t k = word >> 16U & 0xffffU;
  v.reach = (word >> 9U & 1U) != 0 ? powers_of_ten(1 + k % 8) : std::uint64_t{1} << (1 + k % 24);
  return v;
}

namespace {

/// A value within [low, high], uniformly.
std::uint64_t within(rng& engine, std::uint64_t low, std::uint64_t high) { return low + scaled(engine(), high - low); }

struct integer_range {
  std::uint64_t last;
  std::uint64_t origin;
  std::uint64_t zero;
};

std::optional<std::uint64_t> similar_integer(rng& engine, std::uint64_t word, const case_variation& v,
                                             const integer_range& range) {
  const std::uint64_t above = std::min(range.last - range.origin, v.reach);
  const std::uint64_t below = v.positive && above > 0 ? 0 : std::min(range.origin, v.reach);
  if ((word >> 8U & 7U) == 0) { // the reach or a neighbour
    const std::uint64_t at = range.origin + v.reach + (word >> 11U & 3U) - 1;
    return v.reach <= range.last && at <= range.last ? std::optional(at) : std::nullopt;
  }
  return within(engine, range.origin - below, range.origin + above);
}

std::optional<std::uint64_t> next_integer(rng& engine, const random_context& context, const integer_range& range) {
  const drawn_values& drawn = context.drawn;
  const case_variation& v = context.variation;
  const std::uint64_t before =
      range.zero + (drawn.integers == 0 ? 0 : drawn.recent[(drawn.integers - 1) % drawn_values::remembered]);
  if (before > range.last) {
    return std::nullopt;
  }
  const std::uint64_t least = v.strict ? 1 : 0;
  if (v.numbers == number_relation::rising) {
    const std::uint64_t room = std::min(range.last - before, v.reach);
    return room <= least ? std::nullopt : std::optional(within(engine, before + least, before + room));
  }
  const std::uint64_t room = std::min(before, v.reach);
  return room <= least ? std::nullopt : std::optional(within(engine, before - room, before - least));
}

std::optional<std::uint64_t> notable_integer(std::uint64_t word, const integer_range& range) {
  static constexpr std::array<std::uint32_t, 8> widths{7, 8, 15, 16, 31, 32, 53, 63};
  const std::uint64_t size = (word >> 8U & 1U) != 0 ? std::uint64_t{1} << widths[word >> 9U & 7U]
                                                    : powers_of_ten(1 + (word >> 9U & 0xffU) % 12);
  const std::uint64_t value = size + (word >> 20U) % 3 - 1;
  const std::uint64_t index = (word >> 17U & 3U) == 0 ? range.zero - value : range.zero + value;
  return index <= range.last ? std::optional(index) : std::nullopt;
}

std::optional<std::uint64_t> computed_integer(std::uint64_t word, const drawn_values& drawn,
                                              const integer_range& range) {
  if (drawn.integers == 0) {
    return std::nullopt;
  }
  const auto earlier = [&](std::uint64_t bits) {
    return static_cast<std::int64_t>(
        drawn.recent[bits % std::min<std::uint64_t>(drawn.integers, drawn_values::remembered)]);
  };
  const std::int64_t a = earlier(word >> 8U & 0xffU);
  const std::int64_t b = earlier(word >> 16U & 0xffU);
  std::int64_t result = 0;
  bool overflow = false;
  switch (word >> 24U & 7U) {
  case 0:
  case 1:
    overflow = __builtin_add_overflow(a, b, &result);
    break;
  case 2:
    overflow = __builtin_sub_overflow(a, b, &result);
    break;
  case 3:
    overflow = __builtin_mul_overflow(a, b, &result);
    break;
  case 4:
    overflow = __builtin_sub_overflow(std::int64_t{0}, a, &result);
    break;
  case 5:
    overflow = __builtin_mul_overflow(a, std::int64_t{2} + static_cast<std::int64_t>(word >> 27U & 7U), &result);
    break;
  case 6:
    overflow = b == 0 || b == -1;
    result = overflow ? 0 : a / b;
    break;
  default:
    result = a / 2;
    break;
  }
  const std::uint64_t index = range.zero + static_cast<std::uint64_t>(result);
  return overflow || index > range.last ? std::nullopt : std::optional(index);
}

} // namespace

std::optional<std::uint64_t> draw_related(rng& engine, const random_context& context, std::uint64_t last,
                                          std::uint64_t origin, std::uint64_t zero) {
  const std::uint64_t word = engine();
  const number_relation relation = context.variation.numbers;
  const bool advances = relation == number_relation::rising || relation == number_relation::falling;
  if ((word & (advances ? 63U : 7U)) == 0) {
    return std::nullopt;
  }
  const integer_range range{last, origin, zero};
  const drawn_values& drawn = context.drawn;
  switch (relation) {
  case number_relation::similar:
    return similar_integer(engine, word, context.variation, range);
  case number_relation::rising:
  case number_relation::falling:
    return next_integer(engine, context, range);
  case number_relation::few: {
    const std::uint64_t known = std::min<std::uint64_t>(drawn.integers, 1 + (context.variation.reach & 1U));
    const std::uint64_t index = zero + (known == 0 ? 0 : drawn.recent[(word >> 8U) % known]);
    return known == 0 || index > last ? std::nullopt : std::optional(index);
  }
  case number_relation::notable:
    return notable_integer(word, range);
  case number_relation::scattered:
    return within(engine, 0, last);
  case number_relation::computed:
    return computed_integer(word, drawn, range);
  case number_relation::none:
    break;
  }
  return std::nullopt;
}

namespace {

/// A real near an earlier one.
std::optional<double> repeated_real(std::uint64_t word, const drawn_values& drawn, const real_request& request) {
  if (drawn.reals == 0) {
    return std::nullopt;
  }
  const double x =
      drawn.recent_reals[(word >> 8U & 0xffU) % std::min<std::uint64_t>(drawn.reals, drawn_values::remembered_reals)];
  const double toward = (word >> 16U & 1U) != 0 ? request.hi : request.lo;
  switch (word >> 17U & 7U) {
  case 0:
    return request.single ? static_cast<double>(std::nextafter(static_cast<float>(x), static_cast<float>(toward)))
                          : std::nextafter(x, toward);
  case 1: // nearly: from 2^-40 to 2^-9 of it
    return x + std::ldexp(x, -9 - static_cast<int>(word >> 20U & 31U));
  case 2:
    return -x;
  default:
    return x;
  }
}

/// A real with few decimal places, up to `reach`.
double decimal_real(rng& engine, std::uint64_t word, double reach, bool positive) {
  static constexpr std::array<double, 8> units{100, 100, 100, 10, 10, 1000, 2, 4};
  const double unit = units[word >> 8U & 7U];
  const double x = std::floor(unit_real(engine) * reach * unit) / unit;
  return positive || (word >> 11U & 1U) != 0 ? x : -x;
}

std::optional<double> next_real(rng& engine, const random_context& context) {
  const drawn_values& drawn = context.drawn;
  const double before = drawn.reals == 0 ? 0 : drawn.recent_reals[(drawn.reals - 1) % drawn_values::remembered_reals];
  const double step = unit_real(engine) * static_cast<double>(context.variation.reach);
  return context.variation.numbers == number_relation::rising ? before + step : before - step;
}

std::optional<double> computed_real(std::uint64_t word, const drawn_values& drawn) {
  if (drawn.reals == 0) {
    return std::nullopt;
  }
  const std::uint64_t known = std::min<std::uint64_t>(drawn.reals, drawn_values::remembered_reals);
  const double a = drawn.recent_reals[(word >> 8U & 0xffU) % known];
  const double b = drawn.recent_reals[(word >> 16U & 0xffU) % known];
  switch (word >> 24U & 7U) {
  case 0:
  case 1:
    return a + b;
  case 2:
    return a - b;
  case 3:
    return a * b;
  case 4:
    return b == 0 ? std::nullopt : std::optional(a / b);
  case 5:
    return a / 2;
  default:
    return -a;
  }
}

std::optional<double> candidate_real(rng& engine, std::uint64_t word, const random_context& context,
                                     const real_request& request) {
  const drawn_values& drawn = context.drawn;
  const case_variation& v = context.variation;
  const std::uint64_t eighth = word & 7U;
  const bool advances = v.numbers == number_relation::rising || v.numbers == number_relation::falling;
  if (eighth == 0 && !advances) {
    return std::nullopt;
  }
  switch (v.numbers) {
  case number_relation::similar: {
    const auto reach = static_cast<double>(v.reach);
    if (eighth < 4) {
      return decimal_real(engine, word, reach, v.positive);
    }
    const double x = unit_real(engine) * reach;
    return v.positive || (word >> 11U & 1U) != 0 ? x : -x;
  }
  case number_relation::rising:
  case number_relation::falling:
    return next_real(engine, context);
  case number_relation::few:
    return drawn.reals == 0
               ? std::nullopt
               : std::optional(drawn.recent_reals[(word >> 8U & 0xffU) %
                                                  std::min<std::uint64_t>(drawn.reals, 1 + (v.reach & 1U))]);
  case number_relation::computed:
    return computed_real(word, drawn);
  case number_relation::notable:
  case number_relation::scattered:
  case number_relation::none:
    break;
  }
  switch (word >> 3U & 31U) {
  case 0:
  case 1:
  case 2:
  case 3:
  case 4:
  case 5:
    return repeated_real(word, drawn, request);
  case 6:
  case 7:
  case 8:
    return decimal_real(engine, word, std::ldexp(1.0, static_cast<int>(word >> 20U & 15U)), false);
  case 9:
  case 10:
    return unit_real(engine);
  default:
    return std::nullopt;
  }
}

} // namespace

std::optional<double> draw_related(rng& engine, const random_context& context, const real_request& request) {
  const std::uint64_t word = engine();
  const std::optional<double> x = candidate_real(engine, word, context, request);
  // Comparisons with NaN are false.
  return x && *x >= request.lo && *x <= request.hi ? std::optional(clamp_real(*x, request)) : std::nullopt;
}

} // namespace tali::detail
