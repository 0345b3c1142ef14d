// SPDX-License-Identifier: BSL-1.0
#include "source/edgy_spread.hpp"

#include "source/number_relations.hpp"

#include <algorithm>
#include <bit>

namespace tali::detail {

namespace {

using interval = neighbourhoods::interval;

/// The share with which a fraction of 24 bits chooses the k-th of n.
double share_of(std::uint64_t k, std::uint64_t n) {
  constexpr std::uint64_t fractions = std::uint64_t{1} << 24U;
  const auto first = [n](std::uint64_t i) { return (i * fractions + n - 1) / n; };
  return static_cast<double>(first(k + 1) - first(k)) / static_cast<double>(fractions);
}

/// Calls f(share, step) for 0, 1, 2, 4, ... up to `most`.
template <class F>
void over_steps(std::uint64_t most, const F& f) {
  const std::uint64_t n = 1 + static_cast<unsigned>(std::bit_width(most));
  for (std::uint64_t k = 0; k < n; ++k) {
    f(share_of(k, n), k == 0 ? std::uint64_t{0} : std::uint64_t{1} << ((k - 1) % 64));
  }
}

bool contains(const interval& at, std::uint64_t index) { return index >= at.low && index - at.low <= at.extent; }

double density(const interval& at) { return 1.0 / (static_cast<double>(at.extent) + 1.0); }

/// The neighbourhoods, each with its probability if the index was drawn from it. They sum to 1.
std::vector<weighted_interval> given(std::vector<weighted_interval> from, std::uint64_t index) {
  const double whole = likelihood_from(from, index);
  std::erase_if(from, [&](const weighted_interval& w) { return !contains(w.at, index); });
  for (weighted_interval& w : from) {
    w.weight *= density(w.at) / whole;
  }
  return from;
}

} // namespace

// The shares are those of the dial of draw_edgy, in sixteenths.
std::vector<weighted_interval> neighbourhoods_of(const integer_request& request, int size,
                                                 std::span<const std::uint64_t> before) {
  const std::uint64_t last = request.last;
  const std::uint64_t origin = request.origin;
  std::vector<weighted_interval> all;
  const auto add = [&](double weight, std::uint64_t centre, std::uint64_t reach) {
    const std::uint64_t down = std::min(centre, reach);
    all.push_back({weight / 16,
                   centre > last ? interval{0, last} : interval{centre - down, down + std::min(last - centre, reach)}});
  };
  const std::uint64_t whole = origin | (last - origin);
  over_steps(static_cast<std::uint64_t>(std::max(size, 0)),
             [&](double share, std::uint64_t step) { add(5 * share, origin, step); });
  over_steps(whole, [&](double share, std::uint64_t step) { add(2 * share, origin, step); });
  for (const bool negative : {false, true}) {
    const std::uint64_t limit = negative ? 0 : last;
    add(1.5 * 2 / 8, limit, 0);
    add(1.5 * 5 / 8, limit, 1);
    add(1.5 * 1 / 8, limit, 2);
    over_steps(whole, [&](double share, std::uint64_t step) {
      const std::uint64_t away = negative ? 0 - step : step;
      const std::uint64_t at = request.zero + away;
      const std::uint64_t centre = at <= last ? at : request.zero - away;
      add(share * 2 / 8, centre, 0);
      add(share * 6 / 8, centre, 1);
    });
  }
  for (std::size_t k = 0; k < before.size(); ++k) {
    const double share = 2 * share_of(k, before.size());
    add(share / 2, request.zero + before[k], 0);
    add(share / 4, request.zero + before[k], 1);
    add(share / 4, request.zero + before[k], 4);
  }
  all.push_back({before.empty() ? 4.0 / 16 : 2.0 / 16, {0, last}});
  return all;
}

double likelihood_from(std::span<const weighted_interval> from, std::uint64_t index) noexcept {
  double sum = 0;
  for (const weighted_interval& w : from) {
    sum += contains(w.at, index) ? w.weight * density(w.at) : 0.0;
  }
  return sum;
}

std::vector<double> likelihoods_from(std::span<const weighted_interval> from, std::uint64_t last) {
  std::vector<double> all(last + 1);
  for (const weighted_interval& w : from) {
    for (std::uint64_t i = w.at.low; i - w.at.low <= w.at.extent; ++i) {
      all[i] += w.weight * density(w.at);
    }
  }
  return all;
}

std::vector<weighted_interval> edgy_memory::next(const integer_request& request, int size) const {
  if (left_ > 0 && last_ == request.last) {
    std::vector<weighted_interval> all;
    for (const std::vector<weighted_interval>& kept : kept_) {
      for (const weighted_interval& w : kept) {
        all.push_back({w.weight / neighbourhoods::kept, w.at});
      }
    }
    return all;
  }
  return neighbourhoods_of(request, size, std::span(recent_).first(std::min<std::size_t>(integers_, recent_.size())));
}

void edgy_memory::observe(const integer_request& request, int size, std::uint64_t index) {
  if (left_ > 0 && last_ == request.last) {
    --left_;
    return;
  }
  std::vector<weighted_interval> from = given(next(request, size), index);
  if (last_ != request.last) {
    last_ = request.last;
    chosen_ = 0;
  }
  const std::uint32_t place = chosen_++;
  if (place >= 2) {
    left_ = drawn_from_kept;
  }
  if (place == 2) {
    kept_[3] = from;
  }
  kept_[place % neighbourhoods::kept] = std::move(from);
  recent_[integers_++ % recent_.size()] = index - request.zero;
}

// As draw_edgy, but the value is given: the neighbourhood is drawn with its probability given the value.
source_state observe_edgy(source_state now, random_context& context, const integer_request& request,
                          std::uint64_t index) {
  neighbourhoods& near = context.drawn.near;
  if (now.order != neighbourhoods::nothing_left && near.last == request.last) {
    now.order /= neighbourhoods::kept;
    return now;
  }
  if (near.last != request.last) {
    near.last = request.last;
    near.chosen = 0;
  }
  const std::span<const std::uint64_t> before(context.drawn.recent.data(),
                                              std::min<std::size_t>(context.drawn.integers, drawn_values::remembered));
  const std::vector<weighted_interval> from = given(neighbourhoods_of(request, context.size, before), index);
  double left = unit_real(now.engine);
  interval chosen{0, request.last};
  for (const weighted_interval& w : from) {
    chosen = w.at;
    left -= w.weight;
    if (left < 0) {
      break;
    }
  }
  const std::uint32_t place = near.chosen++;
  near.at[place % neighbourhoods::kept] = chosen;
  near.order = neighbourhoods::nothing_left;
  if (place >= 2 && context.variation.numbers == number_relation::none && context.compared == nullptr) {
    if (place == 2) {
      near.at[3] = chosen;
    }
    near.order = std::uint64_t{1} << 32U | (now.engine() & 0xffffffffU);
  }
  now.order = near.order;
  remember(context.drawn, index - request.zero);
  return now;
}

} // namespace tali::detail
