// SPDX-License-Identifier: BSL-1.0
// What need not be drawn again: values already produced, and prefixes after which the model leaves nothing else.
//
// The prefix tree (valid/prefix_tree.hpp) covers only the first few choices. This set stores only the hashes of
// finished prefixes, so it covers whole values. A prefix is finished when all alternatives that its masks leave are.
// Masks may be wrong, so other strategies ignore this set, a new value behind a finished prefix reopens it, and when
// masks turn out to be wrong, all prefixes are removed.
//
// It is a separate table with eight bytes per entry, because it grows with every attempt and is queried at every
// choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::detail {

class finished_set {
public:
  [[nodiscard]] bool contains(std::uint64_t hash) const noexcept { return (slots_[slot(hash)] & kinds) != 0; }
  void add_value(std::uint64_t hash) { add(hash, value); }
  void add_prefix(std::uint64_t hash) { add(hash, prefix); }
  void remove(std::uint64_t hash) noexcept { slots_[slot(hash)] &= ~kinds; } // the slot stays occupied
  void forget_prefixes() noexcept {
    for (std::uint64_t& s : slots_) {
      s &= (s & kinds) == prefix ? ~kinds : ~std::uint64_t{0};
    }
  }

private:
  // A slot is a hash, with its kind in the lowest two bits.
  static constexpr std::uint64_t kinds = 3;
  static constexpr std::uint64_t value = 1;
  static constexpr std::uint64_t prefix = 2;
  static constexpr std::size_t most = std::size_t{1} << 22U; // 64 MB; after that nothing is added

  [[nodiscard]] static std::uint64_t name(std::uint64_t hash) noexcept { return (hash & ~kinds) | 4U; } // not 0
  [[nodiscard]] std::size_t slot(std::uint64_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = static_cast<std::size_t>(hash >> 8U) & mask;
    while (slots_[i] != 0 && (slots_[i] & ~kinds) != name(hash)) {
      i = (i + 1) & mask;
    }
    return i;
  }
  void add(std::uint64_t hash, std::uint64_t kind) {
    std::size_t i = slot(hash);
    if (slots_[i] == 0) {
      if (used_ == most) {
        return;
      }
      if (2 * ++used_ > slots_.size()) {
        grow();
        i = slot(hash);
      }
    }
    slots_[i] = name(hash) | kind;
  }
  void grow() {
    std::vector<std::uint64_t> before(slots_.size() * 2);
    before.swap(slots_);
    for (const std::uint64_t s : before) {
      if (s != 0) {
        slots_[slot(s)] = s;
      }
    }
  }

  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(1024);
  std::size_t used_ = 0;
};

} // namespace tali::detail
