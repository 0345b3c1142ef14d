// SPDX-License-Identifier: BSL-1.0
// sized_exactly<T>(n): values of a recursive type with exactly n nodes, every shape equally likely.
//
//   sample(gen::sized_exactly<expression>(20));
//
// The type has the same requirements as for arbitrary<T>(). A node is a value of a recursive type that is separate:
// the value as a whole, or a value behind a pointer or in a container. A recursion of types must go through
// one of them, so there are finitely many shapes of each size. They are counted (shape_counts.hpp) and drawn by their
// counts. Parts outside the recursion are drawn by arbitrary. As there, a pointer is null only if a value could
// not end otherwise.
#pragma once

#include <tali/gen/arbitrary.hpp>
#include <tali/gen/shape_counts.hpp>

#include <memory>
#include <string>

namespace tali {

namespace detail {

[[noreturn, gnu::cold]] void throw_no_shape(std::uint64_t nodes);

/// Whether values of T differ in shape: T is or contains a recursive type.
template <class T>
consteval bool has_shape() {
  if constexpr (recursive_type<T>) {
    return true;
  } else {
    return any_part<T>([]<class P>() { return has_shape<P>(); });
  }
}

/// The type that a T holds, if it is only one.
template <class T>
struct held_type {};
template <class T>
  requires(kind_of<T> == value_kind::smart_pointer)
struct held_type<T> {
  using type = std::remove_cv_t<typename T::element_type>;
};
template <class T>
  requires(kind_of<T> == value_kind::optional || (kind_of<T> == value_kind::sequence && !std::is_array_v<T>))
struct held_type<T> {
  using type = std::remove_cv_t<typename T::value_type>;
};
template <class T>
using held = typename held_type<T>::type;

template <class T>
inline constexpr bool is_pointer_like = kind_of<T> == value_kind::smart_pointer;

/// Whether the content of a T is a node.
template <class T>
inline constexpr bool holds_node = recursive_type<held<T>> && !is_pointer_like<held<T>>;

/// f<P>() for every part of a product that has a shape, in order.
template <class T, class F>
void each_shaped_part(const F& f) {
  const auto one = [&]<class P>() {
    if constexpr (has_shape<P>()) {
      f.template operator()<P>();
    }
  };
  if constexpr (is_fixed_array<T>) {
    static_assert(!std::is_array_v<T>, "tali: gen::sized_exactly<T>(n): use std::array in place of a C array");
    for (std::size_t i = 0; i < std::tuple_size<T>::value; ++i) {
      one.template operator()<held<T>>();
    }
  } else if constexpr (kind_of<T> == value_kind::tuple) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (one.template operator()<std::remove_cv_t<std::tuple_element_t<I, T>>>(), ...);
    }(std::make_index_sequence<std::tuple_size<T>::value>{});
  } else {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      (one.template operator()<std::remove_cv_t<field_type<T, I>>>(), ...);
    }(std::make_index_sequence<field_count<T>>{});
  }
}

template <class T>
shape_grammar::symbol add_shapes_of_type(shape_grammar& grammar) {
  bool is_new = false;
  const shape_grammar::symbol s = grammar.find(&family_of<T>, is_new);
  if (!is_new) {
    return s;
  }
  std::vector<shape_grammar::production> productions;
  constexpr value_kind kind = kind_of<T>;
  if constexpr (kind == value_kind::variant) {
    [&]<class... A>(type_list<A...>) {
      const auto one = [&]<class P>() {
        productions.emplace_back();
        if constexpr (has_shape<P>()) {
          productions.back().parts.push_back(add_shapes_of_type<P>(grammar));
        }
      };
      (one.template operator()<A>(), ...);
    }(typename alternatives_of<T>::types{});
  } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
    productions.emplace_back(); // empty; if that is not allowed, it is excluded when productions are drawn
    productions.push_back(
        {kind == value_kind::smart_pointer && holds_node<T> ? 1U : 0U, {add_shapes_of_type<held<T>>(grammar)}});
    if constexpr (kind == value_kind::smart_pointer) {
      if constexpr (recursive_type<held<T>> && ends_without_null<held<T>>()) {
        productions.erase(productions.begin());
      }
    }
  } else if constexpr (kind == value_kind::sequence && !is_fixed_array<T>) {
    productions.emplace_back();
    productions.push_back({holds_node<T> ? 1U : 0U, {add_shapes_of_type<held<T>>(grammar), s}});
  } else {
    static_assert(kind == value_kind::fields || kind == value_kind::tuple || is_fixed_array<T>,
                  "tali: gen::sized_exactly<T>(n): the recursion of T goes through a set, a map or an opaque type; "
                  "use pointers, vectors, optionals, variants, tuples and aggregates");
    productions.emplace_back();
    each_shaped_part<T>([&]<class P>() { productions.back().parts.push_back(add_shapes_of_type<P>(grammar)); });
  }
  grammar.set(s, std::move(productions));
  return s;
}

template <class T>
shape_counts& type_shapes_of() {
  static shape_counts counts([] {
    shape_grammar grammar;
    add_shapes_of_type<T>(grammar);
    return grammar;
  }());
  return counts;
}

/// Draws a value of a type, and of the types in it, with the given number of nodes.
template <class S>
class shaped_draw {
public:
  shaped_draw(S& source, shape_counts& counts, std::uint32_t n) : source_(source), counts_(counts), draw_(counts, n) {}

