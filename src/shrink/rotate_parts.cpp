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

namespace tali::detail {

namespace {

constexpr std::size_t most_parts = 24; // recursive parts of a case that is worth the runs

class arrangement {
public:
  explicit arrangement(shrinker& s) : s_(s), start_(s.version()) {}

  void run() {
    std::vector<std::uint32_t> parts;
    for (std::uint32_t i = 0; i < s_.tree().size(); ++i) {
      if (is_open(s_.tree()[i], span_kind::recursion)) {
        parts.push_back(i);
      }
    }
    if (parts.size() > most_parts) {
      return;
    }
    for (const std::uint32_t part : parts) {
      if (going()) {
        rotate(part);
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

  void rotate(std::uint32_t first) {
    const std::uint32_t second = end(first);
    const std::vector<std::uint32_t> parts = inside(first);
    if (second >= s_.tree().size() || !is_open(s_.tree()[second], span_kind::recursion) || parts.size() < 2) {
      return;
    }
    // [first: head a middle b tail] [second]  ->  [a] [first: head b middle second tail]
    const std::uint32_t a = parts[0];
    const std::uint32_t b = parts[1];
    choice_tree edited;
    edited.reserve(s_.tree().size());
    copy(edited, 0, first);
    copy(edited, a, end(a));
    copy(edited, first, a);
    copy(edited, b, end(b));
    copy(edited, end(a), b);
    copy(edited, second, end(second));
    copy(edited, end(b), second);
    copy(edited, end(second), size());
    if (s_.propose(edited)) {
      return;
    }
    swap_heads(edited, first, a);
  }

  /// The numbers in front of the parts of the outer node and of the one that went down, exchanged.
  void swap_heads(choice_tree& edited, std::uint32_t first, std::uint32_t a) {
    const std::uint32_t inner = first + (end(a) - a); // where the node that went down is now
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

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(s_.tree().size()); }

  shrinker& s_;
  std::uint64_t start_;
};

} // namespace

void rotate_parts(shrinker& s) { arrangement(s).run(); }

} // namespace tali::detail
