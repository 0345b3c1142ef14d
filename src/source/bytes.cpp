// SPDX-License-Identifier: BSL-1.0
#include <tali/source/bytes.hpp>

#include <algorithm>
#include <bit>

namespace tali::choices {

std::uint64_t bytes_source::take(int count) noexcept {
  std::uint64_t number = 0;
  for (int i = 0; i < count && next_ < bytes_.size(); ++i) {
    number |= static_cast<std::uint64_t>(bytes_[next_++]) << (8 * i);
  }
  return number;
}

std::uint64_t bytes_source::take_up_to(std::uint64_t last) noexcept {
  if (last == 0) {
    return 0;
  }
  const int bytes = (static_cast<int>(std::bit_width(last)) + 7) / 8;
  const std::uint64_t number = take(bytes);
  return last == ~std::uint64_t{0} ? number : number % (last + 1);
}

std::uint64_t bytes_source::decide_integer(const integer_request& request) {
  // By rank, so that zero bytes, and no bytes, are the simplest value.
  return index_of_rank(take_up_to(request.last), request.last, request.origin);
}

std::uint32_t bytes_source::decide_branch(const branch_request& request) {
  // Weights only matter for random choices. Branches that cannot be taken are skipped.
  auto index = static_cast<std::uint32_t>(take_up_to(request.weights.size() - 1));
  while (request.weights[index] == 0) {
    index = (index + 1) % static_cast<std::uint32_t>(request.weights.size());
  }
  return index;
}

double bytes_source::decide_real(const real_request& request) {
  const std::uint64_t bits = take(8);
  const double simplest = std::clamp(0.0, request.lo, request.hi);
  if (bits == 0) {
    return simplest;
  }
  // The bit pattern itself if it is in range, so that a dictionary of doubles works; otherwise a point of the range.
  const auto direct = std::bit_cast<double>(bits);
  double x = direct;
  if (!(direct >= request.lo && direct <= request.hi)) {
    const double t = static_cast<double>(bits >> 11U) * 0x1.0p-53;
    x = request.lo * (1 - t) + request.hi * t;
  }
  if (request.single) {
    x = static_cast<double>(static_cast<float>(x));
  }
  return std::clamp(x, request.lo, request.hi);
}

} // namespace tali::choices
