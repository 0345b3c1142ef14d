// SPDX-License-Identifier: BSL-1.0
// The parts of the random source that are not on the uniform fast path: the `edgy` spread of integers, reals, and
// branches whose number is known only at run time.
#include <tali/source/random.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tali::detail {

// The edgy spread, in sixteenths. Bugs live at limits, at powers of two, near zero and where two values meet; a
// uniform draw from a wide range reaches none of them. docs/reference/distributions.md states it for users.
//
//   5  small: within 0, 1, 2, 4, ... up to `size` of the simplest value
//   2  by magnitude: every number of bits equally likely
//   3  a limit, or next to one
//   2  a power of two, or next to one, positive or negative
//   2  a value drawn earlier in this case, or within 4 of one (before the first: uniform)
//   2  uniform
//
// A candidate that falls outside the range is replaced by a uniform one, so the answer is always legal.
drawn_integer draw_edgy(rng engine, random_context& context, std::uint64_t last, std::uint64_t origin,
                        std::uint64_t zero) {
  const std::uint64_t word = engine();
  const auto bits = [word](unsigned from, unsigned count) {
    return static_cast<unsigned>(word >> from) & ((1U << count) - 1U);
  };
  const unsigned dial = bits(0, 4);
  const bool negative = bits(4, 1) != 0;
  std::uint64_t index = 0;
  bool found = true;

  if (dial < 5) {
    const auto size = static_cast<std::uint32_t>(std::max(context.size, 0));
    const std::uint32_t steps = 1 + static_cast<std::uint32_t>(std::bit_width(size)); // 0, 1, 2, 4, ... <= size
    const std::uint32_t step = below(engine, steps);
    const std::uint64_t reach = step == 0 ? 0 : std::min(std::uint64_t{1} << (step - 1), std::uint64_t{size});
    const std::uint64_t low = origin - std::min(origin, reach);
    const std::uint64_t high = origin + std::min(last - origin, reach);
    index = low + between(engine, high - low);
  } else if (dial < 7) {
    const auto width = static_cast<std::uint32_t>(std::bit_width(std::max(origin, last - origin)));
    const std::uint32_t chosen = below(engine, width + 1);
    const std::uint64_t distance =
        chosen == 0 ? 0 : (std::uint64_t{1} << (chosen - 1)) | (engine() & ((std::uint64_t{1} << (chosen - 1)) - 1));
    if ((!negative || distance > origin) && distance <= last - origin) {
      index = origin + distance;
    } else if (distance <= origin) {
      index = origin - distance;
    } else {
      found = false;
    }
  } else if (dial < 10) {
    const std::uint64_t inward = bits(5, 1) == 0 ? 0 : (bits(6, 3) == 0 ? 2 : 1);
    found = inward <= last;
    index = negative ? inward : last - inward;
  } else if (dial < 12) {
    const std::uint64_t power = std::uint64_t{1} << bits(8, 6);
    const std::uint64_t off = std::array<std::uint64_t, 4>{0, 0, 1, ~std::uint64_t{0}}[bits(16, 2)];
    index = (negative ? 0 - power : power) + off + zero;
    if (index > last) { // too large for this range: use as many bits as it has
      const std::uint64_t smaller =
          power >> (bits(8, 6) - bits(8, 6) % static_cast<unsigned>(std::bit_width(last | 1)));
      index = (negative && origin != 0 ? 0 - smaller : smaller) + off + zero;
    }
    found = index <= last;
  } else if (dial < 14 && context.drawn > 0) {
    const std::uint64_t earlier =
        context.recent[below(engine, std::min<std::uint32_t>(context.drawn, random_context::remembered))];
    static constexpr std::array<std::int64_t, 16> offsets{0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 1, -1, 2, -2, 3, -4};
    index = earlier + static_cast<std::uint64_t>(offsets[bits(5, 4)]) + zero;
    found = index <= last;
  } else {
    found = false;
  }
  if (!found) {
    index = between(engine, last);
  }
  context.recent[context.drawn++ % random_context::remembered] = index - zero;
  return {engine, index};
}

drawn_branch draw_branch(rng engine, const branch_request& request) {
  std::uint64_t total = 0;
  for (const std::uint32_t weight : request.weights) {
    total += weight;
  }
  if (total - 1 >= 0xffffffffU) {
    throw_bad_weights(total, request.weights.size());
  }
  const std::uint32_t x = below(engine, static_cast<std::uint32_t>(total));
  std::uint32_t index = 0;
  std::uint64_t bound = request.weights[0];
  while (x >= bound) {
    bound += request.weights[++index];
  }
  return {engine, index};
}

namespace {

double clamp_real(double x, const real_request& request) {
  if (request.single) {
    x = static_cast<double>(static_cast<float>(x));
  }
  return std::clamp(x, request.lo, request.hi);
}

} // namespace

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

drawn_real draw_real(rng engine, const random_context& context, const real_request& request) {
  const double value = pick_real(engine, context, request);
  return {engine, value};
}

} // namespace tali::detail
