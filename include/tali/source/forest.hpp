// SPDX-License-Identifier: BSL-1.0
// forest: all the ways to make a value, packed.
//
// Running a generator backward on a value answers with a node: nothing can make it (`none`), nothing needs to be chosen
// (`empty`), a choice, one thing after another (`join`), or any of several ways (`either`). Sub-forests are shared by
// whoever refers to them, so exponentially many derivations take linear space; counting and probability are sums and
// products over it, and choice sequences are unpacked from it one at a time.
#pragma once

#include <tali/source/choice.hpp>
#include <tali/source/random.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace tali {

class forest {
public:
  using node = std::uint32_t;

  explicit forest(int size = random_source::default_size) noexcept : size_(size) {}

  [[nodiscard]] static constexpr node none() noexcept { return 0; }
  [[nodiscard]] static constexpr node empty() noexcept { return 1; }
  [[nodiscard]] node integer(std::uint64_t index, std::uint64_t last, std::uint64_t origin);
  [[nodiscard]] node real(double value, const real_request& request);
  /// The branch `index`, then what it leads to.
  [[nodiscard]] node branch(std::size_t index, const branch_request& request, node then);
  [[nodiscard]] node join(node first, node second);
  [[nodiscard]] node either(node one, node other);
  /// Marks what one generator made. (Kept as structure only where a later interpretation asks for it.)
  [[nodiscard]] node span(const span_info& info, node inside);

  [[nodiscard]] int size() const noexcept { return size_; }
  void set_size(int size) noexcept { size_ = size; }

  /// One choice sequence of the node, taking the first of several ways at each turn; nothing if there is none.
  [[nodiscard]] std::optional<choice_sequence> first(node root) const;

private:
  enum class kind : std::uint8_t { leaf, join, either };
  struct entry {
    kind what;
    choice leaf;
    node first = 0;
    node second = 0;
  };
  [[nodiscard]] node add(const entry& e);

  // Entry i is node i + 2: nodes 0 and 1 are `none` and `empty`.
  std::vector<entry> entries_;
  int size_;
};

} // namespace tali
