// SPDX-License-Identifier: BSL-1.0
#include <tali/detail/mix.hpp>
#include <tali/source/nearest.hpp>
#include <tali/source/weighted.hpp>

#include <algorithm>
#include <numeric>

namespace tali::choices {

std::uint64_t weighted_source::decide_integer(const integer_request& request) {
  const bool edgy = request.how == spread::edgy || (request.how == spread::automatic && request.last >= uniform_up_to);
  random_.set_size(size());
  around_.chosen({});
  return edgy ? random_.edgy(request.last, request.origin, request.zero) : random_.uniform(request.last);
}

const weighted_source::known_odds& weighted_source::odds_for(const branch_request& request) {
  constexpr std::size_t places = 64;
  if (known_.empty()) {
    known_.resize(places);
  }
  const std::span<const std::string_view> all = around_.labels();
  const std::span<const std::string_view> context = all.last(std::min(all.size(), weights_.depth()));
  const auto same_text = [](std::string_view a, std::string_view b) { // labels are constants
    return a.data() == b.data() && a.size() == b.size();
  };
  const auto labels = reinterpret_cast<std::uintptr_t>(request.labels.data());
  const auto around = reinterpret_cast<std::uintptr_t>(context.empty() ? nullptr : context.back().data());
  known_odds& known = known_[detail::mix(labels, around) % places];
  if (!std::ranges::equal(known.weights, request.weights) ||
      !std::ranges::equal(known.labels, request.labels, same_text) ||
      !std::ranges::equal(known.context, context, same_text)) {
    known.weights.assign(request.weights.begin(), request.weights.end());
    known.labels.assign(request.labels.begin(), request.labels.end());
    known.context.assign(context.begin(), context.end());
    known.changed = weights_.apply(request, context, known.odds);
    known.total = known.changed ? std::accumulate(known.odds.begin(), known.odds.end(), 0.0) : 0;
  }
  return known;
}

std::uint32_t weighted_source::decide_branch(const branch_request& request) {
  std::uint32_t chosen = 0;
  const auto by_weights = [&](const known_odds& known) {
    double x = static_cast<double>(random_.uniform(~std::uint64_t{0}) >> 11U) * 0x1p-53 * known.total;
    for (std::uint32_t i = 0; i < known.odds.size(); ++i) {
      if (known.odds[i] > 0) {
        chosen = i; // the last possible branch, if rounding leaves a remainder
        if (x < known.odds[i]) {
          break;
        }
        x -= known.odds[i];
      }
    }
  };
  if (around_.depth() > most_depth_) {
    chosen = simplest_answer(request);
  } else if (request.labels.empty()) {
    chosen = random_.branch(request);
  } else if (const known_odds& known = odds_for(request); known.changed) {
    by_weights(known);
  } else {
    chosen = random_.branch(request);
  }
  around_.chosen(request.labels.empty() ? std::string_view{} : request.labels[chosen]);
  return chosen;
}

double weighted_source::decide_real(const real_request& request) {
  random_.set_size(size());
  around_.chosen({});
  return random_.real(request);
}

} // namespace tali::choices
