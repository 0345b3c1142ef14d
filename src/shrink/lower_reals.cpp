// SPDX-License-Identifier: BSL-1.0
// lower_reals: a real toward its simplest value.
//
// A whole number is simpler than a fraction, a fraction with fewer binary digits simpler than one with more, and then a
// smaller whole part. So: the few simplest values; the whole numbers around the value; its roundings to 1, 2, 3...
// binary digits, down and up, of which the first that fails has the fewest digits (0.3 ends in 0.25 or 0.5, 1.1
// in 1.5); then a search for the least value on the grid of these digits. From infinity and from beyond 2^53 the search
// goes over exponents, back to numbers that a double holds exactly.
#include "shrink/numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace tali::detail {

namespace {

constexpr double exact = 9007199254740992.0; // whole numbers up to here are exact
constexpr int most_digits = 52;
constexpr int grid_steps = 4; // on the grid, after the search: failures that are not monotone

class real_lowering {
public:
  real_lowering(shrinker& s, std::uint32_t at) : s_(s), at_(at) {}

  void run() {
    for (const double x : {0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 0.5}) {
      if (attempt(x)) {
        return;
      }
    }
    if (std::isnan(now())) {
      return;
    }
    if (now() < 0) {
      attempt(-now());
    }
    if (std::isinf(now()) || std::fabs(now()) >= exact) {
      from_far();
    }
    if (std::trunc(now()) != now()) {
      round();
    }
    if (std::fabs(now()) < exact) {
      search(std::trunc(now()) == now() ? 0 : digits());
    }
  }

private:
  [[nodiscard]] bool there() const {
    return at_ < s_.tree().size() && is_choice(s_.tree()[at_]) && s_.tree()[at_].chosen.kind == choice_kind::real;
  }
  [[nodiscard]] double now() const { return there() ? std::bit_cast<double>(s_.tree()[at_].chosen.value) : 0.0; }
  bool attempt(double x) {
    if (!there()) {
      return false;
    }
    choice_tree edited = s_.tree();
    choice& c = edited[at_].chosen;
    if (!(x >= std::bit_cast<double>(c.origin) && x <= std::bit_cast<double>(c.last))) {
      return false;
    }
    c.value = std::bit_cast<std::uint64_t>(x);
    return s_.propose(edited);
  }
  /// From infinity and from huge values: the powers of two, the lowest that fails by search, then exact ones.
  void from_far() {
    const double sign = std::signbit(now()) ? -1 : 1;
    (void)attempt(sign * (exact - 1));
    int low = 53;
    int high = std::isinf(now()) ? 1023 : std::ilogb(now());
    while (low <= high && !s_.spent()) {
      const int middle = low + (high - low) / 2;
      if (attempt(std::ldexp(sign, middle))) {
        high = middle - 1;
      } else {
        low = middle + 1;
      }
    }
    for (int back = 1023; back >= 53 && std::isinf(now()) && back > 1016; --back) {
      attempt(std::ldexp(sign, back));
    }
    if (std::isinf(now())) {
      attempt(sign * 1.7976931348623157e308);
    }
  }
  void round() {
    const double value = now();
    for (const double x : {std::trunc(value), std::floor(value), std::ceil(value)}) {
      if (attempt(x)) {
        return;
      }
    }
    for (int d = 1; d < most_digits && !s_.spent(); ++d) {
      const double scaled = std::ldexp(value, d);
      if (scaled == std::trunc(scaled) || attempt(std::ldexp(std::floor(scaled), -d)) ||
          attempt(std::ldexp(std::ceil(scaled), -d))) {
        return;
      }
    }
  }
  /// How many binary digits the fraction has.
  [[nodiscard]] int digits() const {
    int d = 0;
    while (d < most_digits && std::ldexp(now(), d) != std::trunc(std::ldexp(now(), d))) {
      ++d;
    }
    return d;
  }
  /// The least magnitude on the grid of values with `d` digits; with a fraction, in steps of one whole.
  void search(int d) {
    const double start = now();
    const double whole = std::trunc(std::fabs(start));
    const double fraction = std::fabs(start) - whole;
    const double sign = start < 0 ? -1 : 1;
    const auto most = static_cast<std::uint64_t>(whole);
    const std::uint64_t found = largest_good(most, [&](std::uint64_t less) {
      const double x = static_cast<double>(most - less) + fraction;
      return std::fabs(now()) <= x || attempt(sign * x);
    });
    for (std::uint64_t less = found + 2; less <= std::min<std::uint64_t>(most, found + grid_steps); ++less) {
      if (attempt(sign * (static_cast<double>(most - less) + fraction))) {
        return;
      }
    }
    if (d > 0 && now() == start) { // other fractions with as many digits, around the value
      const double step = std::ldexp(1.0, -d);
      for (const double x : {start - step * 2, start + step * 2, start - step * 4, start + step * 4}) {
        attempt(x);
      }
    }
  }

  shrinker& s_;
  std::uint32_t at_;
};

} // namespace

void lower_real(shrinker& s, std::uint32_t at) { real_lowering(s, at).run(); }

} // namespace tali::detail
