// SPDX-License-Identifier: BSL-1.0
// reshape_parts: another alternative of a recursive part, with parts of its parts.
//
// A generator by construction makes a node from its parts, and what it passes down to them (a type, a height) depends
// on the alternative. Changing the alternative alone fills the new node with the parts of the old one, which often have
// one level too many or too few for it. So this pass changes the alternative and replaces some of the parts by parts of
// their own:
//   - apply(\x. a + b, c) becomes (a + b) + c: the first part by its own first part;
//   - if(c, \x. a, \x. b) becomes \x. if(c, a, b): the new alternative has one part, which is the old node with its
//   parts
//     replaced by their own.
// The replay fits the parts to what is passed down at their new place.
//
// Cost: for each recursive part, its alternatives times at most four arrangements; at most 24 recursive parts.
#include "shrink/numbers.hpp"

namespace tali::detail {

namespace {

constexpr std::size_t most_reshaped = 24; // recursive parts of a case that is worth the runs

class reshaping {
public:
  explicit reshaping(shrinker& s) : s_(s), start_(s.version()) {}

  void run() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < s_.tree().size(); ++i) {
      if (is_open(s_.tree()[i], span_kind::recursion)) {
        all.push_back(i);
      }
    }
    if (all.size() > most_reshaped) {
      return;
    }
    for (const std::uint32_t open : all) {
      if (going()) {
        reshape(open);
      }
    }
  }

private:
  [[nodiscard]] bool going() const { return s_.version() == start_ && !s_.spent(); }
  [[nodiscard]] std::uint32_t end(std::uint32_t open) const { return s_.closes()[open] + 1; }
  void copy(choice_tree& to, std::uint32_t from, std::uint32_t until) const {
    to.insert(to.end(), s_.tree().begin() + from, s_.tree().begin() + until);
  }
  /// The nearest recursive parts inside a span.
  [[nodiscard]] std::vector<std::uint32_t> inside(std::uint32_t open) const {
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = open + 1; i < s_.closes()[open]; ++i) {
      if (is_open(s_.tree()[i], span_kind::recursion)) {
        found.push_back(i);
        i = s_.closes()[i];
      }
    }
    return found;
  }

  void reshape(std::uint32_t open) {
    std::uint32_t at = open + 1;
    while (at < s_.closes()[open] && s_.tree()[at].what == tree_token::kind::open) {
      ++at;
    }
    if (!is_choice(s_.tree()[at]) || s_.tree()[at].chosen.kind != choice_kind::branch) {
      return;
    }
    const std::vector<std::uint32_t> parts = inside(open);
    if (parts.empty() || parts.size() > 4) {
      return;
    }
    const choice chosen = s_.tree()[at].chosen;
    for (std::uint64_t to = 0; to <= chosen.last + 1 && going(); ++to) {
      // Which parts are replaced by their own first parts: each alone, and all of them.
      for (std::size_t which = 0; which <= parts.size() && going(); ++which) {
        if (to == chosen.value && which == parts.size() && parts.size() == 1) {
          continue;
        }
        choice_tree edited;
        edited.reserve(s_.tree().size());
        copy(edited, 0, at);
        edited.push_back(s_.tree()[at]);
        edited.back().chosen.value = to;
        std::uint32_t copied = at + 1;
        bool any = false;
        for (std::size_t k = 0; k < parts.size(); ++k) {
          copy(edited, copied, parts[k]);
          const std::vector<std::uint32_t> own = inside(parts[k]);
          const bool replaced = (which == k || which == parts.size()) && !own.empty();
          any = any || replaced;
          copy(edited, replaced ? own[0] : parts[k], replaced ? end(own[0]) : end(parts[k]));
          copied = end(parts[k]);
        }
        copy(edited, copied, static_cast<std::uint32_t>(s_.tree().size()));
        if (any) {
          s_.propose_raised(edited);
        }
      }
      if (to < chosen.value && going()) {
        wrap(open, at, to, parts);
      }
    }
  }

  /// The new alternative around the old node, whose parts are replaced by their own.
  void wrap(std::uint32_t open, std::uint32_t at, std::uint64_t to, const std::vector<std::uint32_t>& parts) {
    choice_tree edited;
    copy(edited, 0, at);
    edited.push_back(s_.tree()[at]);
    edited.back().chosen.value = to;
    copy(edited, open, parts[0]);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::vector<std::uint32_t> own = inside(parts[k]);
      copy(edited, own.empty() ? parts[k] : own[0], own.empty() ? end(parts[k]) : end(own[0]));
      copy(edited, end(parts[k]), k + 1 < parts.size() ? parts[k + 1] : end(open));
    }
    for (std::uint32_t i = at + 1; i < end(open); ++i) { // close what is open around the new part
      if (s_.tree()[i].what == tree_token::kind::open) {
        i = s_.closes()[i];
      } else if (s_.tree()[i].what == tree_token::kind::close) {
        edited.push_back(s_.tree()[i]);
      }
    }
    copy(edited, end(open), static_cast<std::uint32_t>(s_.tree().size()));
    s_.propose_raised(edited);
  }

  shrinker& s_;
  std::uint64_t start_;
};

} // namespace

void reshape_parts(shrinker& s) { reshaping(s).run(); }

} // namespace tali::detail
