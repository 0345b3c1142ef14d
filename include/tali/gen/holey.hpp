// SPDX-License-Identifier: BSL-1.0
// Holey generators: recursive values of a given size, with global control of their shape.
//
//   constexpr auto bst = gen::holey<tree>([](auto self, int lo, int hi) {
//     return gen::hole(lo <= hi, leaf, [=](auto& draw) {
//       const int key = draw(gen::integer(lo, hi));
//       return gen::fill([=](tree l, tree r) { return node(l, key, r); }, self(lo, key - 1), self(key + 1, hi));
//     });
//   });
//   sample(bst(0, 99).exactly(30));                  // 30 nodes; the shape is uniform
//   sample(bst(0, 99).exactly(30).by(gen::deep()));  // the same trees, but mostly tall
//
// A hole is a leaf that may be filled. The value starts as one hole; the body describes the node that would fill it:
// its data, drawn by ordinary generators, and the holes below, with their parameters. The next hole to fill is selected
// among all holes of the whole value, so that sizes are exact and a weighting determines shapes, while the parameters
// that the body passes down keep invariants (after Cutler, Goldstein, Claessen, Hughes and Pierce, "Holey Generators").
//
// Uniform shapes, the default, are drawn hole by hole in preorder: by a closed formula if all nodes have the same arity
// (grow_uniformly.hpp), otherwise by counting (grow_by_counts.hpp). By any other weighting, each node goes to a hole
// drawn among all open ones by its weight (grow_by_place.hpp).
//
// Choices. Uniform shapes have the choices of plain recursion: the size, then for every hole, in preorder, whether it
// is filled, the data of its node, and its holes. Other weightings have the size, then for every node its place and its
// data, flat, as a sequence of elements. Both shrink, mutate and enumerate like any generator. Edited choices may end a
// value before its drawn size is reached, if it has its minimum size: removing a part then does not make another one
// grow.
#pragma once

#include <tali/gen/grow_by_counts.hpp>
#include <tali/gen/grow_by_place.hpp>
#include <tali/gen/grow_uniformly.hpp>
#include <tali/gen/hole.hpp>
#include <tali/gen/hole_growth.hpp>
#include <tali/gen/hole_weighting.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/sequence.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace tali {

namespace detail {

[[noreturn, gnu::cold]] void throw_no_hole(std::uint64_t wanted, std::uint64_t filled);

// Limits of a growth. They affect time and memory, never the values.
/// Nodes up to which a guarded value is first made by plain recursion: invariants could make a larger one deeper than
/// the stack.
inline constexpr std::uint32_t most_recursive_nodes = 10'000;
/// Nodes for which memory is reserved in advance.
inline constexpr std::size_t most_reserved_nodes = 4096;

/// A holey generator with its parameters, its size and its weighting.
template <class T, class Body, class Size, class Weighting, class... A>
class holey_gen : pack<Body, Size, Weighting, A...> {
  using parts = pack<Body, Size, Weighting, A...>;
  using call_type = hole_call<T, Body, A...>;

public:
  using value_type = T;
  static constexpr span_info span{span_kind::value, {}, &family_of<holey_gen>};
  static constexpr span_info flat_span{
      std::same_as<Size, length_exactly> ? span_kind::value : span_kind::sequence, {}, &family_of<holey_gen>};
  using parts::parts;

  /// With exactly n nodes. If invariants leave no room for n nodes, the case is discarded.
  [[nodiscard]] constexpr auto exactly(std::uint32_t n) const { return with(length_exactly{n}, weighting()); }
  /// With lo to hi nodes, each number equally likely; fewer than drawn, but at least lo, if there is no room for more.
  [[nodiscard]] constexpr auto between(std::uint32_t lo, std::uint32_t hi) const {
    return with(length_between{lo, hi}, weighting());
  }
  /// With at most n nodes.
  [[nodiscard]] constexpr auto at_most(std::uint32_t n) const { return between(0, n); }
  /// With shapes by this weighting: `uniform_shapes`, a function of a `hole_place` that returns a weight, or a
  /// `mixture`.
  template <class W>
  [[nodiscard]] constexpr auto by(const W& weighting) const {
    return with(get<1>(all()), weighting);
  }