  template <class T>
  T make(std::uint32_t n) {
    constexpr value_kind kind = kind_of<T>;
    if constexpr (!has_shape<T>()) {
      return arbitrary<T>()(source_);
    } else {
      source_.check_depth();
      [[maybe_unused]] const auto scope = source_.template span<span_of<T>>();
      const shape_grammar::symbol s = counts_.grammar().lookup(&family_of<T>);
      if constexpr (kind == value_kind::variant) {
        return make_alternative<T>(s, n, typename alternatives_of<T>::types{});
      } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
        const auto& productions = counts_.grammar().productions(s);
        const std::uint32_t chosen = production(s, n);
        if (productions[chosen].parts.empty()) {
          return T{};
        }
        if constexpr (kind == value_kind::optional) {
          return T(make<held<T>>(n));
        } else {
          return T(new typename T::element_type(make<held<T>>(n - productions[chosen].cost)));
        }
      } else if constexpr (kind == value_kind::sequence && !is_fixed_array<T>) {
        T values{};
        while (production(s, n) == 1) {
          const std::vector<std::uint32_t> shares = split(s, 1, n - (holds_node<T> ? 1 : 0));
          values.push_back(make<held<T>>(shares[0]));
          n = shares[1];
        }
        return values;
      } else {
        const std::vector<std::uint32_t> shares = split(s, 0, n);
        return make_product<T>(shares);
      }
    }
  }

private:
  template <class T>
  static constexpr span_info span_of{
      recursive_type<T> ? span_kind::recursion : span_kind::value, {}, &family_of<shaped_draw<T>>};

  std::uint32_t production(shape_grammar::symbol s, std::uint32_t n) {
    std::uint32_t chosen = 0;
    if (!draw_.production(source_, s, n, nullptr, chosen)) {
      throw_no_shape(n);
    }
    return chosen;
  }
  std::vector<std::uint32_t> split(shape_grammar::symbol s, std::size_t chosen, std::uint32_t n) {
    std::vector<std::uint32_t> shares;
    const std::vector<char> open(counts_.grammar().productions(s)[chosen].parts.size(), 1);
    if (!draw_.split(source_, s, chosen, n, open, shares)) {
      throw_no_shape(n);
    }
    return shares;
  }

  template <class T, class... A>
  T make_alternative(shape_grammar::symbol s, std::uint32_t n, type_list<A...> /*alternatives*/) {
    return take_alternative<T, 0, A...>(production(s, n), n);
  }
  template <class T, std::size_t I, class... A>
  T take_alternative(std::uint32_t chosen, std::uint32_t n) {
    if constexpr (I + 1 < sizeof...(A)) {
      if (chosen != I) {
        return take_alternative<T, I + 1, A...>(chosen, n);
      }
    }
    using alternative = std::tuple_element_t<I, std::tuple<A...>>;
    return T(std::in_place_index<I>, make<alternative>(n));
  }

  /// The part at `at` of a product, with the next of the shares if it has a shape.
  template <class P>
  P make_part(const std::vector<std::uint32_t>& shares, std::size_t& at) {
    if constexpr (has_shape<P>()) {
      return make<P>(shares[at++]);
    } else {
      return arbitrary<P>()(source_);
    }
  }
  template <class T>
  T make_product(const std::vector<std::uint32_t>& shares) {
    std::size_t at = 0;
    if constexpr (is_fixed_array<T>) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return T{((void)I, make_part<held<T>>(shares, at))...};
      }(std::make_index_sequence<std::tuple_size<T>::value>{});
    } else if constexpr (kind_of<T> == value_kind::tuple) {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return T{make_part<std::remove_cv_t<std::tuple_element_t<I, T>>>(shares, at)...};
      }(std::make_index_sequence<std::tuple_size<T>::value>{});
    } else {
      return [&]<std::size_t... I>(std::index_sequence<I...>) {
        if constexpr (std::is_aggregate_v<T> && !has_listed_fields<T>) {
          return T{make_part<std::remove_cv_t<field_type<T, I>>>(shares, at)...};
        } else {
          T value{};
          const auto fields = tie_fields(value);
          ((tali::values::get<I>(fields) = make_part<std::remove_cv_t<field_type<T, I>>>(shares, at)), ...);
          return value;
        }
      }(std::make_index_sequence<field_count<T>>{});
    }
  }

  S& source_;
  shape_counts& counts_;
  shape_draw draw_;
};

template <class T>
struct sized_exactly_gen : pack<std::uint32_t> {
  using base = pack<std::uint32_t>;
  using base::base;
  using value_type = T;
  static_assert(has_shape<T>(), "tali: gen::sized_exactly<T>(n): T is not recursive; use arbitrary<T>()");

  template <class S>
  T operator()(S& source) const {
    const std::uint32_t n = get<0>(*this);
    // A pointer or a container itself counts its content.
    constexpr std::uint32_t own = recursive_type<T> && !is_pointer_like<T> && kind_of<T> != value_kind::sequence &&
                                          kind_of<T> != value_kind::optional
                                      ? 1
                                      : 0;
    shape_counts& counts = type_shapes_of<T>();
    if (n < own || shape_draw(counts, n - own).count(0, n - own) == 0) {
      throw_no_shape(n);
    }
    return shaped_draw<S>(source, counts, n - own).template make<T>(n - own);
  }
};

} // namespace detail

namespace gen {

/// A value of a recursive type with exactly n nodes, every shape equally likely.
template <class T>
[[nodiscard]] constexpr detail::sized_exactly_gen<T> sized_exactly(std::uint32_t n) {
  return detail::sized_exactly_gen<T>(n);
}

} // namespace gen

} // namespace tali
