// SPDX-License-Identifier: BSL-1.0
// Orders, parts and divisions of a whole: permutations, subsequences, partitions.
//
// A permutation is drawn as its Lehmer code: the index of the next value among the remaining ones, in the given
// order. Every code is equally likely, so every permutation is, and lowering a choice brings the result closer to the
// given order. A subsequence is one choice for each value, out or in, so that any value can be removed without
// affecting the others. (The choice is made even if bounds leave only one answer, because fewer choices would count as
// simpler.) The probabilities are those of Polya's urn, which returns every drawn ball with another one of its colour.
// This makes every length equally likely, and all subsequences of the same length equally likely. The cuts of a list
// into groups are drawn in the same way.
//
// Running backward assumes equal values to be in the given order. It finds one way, not those that exchange equal
// values.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/equal.hpp>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace tali {

namespace detail {

/// Converts a Lehmer code to a permutation of 0, 1, ... and back, both in n log n.
void decode_lehmer(std::vector<std::uint32_t>& code);
void encode_lehmer(std::vector<std::uint32_t>& permutation);

/// The probability that each of n things is in, given the number of earlier things that are in, such that every number
/// from lo to hi is equally likely. With bounds, the probabilities come from a table that is computed once.
class subset_odds {
public:
  subset_odds(std::size_t n, std::size_t lo, std::size_t hi);

  static constexpr std::array<std::string_view, 2> labels{"out", "in"};
  using weights = std::array<std::uint32_t, 2>;
  /// The weights of out and in for thing number `at`, if `taken` things before it are in. A weight is 0 only if that
  /// answer is impossible.
  [[nodiscard]] weights at(std::size_t at, std::size_t taken) const;

  /// Whether a subset can have this many things.
  [[nodiscard]] bool allows(std::size_t count) const { return count >= lo_ && count <= hi_; }
  [[nodiscard]] std::size_t count() const { return n_; }
  /// Throws if there is no subset within the bounds.
  void check(std::string_view generator_name) const;

private:
  std::size_t n_;
  std::size_t lo_;
  std::size_t hi_;
  std::shared_ptr<const std::vector<std::uint32_t>> table_;
};

/// Calls keep(i) for each i that is in, and leave(i) for the others, in order.
template <class S, class Keep, class Leave>
void draw_subset(S& source, const subset_odds& odds, const Keep& keep, const Leave& leave) {
  std::size_t taken = 0;
  for (std::size_t i = 0; i < odds.count(); ++i) {
    const subset_odds::weights weights = odds.at(i, taken);
    const bool in = source.branch(branch_request{weights, subset_odds::labels}) == 1;
    taken += in ? 1 : 0;
    if (in) {
      keep(i);
    } else {
      leave(i);
    }
  }
}

/// The choices for which exactly the things with in(i) are in; their number is `count`.
template <class F, class In>
[[nodiscard]] auto reflect_subset(F& forest, const subset_odds& odds, std::size_t count, const In& in) {
  auto made = odds.allows(count) ? forest.empty() : forest.none();
  std::size_t taken = 0;
  for (std::size_t i = 0; i < odds.count() && made != forest.none(); ++i) {
    const subset_odds::weights weights = odds.at(i, taken);
    const bool here = in(i);
    made = forest.join(made, forest.branch(here ? 1 : 0, branch_request{weights, subset_odds::labels}, forest.empty()));
    taken += here ? 1 : 0;
  }
  return made;
}

/// The choices of a Lehmer code.
template <class S>
[[nodiscard]] std::vector<std::uint32_t> draw_permutation(S& source, std::size_t n) {
  std::vector<std::uint32_t> code(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    code[i] = source.uniform(static_cast<std::uint32_t>(n - 1 - i));
  }
  decode_lehmer(code);
  return code;
}
template <class F>
[[nodiscard]] auto reflect_permutation(F& forest, std::vector<std::uint32_t> permutation) {
  encode_lehmer(permutation);
  auto made = forest.empty();
  for (std::size_t i = 0; i + 1 < permutation.size(); ++i) {
    made = forest.join(made, forest.integer(permutation[i], permutation.size() - 1 - i, 0));
  }
  return made;
}

[[noreturn, gnu::cold]] void throw_bad_partition(std::string_view total, std::size_t parts);

/// Distinct positions, ascending.
class cut_set {
public:
  /// Adds the position with this index among those not in the set, and returns it.
  std::uint64_t take(std::uint64_t index);
  [[nodiscard]] const std::vector<std::uint64_t>& sorted() const { return taken_; }

private:
  std::vector<std::uint64_t> taken_;
};

template <class T>
class permutation_gen {
public:
  using value_type = std::vector<T>;
  static constexpr span_info span{span_kind::value, {}, &family_of<permutation_gen>};

