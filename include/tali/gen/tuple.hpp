// SPDX-License-Identifier: BSL-1.0
// Values with a fixed number of parts: pair, tuple, array, and any type built from its fields.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/fields.hpp>

#include <array>
#include <tuple>

namespace tali {

namespace detail {

/// Draws every part in order (braces guarantee it) and passes them to a constructor.
template <span_kind Kind, class T, class... G>
struct parts_gen : pack<G...> {
  using base = pack<G...>;
  using base::base;
  using value_type = T;
  static constexpr span_info span{Kind, {}, &family_of<parts_gen>};

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return draw(source, std::index_sequence_for<G...>{});
  }

protected:
  template <class S, std::size_t... I>
  TALI_INLINE T draw(S& source, std::index_sequence<I...> /*all*/) const {
    return T{get<I>(*this)(source)...};
  }

  /// Joins the results of the generators for their parts.
  template <class F, class Access, std::size_t... I>
  auto join(F& forest, const Access& access, std::index_sequence<I...> /*all*/) const {
    auto made = forest.empty();
    ((made = forest.join(made, reflect_part(get<I>(*this), forest, access(std::integral_constant<std::size_t, I>{})))),
     ...);
    return forest.span(span, made);
  }
};

template <span_kind Kind, class T, class... G>
struct tuple_gen : parts_gen<Kind, T, G...> {
  using base = parts_gen<Kind, T, G...>;
  using base::base;
  template <class F>
  auto reflect(F& forest, const T& v) const {
    return this->join(
        forest, [&v](auto i) -> const auto& { return std::get<decltype(i)::value>(v); },
        std::index_sequence_for<G...>{});
  }
  /// The same for a pair that is stored as something else: an entry of a map.
  template <class F, class First, class Second>
    requires(sizeof...(G) == 2)
  auto reflect_halves(F& forest, const First& first, const Second& second) const {
    return forest.span(base::span, forest.join(reflect_part(get<0>(*this), forest, first),
                                               reflect_part(get<1>(*this), forest, second)));
  }
};

template <class T, class... G>
struct build_gen : parts_gen<span_kind::value, T, G...> {
  using base = parts_gen<span_kind::value, T, G...>;
  using base::base;
  template <class F>
  auto reflect(F& forest, const T& v) const {
    constexpr bool has_fields = requires { requires field_count<T> == sizeof...(G); };
    if constexpr (F::lenient && !has_fields) {
      return forest.none();
    }
    static_assert(F::lenient || has_fields,
                  "tali: gen::build runs backward only for aggregates with one generator for each field; specialise "
                  "tali::fields_of<T>, or use gen::compose with a focus for each draw");
    if constexpr (has_fields) {
      const auto fields = tie_fields(v);
      return this->join(
          forest, [&fields](auto i) -> const auto& { return tali::values::get<decltype(i)::value>(fields); },
          std::index_sequence_for<G...>{});
    }
  }
};

template <class G, std::size_t N>
struct array_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = std::array<value_of<G>, N>;
  static constexpr span_info span{span_kind::value, {}, &family_of<array_gen>};
  static constexpr span_info part{span_kind::value, {}, nullptr};

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    if constexpr (std::is_trivially_default_constructible_v<value_of<G>>) {
      value_type values;
      for (auto& v : values) {
        [[maybe_unused]] const auto each = source.template span<part>();
        v = get<0>(*this)(source);
      }
      return values;
    } else {
      return draw(source, std::make_index_sequence<N>{});
    }
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    auto made = forest.empty();
    for (const auto& element : v) {
      made = forest.join(made, forest.span(part, reflect_part(get<0>(*this), forest, element)));
    }
    return forest.span(span, made);
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE value_type draw(S& source, std::index_sequence<I...> /*all*/) const {
    return value_type{{(static_cast<void>(I), draw_one(source))...}};
  }
  template <class S>
  TALI_INLINE value_of<G> draw_one(S& source) const {
    [[maybe_unused]] const auto each = source.template span<part>();
    return get<0>(*this)(source);
  }
};

} // namespace detail

namespace gen {

template <class A, class B>
[[nodiscard]] TALI_INLINE constexpr auto pair(const A& first, const B& second) {
  return detail::tuple_gen<choices::span_kind::value, std::pair<value_of<A>, value_of<B>>, A, B>(first, second);
}

template <class... G>
[[nodiscard]] TALI_INLINE constexpr auto tuple(const G&... generators) {
  return detail::tuple_gen<choices::span_kind::value, std::tuple<value_of<G>...>, G...>(generators...);
}

/// T{fields...}, each field from its generator, drawn in the order given.
template <class T, class... G>
[[nodiscard]] TALI_INLINE constexpr detail::build_gen<T, G...> build(const G&... fields) {
  return detail::build_gen<T, G...>(fields...);
}

/// N values of g.
template <std::size_t N, class G>
[[nodiscard]] TALI_INLINE constexpr detail::array_gen<G, N> array(const G& g) {
  return detail::array_gen<G, N>(g);
}

} // namespace gen

} // namespace tali
