// SPDX-License-Identifier: BSL-1.0
#include <tali/source/record.hpp>

namespace tali::choices {

// The same calls in the same order as the templates of random_source make them: program equality depends on it.
std::uint64_t recording_source::decide_integer(const integer_request& request) {
  const bool edgy = request.how == spread::edgy || (request.how == spread::automatic && request.last >= uniform_up_to);
  random_.set_size(size());
  return edgy ? random_.edgy(request.last, request.origin, request.zero) : random_.uniform(request.last);
}

void recording_source::observe_integer(const integer_request& request, std::uint64_t index) {
  random_.set_size(size());
  random_.observe(request, index);
}

std::uint32_t recording_source::decide_branch(const branch_request& request) { return random_.branch(request); }

double recording_source::decide_real(const real_request& request) {
  random_.set_size(size());
  return random_.real(request);
}

void recording_source::opened(const span_info& info) {
  open_.push_back(detail::can_repeat(info));
  if (open_.back() && random_.repeats()) {
    random_.open(info);
  }
}

void recording_source::closed() {
  if (open_.back() && random_.repeats()) {
    random_.close();
  }
  open_.pop_back();
}

} // namespace tali::choices
