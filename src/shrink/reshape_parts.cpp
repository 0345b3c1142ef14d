// SPDX-License-Identifier: BSL-1.0
// reshape_parts: another alternative of a recursive part, with parts of its parts.
//
// A generator by construction makes a node from its parts, and what it passes down to them (a type, a height) depends
// on the alternative. Changing the alternative alone fills the new node with the parts of the old one, which often have
// one level too many or too few for it. So this pass changes the alternative and replaces some of the parts by parts of
// their own:
//   - apply(\x. a + b, c) becomes (a + b) + c: the first part by its own first part;
//   - if(c, \x. a, \x. b) becomes \x. if(c, a, b): the new alternative has one part, which is the old node with its
//     parts replaced by their own.
// The replay fits the parts to what is passed down at their new place.
//
// Cost: for each recursive part, its alternatives times at most four arrangements; at most 24 recursive parts.
#include "shrink/numbers.hpp"
#include "shrink/recursive_parts.hpp"

namespace tali::detail {

namespace {

class reshaping {
public:
  explicit reshaping(shrinker& s) : s_(s), parts_(s) {}

  void run() {
    parts_.each([this](std::uint32_t part) { reshape(part); });
  }

private:
  void reshape(std::uint32_t open) {
    std::uint32_t at = open + 1;
    while (at < s_.closes()[open] && s_.tree()[at].what == tree_token::kind::open) {
      ++at;
    }
    if (!is_choice(s_.tree()[at]) || s_.tree()[at].chosen.kind != choice_kind::branch) {
      return;
    }
    const std::vector<std::uint32_t> parts = parts_.inside(open);
    if (parts.empty() || parts.size() > 4) {
      return;
    }
    const choice chosen = s_.tree()[at].chosen;
    for (std::uint64_t to = 0; to <= chosen.last + 1 && parts_.going(); ++to) {
      // Which parts are replaced by their own first parts: each alone, and all of them.
      for (std::size_t which = 0; which <= parts.size() && parts_.going(); ++which) {
        if (to == chosen.value && which == parts.size() && parts.size() == 1) {
          continue;
        }
        choice_tree edited;
        edited.reserve(s_.tree().size());
        parts_.copy(edited, 0, at);
        edited.push_back(s_.tree()[at]);
        edited.back().chosen.value = to;
        std::uint32_t copied = at + 1;
        bool any = false;
        for (std::size_t k = 0; k < parts.size(); ++k) {
          parts_.copy(edited, copied, parts[k]);
          const std::vector<std::uint32_t> own = parts_.inside(parts[k]);
          const bool replaced = (which == k || which == parts.size()) && !own.empty();
          any = any || replaced;
          parts_.copy(edited, replaced ? own[0] : parts[k], replaced ? parts_.end(own[0]) : parts_.end(parts[k]));
          copied = parts_.end(parts[k]);
        }
        parts_.copy(edited, copied, parts_.size());
        if (any) {
          s_.propose_raised(edited);
        }
      }
      if (to < chosen.value && parts_.going()) {
        wrap(open, at, to, parts);
      }
    }
  }

  /// The new alternative around the old node, whose parts are replaced by their own.
  void wrap(std::uint32_t open, std::uint32_t at, std::uint64_t to, const std::vector<std::uint32_t>& parts) {
    choice_tree edited;
    parts_.copy(edited, 0, at);
    edited.push_back(s_.tree()[at]);
    edited.back().chosen.value = to;
    parts_.copy(edited, open, parts[0]);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const std::vector<std::uint32_t> own = parts_.inside(parts[k]);
      parts_.copy(edited, own.empty() ? parts[k] : own[0], own.empty() ? parts_.end(parts[k]) : parts_.end(own[0]));
      parts_.copy(edited, parts_.end(parts[k]), k + 1 < parts.size() ? parts[k + 1] : parts_.end(open));
    }
    for (std::uint32_t i = at + 1; i < parts_.end(open); ++i) { // close what is open around the new part
      if (s_.tree()[i].what == tree_token::kind::open) {
        i = s_.closes()[i];
      } else if (s_.tree()[i].what == tree_token::kind::close) {
        edited.push_back(s_.tree()[i]);
      }
    }
    parts_.copy(edited, parts_.end(open), parts_.size());
    s_.propose_raised(edited);
  }

  shrinker& s_;
  recursive_parts parts_;
};

} // namespace

void reshape_parts(shrinker& s) { reshaping(s).run(); }

} // namespace tali::detail
