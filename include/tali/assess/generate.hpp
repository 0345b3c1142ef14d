// SPDX-License-Identifier: BSL-1.0
// The pairs of a problem as a generator: the third interpretation of a space, after points and unknowns.
//
//   tali::check("mine agrees", assess::pairs(p), [](const auto& pair) { ... });
//   gen::valid(assess::points(p.space()), [&](const point& at) { return p.pattern_of(at) == wanted; })
//
// Every pair within the bounds can be generated. Unused coordinates of a point (the cells beyond the length of a
// sequence) are not drawn, so that equal pairs have the same choices.
#pragma once

#include <tali/assess/problem.hpp>
#include <tali/gen/compose.hpp>
#include <tali/gen/integer.hpp>

#include <algorithm>

namespace tali::assess {

namespace detail {

template <class Draw>
void draw_part(Draw& draw, const part& p, point& at) {
  switch (p.is) {
  case part::kind::group:
    for (const part& q : p.parts) {
      draw_part(draw, q, at);
    }
    return;
  case part::kind::integer:
  case part::kind::boolean:
    at[p.coordinate] = draw(gen::integer(p.first, p.last).uniform());
    return;
  case part::kind::sequence: {
    if (p.own_length) {
      at[p.length] = draw(gen::integer(p.least, p.most).uniform());
    }
    const auto live = std::min(p.parts.size(), static_cast<std::size_t>(std::max(at[p.length], 0)));
    for (std::size_t i = 0; i < live; ++i) {
      draw_part(draw, p.parts[i], at);
    }
    return;
  }
  case part::kind::relation: {
    const auto pairs = static_cast<int>(pairs_in(p));
    const int wanted = draw(gen::integer(p.least, std::min(p.most, pairs)).uniform());
    for (int n = 0; n < wanted; ++n) {
      int k = draw(gen::integer(0, pairs - n - 1).uniform()); // of those that are not in it
      std::size_t bit = p.coordinate;
      for (; at[bit] != 0 || k-- > 0; ++bit) {
      }
      at[bit] = 1;
    }
    at[p.length] = draw(gen::integer(0, ways_to_list).uniform());
    return;
  }
  case part::kind::order:
    for (int i = 0; i < p.last; ++i) {
      const std::size_t here = p.coordinate + static_cast<std::size_t>(i);
      at[here] = i;
      if (i < at[p.length]) { // the others are not present
        std::swap(at[here], at[here - static_cast<std::size_t>(draw(gen::integer(0, i).uniform()))]);
      }
    }
    return;
  }
}

} // namespace detail

/// All points of a space, which has to outlive the generator.
[[nodiscard]] inline auto points(const layout& space) {
  return gen::compose<point>([&space, hidden = hidden_coordinates(space)](auto& draw) {
    point at;
    at.reserve(space.coordinates.size());
    for (const layout::bounds& b : space.coordinates) {
      at.push_back(b.first);
    }
    for (const std::size_t i : hidden) {
      at[i] = draw(gen::integer(space.coordinates[i].first, space.coordinates[i].last).uniform());
    }
    detail::draw_part(draw, space.input, at);
    detail::draw_part(draw, space.output, at);
    return at;
  });
}

/// All pairs of a problem, which has to outlive the generator. Preconditions are not checked: p.pattern_of does.
template <class Space>
[[nodiscard]] auto pairs(const problem_of<Space>& p) {
  return gen::compose<std::pair<typename problem_of<Space>::input_type, typename problem_of<Space>::output_type>>(
      [&p, all = points(p.space())](auto& draw) { return p.pair_at(draw(all)); });
}

} // namespace tali::assess
