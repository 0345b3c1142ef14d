// SPDX-License-Identifier: BSL-1.0
#include <tali/source/forest.hpp>

#include <bit>

namespace tali {

forest::node forest::add(const entry& e) {
  entries_.push_back(e);
  return static_cast<node>(entries_.size() + 1);
}

forest::node forest::integer(std::uint64_t index, std::uint64_t last, std::uint64_t origin) {
  return add({kind::leaf, {choice_kind::integer, index, last, origin}});
}

forest::node forest::real(double value, const real_request& request) {
  return add({kind::leaf,
              {choice_kind::real, std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(request.hi),
               std::bit_cast<std::uint64_t>(request.lo)}});
}

forest::node forest::branch(std::size_t index, const branch_request& request, node then) {
  if (then == none()) {
    return none();
  }
  return join(add({kind::leaf, {choice_kind::branch, index, request.weights.size() - 1, 0}}), then);
}

forest::node forest::join(node first, node second) {
  if (first == none() || second == none()) {
    return none();
  }
  if (first == empty()) {
    return second;
  }
  return second == empty() ? first : add({kind::join, {}, first, second});
}

forest::node forest::either(node one, node other) {
  if (one == none()) {
    return other;
  }
  return other == none() ? one : add({kind::either, {}, one, other});
}

forest::node forest::span(const span_info& /*info*/, node inside) { return inside; }

std::optional<choice_sequence> forest::first(node root) const {
  if (root == none()) {
    return std::nullopt;
  }
  choice_sequence made;
  made.size = size_;
  std::vector<node> rest{root}; // an explicit stack: values are deeper than ours may be
  while (!rest.empty()) {
    const node next = rest.back();
    rest.pop_back();
    if (next == empty()) {
      continue;
    }
    const entry& e = entries_[next - 2];
    switch (e.what) {
    case kind::leaf:
      made.choices.push_back(e.leaf);
      break;
    case kind::join:
      rest.push_back(e.second);
      rest.push_back(e.first);
      break;
    case kind::either: // by construction neither way is `none`
      rest.push_back(e.first);
      break;
    }
  }
  return made;
}

} // namespace tali