  explicit permutation_gen(std::vector<T> values) : values_(std::move(values)) {}

  template <class S>
  std::vector<T> operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    std::vector<T> result;
    result.reserve(values_.size());
    for (const std::uint32_t i : draw_permutation(source, values_.size())) {
      result.push_back(values_[i]);
    }
    return result;
  }
  template <class F>
  auto reflect(F& forest, const std::vector<T>& v) const {
    if (v.size() != values_.size()) {
      return forest.none();
    }
    std::vector<std::uint32_t> order;
    std::vector<bool> used(values_.size());
    bool alike = false; // the order of equal values cannot be observed
    for (const auto& value : v) {
      const auto unused = [&](std::uint32_t i) {
        while (i < used.size() && (used[i] || !same(i, value))) {
          ++i;
        }
        return i;
      };
      const std::uint32_t i = unused(0);
      if (i == used.size()) {
        return forest.none();
      }
      used[i] = true;
      order.push_back(i);
      alike = alike || unused(i + 1) != used.size();
    }
    const auto made = reflect_permutation(forest, std::move(order));
    return alike ? forest.partly("gen::permutation: equal elements in another order", made) : made;
  }

private:
  [[nodiscard]] bool same(std::size_t i, const T& value) const {
    return equal_values(static_cast<T>(values_[i]), value);
  }

  std::vector<T> values_;
};

template <class Index>
class index_permutation_gen {
public:
  using value_type = std::vector<Index>;
  static constexpr span_info span{span_kind::value, {}, &family_of<index_permutation_gen>};

  constexpr explicit index_permutation_gen(std::size_t n) : n_(n) {}

  template <class S>
  std::vector<Index> operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    const std::vector<std::uint32_t> order = draw_permutation(source, n_);
    return std::vector<Index>(order.begin(), order.end());
  }
  template <class F>
  auto reflect(F& forest, const std::vector<Index>& v) const {
    std::vector<bool> used(n_);
    std::vector<std::uint32_t> order;
    for (const Index i : v) {
      if (i < Index{0} || static_cast<std::size_t>(i) >= n_ || used[static_cast<std::size_t>(i)]) {
        return forest.none();
      }
      used[static_cast<std::size_t>(i)] = true;
      order.push_back(static_cast<std::uint32_t>(i));
    }
    return order.size() == n_ ? forest.span(span, reflect_permutation(forest, std::move(order))) : forest.none();
  }

private:
  std::size_t n_;
};

template <class G>
class shuffled_gen : pack<G> {
  using parts = pack<G>;

public:
  using parts::parts;
  using value_type = value_of<G>;
  static constexpr span_info span{span_kind::value, {}, &family_of<shuffled_gen>};

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    value_type given = get<0>(static_cast<const parts&>(*this))(source);
    value_type result;
    for (const std::uint32_t i : draw_permutation(source, given.size())) {
      result.push_back(std::move(given[i]));
    }
    return result;
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    std::vector<std::uint32_t> unmoved(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      unmoved[i] = static_cast<std::uint32_t>(i);
    }
    const auto made = forest.join(reflect_part(get<0>(static_cast<const parts&>(*this)), forest, v),
                                  reflect_permutation(forest, std::move(unmoved)));
    return v.size() < 2 ? made
                        : forest.partly("gen::shuffled: ways that begin with the elements in another order", made);
  }
};

