// SPDX-License-Identifier: BSL-1.0
// Uniform shapes for several kinds of nodes or of values, by counting (shape_counts.hpp).
#pragma once

#include <tali/gen/grow_uniformly.hpp>
#include <tali/gen/hole_growth.hpp>
#include <tali/gen/shape_counts.hpp>

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace tali::detail {

/// The shapes of values that grow from a hole of this type.
template <class H>
shape_grammar::symbol add_shapes(shape_grammar& grammar) {
  bool is_new = false;
  const shape_grammar::symbol s = grammar.find(&family_of<H>, is_new);
  if (is_new) {
    using kind = hole_type<H, random_source>;
    std::vector<shape_grammar::production> productions(1); // the leaf; then one for each constructor
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (productions.push_back([&]<class... Holes>(const std::tuple<Holes...>*) {
        return shape_grammar::production{1, {add_shapes<Holes>(grammar)...}};
      }(static_cast<decltype(kind::template plan_type<I>::holes)*>(nullptr))),
       ...);
    }(std::make_index_sequence<kind::description::constructors>{});
    grammar.set(s, std::move(productions));
  }
  return s;
}
template <class H>
shape_counts& shapes_of() {
  static shape_counts counts([] {
    shape_grammar grammar;
    add_shapes<H>(grammar);
    return grammar;
  }());
  return counts;
}

/// Growth by counts: every hole gets its share of the nodes. If invariants close holes, their nodes go to holes that
/// would otherwise have stayed leaves.
template <class S>
class counted_growth {
public:
  counted_growth(S& source, hole_growth<S>& growth, shape_counts& counts, std::uint32_t n, std::uint32_t least)
      : source_(source), growth_(growth), counts_(counts), draw_(counts, n), spans_(source), slack_(n - least) {
    growth[0].budget = n;
  }

  /// Fills up to n holes. Returns the number of filled holes.
  std::uint64_t run() {
    to_visit_.push_back(0);
    for (;;) {
      while (!to_visit_.empty()) {
        const std::uint32_t at = to_visit_.back();
        to_visit_.pop_back();
        if (at == end_of_node) {
          spans_.close();
        } else {
          visit(at);
        }
      }
      if (left_over_ == 0 || passed_.empty()) {
        return filled_;
      }
      place_left_over();
    }
  }

private:
  static constexpr std::uint32_t end_of_node = 0xffffffffU; // closes the span of the node whose holes were visited

  void visit(std::uint32_t at) {
    spans_.open(*growth_[at].how->span);
    const shape_grammar::symbol symbol = counts_.grammar().lookup(growth_[at].how->symbol);
    std::uint32_t chosen = 0;
    if (!choose_production(at, symbol, chosen)) {
      growth_.finish(at, source_);
      spans_.close();
      return;
    }
    growth_.fill(at, source_, chosen - 1);
    ++filled_;
    share_budget(at, symbol, chosen);
    to_visit_.push_back(end_of_node);
    for (std::uint32_t i = growth_[at].holes; i-- > 0;) {
      to_visit_.push_back(growth_[at].first + i);
    }
  }

  /// Whether the hole is filled, and by which production.
  bool choose_production(std::uint32_t at, shape_grammar::symbol symbol, std::uint32_t& chosen) {
    const std::uint32_t budget = growth_[at].budget;
    if (!growth_[at].open) {
      left_over_ += budget;
      return false;
    }
    const bool may_skip = budget == 0 || (source_.lenient() && budget <= slack_);
    if (source_.template branch<skip_or_fill>(may_skip ? 1U : 0U, budget == 0 ? 0U : 1U) == 0) {
      slack_ -= budget;
      passed_.push_back(at);
      return false;
    }
    allowed_.assign(std::size_t{growth_[at].how->constructors} + 1, 0);
    growth_[at].how->weights(growth_[at].call, allowed_.data() + 1);
    const bool fills = draw_.production(source_, symbol, budget, allowed_.data(), chosen);
    left_over_ += fills ? 0 : budget;
    return fills;
  }

  /// Divides the rest of a node's budget among its holes.
  void share_budget(std::uint32_t at, shape_grammar::symbol symbol, std::uint32_t chosen) {
    const std::uint32_t first = growth_[at].first;
    const std::uint32_t holes = growth_[at].holes;
    const std::uint32_t rest = growth_[at].budget - 1;
    open_.resize(holes);
    for (std::uint32_t i = 0; i < holes; ++i) {
      open_[i] = growth_[first + i].open ? 1 : 0;
    }
    if (!draw_.split(source_, symbol, chosen, rest, open_, shares_)) {
      left_over_ += rest;
      return;
    }
    for (std::uint32_t i = 0; i < holes; ++i) {
      growth_[first + i].budget = shares_[i];
    }
  }

  /// Gives the unplaced nodes to one of the skipped holes.
  void place_left_over() {
    const auto next = static_cast<std::uint32_t>(source_.uniform(static_cast<std::uint32_t>(passed_.size() - 1)));
    growth_[passed_[next]].budget = left_over_;
    left_over_ = 0;
    to_visit_.push_back(passed_[next]);
    passed_[next] = passed_.back();
    passed_.pop_back();
  }

  S& source_;
  hole_growth<S>& growth_;
  shape_counts& counts_;
  shape_draw draw_;
  open_spans<S> spans_;
  std::vector<std::uint32_t> to_visit_; // the next one last
  std::vector<std::uint32_t> passed_;   // open holes that stayed leaves
  std::vector<std::uint32_t> allowed_;
  std::vector<std::uint32_t> shares_;
  std::vector<char> open_; // not bool: its specialisation takes long to compile
  std::uint32_t slack_;    // the number of nodes that edited choices may still omit
  std::uint32_t filled_ = 0;
  std::uint32_t left_over_ = 0; // nodes not placed yet
};

} // namespace tali::detail
