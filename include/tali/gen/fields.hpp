// SPDX-License-Identifier: BSL-1.0
// Values made of their fields: aggregates, and classes with listed fields (tali::fields_of).
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/fields.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tali::detail {

/// The elements of a C array, each from G. An array cannot be returned, so this is not a generator: it fills one in
/// place.
template <class Array, class G>
struct c_array_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = Array;

  template <class S, class Part>
  void fill(S& source, Part& target) const {
    if constexpr (std::is_array_v<Part>) {
      for (auto& each : target) {
        fill(source, each);
      }
    } else {
      target = get<0>(*this)(source);
    }
  }
  template <class F, class Part>
  auto reflect(F& forest, const Part& target) const -> typename F::node {
    if constexpr (std::is_array_v<Part>) {
      const bool missing = is_missing(forest, target);
      auto made = forest.empty();
      for (const auto& each : target) {
        made = forest.join(made, missing ? fill_in(forest, each) : reflect(forest, each));
      }
      return made;
    } else {
      return reflect_part(get<0>(*this), forest, target);
    }
  }

private:
  template <class F, class Part>
  [[nodiscard]] static bool is_missing(F& forest, const Part& target) {
    if constexpr (F::completes) {
      return forest.is_hole(&target);
    } else {
      return false;
    }
  }
  /// The elements of an array that is a hole.
  template <class F, class Part>
  auto fill_in(F& forest, [[maybe_unused]] const Part& target) const -> typename F::node {
    if constexpr (!F::completes) {
      return forest.none();
    } else if constexpr (std::is_array_v<Part>) {
      auto made = forest.empty();
      for (const auto& each : target) {
        made = forest.join(made, fill_in(forest, each));
      }
      return made;
    } else {
      return forest.fill(get<0>(*this)).made;
    }
  }
};

/// T from one generator for each field, in their order; a c_array_gen for a field that is a C array.
template <span_kind Kind, class T, class... G>
struct fields_gen : pack<G...> {
  using base = pack<G...>;
  using base::base;
  using value_type = T;
  static constexpr span_info span{Kind, {}, &family_of<T>};

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return draw(source, std::index_sequence_for<G...>{});
  }
  template <class F>
  auto reflect(F& forest, const T& v) const -> typename F::node {
    return forest.span(span, join(forest, v, std::index_sequence_for<G...>{}));
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE T draw(S& source, std::index_sequence<I...> /*all*/) const {
    if constexpr (std::is_aggregate_v<T> && !has_listed_fields<T> && (!std::is_array_v<value_of<G>> && ...)) {
      return T{get<I>(*this)(source)...};
    } else {
      static_assert(std::is_default_constructible_v<T>,
                    "tali: arbitrary<T>() of a class with listed fields or C arrays needs a default constructor");
      T value{};
      const auto fields = tie_fields(value);
      (assign(source, get<I>(*this), tali::values::get<I>(fields)), ...);
      return value;
    }
  }
  template <class S, class Part, class Field>
  TALI_INLINE static void assign(S& source, const Part& g, Field& field) {
    if constexpr (std::is_array_v<Field>) {
      g.fill(source, field);
    } else {
      field = g(source);
    }
  }

  template <class F, std::size_t... I>
  auto join(F& forest, const T& v, std::index_sequence<I...> /*all*/) const -> typename F::node {
    const auto fields = tie_fields(v);
    auto made = forest.empty();
    ((made = forest.join(made, reflect_field(forest, get<I>(*this), tali::values::get<I>(fields)))), ...);
    return made;
  }
  template <class F, class Part, class Field>
  static auto reflect_field(F& forest, const Part& g, const Field& field) -> typename F::node {
    if constexpr (std::is_array_v<Field>) {
      return g.reflect(forest, field);
    } else {
      return reflect_part(g, forest, field);
    }
  }
};

} // namespace tali::detail
