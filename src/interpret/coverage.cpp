// SPDX-License-Identifier: BSL-1.0
// Combinations of labels; see coverage.hpp. A description is packed into a number: three labels of 8 bits, two
// parts of 4 bits, and the position of the third, so that counting uses a table from numbers to numbers.
#include <tali/detail/mix.hpp>
#include <tali/interpret/coverage.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include <fmt/format.h>

namespace tali {

using namespace choices;

label_tree labels_of(const trace& run) {
  label_tree tree;
  struct open_span {
    std::uint32_t end;
    std::uint32_t node; // the enclosing label, or its own
  };
  std::vector<open_span> open;
  std::vector<std::uint32_t> parts; // of each node so far
  std::uint32_t top_parts = 0;
  for (const choice_span& span : run.spans) {
    while (open.size() > span.depth) {
      open.pop_back();
    }
    std::uint32_t inside = open.empty() ? label_tree::none : open.back().node;
    const bool labelled =
        span.info->kind == span_kind::branch && span.begin < span.end && !run.labels[span.begin].empty();
    if (labelled) {
      std::uint32_t& part = inside == label_tree::none ? top_parts : parts[inside];
      tree.nodes.push_back({run.labels[span.begin], inside, part++});
      parts.push_back(0);
      inside = static_cast<std::uint32_t>(tree.nodes.size() - 1);
    }
    open.push_back({span.end, inside});
  }
  return tree;
}

std::map<std::string, std::uint64_t> label_frequencies(const std::vector<trace>& runs) {
  std::map<std::string, std::uint64_t> counts;
  for (const trace& run : runs) {
    for (const std::string_view label : run.labels) {
      if (!label.empty()) {
        ++counts[std::string(label)];
      }
    }
  }
  return counts;
}

namespace {

struct label_set {
  std::array<std::uint64_t, 4> words{};
  void add(std::uint32_t id) { words[id / 64] |= std::uint64_t{1} << (id % 64); }
  label_set& operator|=(const label_set& other) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] |= other.words[i];
    }
    return *this;
  }
  template <class F>
  void each(const F& f) const {
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) {
        f(static_cast<std::uint32_t>(64 * i) + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }
};

enum class shape : std::uint64_t { alone = 1, below = 2, chain = 3, fork = 4 };

// Bits: shape, label, part, label, part, label.
constexpr std::uint64_t packed(shape s, std::uint32_t a, std::uint32_t i = 0, std::uint32_t b = 0, std::uint32_t j = 0,
                               std::uint32_t c = 0) {
  return static_cast<std::uint64_t>(s) << 40U | std::uint64_t{a} << 32U | std::uint64_t{i} << 24U |
         std::uint64_t{b} << 16U | std::uint64_t{j} << 8U | std::uint64_t{c};
}
constexpr std::uint32_t byte_of(std::uint64_t k, unsigned at) { return static_cast<std::uint32_t>(k >> at) & 0xffU; }

} // namespace

combination_coverage::combination_coverage(int strength) : strength_(strength), known_(64), cells_(1024) {
  if (strength < 1 || strength > 3) {
    detail::throw_generator_error("tali::combination_coverage: the strength must be 1, 2 or 3");
  }
}

std::uint32_t combination_coverage::id_of(std::string_view label) {
  const auto place = reinterpret_cast<std::uintptr_t>(label.data());
  auto& [text, id] = known_[(place ^ place >> 6U) % known_.size()];
  if (text == label.data() && text != nullptr && labels_[id].size() == label.size()) {
    return id;
  }
  auto found = ids_.find(label);
  if (found == ids_.end()) {
    if (labels_.size() == most_labels) {
      detail::throw_generator_error("tali::combination_coverage: more than 256 labels");
    }
    found = ids_.emplace(std::string(label), static_cast<std::uint32_t>(labels_.size())).first;
    labels_.emplace_back(label);
    parts_.push_back(0);
  }
  text = label.data();
  id = found->second;
  return id;
}

