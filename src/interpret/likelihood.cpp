// SPDX-License-Identifier: BSL-1.0
// The probability of a value: sums and products over its forest, equations over its cycles. See ways.hpp.
//
// Choices are independent except integers of wide ranges (the edgy spread), which favour values drawn earlier in the
// same case. If no way makes more than one of them, sums and products are exact. If no way makes more than three, and
// the forest is small, the probability is computed along the ways with the values that the source remembers, which is
// exact as well. (The fourth integer of a range may be drawn from a neighbourhood chosen for an earlier one. The value
// does not determine it.) Otherwise there are bounds, with factors that hold whatever was drawn before.
#include "interpret/way_graph.hpp"
#include "source/edgy_spread.hpp"

#include <tali/interpret/ways.hpp>
#include <tali/source/weights.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tali::choices {

namespace {

/// A number with a separate exponent: mantissa in [0.5, 1) or 0.
struct scaled {
  double mantissa = 0;
  std::int64_t exponent = 0;

  scaled() = default;
  scaled(double x, std::int64_t e = 0) { // implicit, like a number
    int shift = 0;
    mantissa = std::frexp(x, &shift);
    exponent = mantissa == 0 ? 0 : e + shift;
  }
  friend scaled operator*(const scaled& a, const scaled& b) {
    return {a.mantissa * b.mantissa, a.exponent + b.exponent};
  }
  friend scaled operator/(const scaled& a, const scaled& b) {
    return {a.mantissa / b.mantissa, a.exponent - b.exponent};
  }
  friend scaled operator+(const scaled& a, const scaled& b) {
    if (a.mantissa == 0 || b.mantissa == 0) {
      return a.mantissa == 0 ? b : a;
    }
    const scaled& large = a.exponent >= b.exponent ? a : b;
    const scaled& small = a.exponent >= b.exponent ? b : a;
    const std::int64_t apart = large.exponent - small.exponent;
    return apart > 64 ? large
                      : scaled(large.mantissa + std::ldexp(small.mantissa, static_cast<int>(-apart)), large.exponent);
  }
  friend scaled operator-(const scaled& a, const scaled& b) { return a + scaled(-b.mantissa, b.exponent); }
  [[nodiscard]] scaled magnitude() const { return {std::fabs(mantissa), exponent}; }
  friend bool operator<(const scaled& a, const scaled& b) { return (a - b).mantissa < 0; }
  [[nodiscard]] double value() const {
    constexpr std::int64_t far = 4000;
    return std::ldexp(mantissa, static_cast<int>(std::clamp(exponent, -far, far)));
  }
  [[nodiscard]] double log2() const {
    return mantissa <= 0 ? -std::numeric_limits<double>::infinity()
                         : std::log2(mantissa) + static_cast<double>(exponent);
  }
};

/// The parts of the edgy spread (src/source/random.cpp): the probability of a value is their sum.
struct edgy_parts {
  double fresh = 0;   // whatever was drawn before
  double uniform = 0; // the probability of the value if all are equally likely
};
constexpr double again_share = 2.0 / 16;      // a value drawn before, or a neighbour of it
constexpr double everything_share = 2.0 / 16; // any value
constexpr int fresh_draws = 3;                // the first integers of a case, which choose a neighbourhood each

using detail::is_edgy;

/// The probability of an index after these values were drawn (as distances from zero, the first ones of the case).
double edgy_likelihood(std::uint64_t index, const integer_request& request, int size,
                       std::span<const std::uint64_t> before) {
  return detail::likelihood_from(detail::neighbourhoods_of(request, size, before), index);
}

edgy_parts edgy_parts_of(std::uint64_t index, const integer_request& request, int size) {
  const double uniform = 1.0 / (static_cast<double>(request.last) + 1.0);
  // The first integer of a case has no value to repeat, and is drawn from the whole range instead.
  return {edgy_likelihood(index, request, size, {}) - again_share * uniform, uniform};
}

/// How the probability of an edgy integer is taken, without regard to the order of the choices.
enum class memory_bound : std::uint8_t {
  none,          // as that of the first one
  least,         // at least, whatever was drawn before
  least_of_many, // the same, if it may come from a neighbourhood that an earlier one chose
  most,
  most_of_many
};

class evaluation {
public:
  /// `everything` determines how a node with unexplored ways counts: with its explored ways, or with probability 1.
  evaluation(const forest& f, const weights* by, bool everything, memory_bound memory)
      : forest_(f), by_(by), everything_(everything), memory_(memory), value_(f.end()) {
    value_[forest::empty()] = 1.0;
  }

