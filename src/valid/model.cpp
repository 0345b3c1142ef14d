// SPDX-License-Identifier: BSL-1.0
#include "valid/model.hpp"

#include <algorithm>
#include <bit>

namespace tali::detail {

namespace {
constexpr std::uint32_t least_evidence = 4; // and how many times a symbol must have been missed to be masked
constexpr std::uint32_t exact_symbols = 24;
} // namespace

std::uint32_t symbol_of(std::uint64_t index, std::uint64_t last, std::uint64_t origin) noexcept {
  if (last < symbols) {
    return static_cast<std::uint32_t>(index);
  }
  const std::uint64_t rank = rank_of_index(index, last, origin);
  if (rank < exact_symbols) {
    return static_cast<std::uint32_t>(rank);
  }
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rank)); // 5 to 64
  return exact_symbols + (bits - 5) * (symbols - exact_symbols - 1) / 59;
}

site_model& valid_model::site_at(std::uint64_t key, std::uint64_t last) {
  number_row& row = site_numbers_.at(key);
  if (row.number == 0) {
    row.number = static_cast<std::uint32_t>(sites.size() + 1);
    site_model& site = sites.emplace_back();
    site.key = key;
    site.last = last;
    site.width = last < symbols ? static_cast<std::uint32_t>(last + 1) : 0;
    site.rare.fill(~std::uint64_t{0});
    return site;
  }
  return sites[row.number - 1];
}

tilt& valid_model::tilt_at(std::uint64_t key) {
  number_row& row = tilt_numbers_.at(key);
  if (row.number == 0) {
    tilts.emplace_back();
    row.number = static_cast<std::uint32_t>(tilts.size());
  }
  return tilts[row.number - 1];
}

std::uint64_t valid_model::allowed(const site_model& site, const context_row& row) noexcept {
  if (row.evidence < least_evidence) {
    return ~std::uint64_t{0};
  }
  const auto k = static_cast<std::size_t>(std::bit_width(row.evidence / least_evidence) - 1);
  return row.seen | site.rare[std::min(k, site.rare.size() - 1)];
}

// A half of the range is hard to miss; a single value is missed as easily as the range is wide.
std::uint64_t valid_model::allowed_relations(const site_model& site, const context_row& row) noexcept {
  constexpr std::uint64_t near = 0b01110;
  constexpr std::uint64_t all = 0b11111;
  if (row.evidence < 4 * least_evidence) {
    return all;
  }
  return row.seen | (site.width == 0 || row.evidence < least_evidence * site.width ? near : 0);
}

void valid_model::refresh() {
  for (site_model& site : sites) {
    if (!site.changed) {
      continue;
    }
    site.changed = false;
    const std::uint32_t width = site.width == 0 ? symbols : site.width;
    const double floor = 0.25 / width;
    for (std::size_t k = 0; k < site.rare.size(); ++k) {
      const double limit = 1.0 / static_cast<double>(std::uint64_t{1} << k);
      std::uint64_t rare = 0;
      for (std::uint32_t s = 0; s < width; ++s) {
        const double share =
            static_cast<double>(site.taken[s]) / static_cast<double>(std::max<std::uint64_t>(1, site.evidence));
        rare |= std::max(share, floor) < limit ? std::uint64_t{1} << s : 0;
      }
      site.rare[k] = rare;
    }
  }
  for (tilt& t : tilts) {
    float total = 0;
    for (const float taken : t.taken) {
      total += taken;
    }
    if (total < 20) {
      continue;
    }
    t.ready = true;
    for (std::size_t i = 0; i < tilt::widest; ++i) {
      t.weight[i] = t.taken[i] / total;
      t.taken[i] /= 2; // what is new changes
    }
  }
}

} // namespace tali::detail
