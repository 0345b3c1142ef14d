// SPDX-License-Identifier: BSL-1.0
#include <tali/source/replay.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tali {

replay_source::replay_source(std::span<const choice> given, int size, past_end then, std::optional<rng> engine)
    : dynamic_source(size), given_(given), then_(then), context_(size), random_(engine.value_or(rng(0)), context_) {}

const choice* replay_source::take() {
  if (next_ < given_.size()) {
    return &given_[next_++];
  }
  overran_ = true;
  if (then_ == past_end::stop) {
    detail::throw_discard("the choices ended before the value was complete");
  }
  return nullptr;
}

std::uint64_t replay_source::decide_integer(const integer_request& request) {
  const choice* given = take();
  if (given == nullptr) {
    if (then_ == past_end::random) {
      random_.set_size(size());
      return request.how == spread::uniform || (request.how == spread::automatic && request.last < uniform_up_to)
                 ? random_.uniform(request.last)
                 : random_.edgy(request.last, request.origin, request.zero);
    }
    return request.origin;
  }
  if (given->kind != choice_kind::integer) {
    misaligned_ = true;
    const simplicity s = simplicity_of(*given);
    return index_of_rank(s.high == 0 ? std::min(s.low, request.last) : request.last, request.last, request.origin);
  }
  if (given->value <= request.last && given->origin == request.origin) {
    return given->value;
  }
  // The range has moved: keep the distance from the simplest value.
  if (given->value >= given->origin) {
    const std::uint64_t distance = given->value - given->origin;
    const std::uint64_t room = request.last - request.origin;
    misaligned_ = misaligned_ || distance > room;
    return request.origin + std::min(distance, room);
  }
  const std::uint64_t distance = given->origin - given->value;
  misaligned_ = misaligned_ || distance > request.origin;
  return request.origin - std::min(distance, request.origin);
}

std::uint32_t replay_source::decide_branch(const branch_request& request) {
  const choice* given = take();
  const auto simplest = [&] { // the first branch that can be taken at all
    std::uint32_t index = 0;
    while (request.weights[index] == 0) {
      ++index;
    }
    return index;
  };
  if (given == nullptr) {
    return then_ == past_end::random ? random_.branch(request) : simplest();
  }
  const simplicity s = simplicity_of(*given);
  misaligned_ = misaligned_ || given->kind != choice_kind::branch;
  if (s.high == 0 && s.low < request.weights.size() && request.weights[s.low] != 0) {
    return static_cast<std::uint32_t>(s.low);
  }
  misaligned_ = true;
  return simplest();
}

double replay_source::decide_real(const real_request& request) {
  const choice* given = take();
  const double simplest = std::clamp(0.0, request.lo, request.hi);
  if (given == nullptr) {
    if (then_ == past_end::random) {
      random_.set_size(size());
      return random_.real(request);
    }
    return simplest;
  }
  if (given->kind != choice_kind::real) {
    misaligned_ = true;
    const simplicity s = simplicity_of(*given);
    return std::clamp(static_cast<double>(s.low), request.lo, request.hi);
  }
  const auto value = std::bit_cast<double>(given->value);
  if (std::isnan(value)) {
    misaligned_ = true;
    return simplest;
  }
  double legal = std::clamp(value, request.lo, request.hi);
  if (request.single) {
    legal = static_cast<double>(static_cast<float>(legal));
  }
  misaligned_ = misaligned_ || legal != value;
  return legal;
}

} // namespace tali