  scaled run(const detail::way_graph& graph, forest::node root) {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      if (graph.cycles[i]) {
        solve(graph.component(i));
      } else if (const forest::node n = graph.component(i).front(); n >= 2) {
        value_[n] = of(n);
      }
    }
    return value_[root];
  }
  [[nodiscard]] bool unsolved() const noexcept { return unsolved_; }

  /// The probability of the choice of a node alone.
  [[nodiscard]] scaled own(const forest::entry& e) {
    switch (e.what) {
    case forest::kind::integer: {
      const forest::integer_site& site = forest_.integer_at(e);
      if (memory_ == memory_bound::none || !is_edgy(site.request)) {
        return likelihood_of(e.bits(), site.request, site.size);
      }
      const edgy_parts parts = edgy_parts_of(e.bits(), site.request, site.size);
      switch (memory_) {
      case memory_bound::least:
        return parts.fresh;
      case memory_bound::least_of_many: // all neighbourhoods that were chosen so far are the whole range
        return everything_share * parts.uniform;
      case memory_bound::most:
        return parts.fresh + again_share;
      default:
        return 1.0;
      }
    }
    case forest::kind::real: // a single real has no meaningful probability; see likelihood_of below
      return everything_ || forest_.real_at(e).lo == forest_.real_at(e).hi ? 1.0 : 0.0;
    case forest::kind::branch: {
      const forest::branch_site& site = forest_.branch_at(e);
      if (by_ != nullptr && by_->apply({site.weights, site.labels}, {}, scratch_)) {
        double total = 0;
        for (const double w : scratch_) {
          total += w;
        }
        return scratch_[e.b] / total;
      }
      return static_cast<double>(site.weights[e.b]) / static_cast<double>(site.total);
    }
    default:
      return 1.0;
    }
  }

private:
  [[nodiscard]] scaled of(forest::node n) {
    const forest::entry& e = forest_.at(n);
    switch (e.what) {
    case forest::kind::integer:
    case forest::kind::real:
      return own(e);
    case forest::kind::branch:
      return own(e) * value_[e.c];
    case forest::kind::later:
      return value_[e.a];
    case forest::kind::partly:
      return everything_ ? scaled(1.0) : value_[e.a];
    case forest::kind::join:
      return value_[e.a] * value_[e.b];
    case forest::kind::either:
      return value_[e.a] + value_[e.b];
    }
    return {};
  }

  /// The derivative of a node by an unknown, from those of its parts.
  template <class Gradient>
  [[nodiscard]] scaled derivative_of(const forest::entry& e, const Gradient& gradient) {
    switch (e.what) {
    case forest::kind::branch:
      return own(e) * gradient(e.c);
    case forest::kind::partly:
      return everything_ ? scaled() : gradient(e.a);
    case forest::kind::join:
      return gradient(e.a) * value_[e.b] + value_[e.a] * gradient(e.b);
    case forest::kind::either:
      return gradient(e.a) + gradient(e.b);
    default:
      return scaled();
    }
  }