template <class T>
class subsequence_gen {
public:
  using value_type = std::vector<T>;
  static constexpr span_info span{span_kind::value, {}, &family_of<subsequence_gen>};

  subsequence_gen(std::vector<T> values, std::size_t lo, std::size_t hi)
      : odds_(values.size(), lo, hi), values_(std::move(values)) {}

  template <class S>
  std::vector<T> operator()(S& source) const {
    odds_.check("gen::subsequence");
    [[maybe_unused]] const auto scope = source.template span<span>();
    std::vector<T> result;
    draw_subset(source, odds_, [&](std::size_t i) { result.push_back(values_[i]); }, [](std::size_t) {});
    return result;
  }
  template <class F>
  auto reflect(F& forest, const std::vector<T>& v) const {
    // Uses the first occurrence of each value: if this does not match all of them, no other assignment does.
    std::vector<bool> in(values_.size());
    std::size_t at = 0;
    for (const auto& value : v) {
      while (at < values_.size() && !equal_values(static_cast<T>(values_[at]), value)) {
        ++at;
      }
      if (at == values_.size()) {
        return forest.none();
      }
      in[at++] = true;
    }
    return forest.span(span, reflect_subset(forest, odds_, v.size(), [&](std::size_t i) { return in[i]; }));
  }

private:
  subset_odds odds_;
  std::vector<T> values_;
};

template <class T>
class partition_gen {
public:
  using value_type = std::vector<T>;
  static constexpr span_info span{span_kind::value, {}, &family_of<partition_gen>};

  constexpr partition_gen(T total, std::size_t parts) : total_(total), parts_(parts) {}

  // Stars and bars: a composition corresponds to the positions of `parts - 1` bars between `total` stars, and all
  // positions are equally likely. The bars are drawn one after the other, so each composition has (parts - 1)! ways.
  template <class S>
  std::vector<T> operator()(S& source) const {
    if (total_ < T{0} || (parts_ == 0 && total_ != T{0}) ||
        static_cast<std::uint64_t>(total_) > ~std::uint64_t{parts_}) {
      throw_bad_partition(std::to_string(total_), parts_);
    }
    [[maybe_unused]] const auto scope = source.template span<span>();
    if (parts_ == 0) {
      return {};
    }
    cut_set cuts;
    for (std::size_t i = 1; i < parts_; ++i) {
      cuts.take(source.uniform(last(i)));
    }
    std::vector<T> result;
    result.reserve(parts_);
    std::uint64_t begin = 0;
    for (const std::uint64_t cut : cuts.sorted()) {
      result.push_back(static_cast<T>(cut - begin));
      begin = cut + 1;
    }
    result.push_back(static_cast<T>(last(1) + 1 - begin));
    return result;
  }
  template <class F>
  auto reflect(F& forest, const std::vector<T>& v) const {
    std::uint64_t left = static_cast<std::uint64_t>(total_);
    auto made = v.size() == parts_ && total_ >= T{0} ? forest.empty() : forest.none();
    std::uint64_t before = 0; // with each bar taken in turn from the left, its index is the number of stars before it
    for (std::size_t i = 0; i < v.size() && made != forest.none(); ++i) {
      if (v[i] < T{0} || static_cast<std::uint64_t>(v[i]) > left) {
        return forest.none();
      }
      left -= static_cast<std::uint64_t>(v[i]);
      before += static_cast<std::uint64_t>(v[i]);
      if (i + 1 < parts_) {
        made = forest.join(made, forest.integer(before, last(i + 1), 0));
      }
    }
    return left == 0 ? forest.span(span, made) : forest.none();
  }

private:
  /// The largest index when bar number i (from 1) is drawn.
  [[nodiscard]] constexpr std::uint64_t last(std::size_t i) const {
    return static_cast<std::uint64_t>(total_) + (parts_ - 1) - i;
  }

