// SPDX-License-Identifier: BSL-1.0
// rotate_parts: recursive parts arranged in another way.
//
// Generators that pass something down (a bound, a height, a type) make the same nodes in several arrangements, and
// which one is the simplest depends on what is passed. No part in place of another leads from one to the next, but a
// rotation does: of two neighbours, the first one's first part stays, and the second goes down into what is left of the
// first: node(node(a, b), c) becomes node(a, node(b, c)). What stands in front of the parts (a key) goes along in a
// second attempt, as in the rotation of a search tree. The replay fits the moved parts to what is passed down at their
// new place.
#include "shrink/numbers.hpp"
#include "shrink/recursive_parts.hpp"

namespace tali::detail {

namespace {

class arrangement {
public:
  explicit arrangement(shrinker& s) : s_(s), parts_(s) {}

  void run() {
    parts_.each([this](std::uint32_t part) { rotate(part); });
  }

private:
  void rotate(std::uint32_t first) {
    const std::uint32_t second = parts_.end(first);
    const std::vector<std::uint32_t> parts = parts_.inside(first);
    if (second >= s_.tree().size() || !is_open(s_.tree()[second], span_kind::recursion) || parts.size() < 2) {
      return;
    }
    // [first: head a middle b tail] [second]  ->  [a] [first: head b middle second tail]
    const std::uint32_t a = parts[0];
    const std::uint32_t b = parts[1];
    choice_tree edited;
    edited.reserve(s_.tree().size());
    parts_.copy(edited, 0, first);
    parts_.copy(edited, a, parts_.end(a));
    parts_.copy(edited, first, a);
    parts_.copy(edited, b, parts_.end(b));
    parts_.copy(edited, parts_.end(a), b);
    parts_.copy(edited, second, parts_.end(second));
    parts_.copy(edited, parts_.end(b), second);
    parts_.copy(edited, parts_.end(second), parts_.size());
    if (s_.propose(edited)) {
      return;
    }
    swap_heads(edited, first, a);
  }

  /// The numbers in front of the parts of the outer node and of the one that went down, exchanged.
  void swap_heads(choice_tree& edited, std::uint32_t first, std::uint32_t a) {
    const std::uint32_t inner = first + (parts_.end(a) - a); // where the node that went down is now
    std::uint32_t outer_number = 0;
    std::uint32_t inner_number = 0;
    for (std::uint32_t i = first; i > 0 && !is_open(edited[i - 1], span_kind::recursion); --i) {
      outer_number = is_integer(edited[i - 1]) ? i - 1 : outer_number;
    }
    for (std::uint32_t i = inner + 1; i < edited.size() && !is_open(edited[i], span_kind::recursion); ++i) {
      inner_number = is_integer(edited[i]) ? i : inner_number;
    }
    if (outer_number == 0 || inner_number == 0) {
      return;
    }
    std::swap(edited[outer_number], edited[inner_number]);
    s_.propose(edited);
  }

  shrinker& s_;
  recursive_parts parts_;
};

} // namespace

void rotate_parts(shrinker& s) { arrangement(s).run(); }

} // namespace tali::detail
