// SPDX-License-Identifier: BSL-1.0
// Lehmer codes by a Fenwick tree of the remaining numbers; the odds of subsets with bounds.
#include <tali/gen/permutation.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace tali::detail {

namespace {

/// The numbers 0 to n - 1, some of them removed. Finds the number of remaining ones below a number, and the k-th
/// remaining one.
class remaining {
public:
  explicit remaining(std::size_t n) : tree_(n + 1) {
    for (std::size_t i = 1; i <= n; ++i) {
      tree_[i] = static_cast<std::uint32_t>(i & (~i + 1)); // each node covers as many numbers as its lowest set bit
    }
  }

  void remove(std::size_t i) {
    for (++i; i < tree_.size(); i += i & (~i + 1)) {
      --tree_[i];
    }
  }
  [[nodiscard]] std::uint32_t below(std::size_t i) const {
    std::uint32_t count = 0;
    for (; i > 0; i &= i - 1) {
      count += tree_[i];
    }
    return count;
  }
  [[nodiscard]] std::uint32_t find(std::uint32_t k) const {
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(tree_.size()); step > 0; step /= 2) {
      if (at + step < tree_.size() && tree_[at + step] <= k) {
        at += step;
        k -= tree_[at];
      }
    }
    return static_cast<std::uint32_t>(at);
  }

private:
  std::vector<std::uint32_t> tree_;
};

} // namespace

void decode_lehmer(std::vector<std::uint32_t>& code) {
  remaining left(code.size());
  for (auto& c : code) {
    c = left.find(c);
    left.remove(c);
  }
}

void encode_lehmer(std::vector<std::uint32_t>& permutation) {
  remaining left(permutation.size());
  for (auto& p : permutation) {
    const std::uint32_t i = p;
    p = left.below(i);
    left.remove(i);
  }
}

// The odds of subsets. A subset of k of the n things has the weight 1 / C(n, k); the table holds, for each number of
// things passed and taken, the share of "in" in the weight of all subsets that continue from there, as a part of
// 2^31. The weights are summed from the end: w(n, k) = 1 / C(n, k) within the bounds, w(i, k) = w(i+1, k) + w(i+1,
// k+1).

namespace {

constexpr double whole = 2147483648.0;
constexpr std::size_t largest_table = std::size_t{1} << 22U;

[[nodiscard]] std::uint32_t as_weight(double share) {
  return static_cast<std::uint32_t>(std::clamp(std::round(share * whole), 1.0, whole - 1));
}

[[nodiscard]] std::vector<std::uint32_t> make_table(std::size_t n, std::size_t lo, std::size_t hi) {
  const std::size_t width = hi + 1;
  std::vector<std::uint32_t> table(n * width);
  // Logarithms: the weights themselves differ by more than a double can hold.
  const auto log_choose = [](double a, double b) {
    return std::lgamma(a + 1) - std::lgamma(b + 1) - std::lgamma(a - b + 1);
  };
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  std::vector<double> after(width + 1, nothing); // log w(i + 1, k)
  for (std::size_t k = lo; k <= hi; ++k) {
    after[k] = -log_choose(static_cast<double>(n), static_cast<double>(k));
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = 0; k <= hi; ++k) {
      const double out = after[k];
      const double in = after[k + 1];
      const double larger = std::max(out, in);
      const double sum =
          larger == nothing ? nothing : larger + std::log(std::exp(out - larger) + std::exp(in - larger));
      table[i * width + k] = larger == nothing ? 1 : as_weight(std::exp(in - sum));
      after[k] = sum;
    }
  }
  return table;
}

} // namespace

subset_odds::subset_odds(std::size_t n, std::size_t lo, std::size_t hi) : n_(n), lo_(lo), hi_(std::min(hi, n)) {
  const bool bounded = lo_ > 0 || hi_ < n;
  if (bounded && lo_ < hi_ && n * (hi_ + 1) <= largest_table) {
    table_ = std::make_shared<const std::vector<std::uint32_t>>(make_table(n, lo_, hi_));
  }
}

subset_odds::weights subset_odds::at(std::size_t at, std::size_t taken) const {
  const std::size_t left = n_ - at;
  if (taken + left <= lo_) {
    return {0, 1};
  }
  if (taken >= hi_) {
    return {1, 0};
  }
  if (lo_ == 0 && hi_ == n_) {
    const std::size_t out = at - taken + 1;
    const std::size_t in = taken + 1;
    return {static_cast<std::uint32_t>(out), static_cast<std::uint32_t>(in)};
  }
  if (table_ != nullptr) {
    const std::uint32_t in = (*table_)[at * (hi_ + 1) + taken];
    return {static_cast<std::uint32_t>(whole) - in, in};
  }
  // An exact number, or too many values for a table: use the middle of the bounds.
  const std::size_t aim = lo_ + (hi_ - lo_) / 2;
  const std::size_t most = std::max<std::size_t>(left - 1, 1);
  const std::size_t wanted = std::clamp<std::size_t>(aim > taken ? aim - taken : 1, 1, most);
  return {static_cast<std::uint32_t>(std::max<std::size_t>(left - wanted, 1)), static_cast<std::uint32_t>(wanted)};
}

void subset_odds::check(std::string_view generator_name) const {
  if (lo_ > hi_) {
    throw generator_error(fmt::format(
        "{}: cannot select {} to {} of {} values: expected low <= high, and low at most the number of values",
        generator_name, lo_, hi_, n_));
  }
}

void throw_bad_partition(std::string_view total, std::size_t parts) {
  throw generator_error(fmt::format("gen::partition({}, {}): impossible: the total must not be negative, must be "
                                    "0 for 0 parts, and must fit in 64 bits together with the parts",
                                    total, parts));
}

std::uint64_t cut_set::take(std::uint64_t index) {
  auto place = taken_.begin();
  for (; place != taken_.end() && *place <= index; ++place) {
    ++index;
  }
  taken_.insert(place, index);
  return index;
}

} // namespace tali::detail
