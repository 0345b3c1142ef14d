// SPDX-License-Identifier: BSL-1.0
// The probability of a value: sums and products over its forest, equations over its cycles. See ways.hpp.
#include "interpret/way_graph.hpp"

#include <tali/interpret/ways.hpp>
#include <tali/source/weights.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

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

class evaluation {
public:
  /// `partly` determines how a node with unexplored ways counts: with its explored ways, or with probability 1.
  evaluation(const forest& f, const weights* by, bool everything)
      : forest_(f), by_(by), everything_(everything), value_(f.end()) {
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

private:
  [[nodiscard]] scaled own(const forest::entry& e) {
    switch (e.what) {
    case forest::kind::integer: {
      const forest::integer_site& site = forest_.integer_at(e);
      return likelihood_of(e.bits(), site.request, site.size);
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
  bool unsolved_ = false;
  std::vector<scaled> value_;
  std::vector<double> scratch_;
};

} // namespace

// The distribution of draw_edgy (src/source/random.cpp) for the first value of a case: a dial, a sign, three bits and a
// fraction choose a neighbourhood, from which a value is drawn uniformly.
double likelihood_of(std::uint64_t index, const integer_request& request, int size) {
  const std::uint64_t last = request.last;
  const double uniform = 1.0 / (static_cast<double>(last) + 1.0);
  if (request.how == spread::uniform || (request.how == spread::automatic && last < uniform_up_to)) {
    return uniform;
  }
  const std::uint64_t origin = request.origin;
  const auto within = [&](std::uint64_t centre, std::uint64_t reach) {
    if (centre > last) {
      return uniform;
    }
    const std::uint64_t low = centre - std::min(centre, reach);
    const std::uint64_t high = centre + std::min(last - centre, reach);
    return index < low || index > high ? 0.0 : 1.0 / (static_cast<double>(high - low) + 1.0);
  };
  // 0, 1, 2, 4, ... up to `most`, each with its share: a fraction of 24 bits chooses among them.
  const auto over_steps = [](std::uint64_t most, const auto& f) {
    const std::uint64_t n = 1 + static_cast<unsigned>(std::bit_width(most));
    constexpr std::uint64_t fractions = std::uint64_t{1} << 24U;
    const auto first = [n](std::uint64_t k) { return (k * fractions + n - 1) / n; };
    double sum = 0;
    for (std::uint64_t k = 0; k < n; ++k) {
      const std::uint64_t step = k == 0 ? 0 : std::uint64_t{1} << ((k - 1) % 64);
      sum += static_cast<double>(first(k + 1) - first(k)) / static_cast<double>(fractions) * f(step);
    }
    return sum;
  };
  const auto over_reaches = [](const std::array<std::uint64_t, 8>& reaches, const auto& f) {
    double sum = 0;
    for (const std::uint64_t reach : reaches) {
      sum += f(reach) / 8;
    }
    return sum;
  };
  const std::uint64_t whole = origin | (last - origin);
  const auto around_simplest = [&](std::uint64_t step) { return within(origin, step); };
  double p = 5 * over_steps(static_cast<std::uint64_t>(std::max(size, 0)), around_simplest); // in sixteenths
  p += 2 * over_steps(whole, around_simplest);
  for (const bool negative : {false, true}) {
    p += 3 * 0.5 * over_reaches({0, 0, 1, 1, 1, 1, 1, 2}, [&](std::uint64_t reach) {
           return within(negative ? 0 : last, reach);
         });
    p += 2 * 0.5 * over_reaches({0, 0, 1, 1, 1, 1, 1, 1}, [&](std::uint64_t reach) {
           return over_steps(whole, [&](std::uint64_t step) {
             const std::uint64_t away = negative ? 0 - step : step;
             const std::uint64_t at = request.zero + away;
             return within(at <= last ? at : request.zero - away, reach);
           });
         });
  }
  return (p + 4 * uniform) / 16;
}

likelihood likelihood_of(const forest& f, forest::node root, const weights* by) {
  likelihood result;
  const detail::productive_nodes productive(f);
  const detail::way_graph graph(f, root, productive);
  evaluation lower(f, by, false);
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
  if (by != nullptr && by->depth() > 0) {
    add_reason("weights: the context of labels, which is unknown for a part shared by several choice sequences");
  }
  if (lower.unsolved()) {
    add_reason("a cycle of choice sequences with an exit probability of almost 0");
  }
  result.at_most =
      result.unexplored.empty() ? result.at_least : std::min(1.0, evaluation(f, by, true).run(graph, root).value());
  return result;
}

} // namespace tali::choices