  template <class S>
  T operator()(S& source) const {
    return grow(source, weighting());
  }

private:
  [[nodiscard]] constexpr const parts& all() const { return *this; }
  [[nodiscard]] constexpr decltype(auto) weighting() const { return get<2>(all()); }

  template <class NewSize, class W>
  [[nodiscard]] constexpr auto with(const NewSize& size, const W& weighting) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return holey_gen<T, Body, NewSize, W, A...>(get<0>(all()), size, weighting, get<I + 3>(all())...);
    }(std::index_sequence_for<A...>{});
  }

  template <class S, class... W>
  T grow(S& source, const mixture_of<W...>& mixture) const {
    std::array<std::uint32_t, sizeof...(W)> equal{};
    equal.fill(1);
    const std::uint32_t chosen = source.branch(branch_request{span_of(equal), {}});
    return take<0>(source, mixture, chosen);
  }
  template <std::size_t I, class S, class... W>
  T take(S& source, const mixture_of<W...>& mixture, std::uint32_t chosen) const {
    if constexpr (I + 1 < sizeof...(W)) {
      if (chosen != I) {
        return take<I + 1>(source, mixture, chosen);
      }
    }
    return grow(source, get<I>(mixture));
  }

  template <class S, class W>
  T grow(S& source, const W& how) const {
    [[maybe_unused]] const auto scope = source.template span<std::same_as<W, gen::uniform_shapes> ? span : flat_span>();
    decltype(auto) size = get<1>(all());
    const std::uint32_t n = draw_length(source, size, "gen::holey");
    const std::uint32_t least = size.bounds(source).first;
    decltype(auto) body = get<0>(all());
    const call_type root = [&]<std::size_t... I>(std::index_sequence<I...>) {
      return call_type(body_ref<Body>(body), get<I + 3>(all())...);
    }(std::index_sequence_for<A...>{});
    if constexpr (std::same_as<W, gen::uniform_shapes> && grows_directly<call_type>()) {
      constexpr bool guarded = decltype(root.describe())::guarded;
      if constexpr (!guarded) {
        uniform_walk walk{least, n};
        return grow_directly(source, walk, root);
      } else if constexpr (std::same_as<S, random_source>) {
        // Usually no skipped hole is needed again. If one is, the value is generated again with the slower method. Not
        // for large values, which invariants could make deeper than the stack.
        if (n <= most_recursive_nodes) {
          const auto start = source.here();
          uniform_walk walk{least, n, root.describe().open() ? 1U : 0U};
          T value = grow_directly(source, walk, root);
          if (walk.to_come == 0) {
            return value;
          }
          source.back_to(start);
        }
      }
    }
    if constexpr (!std::same_as<W, gen::uniform_shapes> || !grows_directly<call_type>() ||
                  decltype(root.describe())::guarded) {
      hole_growth<S> growth;
      growth.reserve((n < most_reserved_nodes ? n : most_reserved_nodes) * 2 + 1);
      growth.add(root);
      std::uint64_t filled = 0;
      if constexpr (!std::same_as<W, gen::uniform_shapes>) {
        filled = grow_by_place(source, growth, n, how);
      } else {
        if constexpr (uniform_arity<call_type>() >= 0) {
          filled = grow_in_preorder(source, growth, n, least, std::uint64_t{uniform_arity<call_type>()});
        } else {
          filled = counted_growth<S>(source, growth, shapes_of<call_type>(), n, least).run();
        }
      }
      if (filled < least) {
        throw_no_hole(n, filled);
      }
      growth.finish(source);
      return growth.template take<T>(0);
    }
  }
};

template <class T, class Body>
class holey_of : pack<Body> {
  using parts = pack<Body>;

public:
  using parts::parts;

  /// The generator for these parameters. By default the size is from 0 to the size parameter, and the shape is uniform.
  template <class... A>
  [[nodiscard]] constexpr auto operator()(const A&... arguments) const {
    return holey_gen<T, Body, length_by_size, gen::uniform_shapes, A...>(
        get<0>(static_cast<const parts&>(*this)), length_by_size{}, gen::uniform_shapes{}, arguments...);
  }
};

} // namespace detail

namespace gen {

/// A family of holey generators of T. The body gets `self` and its parameters and returns a `hole`.
template <class T, class Body>
[[nodiscard]] constexpr detail::holey_of<T, Body> holey(const Body& body) {
  return detail::holey_of<T, Body>(body);
}

} // namespace gen

} // namespace tali