  // The unknowns are the nodes that refer to a later one. Given these, all others follow in order. x = F(x) is
  // solved from x = 0 upward, which yields the least solution, the required one.
  void solve(std::span<const forest::node> cycle) {
    std::vector<forest::node> unknowns;
    for (const forest::node n : cycle) {
      if (forest_.at(n).what == forest::kind::later) {
        unknowns.push_back(n);
      }
    }
    const std::size_t m = unknowns.size();
    std::vector<scaled> x(m);
    // derivative[i * m + j] of the cycle's node i by unknown j
    std::vector<std::size_t> place(forest_.end(), 0);
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      place[cycle[i]] = i + 1;
    }
    std::vector<scaled> derivative(cycle.size() * m);
    const auto gradient = [&](forest::node n, std::size_t j) {
      return place[n] == 0 ? scaled() : derivative[(place[n] - 1) * m + j];
    };
    constexpr int most_rounds = 200;
    int round = 0;
    for (; round < most_rounds; ++round) {
      for (std::size_t i = 0, u = 0; i < cycle.size(); ++i) {
        const forest::node n = cycle[i];
        const forest::entry& e = forest_.at(n);
        if (e.what == forest::kind::later) {
          value_[n] = x[u];
          for (std::size_t j = 0; j < m; ++j) {
            derivative[i * m + j] = j == u ? 1.0 : 0.0;
          }
          ++u;
          continue;
        }
        value_[n] = of(n);
        for (std::size_t j = 0; j < m; ++j) {
          derivative[i * m + j] = derivative_of(e, [&](forest::node part) { return gradient(part, j); });
        }
      }
      // (I - J) step = F(x) - x
      std::vector<scaled> a(m * (m + 1));
      for (std::size_t i = 0; i < m; ++i) {
        const forest::node meant = forest_.at(unknowns[i]).a;
        for (std::size_t j = 0; j < m; ++j) {
          a[i * (m + 1) + j] = scaled(i == j ? 1.0 : 0.0) - gradient(meant, j);
        }
        a[i * (m + 1) + m] = value_[meant] - x[i];
      }
      const std::vector<scaled> step = eliminated(a, m);
      bool settled = true;
      for (std::size_t i = 0; i < m; ++i) {
        x[i] = x[i] + step[i];
        settled = settled && !(x[i] * scaled(1e-15) < step[i].magnitude());
      }
      if (settled) {
        break;
      }
    }
    unsolved_ = unsolved_ || round == most_rounds;
  }

  /// Gaussian elimination with pivots.
  static std::vector<scaled> eliminated(std::vector<scaled>& a, std::size_t m) {
    const std::size_t width = m + 1;
    for (std::size_t k = 0; k < m; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < m; ++i) {
        pivot = a[pivot * width + k].magnitude() < a[i * width + k].magnitude() ? i : pivot;
      }
      if (a[pivot * width + k].mantissa == 0) {
        continue; // the cycle is critical: this unknown does not change in this round
      }
      for (std::size_t j = 0; j < width; ++j) {
        std::swap(a[k * width + j], a[pivot * width + j]);
      }
      for (std::size_t i = k + 1; i < m; ++i) {
        const scaled factor = a[i * width + k] / a[k * width + k];
        for (std::size_t j = k; factor.mantissa != 0 && j < width; ++j) {
          a[i * width + j] = a[i * width + j] - factor * a[k * width + j];
        }
      }
    }
    std::vector<scaled> x(m);
    for (std::size_t k = m; k-- > 0;) {
      scaled sum = a[k * width + m];
      for (std::size_t j = k + 1; j < m; ++j) {
        sum = sum - a[k * width + j] * x[j];
      }
      x[k] = a[k * width + k].mantissa == 0 ? scaled() : sum / a[k * width + k];
    }
    return x;
  }

  const forest& forest_;
  const weights* by_;
  bool everything_;
  memory_bound memory_;
  bool unsolved_ = false;
  std::vector<scaled> value_;
  std::vector<double> scratch_;
};

/// The number of edgy integers in a way, at most `fresh_draws + 1`.
class edgy_count {
public:
  explicit edgy_count(const forest& f) : forest_(f), most_(f.end()) {}

  int run(const detail::way_graph& graph, forest::node root) {
    // A cycle repeats: its number grows to the limit, unless it is 0.
    for (std::size_t i = 0; i < graph.size(); ++i) {
      for (int round = 0; round <= fresh_draws + 1; ++round) {
        for (const forest::node n : graph.component(i)) {
          most_[n] = n < 2 ? 0 : std::min(fresh_draws + 1, of(n));
        }
        if (!graph.cycles[i]) {
          break;
        }
      }
    }
    return most_[root];
  }

private:
  [[nodiscard]] int of(forest::node n) const {
    const forest::entry& e = forest_.at(n);
    switch (e.what) {
    case forest::kind::integer:
      return is_edgy(forest_.integer_at(e).request) ? 1 : 0;
    case forest::kind::real:
      return 0;
    case forest::kind::branch:
      return most_[e.c];
    case forest::kind::later:
    case forest::kind::partly:
      return most_[e.a];
    case forest::kind::join:
      return most_[e.a] + most_[e.b];
    case forest::kind::either:
      return std::max(most_[e.a], most_[e.b]);
    }
    return 0;
  }

  const forest& forest_;
  std::vector<int> most_;
};

/// The probability along the ways, with the edgy integers that the source remembers.
class remembering {
public:
  remembering(const forest& f, const weights* by) : forest_(f), single_(f, by, false, memory_bound::none) {}

  /// Nothing if there are too many ways, or unexplored ones.
  std::optional<scaled> run(forest::node root) {
    states all{{{}, 1.0}};
    if (!follow(root, all)) {
      return std::nullopt;
    }
    scaled sum;
    for (const auto& [drawn, p] : all) {
      sum = sum + p;
    }
    return sum;
  }

private:
  using states = std::map<std::vector<std::uint64_t>, scaled>; // by the values drawn
  static constexpr std::size_t most_steps = 100'000;

