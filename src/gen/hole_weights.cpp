// SPDX-License-Identifier: BSL-1.0
#include <tali/gen/hole_weights.hpp>
#include <tali/source/error.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tali::gen {

namespace {
constexpr std::int64_t lowest_exponent = -1022; // of a normal double
}

hole_weight::hole_weight(double value) {
  if (!(value >= 0) || std::isinf(value)) {
    detail::throw_generator_error("gen::holey: the weight of a hole is negative, infinite or NaN; the "
                                  "weighting must return a finite number >= 0");
  }
  if (value > 0) {
    int exponent = 0;
    mantissa_ = 2 * std::frexp(value, &exponent);
    exponent_ = exponent - 1;
  }
}

hole_weight hole_weight::power(double base, std::int64_t steps) {
  int exponent = 0;
  const double mantissa = std::frexp(base, &exponent);
  hole_weight result;
  if (mantissa == 0.5) { // powers of two stay exact
    result.mantissa_ = 1;
    result.exponent_ = (exponent - 1) * steps;
    return result;
  }
  const double bits = std::log2(base) * static_cast<double>(steps);
  result.exponent_ = static_cast<std::int64_t>(std::floor(bits));
  result.mantissa_ = std::exp2(bits - std::floor(bits));
  return result;
}

double hole_weight::scaled(std::int64_t scale) const noexcept {
  const std::int64_t exponent = exponent_ - scale;
  if (exponent < lowest_exponent) {
    return 0;
  }
  return mantissa_ * std::bit_cast<double>(static_cast<std::uint64_t>(exponent - lowest_exponent + 1) << 52U);
}

hole_weight hole_weight::sum(std::span<const hole_weight> weights) noexcept {
  std::int64_t largest = 0;
  bool any = false;
  for (const hole_weight& w : weights) {
    if (!w.zero() && (!any || w.exponent_ > largest)) {
      largest = w.exponent_;
      any = true;
    }
  }
  double total = 0;
  for (const hole_weight& w : weights) {
    total += w.scaled(largest);
  }
  hole_weight result(total);
  result.exponent_ += largest;
  return result;
}

} // namespace tali::gen

namespace tali::detail {

namespace {

// The sum is less than 2^31 before rounding; rounding adds at most a half for each weight, which stays below 2^32.
// Possible holes stay possible unless they round to zero, which requires less than 2^-32 of the sum.
void scale_to_branch(std::span<const double> weights, double total, std::span<std::uint32_t> out) noexcept {
  int exponent = 0;
  static_cast<void>(std::frexp(total, &exponent));
  const double factor = std::ldexp(1.0, 31 - exponent);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    // NOLINTNEXTLINE(bugprone-incorrect-roundings): weights are not negative
    out[i] = static_cast<std::uint32_t>(weights[i] * factor + 0.5);
  }
}

} // namespace

void branch_weights(std::span<const double> weights, std::span<std::uint32_t> out) noexcept {
  double total = 0;
  for (const double w : weights) {
    total += w;
  }
  scale_to_branch(weights, total, out);
}

void branch_weights(std::span<const gen::hole_weight> weights, std::span<std::uint32_t> out) noexcept {
  std::int64_t largest = std::numeric_limits<std::int64_t>::min();
  for (const gen::hole_weight& w : weights) {
    largest = w.zero() ? largest : std::max(largest, w.exponent());
  }
  std::array<double, hole_picker::width> values{};
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    values[i] = weights[i].scaled(largest);
    total += values[i];
  }
  scale_to_branch({values.data(), weights.size()}, total, out);
}

void hole_picker::add(std::uint32_t hole, const gen::hole_weight& weight) {
  if (weight.zero()) {
    return; // weight 0: never drawn
  }
  std::size_t slot = holes_.size();
  holes_.push_back(hole);
  if (sums_.empty()) {
    sums_.emplace_back();
  }
  sums_[0].push_back(weight);
  for (std::size_t level = 0; sums_[level].size() > width; ++level) {
    if (level + 1 == sums_.size()) {
      resum(holes_.size() - 1); // a new level with all its sums
      return;
    }
    slot /= width;
    std::vector<gen::hole_weight>& above = sums_[level + 1];
    if (slot == above.size()) {
      above.push_back(weight);
    } else {
      const std::array<gen::hole_weight, 2> both{above[slot], weight};
      above[slot] = gen::hole_weight::sum(both);
    }
  }
}

std::size_t hole_picker::weights_at(std::size_t level, std::size_t block, std::array<std::uint32_t, width>& out) const {
  const std::vector<gen::hole_weight>& all = sums_[level];
  const std::size_t first = block * width;
  const std::size_t n = std::min(width, all.size() - first);
  branch_weights(std::span(all).subspan(first, n), out);
  return n;
}

std::uint32_t hole_picker::remove(std::size_t slot) {
  const std::uint32_t hole = holes_[slot];
  const std::size_t last = holes_.size() - 1;
  holes_[slot] = holes_[last];
  sums_[0][slot] = sums_[0][last];
  holes_.pop_back();
  sums_[0].pop_back();
  if (slot != last) {
    resum(slot);
  }
  resum(last);
  return hole;
}

// Updates the sums above a slot; adds or removes levels as the number of holes requires. Sums are recomputed, not
// corrected: for weights of any magnitude, a difference would consist only of rounding errors.
void hole_picker::resum(std::size_t slot) {
  for (std::size_t level = 0; sums_[level].size() > width || level + 1 < sums_.size(); ++level) {
    if (sums_[level].size() <= width) {
      sums_.resize(level + 1);
      return;
    }
    if (level + 1 == sums_.size()) {
      sums_.emplace_back();
    }
    const std::vector<gen::hole_weight>& all = sums_[level];
    std::vector<gen::hole_weight>& above = sums_[level + 1];
    const std::size_t blocks = (all.size() + width - 1) / width;
    const std::size_t before = above.size();
    above.resize(blocks);
    const auto make = [&](std::size_t block) {
      const std::size_t first = block * width;
      above[block] = gen::hole_weight::sum(std::span(all).subspan(first, std::min(width, all.size() - first)));
    };
    for (std::size_t block = before; block < blocks; ++block) {
      make(block);
    }
    slot /= width;
    if (slot < blocks) {
      make(slot);
    }
  }
}

} // namespace tali::detail
