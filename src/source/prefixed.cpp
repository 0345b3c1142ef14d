// SPDX-License-Identifier: BSL-1.0
#include "source/edgy_spread.hpp"
#include "source/exact_choice.hpp"

#include <tali/source/prefixed.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

namespace tali::choices {

namespace {

// More alternatives than this are not listed.
constexpr std::uint64_t most_alternatives = std::uint64_t{1} << 16U;

// Probabilities are weights in units of this many binary digits.
constexpr int weight_bits = 53;

[[noreturn]] void no_such_value() { detail::throw_discard("no value has these choices"); }

// The given choice, if it is possible here.
template <class Request>
auto exactly(const choice& given, const Request& request) {
  const auto answer = exact_answer(given, request);
  if (!answer) {
    no_such_value();
  }
  return *answer;
}

} // namespace

// prefixed_source -----------------------------------------------------------------------------------------------------

prefixed_source::prefixed_source(std::span<const choice> prefix, random_source& then)
    : dynamic_source(then.size()), prefix_(prefix), random_(&then) {
  build_in(then.memory());
}

prefixed_source::prefixed_source(std::span<const choice> prefix, dynamic_source& then)
    : dynamic_source(then.size()), prefix_(prefix), dynamic_(&then) {
  build_in(then.memory());
}

bool prefixed_source::chance() const noexcept {
  return next_ < prefix_.size() || (dynamic_ != nullptr ? dynamic_->chance() : random_source::chance());
}

std::optional<std::uint64_t> prefixed_source::random_word() {
  if (next_ < prefix_.size()) {
    return std::nullopt;
  }
  return dynamic_ != nullptr ? dynamic_->random_word() : random_->uniform(~std::uint64_t{0});
}

// Made by the other source, where they are recorded.
void prefixed_source::make_choices(std::span<const choice> given) noexcept {
  if (dynamic_ != nullptr) {
    dynamic_->make_choices(given);
  } else {
    dynamic_source::make_choices(given);
  }
}

detail::text_hint prefixed_source::text_hint(std::uint64_t length) {
  if (next_ < prefix_.size()) {
    return {}; // the characters are given
  }
  return dynamic_ != nullptr ? dynamic_->text_hint(length) : random_->text_hint(length);
}

void prefixed_source::observe_integer(const integer_request& request, std::uint64_t index) {
  if (dynamic_ != nullptr) {
    dynamic_->set_size(size());
    dynamic_->observe_integer(request, index);
  } else {
    random_->set_size(size());
    random_->observe(request, index);
  }
}

// At random: the same calls as recording_source makes, and for the same reason.
std::uint64_t prefixed_source::decide_integer(const integer_request& request) {
  const bool edgy = detail::is_edgy(request);
  if (next_ < prefix_.size()) {
    const std::uint64_t index = exactly(prefix_[next_++], request);
    if (edgy) {
      observe_integer(request, index);
    }
    return index;
  }
  if (dynamic_ != nullptr) {
    dynamic_->set_size(size());
    return dynamic_->integer(request);
  }
  random_->set_size(size());
  return edgy ? random_->edgy(request.last, request.origin, request.zero) : random_->uniform(request.last);
}

std::uint64_t prefixed_source::decide_length(const integer_request& request) {
  if (next_ < prefix_.size()) {
    return exactly(prefix_[next_++], request);
  }
  if (dynamic_ != nullptr) {
    dynamic_->set_size(size());
    return dynamic_->length(request);
  }
  return random_->length(request.last, request.zero);
}

std::uint32_t prefixed_source::decide_branch(const branch_request& request) {
  if (next_ < prefix_.size()) {
    return exactly(prefix_[next_++], request);
  }
  return dynamic_ != nullptr ? dynamic_->branch(request) : random_->branch(request);
}

double prefixed_source::decide_real(const real_request& request) {
  if (next_ < prefix_.size()) {
    return exactly(prefix_[next_++], request);
  }
  if (dynamic_ != nullptr) {
    dynamic_->set_size(size());
    return dynamic_->real(request);
  }
  random_->set_size(size());
  return random_->real(request);
}

void prefixed_source::opened(const span_info& info) {
  if (dynamic_ != nullptr) {
    scopes_.push_back(std::make_unique<scope>(*dynamic_, info));
    return;
  }
  open_.push_back(detail::can_repeat(info) && random_->repeats());
  if (open_.back()) {
    random_->open(info);
  }
}

void prefixed_source::closed() {
  if (dynamic_ != nullptr) {
    scopes_.pop_back();
    return;
  }
  if (open_.back()) {
    random_->close();
  }
  open_.pop_back();
}

// step_source ---------------------------------------------------------------------------------------------------------

step_source::step_source(std::span<const choice> prefix, int size) : dynamic_source(size), prefix_(prefix) {}

step_source::~step_source() = default;

std::uint64_t step_source::decide_integer(const integer_request& request) {
  const bool edgy = detail::is_edgy(request);
  if (edgy && !memory_) {
    memory_ = detail::owned<detail::edgy_memory>(new detail::edgy_memory);
  }
  if (next_ < prefix_.size()) {
    const std::uint64_t index = exactly(prefix_[next_++], request);
    if (edgy) {
      memory_->observe(request, size(), index);
    }
    return index;
  }
  if (request.last >= most_alternatives) {
    too_many_ = request.last;
    throw stopped{};
  }
  std::vector<double> likelihoods;
  if (edgy) {
    likelihoods = detail::likelihoods_from(memory_->next(request, size()), request.last);
  }
  for (std::uint64_t i = 0; i <= request.last; ++i) {
    const std::uint64_t weight =
        edgy ? std::max(std::uint64_t{1}, static_cast<std::uint64_t>(std::ldexp(likelihoods[i], weight_bits))) : 1;
    choices_.push_back({{choice_kind::integer, i, request.last, request.origin}, weight});
  }
  throw stopped{};
}

std::uint32_t step_source::decide_branch(const branch_request& request) {
  if (next_ < prefix_.size()) {
    return exactly(prefix_[next_++], request);
  }
  for (std::size_t i = 0; i < request.weights.size(); ++i) {
    if (request.weights[i] != 0) {
      choices_.push_back({{choice_kind::branch, i, request.weights.size() - 1, 0}, request.weights[i]});
    }
  }
  throw stopped{};
}

double step_source::decide_real(const real_request& request) {
  if (next_ < prefix_.size()) {
    return exactly(prefix_[next_++], request);
  }
  real_ = request.lo < request.hi;
  if (!real_) {
    const auto bits = std::bit_cast<std::uint64_t>(request.lo);
    choices_.push_back({{choice_kind::real, bits, bits, bits}, 1});
  }
  throw stopped{};
}

std::vector<weighted_choice> step_source::choices() && {
  if (real_ || too_many_ != 0) {
    detail::throw_generator_error(
        (real_ ? std::string("the next choice is a real number")
               : "the next choice has " + std::to_string(too_many_) + " + 1 alternatives") +
        ": choices_of lists finitely many, at most 65536; bound the range (gen::integer(lo, hi)) or take the "
        "derivative by a choice that was recorded");
  }
  return std::move(choices_);
}

} // namespace tali::choices
