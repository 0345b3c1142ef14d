// SPDX-License-Identifier: BSL-1.0
// Uniform shapes where every hole can be filled by one kind of node with d holes.
//
// Shapes are drawn in preorder: with m nodes still to place and h holes open, of the h/(dm+h) * binomial(dm+h, m)
// forests that can follow, m(h+d-1) in h(dm+h-1) fill the first hole. This needs small integers, one decision per hole
// and linear time, and is exactly uniform. The same walk is used if invariants close holes. If it then runs out of
// holes, skipped holes are visited again, so that the size is reached if possible.
#pragma once

#include <tali/gen/hole_growth.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace tali::detail {

/// The number of holes in each node if it is the same for all nodes; otherwise -1.
template <class H>
consteval int uniform_arity() {
  using kind = hole_type<H, random_source>;
  if constexpr (kind::description::constructors == 1) {
    return []<class... Holes>(const std::tuple<Holes...>*) {
      return (std::same_as<typename Holes::body_type, typename H::body_type> && ...)
                 ? static_cast<int>(sizeof...(Holes))
                 : -1;
    }(static_cast<decltype(kind::template plan_type<0>::holes)*>(nullptr));
  } else {
    return -1;
  }
}

/// Whether values can be produced by plain recursion. Not lists, whose depth would equal their length.
template <class H>
consteval bool grows_directly() {
  return uniform_arity<H>() == 0 || uniform_arity<H>() > 1;
}

struct skip_or_fill {
  static constexpr std::array<std::string_view, 2> value{"skip", "fill"};
};

/// The walk that produces uniform shapes, deciding hole by hole.
struct uniform_walk {
  std::uint64_t least;   // the minimum number of nodes
  std::uint64_t to_come; // nodes
  std::uint64_t open = 1;
  bool ended = false; // edited choices have deliberately skipped the last hole

  /// Whether the next hole is filled. The choice is requested even if only one answer is possible, so that the choices
  /// of a hole keep their meaning when earlier choices change.
  template <class S>
  TALI_INLINE bool fills(S& source, std::uint64_t arity) {
    const std::uint64_t m = to_come;
    const std::uint64_t h = open;
    std::uint64_t skip = (h - 1) * (arity * m - m + h);
    std::uint64_t fill = m * (h + arity - 1);
    if (skip + fill - 1 >= 0xffffffffU) [[unlikely]] {
      scale(skip, fill);
    } else if (skip == 0 && source.lenient() && least == 0) [[unlikely]] {
      skip = 1;
      ended = true; // unless it is filled
    }
    if (source.template branch<skip_or_fill>(static_cast<std::uint32_t>(skip), static_cast<std::uint32_t>(fill)) == 0) {
      --open;
      return false;
    }
    ended = false;
    --to_come;
    least -= least > 0 ? 1 : 0;
    return true;
  }

private:
  // Scales weights that exceed 32 bits; the error of each is at most 2^-31 of the sum. Both are 0 if one hole is left
  // and either no node is left or nodes have no holes.
  void scale(std::uint64_t& skip, std::uint64_t& fill) const {
    if (skip + fill == 0) {
      (to_come == 0 ? skip : fill) = 1;
      return;
    }
    while (skip + fill > 0xffffffffU) {
      skip = skip / 2 + (skip == 1 ? 1 : 0);
      fill = fill / 2 + (fill == 1 ? 1 : 0);
    }
  }
};

/// A value produced by plain recursion, without returning to skipped holes.
template <class H, class S>
typename H::value_type grow_directly(S& source, uniform_walk& walk, const H& call) {
  source.check_depth();
  [[maybe_unused]] const auto scope = source.template span<hole_span<typename H::body_type>>();
  const auto here = call.describe();
  constexpr bool guarded = decltype(here)::guarded;
  constexpr std::size_t arity = decltype(here.template plan<0>(source))::arity;
  if ((guarded && !here.open()) || !walk.fills(source, arity)) {
    return typename H::value_type(here.leaf()(source));
  }
  auto plan = here.template plan<0>(source);
  return [&]<std::size_t... I>(std::index_sequence<I...>) TALI_INLINE_LAMBDA {
    if constexpr (guarded) {
      walk.open += (std::size_t{std::get<I>(plan.holes).describe().open()} + ... + 0) - 1;
    } else {
      walk.open += arity - 1;
    }
    // Braces: the holes are grown in their order.
    std::tuple<typename std::tuple_element_t<I, decltype(plan.holes)>::value_type...> values{
        grow_directly(source, walk, std::get<I>(plan.holes))...};
    return typename H::value_type(std::move(plan.combine)(std::get<I>(std::move(values))...));
  }(std::make_index_sequence<arity>{});
}

/// Fills up to n holes by the uniform walk for nodes with `arity` holes. Holes are visited in preorder; skipped holes
/// are visited again if the walk runs out of holes before it runs out of nodes.
template <class S>
std::uint64_t grow_in_preorder(S& source, hole_growth<S>& growth, std::uint64_t n, std::uint64_t least,
                               std::uint64_t arity) {
  constexpr std::uint32_t close = 0xffffffffU;
  std::vector<std::uint32_t> stack{0}; // to be visited, the next one last; `close` ends the span of a node
  std::vector<std::uint32_t> passed;
  open_spans<S> spans(source);
  uniform_walk walk{least, n, growth[0].open ? 1U : 0U};
  for (;;) {
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      stack.pop_back();
      if (at == close) {
        spans.close();
        continue;
      }
      spans.open(*growth[at].how->span);
      if (!growth[at].open || !walk.fills(source, arity)) {
        if (growth[at].open) {
          passed.push_back(at);
        }
        growth.finish(at, source);
        spans.close();
        continue;
      }
      --walk.open;
      growth.fill(at, source, 0);
      stack.push_back(close);
      for (std::uint32_t i = growth[at].holes; i-- > 0;) {
        stack.push_back(growth[at].first + i);
        walk.open += growth[growth[at].first + i].open ? 1U : 0U;
      }
    }
    if (walk.to_come == 0 || passed.empty() || walk.ended) {
      return n - walk.to_come;
    }
    while (!passed.empty()) {
      stack.push_back(passed.back());
      passed.pop_back();
    }
    walk.open = stack.size();
  }
}

} // namespace tali::detail
