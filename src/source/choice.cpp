// SPDX-License-Identifier: BSL-1.0
// The simplicity order on choices.
#include <tali/source/choice.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali::choices {

// Values at distance d on both sides of the origin take ranks 2d-1 (above) and 2d (below) until the nearer limit is
// reached; beyond it, only one side is left, and ranks increase by one.
std::uint64_t rank_of_index(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept {
  const std::uint64_t both = std::min(origin, last - origin); // distances available on both sides
  if (index >= origin) {
    const std::uint64_t d = index - origin;
    return d <= both ? (d == 0 ? 0 : 2 * d - 1) : d + both;
  }
  const std::uint64_t d = origin - index;
  return d <= both ? 2 * d : d + both;
}

std::uint64_t index_of_rank(std::uint64_t rank, std::uint64_t last, std::uint64_t origin) noexcept {
  const std::uint64_t both = std::min(origin, last - origin);
  if (rank <= 2 * both) {
    return rank % 2 == 1 ? origin + (rank + 1) / 2 : origin - rank / 2;
  }
  const std::uint64_t d = rank - both;
  return last - origin > origin ? origin + d : origin - d;
}

namespace {

std::uint64_t reverse_bits(std::uint64_t x) noexcept {
  std::uint64_t r = 0;
  for (int i = 0; i < 64; ++i) {
    r = (r << 1U) | (x & 1U);
    x >>= 1U;
  }
  return r;
}

// Whole numbers below 2^53 first, by magnitude; then fractions, by the number of their binary digits, then by their
// whole part; then huge numbers; then infinities and NaN. Positive before negative.
simplicity simplicity_of_real(double x) noexcept {
  constexpr double exact = 9007199254740992.0;
  const double magnitude = std::fabs(x);
  const std::uint64_t negative = std::signbit(x) ? 1 : 0;
  if (std::isnan(x)) {
    return {5, std::bit_cast<std::uint64_t>(magnitude)};
  }
  if (std::isinf(x)) {
    return {4, negative};
  }
  if (magnitude >= exact) {
    return {3, std::bit_cast<std::uint64_t>(magnitude) * 2 + negative};
  }
  const double whole = std::floor(magnitude);
  if (whole == magnitude) {
    return {0, static_cast<std::uint64_t>(magnitude) * 2 + negative};
  }
  const auto fraction = static_cast<std::uint64_t>(std::ldexp(magnitude - whole, 64));
  // Fractions: in the high bits the number of digits (fewer trailing zero bits means more digits), then the whole part;
  // then the fraction and the sign.
  const auto digits = static_cast<std::uint64_t>(64 - std::countr_zero(fraction | 1));
  return {(std::uint64_t{1} << 62U) | (digits << 54U) | (static_cast<std::uint64_t>(whole) + 1),
          (reverse_bits(fraction) & ~std::uint64_t{1}) | negative};
}

} // namespace

simplicity simplicity_of(const choice& c) noexcept {
  switch (c.kind) {
  case choice_kind::integer:
    return {0, rank_of_index(c.value, c.last, c.origin)};
  case choice_kind::branch:
    return {0, c.value};
  case choice_kind::real:
    return simplicity_of_real(std::bit_cast<double>(c.value));
  }
  return {};
}

int compare_shortlex(std::span<const choice> a, std::span<const choice> b) noexcept {
  if (a.size() != b.size()) {
    return a.size() < b.size() ? -1 : 1;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto order = simplicity_of(a[i]) <=> simplicity_of(b[i]);
    if (order != 0) {
      return order < 0 ? -1 : 1;
    }
  }
  return 0;
}

void trace::clear() {
  choices.clear();
  spans.clear();
  labels.clear();
  size = 0;
  misaligned = false;
  overran = false;
}

} // namespace tali::choices