/// Calls f with every description that holds in the tree, possibly several times.
template <class F>
void combination_coverage::each(const label_tree& tree, const F& f) {
  const std::size_t n = tree.nodes.size();
  std::vector<std::uint32_t> id(n);
  std::vector<label_set> below(n); // the label itself and those under it
  std::vector<std::uint32_t> part(n);
  for (std::size_t x = 0; x < n; ++x) {
    id[x] = id_of(tree.nodes[x].label);
    part[x] = std::min(tree.nodes[x].part, most_parts);
    if (tree.nodes[x].parent != label_tree::none) {
      std::uint32_t& seen = parts_[id[tree.nodes[x].parent]];
      seen = std::max(seen, part[x] + 1);
    }
  }
  for (std::size_t x = n; x-- > 0;) {
    below[x].add(id[x]);
    if (tree.nodes[x].parent != label_tree::none) {
      below[tree.nodes[x].parent] |= below[x];
    }
  }
  if (strength_ == 1) {
    for (std::size_t x = 0; x < n; ++x) {
      f(packed(shape::alone, id[x]));
    }
    return;
  }
  std::vector<std::vector<std::uint32_t>> children(strength_ == 3 ? n : 0);
  for (std::size_t x = 0; x < n; ++x) {
    const std::uint32_t up = tree.nodes[x].parent;
    if (up == label_tree::none) {
      continue;
    }
    if (strength_ == 2) {
      below[x].each([&](std::uint32_t d) { f(packed(shape::below, id[up], part[x], d)); });
      continue;
    }
    // Fork: a label below another part of the same branch.
    for (const std::uint32_t earlier : children[up]) {
      if (part[earlier] != part[x]) {
        below[earlier].each([&](std::uint32_t d) {
          below[x].each([&](std::uint32_t e) { f(packed(shape::fork, id[up], part[earlier], d, part[x], e)); });
        });
      }
    }
    children[up].push_back(static_cast<std::uint32_t>(x));
    // Chain: a label below x, where x is below a part of `up`, which is below a part of each of its ancestors.
    std::uint32_t from = up;
    for (std::uint32_t over = tree.nodes[up].parent; over != label_tree::none; over = tree.nodes[over].parent) {
      below[x].each([&](std::uint32_t e) { f(packed(shape::chain, id[over], part[from], id[up], part[x], e)); });
      from = over;
    }
  }
}

combination_coverage::cell& combination_coverage::cell_of(key k) {
  if (2 * (used_ + 1) > cells_.size()) {
    grow();
  }
  const auto hash = static_cast<std::size_t>(detail::fibonacci_hash(k) >> 20U);
  for (std::size_t i = hash;; ++i) {
    cell& c = cells_[i & (cells_.size() - 1)];
    if (c.what == k) {
      return c;
    }
    if (c.what == 0) {
      c.what = k;
      ++used_;
      return c;
    }
  }
}

void combination_coverage::grow() {
  std::vector<cell> before(2 * cells_.size());
  std::swap(before, cells_);
  used_ = 0;
  for (const cell& c : before) {
    if (c.what != 0) {
      cell_of(c.what) = c;
    }
  }
}

std::size_t combination_coverage::add(const label_tree& tree) {
  ++values_;
  const std::size_t before = covered_;
  each(tree, [&](key k) {
    cell& c = cell_of(k);
    if (c.last != values_) {
      covered_ += c.count == 0 ? 1U : 0U;
      ++c.count;
      c.last = values_;
    }
  });
  growth_.push_back(covered_);
  return covered_ - before;
}

double combination_coverage::gain(const label_tree& tree) {
  std::vector<key> all;
  each(tree, [&](key k) { all.push_back(k); });
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  double sum = 0;
  for (const key k : all) {
    sum += 1.0 / (1.0 + static_cast<double>(cell_of(k).count));
  }
  return sum;
}

