// SPDX-License-Identifier: BSL-1.0
// Containers without duplicates: sets and maps, ordered or not, and sequences of distinct elements.
//
// The drawn length is the number of elements drawn. A duplicate makes the container smaller, so that the same choices
// give the same value for every source, and an element can be removed or lowered without affecting the others. Only a
// container that would be smaller than its lower bound draws more elements. With impossible bounds (ten distinct
// Booleans) this would never end, so too many consecutive duplicates are an error.
#pragma once

#include <tali/gen/sequence.hpp>
#include <tali/value/kind.hpp>

namespace tali {

namespace detail {

/// Consecutive duplicates before giving up. The last of 256 elements is missed with probability (255/256)^10000 <
/// 1e-16.
inline constexpr int most_duplicates = 10000;

[[noreturn, gnu::cold]] void throw_not_distinct(std::size_t wanted, std::size_t found);

/// One element of a set or a map. A map stores pairs with constant keys: a generator of pairs reflects their two halves
/// in place if it can, otherwise a copy.
template <class G, class F, class Element>
[[nodiscard]] auto reflect_entry(const G& g, F& forest, const Element& element) -> typename F::node {
  if constexpr (std::same_as<Element, value_of<G>>) {
    return reflect_part(g, forest, element);
  } else {
    if constexpr (F::completes) {
      if (forest.is_hole(&element)) {
        return forest.fill(g).made;
      }
    }
    if constexpr (requires { g.reflect_halves(forest, element.first, element.second); }) {
      return g.reflect_halves(forest, element.first, element.second);
    } else {
      return reflect_part(g, forest, forest.keep(value_of<G>(element.first, element.second)));
    }
  }
}

template <class C, class G, class Length>
struct distinct_gen : pack<G, Length> {
  using base = pack<G, Length>;
  using base::base;
  using value_type = C;
  static constexpr span_info span{
      std::same_as<Length, length_exactly> ? span_kind::value : span_kind::sequence, {}, &family_of<distinct_gen>};

  template <class S>
  C operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    const std::size_t least = get<1>(*this).bounds(source).first;
    const std::uint32_t wanted = draw_length(source, get<1>(*this), "gen::set");
    const size_scope<S> smaller(source, element_size<Length>(source.size(), wanted));
    C values = new_container<C>(source);
    int duplicates = 0; // consecutive ones, counted only if the lower bound is not reached
    for (std::uint32_t drawn = 1; drawn <= wanted || values.size() < least; ++drawn) {
      [[maybe_unused]] const auto element = source.template span<element_span>();
      if (values.insert(get<0>(*this)(source)).second) {
        duplicates = 0;
      } else if (drawn >= wanted && values.size() < least) {
        if (!source.chance()) {
          throw_discard("gen::set: the choices do not give enough distinct elements");
        }
        if (++duplicates == most_duplicates) {
          throw_not_distinct(least, values.size());
        }
      }
    }
    return values;
  }

  template <class F>
  auto reflect(F& forest, const C& v) const {
    auto made = reflect_length(forest, get<1>(*this), v.size());
    const size_scope<F> smaller(forest, element_size<Length>(forest.size(), v.size()));
    [[maybe_unused]] std::conditional_t<F::completes, C, no_scope> completed{};
    for (const auto& element : v) {
      const auto entry = reflect_entry(get<0>(*this), forest, element);
      if constexpr (F::completes) { // a filled element that equals another one would replace it
        auto value = forest.value_made(get<0>(*this), entry);
        if (!value || !completed.insert(*std::move(value)).second) {
          return forest.none();
        }
      }
      made = forest.join(made, forest.span(element_span, entry));
    }
    made = forest.span(span, made);
    return v.empty() ? made : forest.partly("gen::set: ways that draw elements in another order or twice", made);
  }
};

/// multiset and multimap: a sequence of elements that are inserted, duplicates included.
template <class C, class G, class Length>
struct multi_gen : sequence_gen<std::vector<value_of<G>>, G, Length> {
  using base = sequence_gen<std::vector<value_of<G>>, G, Length>;
  using base::base;
  using value_type = C;

  template <class S>
  C operator()(S& source) const {
    C values;
    for (auto& v : base::operator()(source)) {
      values.insert(std::move(v));
    }
    return values;
  }
  template <class F>
  auto reflect(F& forest, const C& v) const {
    auto made = reflect_length(forest, get<1>(*this), v.size());
    const size_scope<F> smaller(forest, element_size<Length>(forest.size(), v.size()));
    for (const auto& element : v) {
      made = forest.join(made, forest.span(element_span, reflect_entry(get<0>(*this), forest, element)));
    }
    made = forest.span(base::span, made);
    return v.size() < 2 ? made : forest.partly("gen::multiset: ways that draw elements in another order", made);
  }
};

} // namespace detail

namespace gen {

/// Any set-like or map-like container C (for maps, g generates pairs). The size parameter bounds its size, or it is
/// exactly n, or from lo to hi.
template <class C, class G>
[[nodiscard]] constexpr auto distinct(const G& g) {
  return detail::distinct_gen<C, G, detail::length_by_size>(g, detail::length_by_size{});
}
template <class C, class G>
[[nodiscard]] constexpr auto distinct(const G& g, std::uint32_t n) {
  return detail::distinct_gen<C, G, detail::length_exactly>(g, detail::length_exactly{n});
}
template <class C, class G>
[[nodiscard]] constexpr auto distinct(const G& g, std::uint32_t lo, std::uint32_t hi) {
  return detail::distinct_gen<C, G, detail::length_between>(g, detail::length_between{lo, hi});
}

} // namespace gen

} // namespace tali
