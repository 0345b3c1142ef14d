// SPDX-License-Identifier: BSL-1.0
// The exact distribution of a generator: every sequence of choices is walked and its probability kept as a fraction.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/source/dynamic.hpp>

#include <cstdint>
#include <map>
#include <numeric>
#include <ostream>
#include <stdexcept>
#include <vector>

namespace holey_test {

struct fraction {
  std::uint64_t over = 0;
  std::uint64_t under = 1;

  friend bool operator==(const fraction&, const fraction&) = default;
  friend fraction operator*(fraction a, fraction b) {
    const std::uint64_t first = std::gcd(a.over, b.under);
    const std::uint64_t second = std::gcd(b.over, a.under);
    return {checked(a.over / first, b.over / second), checked(a.under / second, b.under / first)};
  }
  friend fraction operator+(fraction a, fraction b) {
    const std::uint64_t common = std::lcm(a.under, b.under);
    const std::uint64_t sum = checked(a.over, common / a.under) + checked(b.over, common / b.under);
    const std::uint64_t shared = std::gcd(sum, common);
    return {sum / shared, common / shared};
  }
  friend std::ostream& operator<<(std::ostream& out, const fraction& f) { return out << f.over << '/' << f.under; }

private:
  static std::uint64_t checked(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) {
      throw std::overflow_error("fraction: too large for 64 bits");
    }
    return product;
  }
};

/// Answers every choice along a path, and computes the probability that a random source takes it.
class weighing_source final : public tali::choices::dynamic_source {
public:
  explicit weighing_source(int size) : dynamic_source(size) {}

  [[nodiscard]] bool next() {
    if (!started_) {
      started_ = true;
      return true;
    }
    while (!path_.empty() && path_.back().weights.size() == path_.back().at + 1) {
      path_.pop_back();
    }
    at_ = 0;
    likely_ = {1, 1};
    if (path_.empty()) {
      return false;
    }
    ++path_.back().at;
    while (path_.back().weights[path_.back().at] == 0) {
      if (++path_.back().at == path_.back().weights.size()) {
        --path_.back().at;
        return next();
      }
    }
    return true;
  }
  [[nodiscard]] fraction likely() const { return likely_; }

protected:
  std::uint64_t decide_integer(const tali::choices::integer_request& request) override {
    return step(std::vector<std::uint64_t>(request.last + 1, 1));
  }
  std::uint32_t decide_branch(const tali::choices::branch_request& request) override {
    return static_cast<std::uint32_t>(step({request.weights.begin(), request.weights.end()}));
  }
  double decide_real(const tali::choices::real_request& /*request*/) override {
    throw std::logic_error("reals are not walked");
  }

private:
  struct decision {
    std::vector<std::uint64_t> weights;
    std::size_t at = 0;
  };
  std::size_t step(std::vector<std::uint64_t> weights) {
    if (at_ == path_.size()) {
      std::size_t first = 0;
      while (weights[first] == 0) {
        ++first;
      }
      path_.push_back({std::move(weights), first});
    }
    const decision& here = path_[at_++];
    const std::uint64_t total = std::accumulate(here.weights.begin(), here.weights.end(), std::uint64_t{0});
    const std::uint64_t shared = std::gcd(here.weights[here.at], total);
    likely_ = likely_ * fraction{here.weights[here.at] / shared, total / shared};
    return here.at;
  }

  std::vector<decision> path_;
  std::size_t at_ = 0;
  fraction likely_{1, 1};
  bool started_ = false;
};

template <class G>
[[nodiscard]] std::map<tali::value_of<G>, fraction> exact_distribution(const G& g, int size = 100) {
  std::map<tali::value_of<G>, fraction> result;
  weighing_source source(size);
  tali::choices::dynamic_source& dynamic = source;
  while (source.next()) {
    const tali::value_of<G> value = g(dynamic);
    result[value] = result[value] + source.likely();
  }
  return result;
}

} // namespace holey_test
