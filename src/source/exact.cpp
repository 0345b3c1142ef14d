// SPDX-License-Identifier: BSL-1.0
#include "source/exact_choice.hpp"

#include <tali/source/exact.hpp>

namespace tali::choices {

template <class Request>
auto exact_source::decide(const Request& request) {
  const auto answer = !refused_ && next_ < given_.size() ? exact_answer(given_[next_], request)
                                                         : decltype(exact_answer(given_[next_], request)){};
  if (!answer) {
    refused_ = true;
    detail::throw_discard("the generator does not make these choices");
  }
  ++next_;
  return *answer;
}

std::uint64_t exact_source::decide_integer(const integer_request& request) { return decide(request); }
std::uint32_t exact_source::decide_branch(const branch_request& request) { return decide(request); }
double exact_source::decide_real(const real_request& request) { return decide(request); }

} // namespace tali::choices
