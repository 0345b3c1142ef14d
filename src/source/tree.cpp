// SPDX-License-Identifier: BSL-1.0
#include <tali/source/nearest.hpp>
#include <tali/source/tree.hpp>

namespace tali::choices {

choice_tree tree_of(const trace& run) {
  choice_tree tree;
  tree.reserve(run.choices.size() + 2 * run.spans.size());
  std::vector<std::uint32_t> inside; // the open spans
  std::uint32_t position = 0;        // the next choice
  std::uint32_t next = 0;            // the next span to open
  while (true) {
    const std::uint32_t parent = inside.empty() ? choice_span::no_parent : inside.back();
    if (next < run.spans.size() && run.spans[next].parent == parent && run.spans[next].begin == position) {
      tree.push_back({tree_token::kind::open, {}, run.spans[next].info});
      inside.push_back(next++);
    } else if (!inside.empty() && run.spans[inside.back()].end == position) {
      tree.push_back({tree_token::kind::close, {}, nullptr});
      inside.pop_back();
    } else if (position < run.choices.size()) {
      tree.push_back({tree_token::kind::choice, run.choices[position++], nullptr});
    } else {
      return tree;
    }
  }
}

std::vector<std::uint32_t> matching_closes(std::span<const tree_token> tree) {
  std::vector<std::uint32_t> closes(tree.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    closes[i] = i;
    if (tree[i].what == tree_token::kind::open) {
      open.push_back(i);
    } else if (tree[i].what == tree_token::kind::close && !open.empty()) {
      closes[open.back()] = i;
      open.pop_back();
    }
  }
  return closes;
}

tree_source::tree_source(std::span<const tree_token> given, int size)
    : dynamic_source(size), given_(given), closes_(matching_closes(given)),
      end_(static_cast<std::uint32_t>(given.size())) {}

tree_source::tree_source(std::span<const tree_token> given, int size, rng fill) : tree_source(given, size) {
  fill_ = fill;
}

const tree_token* tree_source::take() {
  if (present() && at_ < end_ && given_[at_].what == tree_token::kind::choice) {
    return &given_[at_++];
  }
  filled_in_ = true;
  return nullptr;
}

void tree_source::opened(const span_info& info) {
  for (std::uint32_t i = at_; i < end_; i = closes_[i] + 1) {
    if (given_[i].what == tree_token::kind::open && given_[i].info == &info) {
      at_ = i + 1;
      end_ = closes_[i];
      inside_.push_back(end_);
      return;
    }
  }
  // A span of the same kind by another generator (alternatives at another depth, a changed branch): reusing its common
  // parts is better than using the simplest choices.
  filled_in_ = true;
  if (at_ < end_ && given_[at_].what == tree_token::kind::open && given_[at_].info->kind == info.kind &&
      (info.kind == span_kind::branch || info.kind == span_kind::value)) {
    end_ = closes_[at_];
    ++at_;
    inside_.push_back(end_);
    return;
  }
  inside_.push_back(absent);
}

void tree_source::closed() {
  if (inside_.empty()) {
    return;
  }
  if (inside_.back() != absent) {
    at_ = inside_.back() + 1;
  }
  inside_.pop_back();
  end_ = static_cast<std::uint32_t>(given_.size());
  for (std::size_t i = inside_.size(); i > 0; --i) {
    if (inside_[i - 1] != absent) {
      end_ = inside_[i - 1];
      break;
    }
  }
}

std::uint64_t tree_source::nearest_value(const choice& given, std::uint64_t zero,
                                         const integer_request& request) noexcept {
  const std::uint64_t index = given.value - zero + request.zero;
  if (index <= request.last) {
    return index;
  }
  // Below the range or above it: where the least value of the range was in the old one tells which.
  const std::uint64_t first = zero - request.zero;
  return first <= given.last && first <= given.value ? request.last : 0;
}

std::uint64_t tree_source::decide_integer(const integer_request& request) {
  zeros_.resize(drawn());
  zeros_.emplace_back(request.zero);
  const tree_token* given = take();
  if (given != nullptr && given->zero && given->chosen.kind == choice_kind::integer && !fill_) {
    const std::uint64_t by_value = nearest_value(given->chosen, *given->zero, request);
    const std::uint64_t by_distance = nearest(given->chosen, request).answer;
    ranges_moved_ = ranges_moved_ || by_value != by_distance;
    return keep_values_ ? by_value : by_distance;
  }
  if (given == nullptr && fill_) {
    random_context context(size());
    random_source source(*fill_, context);
    const bool edgy =
        request.how == spread::edgy || (request.how == spread::automatic && request.last >= uniform_up_to);
    const std::uint64_t index =
        edgy ? source.edgy(request.last, request.origin, request.zero) : source.uniform(request.last);
    fill_ = rng((*fill_)());
    return index;
  }
  if (given != nullptr && fill_ && given->zero && given->chosen.kind == choice_kind::integer) {
    if (const std::uint64_t index = given->chosen.value - *given->zero + request.zero; index <= request.last) {
      return index;
    }
  }
  return given != nullptr ? nearest(given->chosen, request).answer : simplest_answer(request);
}

std::uint32_t tree_source::decide_branch(const branch_request& request) {
  const tree_token* given = take();
  if (given == nullptr && fill_ && fill_branches_) {
    random_context context(size());
    random_source source(*fill_, context);
    const std::uint32_t taken = source.branch(request);
    fill_ = rng((*fill_)());
    return taken;
  }
  if (given != nullptr && given->chosen.kind == choice_kind::branch &&
      given->chosen.last + 1 != request.weights.size()) {
    branches_moved_ = true;
    const std::uint64_t back = given->chosen.last - given->chosen.value;
    if (count_back_ && back < request.weights.size() && request.weights[request.weights.size() - 1 - back] != 0) {
      return static_cast<std::uint32_t>(request.weights.size() - 1 - back);
    }
  }
  return given != nullptr ? nearest(given->chosen, request).answer : simplest_answer(request);
}

double tree_source::decide_real(const real_request& request) {
  const tree_token* given = take();
  if (given == nullptr && fill_) {
    random_context context(size());
    random_source source(*fill_, context);
    const double x = source.real(request);
    fill_ = rng((*fill_)());
    return x;
  }
  return given != nullptr ? nearest(given->chosen, request).answer : simplest_answer(request);
}

} // namespace tali::choices
