// SPDX-License-Identifier: BSL-1.0
// Variants: one generator for each alternative, each equally likely.
#pragma once

#include <tali/gen/generator.hpp>

#include <array>
#include <variant>

namespace tali {

namespace detail {

template <class V, class... G>
struct variant_gen : pack<G...> {
  using base = pack<G...>;
  using base::base;
  using value_type = V;
  static constexpr span_info span{span_kind::branch, {}, &family_of<variant_gen>};
  struct labels {
    static constexpr std::array<std::string_view, sizeof...(G)> value{};
  };

  template <class S>
  TALI_INLINE V operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return take<0>(source, choose(source, std::index_sequence_for<G...>{}));
  }
  template <class F>
  auto reflect(F& forest, const V& v) const {
    return forest.span(span, unite(forest, v, std::index_sequence_for<G...>{}));
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE static std::uint32_t choose(S& source, std::index_sequence<I...> /*all*/) {
    return source.template branch<labels>(static_cast<std::uint32_t>(I * 0 + 1)...);
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
  template <class F, std::size_t... I>
  auto unite(F& forest, const V& v, std::index_sequence<I...> /*all*/) const {
    static constexpr std::array<std::uint32_t, sizeof...(G)> weights{static_cast<std::uint32_t>(I * 0 + 1)...};
    auto ways = forest.none();
    ((ways = v.index() == I ? forest.branch(I, branch_request{weights, labels::value},
                                            reflect_part(get<I>(*this), forest, std::get<I>(v)))
                            : ways),
     ...);
    return ways;
  }
};

} // namespace detail

namespace gen {

/// A variant over what the generators make, alternative by alternative.
template <class... G>
[[nodiscard]] TALI_INLINE constexpr auto variant(const G&... generators) {
  return detail::variant_gen<std::variant<value_of<G>...>, G...>(generators...);
}

} // namespace gen

} // namespace tali
