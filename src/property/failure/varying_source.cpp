// SPDX-License-Identifier: BSL-1.0
#include "property/failure/varying_source.hpp"

namespace tali::detail {

varying_source::varying_source(const choice_tree& tree, const std::vector<bool>& vary, int size, int varying_size,
                               rng engine)
    : dynamic_source(size), tree_(tree), vary_(vary), varying_size_(varying_size), given_(tree, size), context_(size),
      random_(engine, context_) {}

bool varying_source::varies() const {
  const std::uint32_t next = given_.next_token();
  return at_random_ > 0 || (next < tree_.size() && vary_[next] && tree_[next].what == tree_token::kind::choice);
}

std::uint64_t varying_source::decide_integer(const integer_request& request) {
  const bool random = varies();
  const std::uint64_t as_it_was = at_random_ > 0 ? 0 : given_.integer(request);
  if (!random) {
    return as_it_was;
  }
  random_.set_size(varying_size_);
  return request.how == spread::uniform || (request.how == spread::automatic && request.last < uniform_up_to)
             ? random_.uniform(request.last)
             : random_.edgy(request.last, request.origin, request.zero);
}

std::uint32_t varying_source::decide_branch(const branch_request& request) {
  const bool random = varies();
  const std::uint32_t as_it_was = at_random_ > 0 ? 0 : given_.branch(request);
  return random ? random_.branch(request) : as_it_was;
}

double varying_source::decide_real(const real_request& request) {
  const bool random = varies();
  const double as_it_was = at_random_ > 0 ? 0 : given_.real(request);
  random_.set_size(varying_size_);
  return random ? random_.real(request) : as_it_was;
}

void varying_source::opened(const span_info& info) {
  if (at_random_ > 0) {
    ++at_random_;
    return;
  }
  const std::uint32_t before = given_.next_token();
  scopes_.push_back(std::make_unique<scope>(given_, info));
  const std::uint32_t next = given_.next_token();
  if (next > before && vary_[next - 1]) {
    at_random_ = 1;
    size_before_ = size();
    set_size(varying_size_);
  }
}

void varying_source::closed() {
  if (at_random_ > 1) {
    --at_random_;
    return;
  }
  if (at_random_ == 1) {
    at_random_ = 0;
    set_size(size_before_);
  }
  if (!scopes_.empty()) {
    scopes_.pop_back();
  }
}

} // namespace tali::detail
