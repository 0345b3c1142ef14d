// SPDX-License-Identifier: BSL-1.0
// Predicates that are made at run time, over the values of program.hpp: when a case fails.
//
// Terms are numbers read off a value (a leaf, a sum, a length, a count...); relations compare terms with constants and
// with one another; other predicates speak of lists (equal, sorted, anagrams...) and of trees (which node is below
// which). They are combined by and, or and implies.
#pragma once

#include "program.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace shrink_random {

/// What predicates need of a value, collected once.
struct view {
  explicit view(const value& v) : all(v) {
    for (std::uint32_t i = 0; i < v.size(); ++i) {
      if (v[i].what == node::kind::number || v[i].what == node::kind::real) {
        leaves.push_back(v[i].number);
      } else if (v[i].what == node::kind::list) {
        lists.push_back(i);
      }
    }
  }
  [[nodiscard]] std::vector<double> numbers(std::uint32_t at) const {
    std::vector<double> found;
    for (std::uint32_t i = at; i < all[at].end; ++i) {
      if (all[i].what == node::kind::number || all[i].what == node::kind::real) {
        found.push_back(all[i].number);
      }
    }
    return found;
  }
  [[nodiscard]] std::size_t length(std::uint32_t at) const {
    std::size_t n = 0;
    for (std::uint32_t i = at + 1; i < all[at].end; i = all[i].end) {
      ++n;
    }
    return n;
  }
  const value& all;
  std::vector<double> leaves;
  std::vector<std::uint32_t> lists;
};

struct term {
  enum class kind : std::uint8_t {
    leaf,      // the k-th number
    leaf_back, // the k-th number from the end
    sum,
    product,
    largest,
    smallest,
    count,       // of numbers
    distinct,    // numbers
    length,      // of the k-th list
    width,       // largest minus smallest
    alternating, // sum with alternating signs
    pair_sum,    // a * k-th + b * l-th
    apart,       // |k-th - l-th|
    exclusive,   // k-th xor l-th
    tagged,      // how many groups have this tag
    depth,
    machine, // a small machine that reads groups as commands: tag 0 adds, 1 doubles, 2 takes away, 3 resets
    last
  };
  kind what = kind::leaf;
  std::uint32_t k = 0;
  std::uint32_t l = 1;
  double a = 1;
  double b = 1;

  [[nodiscard]] std::optional<double> read(const view& v) const {
    const auto& xs = v.leaves;
    const bool both = k < xs.size() && l < xs.size() && k != l;
    switch (what) {
    case kind::leaf:
      return k < xs.size() ? std::optional(xs[k]) : std::nullopt;
    case kind::leaf_back:
      return k < xs.size() ? std::optional(xs[xs.size() - 1 - k]) : std::nullopt;
    case kind::sum: {
      double sum = 0;
      for (const double x : xs) {
        sum += x;
      }
      return sum;
    }
    case kind::product: {
      double product = 1;
      for (const double x : xs) {
        product *= x;
      }
      return product;
    }
    case kind::largest:
      return xs.empty() ? std::nullopt : std::optional(*std::max_element(xs.begin(), xs.end()));
    case kind::smallest:
      return xs.empty() ? std::nullopt : std::optional(*std::min_element(xs.begin(), xs.end()));
    case kind::count:
      return static_cast<double>(xs.size());
    case kind::distinct: {
      std::vector<double> sorted = xs;
      std::sort(sorted.begin(), sorted.end());
      return static_cast<double>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    }
    case kind::length:
      return k < v.lists.size() ? std::optional(static_cast<double>(v.length(v.lists[k]))) : std::nullopt;
    case kind::width:
      return xs.empty()
                 ? std::nullopt
                 : std::optional(*std::max_element(xs.begin(), xs.end()) - *std::min_element(xs.begin(), xs.end()));
    case kind::alternating: {
      double sum = 0;
      for (std::size_t i = 0; i < xs.size(); ++i) {
        sum += i % 2 == 0 ? xs[i] : -xs[i];
      }
      return sum;
    }
    case kind::pair_sum:
      return both ? std::optional(a * xs[k] + b * xs[l]) : std::nullopt;
    case kind::apart:
      return both ? std::optional(std::fabs(xs[k] - xs[l])) : std::nullopt;
    case kind::exclusive:
      return both ? std::optional(
                        static_cast<double>(static_cast<std::int64_t>(xs[k]) ^ static_cast<std::int64_t>(xs[l])))
                  : std::nullopt;
    case kind::tagged: {
      double n = 0;
      for (const node& x : v.all) {
        n += x.what == node::kind::group && x.tag == k ? 1 : 0;
      }
      return n;
    }
    case kind::depth: {
      std::vector<std::uint32_t> ends;
      std::size_t deepest = 0;
      for (std::uint32_t i = 0; i < v.all.size(); ++i) {
        while (!ends.empty() && ends.back() <= i) {
          ends.pop_back();
        }
        if (v.all[i].what == node::kind::group || v.all[i].what == node::kind::list) {
          ends.push_back(v.all[i].end);
        }
        deepest = std::max(deepest, ends.size());
      }
      return static_cast<double>(deepest);
    }
    case kind::machine: {
      double state = 0;
      for (std::uint32_t i = 0; i < v.all.size(); ++i) {
        if (v.all[i].what != node::kind::group) {
          continue;
        }
        const double argument =
            i + 1 < v.all[i].end && v.all[i + 1].what == node::kind::number ? v.all[i + 1].number : 1;
        const int command = v.all[i].tag % 4;
        state = command == 0 ? state + argument : command == 1 ? state * 2 : command == 2 ? state - argument : 0;
      }
      return state;
    }
    case kind::last:
      break;
    }
    return std::nullopt;
  }
};

