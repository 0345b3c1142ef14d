// SPDX-License-Identifier: BSL-1.0
#include <tali/source/enumerate.hpp>

#include <algorithm>
#include <bit>

namespace tali::choices {

namespace {

// The cost of a choice in the simplest-first order: one, plus the bits of its rank.
std::uint64_t cost_of(std::uint64_t rank) noexcept { return 1 + static_cast<std::uint64_t>(std::bit_width(rank)); }

constexpr std::uint64_t most_reals = std::uint64_t{1} << 53U;

} // namespace

enumerating_source::enumerating_source(int size, enumeration_order order) : dynamic_source(size), order_(order) {}

bool enumerating_source::next() {
  if (!started_) {
    started_ = true;
  } else if (!advance()) {
    if (order_ == enumeration_order::exhaustive || !truncated_) {
      return false;
    }
    ++budget_;
    truncated_ = false;
    path_.clear();
  }
  at_ = 0;
  spent_ = 0;
  start_over();
  return true;
}

bool enumerating_source::is_new() const noexcept {
  return order_ == enumeration_order::exhaustive || spent_ == budget_;
}

std::uint64_t enumerating_source::width() const noexcept {
  std::uint64_t product = 1;
  for (const step& s : path_) {
    if (s.last == ~std::uint64_t{0} || __builtin_mul_overflow(product, s.last + 1, &product)) {
      return ~std::uint64_t{0};
    }
  }
  return product;
}

bool enumerating_source::advance() {
  while (!path_.empty()) {
    step& s = path_.back();
    if (s.rank < s.last) {
      ++s.rank;
      return true;
    }
    path_.pop_back();
  }
  return false;
}

std::uint64_t enumerating_source::walk(std::uint64_t last) {
  if (at_ == path_.size()) {
    path_.push_back({0, last});
  }
  step& s = path_[at_++];
  s.last = last;
  if (order_ == enumeration_order::simplest_first) {
    spent_ += cost_of(s.rank);
    if (spent_ > budget_) {
      truncated_ = true;
      s.last = s.rank; // higher ranks cost even more: the next step leaves this choice
      detail::throw_discard("beyond this round of the enumeration");
    }
  }
  return s.rank;
}

std::uint64_t enumerating_source::decide_integer(const integer_request& request) {
  return index_of_rank(walk(request.last), request.last, request.origin);
}

std::uint32_t enumerating_source::decide_branch(const branch_request& request) {
  // Only possible branches are enumerated.
  std::uint64_t possible = 0;
  for (const std::uint32_t weight : request.weights) {
    possible += weight != 0 ? 1 : 0;
  }
  std::uint64_t wanted = walk(possible - 1);
  std::uint32_t index = 0;
  while (true) {
    if (request.weights[index] != 0 && wanted-- == 0) {
      return index;
    }
    ++index;
  }
}

double enumerating_source::decide_real(const real_request& request) {
  const double simplest = std::clamp(0.0, request.lo, request.hi);
  std::uint64_t rank = request.lo == request.hi ? walk(0) : walk(most_reals);
  if (rank == 0) {
    return simplest;
  }
  // Earlier values are skipped; otherwise their choice sequences would be visited twice.
  const auto unless_seen = [&](double x, bool seen) {
    if (seen) {
      detail::throw_discard("a real that was walked before");
    }
    return x;
  };
  if (rank <= 2) {
    const double limit = rank == 1 ? request.lo : request.hi;
    return unless_seen(limit, limit == simplest);
  }
  // The van der Corput sequence: halves, quarters, eighths of the range.
  double t = 0;
  double half = 0.5;
  for (rank -= 2; rank != 0; rank >>= 1U, half /= 2) {
    t += (rank & 1U) != 0 ? half : 0;
  }
  double x = request.lo * (1 - t) + request.hi * t;
  if (request.single) {
    x = static_cast<double>(static_cast<float>(x));
  }
  x = std::clamp(x, request.lo, request.hi);
  return unless_seen(x, x == simplest || x == request.lo || x == request.hi);
}

} // namespace tali::choices