  T total_;
  std::size_t parts_;
};

template <class T>
class partition_of_gen {
public:
  using value_type = std::vector<std::vector<T>>;
  static constexpr span_info span{span_kind::value, {}, &family_of<partition_of_gen>};

  explicit partition_of_gen(std::vector<T> values)
      : odds_(gaps(values.size()), 0, gaps(values.size())), values_(std::move(values)) {}

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    value_type groups;
    if (values_.empty()) {
      return groups;
    }
    groups.emplace_back().push_back(values_[0]);
    draw_subset(
        source, odds_, [&](std::size_t i) { groups.emplace_back().push_back(values_[i + 1]); },
        [&](std::size_t i) { groups.back().push_back(values_[i + 1]); });
    return groups;
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    std::vector<bool> cut(values_.size()); // before the value
    std::size_t at = 0;
    for (const auto& group : v) {
      if (group.empty() || group.size() > values_.size() - at) {
        return forest.none();
      }
      cut[at] = true;
      for (const auto& value : group) {
        if (!equal_values(static_cast<T>(values_[at++]), static_cast<T>(value))) {
          return forest.none();
        }
      }
    }
    if (at != values_.size()) {
      return forest.none();
    }
    const std::size_t cuts = v.empty() ? 0 : v.size() - 1;
    return forest.span(span, reflect_subset(forest, odds_, cuts, [&](std::size_t i) { return cut[i + 1]; }));
  }

private:
  [[nodiscard]] static constexpr std::size_t gaps(std::size_t n) { return n == 0 ? 0 : n - 1; }

  subset_odds odds_;
  std::vector<T> values_;
};

} // namespace detail

namespace gen {

// Permutations -----------------------------------------------------------------------------------------------------

/// The values in any order, each order equally likely; the order given is the simplest.
template <class T>
[[nodiscard]] auto permutation(std::vector<T> values) {
  return detail::permutation_gen<T>(std::move(values));
}

/// 0, 1, ... n - 1 in any order, each equally likely.
template <std::integral Index = std::size_t>
[[nodiscard]] constexpr auto permutation_of(std::size_t n) {
  return detail::index_permutation_gen<Index>(n);
}

/// Values of g (a vector, a string, ...) with their elements in any order. Running backward finds only the way on
/// which g itself produced them in their order.
template <class G>
[[nodiscard]] constexpr auto shuffled(const G& g) {
  return detail::shuffled_gen<G>(g);
}

// Subsequences -----------------------------------------------------------------------------------------------------

/// Some of the values, in the given order. Every length is equally likely, and so are all subsequences of a length;
/// none at all is the simplest.
template <class T>
[[nodiscard]] auto subsequence(std::vector<T> values) {
  const std::size_t n = values.size();
  return detail::subsequence_gen<T>(std::move(values), 0, n);
}
/// The same, with lo to hi values (or all, if there are fewer).
template <class T>
[[nodiscard]] auto subsequence(std::vector<T> values, std::size_t lo, std::size_t hi) {
  return detail::subsequence_gen<T>(std::move(values), lo, hi);
}

// Partitions -------------------------------------------------------------------------------------------------------

/// `parts` numbers that are not negative and sum to `total`, every such list equally likely; the simplest is all zeros
/// and the total at the end.
template <std::integral T>
[[nodiscard]] constexpr auto partition(T total, std::size_t parts) {
  return detail::partition_gen<T>(total, parts);
}

/// The values in consecutive groups, none of them empty. Every number of groups is equally likely, and so are all
/// divisions into that many; a single group is the simplest.
template <class T>
[[nodiscard]] auto partition_of(std::vector<T> values) {
  return detail::partition_of_gen<T>(std::move(values));
}

} // namespace gen

} // namespace tali