struct predicate {
  enum class kind : std::uint8_t {
    at_least,
    at_most,
    equals,
    differs,
    modular,     // term mod m == r
    terms_equal, // term == other + offset
    terms_less,  // term < other
    lists_equal,
    anagrams,
    sorted,
    unsorted,
    duplicate,
    palindrome, // of at least two
    member,     // the k-th number is in the l-th list
    neighbours, // two neighbouring numbers differ by exactly c
    all_at_least,
    below, // a group of one tag with a part of another tag
    last_simple,
    conjunction,
    disjunction,
    implication
  };
  kind what = kind::at_least;
  term first;
  term second;
  double c = 0;
  std::int64_t m = 2;
  std::uint32_t k = 0;
  std::uint32_t l = 0;
  std::vector<predicate> parts;

  [[nodiscard]] bool fails(const view& v) const {
    switch (what) {
    case kind::conjunction:
      return parts[0].fails(v) && parts[1].fails(v);
    case kind::disjunction:
      return parts[0].fails(v) || parts[1].fails(v);
    case kind::implication: // the implication fails
      return parts[0].fails(v) && !parts[1].fails(v);
    case kind::lists_equal:
    case kind::anagrams: {
      if (k >= v.lists.size() || l >= v.lists.size() || k == l) {
        return false;
      }
      auto one = v.numbers(v.lists[k]);
      auto other = v.numbers(v.lists[l]);
      if (one.size() < static_cast<std::size_t>(m)) {
        return false;
      }
      if (what == kind::anagrams) {
        if (one == other) {
          return false;
        }
        std::sort(one.begin(), one.end());
        std::sort(other.begin(), other.end());
      }
      return one == other;
    }
    case kind::sorted:
      return v.leaves.size() >= static_cast<std::size_t>(m) && std::is_sorted(v.leaves.begin(), v.leaves.end()) &&
             (c == 0 || v.leaves.back() - v.leaves.front() >= c);
    case kind::unsorted:
      return !std::is_sorted(v.leaves.begin(), v.leaves.end());
    case kind::duplicate: {
      std::vector<double> xs = v.leaves;
      std::sort(xs.begin(), xs.end());
      const auto twice = std::adjacent_find(xs.begin(), xs.end());
      return twice != xs.end() && *twice >= c;
    }
    case kind::palindrome:
      return v.leaves.size() >= 2 && std::equal(v.leaves.begin(), v.leaves.end(), v.leaves.rbegin()) &&
             v.leaves[0] >= c;
    case kind::member: {
      if (k >= v.leaves.size() || l >= v.lists.size()) {
        return false;
      }
      const auto xs = v.numbers(v.lists[l]);
      return std::find(xs.begin(), xs.end(), v.leaves[v.leaves.size() - 1 - k] + c) != xs.end();
    }
    case kind::neighbours:
      for (std::size_t i = 1; i < v.leaves.size(); ++i) {
        if (v.leaves[i] - v.leaves[i - 1] == c) {
          return true;
        }
      }
      return false;
    case kind::all_at_least:
      return v.leaves.size() >= static_cast<std::size_t>(m) &&
             std::all_of(v.leaves.begin(), v.leaves.end(), [&](double x) { return x >= c; });
    case kind::below:
      for (std::uint32_t i = 0; i < v.all.size(); ++i) {
        if (v.all[i].what == node::kind::group && v.all[i].tag == k) {
          for (std::uint32_t j = i + 1; j < v.all[i].end; ++j) {
            if (v.all[j].what == node::kind::group && v.all[j].tag == l) {
              return true;
            }
          }
        }
      }
      return false;
    default:
      return relates(v);
    }
  }

private:
  [[nodiscard]] bool relates(const view& v) const {
    const auto x = first.read(v);
    if (!x) {
      return false;
    }
    switch (what) {
    case kind::at_least:
      return *x >= c;
    case kind::at_most:
      return *x <= c;
    case kind::equals:
      return *x == c;
    case kind::differs:
      return *x != c;
    case kind::modular: {
      const auto n = static_cast<std::int64_t>(std::floor(*x));
      return ((n % m) + m) % m == static_cast<std::int64_t>(c);
    }
    case kind::terms_equal: {
      const auto y = second.read(v);
      return y && *x == *y + c;
    }
    case kind::terms_less: {
      const auto y = second.read(v);
      return y && *x < *y + c;
    }
    default:
      return false;
    }
  }
};

} // namespace shrink_random