std::string combination_coverage::words(key k) const {
  const std::string& a = labels_[byte_of(k, 32)];
  const std::string& b = labels_[byte_of(k, 16)];
  const std::string& c = labels_[byte_of(k, 0)];
  const std::uint32_t i = byte_of(k, 24) + 1;
  const std::uint32_t j = byte_of(k, 8) + 1;
  switch (static_cast<shape>(k >> 40U)) {
  case shape::alone:
    return a;
  case shape::below:
    return fmt::format("{}, below part {}: {}", a, i, b);
  case shape::chain:
    return fmt::format("{}, below part {}: ({}, below part {}: {})", a, i, b, j, c);
  case shape::fork:
    return fmt::format("{}, below part {}: {}, below part {}: {}", a, i, b, j, c);
  }
  return {};
}

std::vector<std::pair<std::string, std::uint64_t>> combination_coverage::descriptions() const {
  std::vector<std::pair<std::string, std::uint64_t>> all;
  for (const cell& c : cells_) {
    if (c.count != 0) {
      all.emplace_back(words(c.what), c.count);
    }
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  return all;
}

std::vector<std::string> combination_coverage::missing_from(const combination_coverage& others) const {
  const auto names = [](const combination_coverage& of) {
    std::vector<std::string> all;
    for (const auto& [text, count] : of.descriptions()) {
      all.push_back(text);
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<std::string> mine = names(*this);
  const std::vector<std::string> theirs = names(others);
  std::vector<std::string> missing;
  std::set_difference(theirs.begin(), theirs.end(), mine.begin(), mine.end(), std::back_inserter(missing));
  return missing;
}

std::vector<std::string> combination_coverage::not_seen() const {
  std::vector<std::string> missing;
  const auto n = static_cast<std::uint32_t>(labels_.size());
  const auto look = [&](key k) {
    const bool there = std::any_of(cells_.begin(), cells_.end(), [&](const cell& c) { return c.what == k && c.count; });
    if (!there) {
      missing.push_back(words(k));
    }
  };
  for (std::uint32_t a = 0; strength_ > 1 && a < n; ++a) {
    for (std::uint32_t i = 0; i < parts_[a]; ++i) {
      for (std::uint32_t b = 0; b < n; ++b) {
        if (strength_ == 2) {
          look(packed(shape::below, a, i, b));
          continue;
        }
        for (std::uint32_t c = 0; c < n; ++c) {
          for (std::uint32_t j = 0; j < parts_[b]; ++j) {
            look(packed(shape::chain, a, i, b, j, c));
          }
          for (std::uint32_t j = i + 1; j < parts_[a]; ++j) {
            look(packed(shape::fork, a, i, b, j, c));
          }
        }
      }
    }
  }
  return missing;
}

std::vector<std::size_t> thin(const std::vector<trace>& candidates, std::size_t keep, int strength) {
  combination_coverage seen(strength);
  std::vector<label_tree> trees;
  trees.reserve(candidates.size());
  for (const trace& run : candidates) {
    trees.push_back(labels_of(run));
  }
  // The gain of a candidate only decreases as others are selected, so a candidate whose old gain is not the largest
  // need not be evaluated again.
  std::vector<std::pair<double, std::size_t>> heap;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    heap.emplace_back(seen.gain(trees[i]), i);
  }
  const auto less = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second > b.second;
  };
  std::make_heap(heap.begin(), heap.end(), less);
  std::vector<std::size_t> chosen;
  while (chosen.size() < keep && !heap.empty()) {
    std::pop_heap(heap.begin(), heap.end(), less);
    auto [figure, index] = heap.back();
    heap.pop_back();
    const double now = seen.gain(trees[index]);
    if (!heap.empty() && less(std::pair(now, index), heap.front())) {
      heap.emplace_back(now, index);
      std::push_heap(heap.begin(), heap.end(), less);
      continue;
    }
    seen.add(trees[index]);
    chosen.push_back(index);
  }
  return chosen;
}

} // namespace tali
