// SPDX-License-Identifier: BSL-1.0
// Enumerates the ways of a forest lazily, simplest first.
//
// Every node has a list of its best ways, as far as they were requested. A way stores the chosen alternative,
// or the ways of the parts it joins. The next way is the best of a few candidates: for an `either`, the next of each
// side; for a join of the i-th and the j-th, those with i + 1 and j + 1. A way through a cycle is longer than
// the way it contains, so everything it needs has already been found. To find the first ways, a side
// of an `either` is not explored while its minimum length shows that it cannot be the best.
#include "interpret/way_graph.hpp"

#include <tali/interpret/ways.hpp>

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace tali::choices {

class way_walk::walk {
public:
  walk(const forest& f, forest::node root) : forest_(f), productive_(f) {
    if (!productive_[root]) {
      return;
    }
    const detail::way_graph graph(f, root, productive_);
    find_lengths(graph);
    root_ = part_of(root);
  }

  std::optional<choice_sequence> next() {
    if (root_ == missing || !reach(root_, asked_)) {
      return std::nullopt;
    }
    choice_sequence made;
    made.size = forest_.full_size();
    spell(root_, asked_++, made.choices);
    return made;
  }

private:
  using index = std::uint32_t;
  static constexpr index missing = 0xffffffffU;
  static constexpr std::uint64_t endless = std::numeric_limits<std::uint64_t>::max();

  /// A way of a part: for a join, the ways of both sides; otherwise the way (`first`) and the side (`second`).
  struct way {
    index first;
    index second;
    std::uint64_t length;
  };
  /// A node of the walk. Consecutive joins form a balanced tree, because long lists would otherwise need a deep stack.
  struct part {
    forest::kind what = forest::kind::partly;
    bool chooses = false; // has its own choice, before its part
    bool nothing = false; // the empty way
    choice own;
    index sides[2] = {missing, missing};
    std::uint64_t least = 0;
    std::vector<way> found;
    std::vector<way> candidates;      // a heap, the best first
    bool waiting[2] = {false, false}; // unexplored sides of an `either`
    bool started = false;
    bool exhausted = false;
  };

  // The minimum length of every node, by the Bellman-Ford method within cycles.
  void find_lengths(const detail::way_graph& graph) {
    least_.assign(forest_.end(), endless);
    least_[forest::empty()] = 0;
    for (std::size_t i = 0; i < graph.size(); ++i) {
      for (bool changed = true; changed;) {
        changed = false;
        for (const forest::node n : graph.component(i)) {
          const std::uint64_t length = length_of(n);
          changed = changed || (graph.cycles[i] && length < least_[n]);
          least_[n] = std::min(least_[n], length);
        }
      }
    }
  }
  [[nodiscard]] std::uint64_t length_of(forest::node n) const {
    if (n < 2) {
      return least_[n];
    }
    const forest::entry& e = forest_.at(n);
    const auto plus = [](std::uint64_t a, std::uint64_t b) { return a == endless || b == endless ? endless : a + b; };
    switch (e.what) {
    case forest::kind::integer:
    case forest::kind::real:
      return 1;
    case forest::kind::branch:
      return plus(1, least_[e.c]);
    case forest::kind::later:
    case forest::kind::partly:
      return least_[e.a];
    case forest::kind::join:
      return plus(least_[e.a], least_[e.b]);
    case forest::kind::either:
      return std::min(least_[e.a], least_[e.b]);
    }
    return endless;
  }

  // Parts are created on first use.
  [[nodiscard]] index part_of(forest::node n) {
    while (n >= 2 && (forest_.at(n).what == forest::kind::partly || forest_.at(n).what == forest::kind::later)) {
      n = forest_.at(n).a;
    }
    const auto [at, fresh] = parts_of_.try_emplace(n, static_cast<index>(parts_.size()));
    if (!fresh) {
      return at->second;
    }
    const index made = at->second;
    parts_.emplace_back();
    parts_[made].least = least_[n];
    if (n == forest::empty()) {
      parts_[made].nothing = true;
      return made;
    }
    const forest::entry& e = forest_.at(n);
    parts_[made].what = e.what;
    if (e.what == forest::kind::integer || e.what == forest::kind::real || e.what == forest::kind::branch) {
      parts_[made].chooses = true;
      parts_[made].own = forest_.choice_at(e);
    }
    if (e.what == forest::kind::join) {
      std::vector<forest::node> row{e.b};
      forest::node left = e.a;
      for (; left >= 2 && forest_.at(left).what == forest::kind::join; left = forest_.at(left).a) {
        row.push_back(forest_.at(left).b);
      }
      row.push_back(left);
      std::ranges::reverse(row);
      balance(row, made);
    }
    nodes_.resize(parts_.size(), forest::none());
    nodes_[made] = n;
    return made;
  }
  void balance(std::span<const forest::node> row, index into) {
    parts_[into].what = forest::kind::join;
    const std::size_t half = row.size() / 2;
    const auto side = [&](std::span<const forest::node> some) {
      if (some.size() == 1) {
        return part_later(some.front());
      }
      const auto made = static_cast<index>(parts_.size());
      parts_.emplace_back();
      balance(some, made);
      return made;
    };
    const index first = side(row.subspan(0, half));
    const index second = side(row.subspan(half));
    parts_[into].sides[0] = first;
    parts_[into].sides[1] = second;
    std::uint64_t least = 0;
    for (const forest::node n : row) {
      least += least_[n];
    }
    parts_[into].least = least;
  }
  /// A placeholder for a node, resolved on first use, so that creating parts does not recurse.
  [[nodiscard]] index part_later(forest::node n) {
    const auto made = static_cast<index>(parts_.size());
    parts_.emplace_back();
    parts_[made].what = forest::kind::later;
    parts_[made].least = least_[n];
    nodes_.resize(parts_.size(), forest::none());
    nodes_[made] = n;
    return made;
  }

  void start(index at) {
    parts_[at].started = true;
    const forest::node n = at < nodes_.size() ? nodes_[at] : forest::none();
    const auto side = [&](int i, forest::node of) {
      const index found = part_of(of);
      parts_[at].sides[i] = found;
    };
    switch (parts_[at].what) {
    case forest::kind::later:
      side(0, n);
      break;
    case forest::kind::branch:
      side(0, forest_.at(n).c);
      break;
    case forest::kind::either:
      for (int i = 0; i < 2; ++i) {
        const forest::node of = i == 0 ? forest_.at(n).a : forest_.at(n).b;
        if (productive_[of]) {
          side(i, of);
          parts_[at].waiting[i] = true;
        }
      }
      break;
    default:
      break;
    }
  }

  /// Finds the ways of a part up to the k-th; false if there are fewer.
  bool reach(index at, index k) {
    if (!parts_[at].started) {
      start(at);
    }
    while (parts_[at].found.size() <= k && !parts_[at].exhausted) {
      extend(at);
    }
    return parts_[at].found.size() > k;
  }

  void extend(index at) {
    const auto next = static_cast<index>(parts_[at].found.size());
    switch (parts_[at].what) {
    case forest::kind::integer:
    case forest::kind::real:
      extend_by(at, next == 0, {0, 0, 1});
      return;
    case forest::kind::branch:
    case forest::kind::later:
    case forest::kind::partly: { // `partly` is left only as the empty way
      if (parts_[at].nothing) {
        extend_by(at, next == 0, {0, 0, 0});
        return;
      }
      const index side = parts_[at].sides[0];
      const bool more = reach(side, next);
      extend_by(at, more, {next, 0, more ? parts_[side].found[next].length + (parts_[at].chooses ? 1 : 0) : 0});
      return;
    }
    case forest::kind::join:
      if (next == 0) {
        offer_join(at, 0, 0);
      } else {
        const way last = parts_[at].found.back();
        offer_join(at, last.first, last.second + 1);
        if (last.second == 0) {
          offer_join(at, last.first + 1, 0);
        }
      }
      break;
    case forest::kind::either:
      if (next > 0) {
        const way last = parts_[at].found.back();
        offer_side(at, last.second, last.first + 1);
      }
      for (int i = 0; i < 2; ++i) { // the more promising side first
        const index a = parts_[at].sides[0];
        const index b = parts_[at].sides[1];
        const int side = a == missing || (b != missing && parts_[b].least < parts_[a].least) ? 1 - i : i;
        if (parts_[at].waiting[side] && (parts_[at].candidates.empty() || parts_[parts_[at].sides[side]].least <=
                                                                              parts_[at].candidates.front().length)) {
          parts_[at].waiting[side] = false;
          offer_side(at, static_cast<index>(side), 0);
        }
      }
      break;
    }
    if (parts_[at].candidates.empty()) {
      parts_[at].exhausted = true;
      return;
    }
    const auto worse = [this, at](const way& a, const way& b) { return is_simpler(at, b, a); };
    std::pop_heap(parts_[at].candidates.begin(), parts_[at].candidates.end(), worse);
    parts_[at].found.push_back(parts_[at].candidates.back());
    parts_[at].candidates.pop_back();
  }
  void extend_by(index at, bool more, const way& w) {
    if (more) {
      parts_[at].found.push_back(w);
    } else {
      parts_[at].exhausted = true;
    }
  }
  void offer_join(index at, index i, index j) {
    const index first = parts_[at].sides[0];
    const index second = parts_[at].sides[1];
    if (reach(first, i) && reach(second, j)) {
      offer(at, {i, j, parts_[first].found[i].length + parts_[second].found[j].length});
    }
  }
  void offer_side(index at, index side, index i) {
    const index from = parts_[at].sides[side];
    if (reach(from, i)) {
      offer(at, {i, side, parts_[from].found[i].length});
    }
  }
  void offer(index at, const way& w) {
    parts_[at].candidates.push_back(w);
    std::push_heap(parts_[at].candidates.begin(), parts_[at].candidates.end(),
                   [this, at](const way& a, const way& b) { return is_simpler(at, b, a); });
  }

  [[nodiscard]] bool is_simpler(index at, const way& a, const way& b) {
    if (a.length != b.length) {
      return a.length < b.length;
    }
    left_.clear();
    right_.clear();
    spell(at, a, left_);
    spell(at, b, right_);
    return compare_shortlex(left_, right_) < 0;
  }

  void spell(index at, index k, std::vector<choice>& out) {
    const way w = parts_[at].found[k];
    spell(at, w, out);
  }
  void spell(index at, const way& w, std::vector<choice>& out) {
    struct todo {
      index at;
      index k;
    };
    std::vector<todo> rest;
    const auto expand = [&](index part_at, const way& chosen) {
      const part& p = parts_[part_at];
      if (p.chooses) {
        out.push_back(p.own);
      }
      switch (p.what) {
      case forest::kind::branch:
      case forest::kind::later:
        rest.push_back({p.sides[0], chosen.first});
        break;
      case forest::kind::join:
        rest.push_back({p.sides[1], chosen.second});
        rest.push_back({p.sides[0], chosen.first});
        break;
      case forest::kind::either:
        rest.push_back({p.sides[chosen.second], chosen.first});
        break;
      default:
        break;
      }
    };
    expand(at, w);
    while (!rest.empty()) {
      const todo next = rest.back();
      rest.pop_back();
      expand(next.at, parts_[next.at].found[next.k]);
    }
  }

  const forest& forest_;
  detail::productive_nodes productive_;
  std::vector<std::uint64_t> least_;
  std::vector<part> parts_;
  std::vector<forest::node> nodes_; // of parts
  std::unordered_map<forest::node, index> parts_of_;
  index root_ = missing;
  index asked_ = 0;
  std::vector<choice> left_; // scratch
  std::vector<choice> right_;
};

way_walk::way_walk(const forest& f, forest::node root) : walk_(new walk(f, root)) {}
way_walk::way_walk(way_walk&&) noexcept = default;
way_walk& way_walk::operator=(way_walk&&) noexcept = default;
way_walk::~way_walk() = default;

std::optional<choice_sequence> way_walk::next() { return walk_->next(); }

std::optional<choice_sequence> simplest_way(const forest& f, forest::node root) {
  if (f.ambiguous() || f.cyclic()) {
    return way_walk(f, root).next();
  }
  if (root == forest::none()) {
    return std::nullopt;
  }
  choice_sequence made;
  made.size = f.full_size();
  made.choices.reserve(f.choices());
  std::vector<forest::node> rest; // an explicit stack, because values may be deeper than the call stack
  forest::node next = root;
  while (true) {
    if (next == forest::empty()) {
      if (rest.empty()) {
        return made;
      }
      next = rest.back();
      rest.pop_back();
      continue;
    }
    const forest::entry& e = f.at(next);
    switch (e.what) {
    case forest::kind::integer:
    case forest::kind::real:
      made.choices.push_back(f.choice_at(e));
      next = forest::empty();
      break;
    case forest::kind::branch:
      made.choices.push_back(f.choice_at(e));
      next = e.c;
      break;
    case forest::kind::join:
      rest.push_back(e.b);
      next = e.a;
      break;
    case forest::kind::either:
    case forest::kind::later:
    case forest::kind::partly:
      next = e.a;
      break;
    }
  }
}

} // namespace tali::choices
