// SPDX-License-Identifier: BSL-1.0
// A variant from one generator for each alternative. Does not need <variant>; gen::variant is in variant.hpp.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/kind.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tali::detail {

/// Odds of N alternatives: each equally likely at any size, without labels.
template <std::size_t N>
struct equal_odds {
  static constexpr bool depend_on_size = false;
  static constexpr std::array<std::string_view, N> value{};
  static constexpr std::array<std::uint32_t, N> weights = [] {
    std::array<std::uint32_t, N> all{};
    all.fill(1);
    return all;
  }();
  [[nodiscard]] static constexpr branch_request at(int /*size*/) { return {span_of(weights), span_of(value)}; }
};

/// Odds are equal_odds, or weights that depend on the size.
template <class V, class Odds, class... G>
struct variant_gen : pack<G...> {
  using base = pack<G...>;
  using base::base;
  using value_type = V;
  static constexpr span_info span{span_kind::branch, {}, &family_of<variant_gen>};

  template <class S>
  TALI_INLINE V operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return take<0>(source, choose(source, std::index_sequence_for<G...>{}));
  }
  template <class F>
  auto reflect(F& forest, const V& v) const -> typename F::node {
    auto ways = forest.none();
    const branch_request request = Odds::at(forest.size());
    with_alternative(v, [&]<std::size_t I>(const auto& held) {
      if (request.weights[I] != 0) {
        ways = forest.branch(I, request, reflect_part(get<I>(*this), forest, held));
      }
    });
    return forest.span(span, ways);
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE static std::uint32_t choose(S& source, std::index_sequence<I...> /*all*/) {
    if constexpr (Odds::depend_on_size) {
      return source.branch(Odds::at(source.size()));
    } else {
      return source.template branch<Odds>(Odds::weights[I]...);
    }
  }
  template <std::size_t I, class S>
  TALI_INLINE V take(S& source, std::uint32_t chosen) const {
    if constexpr (I + 1 < sizeof...(G)) {
      if (chosen != I) {
        return take<I + 1>(source, chosen);
      }
    }
    return V(std::in_place_index<I>, get<I>(*this)(source));
  }
};

} // namespace tali::detail
