// SPDX-License-Identifier: BSL-1.0
// The two open-addressing hash tables of the search for valid values.
#pragma once

#include <tali/detail/mix.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tali::detail {

/// Rows by a hash. A Row has a member `key`, 0 while it is not used.
template <class Row>
class hash_rows {
public:
  [[nodiscard]] const Row* find(std::uint64_t key) const noexcept {
    key += key == 0 ? 1 : 0;
    for (std::size_t i = key & mask();; i = (i + 1) & mask()) {
      if (rows_[i].key == key) {
        return &rows_[i];
      }
      if (rows_[i].key == 0) {
        return nullptr;
      }
    }
  }
  /// The row of this key, made if there is none. Valid until the next call.
  Row& at(std::uint64_t key) {
    key += key == 0 ? 1 : 0;
    if (2 * used_ >= rows_.size()) {
      grow();
    }
    Row& row = rows_[slot(key)];
    if (row.key == 0) {
      row.key = key;
      ++used_;
    }
    return row;
  }
  [[nodiscard]] std::size_t size() const noexcept { return used_; }
  void clear() {
    if (used_ != 0) {
      rows_.assign(rows_.size(), Row{});
      used_ = 0;
    }
  }
  template <class F>
  void each(const F& f) const {
    for (const Row& row : rows_) {
      if (row.key != 0) {
        f(row);
      }
    }
  }

private:
  [[nodiscard]] std::size_t mask() const noexcept { return rows_.size() - 1; }
  [[nodiscard]] std::size_t slot(std::uint64_t key) const noexcept {
    std::size_t i = key & mask();
    while (rows_[i].key != 0 && rows_[i].key != key) {
      i = (i + 1) & mask();
    }
    return i;
  }
  void grow() {
    std::vector<Row> before(rows_.size() * 2);
    before.swap(rows_);
    for (Row& row : before) {
      if (row.key != 0) {
        rows_[slot(row.key)] = std::move(row);
      }
    }
  }

  std::vector<Row> rows_ = std::vector<Row>(256);
  std::size_t used_ = 0;
};

struct bare_key {
  std::uint64_t key = 0;
};

/// A set of hashes that stops growing at a bound.
class hash_set {
public:
  [[nodiscard]] bool contains(std::uint64_t key) const noexcept { return rows_.find(key) != nullptr; }
  void insert(std::uint64_t key) {
    if (rows_.size() < most) {
      rows_.at(key);
    }
  }

private:
  static constexpr std::size_t most = std::size_t{1} << 23U;
  hash_rows<bare_key> rows_;
};

} // namespace tali::detail
