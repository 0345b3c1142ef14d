// SPDX-License-Identifier: BSL-1.0
// pick: one of several generators, by weight. This choice determines the shape of values.
//
//   gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(5, node))
//
// The label is part of the branch's type: it costs nothing in sampling, and tuning, statistics and coverage use it. The
// first possible branch is the simplest, so put the one that ends a recursion first.
//
// A branch whose generator is known to have no values (gen::nothing, and what is made of it by map and filter) is never
// taken. Two branches with the same label are an error; branches without a label are distinguished by their position.
#pragma once

#include <tali/gen/generator.hpp>

#include <array>

namespace tali {

namespace detail {

template <label Label, class G>
struct branch_of : pack<std::uint32_t, G> {
  using base = pack<std::uint32_t, G>;
  using base::base;
  using value_type = value_of<G>;
  static constexpr std::string_view name = Label.view();
  static constexpr bool is_void = known_void<G>;

  [[nodiscard]] TALI_INLINE constexpr std::uint32_t weight() const {
    if constexpr (is_void) {
      return 0;
    } else {
      return get<0>(static_cast<const base&>(*this));
    }
  }
};

/// Whether two branches that can be taken have the same label.
template <class... Branches>
consteval bool repeats_label() {
  const std::array<std::string_view, sizeof...(Branches)> names{known_void<Branches> ? std::string_view{}
                                                                                     : Branches::name...};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!names[i].empty() && names[i] == names[j]) {
        return true;
      }
    }
  }
  return false;
}

template <class T, class... Branches>
struct pick_gen : pack<Branches...> {
  using base = pack<Branches...>;
  using base::base;
  using value_type = T;
  static_assert(!(known_void<Branches> && ...), "tali: no branch of gen::pick has a value");
  static_assert(!repeats_label<Branches...>(), "tali: two branches of gen::pick have the same label");
  static constexpr span_info span{span_kind::branch, {}, &family_of<pick_gen>};

  struct labels {
    static constexpr std::array<std::string_view, sizeof...(Branches)> value{Branches::name...};
  };

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return take<0>(source, choose(source, std::index_sequence_for<Branches...>{}));
  }

  template <class F>
  auto reflect(F& forest, const T& v) const {
    return unite(forest, v, std::index_sequence_for<Branches...>{});
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE std::uint32_t choose(S& source, std::index_sequence<I...> /*all*/) const {
    return source.template branch<labels>(get<I>(*this).weight()...);
  }

  template <std::size_t I, class S>
  TALI_INLINE T take(S& source, std::uint32_t chosen) const {
    if constexpr (I + 1 == sizeof...(Branches)) {
      return get<1>(get<I>(*this))(source);
    } else {
      if (chosen == I) {
        return get<1>(get<I>(*this))(source);
      }
      return take<I + 1>(source, chosen);
    }
  }

  template <class F, std::size_t... I>
  auto unite(F& forest, const T& v, std::index_sequence<I...> /*all*/) const {
    const std::array<std::uint32_t, sizeof...(Branches)> weights{get<I>(*this).weight()...};
    auto ways = forest.none();
    ((ways = weights[I] == 0
                 ? ways
                 : forest.either(ways, forest.branch(I, branch_request{span_of(weights), span_of(labels::value)},
                                                     reflect_part(get<1>(get<I>(*this)), forest, v)))),
     ...);
    return forest.span(span, ways);
  }
};

} // namespace detail

namespace gen {

/// A branch of a pick, with its weight and its name.
template <choices::label Label, class G>
[[nodiscard]] TALI_INLINE constexpr detail::branch_of<Label, G> branch(std::uint32_t weight, const G& g) {
  return detail::branch_of<Label, G>(weight, g);
}
template <class G>
[[nodiscard]] TALI_INLINE constexpr detail::branch_of<"", G> branch(std::uint32_t weight, const G& g) {
  return detail::branch_of<"", G>(weight, g);
}

/// One of the branches, by weight. T is given, or common to all branches.
template <class T, class... Branches>
[[nodiscard]] TALI_INLINE constexpr detail::pick_gen<T, Branches...> pick(const Branches&... branches) {
  static_assert(sizeof...(Branches) > 0, "tali: gen::pick needs at least one branch");
  return detail::pick_gen<T, Branches...>(branches...);
}
template <class... Branches>
[[nodiscard]] TALI_INLINE constexpr auto pick(const Branches&... branches) {
  static_assert(sizeof...(Branches) > 0, "tali: gen::pick needs at least one branch");
  return detail::pick_gen<std::common_type_t<value_of<Branches>...>, Branches...>(branches...);
}

/// One of the generators, each equally likely.
template <class... G>
[[nodiscard]] TALI_INLINE constexpr auto one_of(const G&... generators) {
  static_assert(sizeof...(G) > 0, "tali: gen::one_of needs at least one generator");
  return detail::pick_gen<std::common_type_t<value_of<G>...>, detail::branch_of<"", G>...>(
      detail::branch_of<"", G>(1U, generators)...);
}

/// An alias of `pick`, as in other libraries.
template <class... Branches>
[[nodiscard]] TALI_INLINE constexpr auto frequency(const Branches&... branches) {
  return pick(branches...);
}

} // namespace gen

} // namespace tali
