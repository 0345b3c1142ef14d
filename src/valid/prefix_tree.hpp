// SPDX-License-Identifier: BSL-1.0
// The tree of choice prefixes near the root: how often each was tried, how often it led to something new, and which are
// finished. Nothing in the tree is generated twice, and the search favours prefixes with values left to find.
//
// A prefix gets children after it has been tried a few times. The tree has a maximum size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::detail {

class prefix_tree {
public:
  struct entry {            // one alternative after a prefix
    std::uint32_t node = 0; // the position of its alternatives, plus one; 0: none yet
    float tried = 0;
    float is_new = 0;
    bool finished = false;
  };

  prefix_tree() : entries_(1) {}

  [[nodiscard]] const entry& root() const noexcept { return entries_[0]; }
  [[nodiscard]] const entry& at(std::uint32_t index) const noexcept { return entries_[index]; }

  /// The first of the alternatives after an entry, or 0: none, because it is too new or the tree is full.
  [[nodiscard]] std::uint32_t alternatives(std::uint32_t index, std::uint32_t width, std::uint64_t legal) {
    entry& e = entries_[index];
    if (e.node == 0) {
      if (e.tried < enough_tries || entries_.size() > most_entries) {
        return 0;
      }
      nodes_.push_back({static_cast<std::uint32_t>(entries_.size()), width, legal});
      e.node = static_cast<std::uint32_t>(nodes_.size());
      entries_.resize(entries_.size() + width); // `e` is now invalid
      return nodes_.back().first;
    }
    const node& n = nodes_[e.node - 1];
    return n.width == width ? n.first : 0;
  }

  /// Records a run through these entries and its novelty; `whole` if it ended with the last entry.
  void note(const std::vector<std::uint32_t>& path, float novelty, bool whole) {
    for (const std::uint32_t index : path) {
      entry& e = entries_[index];
      e.tried += 1;
      e.is_new += novelty;
      if (e.tried > most_tries) { // old counts decay
        e.tried /= 2;
        e.is_new /= 2;
      }
    }
    if (!whole) {
      return;
    }
    entries_[path.back()].finished = true;
    for (std::size_t i = path.size() - 1; i-- > 0;) {
      const node& n = nodes_[entries_[path[i]].node - 1];
      for (std::uint32_t j = 0; j < n.width; ++j) {
        if ((n.legal >> j & 1U) != 0 && !entries_[n.first + j].finished) {
          return;
        }
      }
      entries_[path[i]].finished = true;
    }
  }

private:
  static constexpr float enough_tries = 2;
  static constexpr float most_tries = 200;
  static constexpr std::size_t most_entries = std::size_t{1} << 22U; // 64 MB

  struct node {
    std::uint32_t first;
    std::uint32_t width;
    std::uint64_t legal;
  };
  std::vector<node> nodes_;
  std::vector<entry> entries_;
};

} // namespace tali::detail
