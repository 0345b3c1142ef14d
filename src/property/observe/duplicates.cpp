// SPDX-License-Identifier: BSL-1.0
#include "property/observe/duplicates.hpp"

#include <algorithm>
#include <cmath>

namespace tali::detail {

namespace {

// The last step of a fingerprint is a multiplication, so its high bits are the random ones. The table is indexed by low
// bits.
[[nodiscard]] std::uint64_t finished(std::uint64_t h) noexcept {
  h ^= h >> 32U;
  return h != 0 ? h : 1;
}

[[nodiscard]] std::uint64_t rejected_bits(unsigned level) noexcept {
  return level == 0 ? 0 : ~std::uint64_t{0} << (64U - level);
}

} // namespace

void duplicate_counter::add(std::span<const std::uint64_t> fingerprints) {
  seen_ += fingerprints.size();
  for (const std::uint64_t fingerprint : fingerprints) {
    const std::uint64_t h = finished(fingerprint);
    if ((h & rejected_bits(level_)) != 0) {
      continue;
    }
    if (2 * used_ >= slots_.size()) [[unlikely]] {
      grow();
      if ((h & rejected_bits(level_)) != 0) {
        continue;
      }
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = h & mask;
    while (slots_[at] != 0 && slots_[at] != h) {
      at = (at + 1) & mask;
    }
    used_ += static_cast<std::size_t>(slots_[at] == 0);
    slots_[at] = h;
  }
}

// Doubles the table or, at its full size, raises the level until at least a quarter of it is free.
void duplicate_counter::grow() {
  std::vector<std::uint64_t> before;
  before.swap(slots_);
  const std::size_t wanted = before.empty() ? 2048 : before.size() * 2;
  if (wanted <= 2 * most) {
    slots_.resize(wanted);
  } else {
    slots_.resize(before.size());
    ++level_;
  }
  used_ = 0;
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t rejected = rejected_bits(level_);
  for (const std::uint64_t h : before) {
    if (h != 0 && (h & rejected) == 0) {
      std::size_t at = h & mask;
      while (slots_[at] != 0) {
        at = (at + 1) & mask;
      }
      slots_[at] = h;
      ++used_;
    }
  }
  if (2 * used_ >= slots_.size() && level_ < 40) { // possible: all of them belong to the next level too
    grow();
  }
}

duplicate_counter::estimate duplicate_counter::count() const {
  if (level_ == 0) {
    return {seen_ - used_, true};
  }
  const double distinct = std::ldexp(static_cast<double>(used_), static_cast<int>(level_));
  return {seen_ - static_cast<std::uint64_t>(std::min(distinct, static_cast<double>(seen_))), false};
}

} // namespace tali::detail
