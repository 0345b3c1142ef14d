// SPDX-License-Identifier: BSL-1.0
#include <tali/source/replay.hpp>

namespace tali::choices {

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
  if (const choice* given = take()) {
    return note_fit(nearest(*given, request));
  }
  if (then_ == past_end::random) {
    random_.set_size(size());
    return request.how == spread::uniform || (request.how == spread::automatic && request.last < uniform_up_to)
               ? random_.uniform(request.last)
               : random_.edgy(request.last, request.origin, request.zero);
  }
  return simplest_answer(request);
}

std::uint32_t replay_source::decide_branch(const branch_request& request) {
  if (const choice* given = take()) {
    return note_fit(nearest(*given, request));
  }
  return then_ == past_end::random ? random_.branch(request) : simplest_answer(request);
}

double replay_source::decide_real(const real_request& request) {
  if (const choice* given = take()) {
    return note_fit(nearest(*given, request));
  }
  if (then_ == past_end::random) {
    random_.set_size(size());
    return random_.real(request);
  }
  return simplest_answer(request);
}

} // namespace tali::choices
