// SPDX-License-Identifier: BSL-1.0
// Concrete values: the values of a subproperty when it runs. Truth values are bool, integers int, sequences
// std::vector; sets, relations and orders are here, with their pairs and members in the order a test lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tali::assess {

/// A set of integers from 0 to 63.
class number_set {
public:
  void insert(int v) { bits_ |= std::uint64_t{1} << v; }
  [[nodiscard]] bool has(int v) const { return v >= 0 && v < 64 && (bits_ >> v & 1) != 0; }
  [[nodiscard]] int size() const { return __builtin_popcountll(bits_); }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }

private:
  std::uint64_t bits_ = 0;
};

/// A list of different pairs of integers from 0 to 63. The order of the list is not part of the relation.
class relation {
public:
  using pair = std::pair<int, int>;

  /// Does nothing for a pair that is present.
  void insert(int a, int b) {
    if (a < 0 || a >= most || b < 0 || b >= most || has(a, b)) {
      return;
    }
    if (static_cast<std::size_t>(a) >= rows_.size()) {
      rows_.resize(static_cast<std::size_t>(a) + 1);
    }
    rows_[static_cast<std::size_t>(a)] |= std::uint64_t{1} << b;
    pairs_.emplace_back(a, b);
  }
  [[nodiscard]] bool has(int a, int b) const {
    return a >= 0 && b >= 0 && b < most && static_cast<std::size_t>(a) < rows_.size() &&
           (rows_[static_cast<std::size_t>(a)] >> b & 1) != 0;
  }
  [[nodiscard]] const std::vector<pair>& pairs() const { return pairs_; }
  [[nodiscard]] int size() const { return static_cast<int>(pairs_.size()); }

private:
  static constexpr int most = 64;
  std::vector<std::uint64_t> rows_;
  std::vector<pair> pairs_;
};

/// An order of the integers 0 to n - 1, first to last.
class order {
public:
  explicit order(std::vector<int> members) : members_(std::move(members)), places_(members_.size()) {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      places_[static_cast<std::size_t>(members_[i])] = static_cast<int>(i);
    }
  }
  [[nodiscard]] const std::vector<int>& members() const { return members_; }
  [[nodiscard]] int size() const { return static_cast<int>(members_.size()); }
  /// False if one of them is not a member.
  [[nodiscard]] bool has_before(int a, int b) const {
    return a >= 0 && b >= 0 && a < size() && b < size() &&
           places_[static_cast<std::size_t>(a)] < places_[static_cast<std::size_t>(b)];
  }

private:
  std::vector<int> members_;
  std::vector<int> places_;
};

} // namespace tali::assess