  /// The states after the ways of a node. False if there are too many.
  bool follow(forest::node n, states& all) {
    steps_ += all.size();
    if (n == forest::none()) {
      all.clear();
    }
    if (n < 2 || all.empty()) {
      return true;
    }
    if (steps_ > most_steps) {
      return false;
    }
    const forest::entry& e = forest_.at(n);
    switch (e.what) {
    case forest::kind::integer:
      return draw(e, all);
    case forest::kind::real:
      multiply(all, single_.own(e));
      return forest_.real_at(e).lo == forest_.real_at(e).hi;
    case forest::kind::branch:
      multiply(all, single_.own(e));
      return follow(e.c, all);
    case forest::kind::join:
      return follow(e.a, all) && follow(e.b, all);
    case forest::kind::either: {
      states others = all;
      if (!follow(e.a, all) || !follow(e.b, others)) {
        return false;
      }
      for (const auto& [drawn, p] : others) {
        all[drawn] = all[drawn] + p;
      }
      return true;
    }
    default: // a cycle, or unexplored ways
      return false;
    }
  }

  bool draw(const forest::entry& e, states& all) {
    const forest::integer_site& site = forest_.integer_at(e);
    if (!is_edgy(site.request)) {
      multiply(all, single_.own(e));
      return true;
    }
    states after;
    for (const auto& [before, p] : all) {
      std::vector<std::uint64_t> drawn = before;
      drawn.push_back(e.bits() - site.request.zero);
      scaled& sum = after[std::move(drawn)];
      sum = sum + p * scaled(edgy_likelihood(e.bits(), site.request, site.size, before));
    }
    all = std::move(after);
    return true;
  }

  static void multiply(states& all, const scaled& factor) {
    for (auto& [drawn, p] : all) {
      p = p * factor;
    }
  }

  const forest& forest_;
  evaluation single_;
  std::size_t steps_ = 0;
};

} // namespace

double likelihood_of(std::uint64_t index, const integer_request& request, int size) {
  return is_edgy(request) ? edgy_likelihood(index, request, size, {}) : 1.0 / (static_cast<double>(request.last) + 1.0);
}

likelihood likelihood_of(const forest& f, forest::node root, const weights* by) {
  likelihood result;
  const detail::productive_nodes productive(f);
  const detail::way_graph graph(f, root, productive);
  const int edgy = edgy_count(f).run(graph, root);
  const bool dependent = edgy > 1;
  const bool many = edgy > fresh_draws;
  if (dependent && !many && (by == nullptr || by->depth() == 0)) {
    if (const std::optional<scaled> exact = remembering(f, by).run(root)) {
      result.at_least = result.at_most = exact->value();
      result.log2 = exact->log2();
      return result;
    }
  }
  evaluation lower(f, by, false,
                   !dependent ? memory_bound::none
                   : many     ? memory_bound::least_of_many
                              : memory_bound::least);
  const scaled least = lower.run(graph, root);
  result.at_least = least.value();
  result.log2 = least.log2();
  const auto add_reason = [&](std::string_view why) {
    if (std::ranges::find(result.unexplored, why) == result.unexplored.end()) {
      result.unexplored.push_back(why);
    }
  };
  for (const forest::node n : graph.nodes) {
    if (n >= 2 && f.at(n).what == forest::kind::partly) {
      add_reason(f.reasons()[f.at(n).b]);
    } else if (n >= 2 && f.at(n).what == forest::kind::real && f.real_at(f.at(n)).lo != f.real_at(f.at(n)).hi) {
      add_reason("gen::real: the probability of a single real number");
    }
  }
  if (dependent) {
    add_reason("gen::integer: several integers of a wide range, which favour values drawn earlier in the case");
  }
  if (by != nullptr && by->depth() > 0) {
    add_reason("weights: the context of labels, which is unknown for a part shared by several choice sequences");
  }
  if (lower.unsolved()) {
    add_reason("a cycle of choice sequences with an exit probability of almost 0");
  }
  const memory_bound above = !dependent ? memory_bound::none : many ? memory_bound::most_of_many : memory_bound::most;
  result.at_most = result.unexplored.empty() ? result.at_least
                                             : std::min(1.0, evaluation(f, by, true, above).run(graph, root).value());
  return result;
}

} // namespace tali::choices
