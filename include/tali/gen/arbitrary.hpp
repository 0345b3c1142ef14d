// SPDX-License-Identifier: BSL-1.0
// arbitrary<T>(): the generator that a type itself describes.
//
// Numbers, characters, text, enumerations, optionals, variants, tuples, containers, pointers that own, and aggregates
// of all these, also recursive ones. A class says otherwise by specialising arbitrary_for<T>; a single use says
// otherwise for a field by arbitrary<T>().with(&T::field, generator).
//
// Recursion ends by size, never by luck. Where a type contains itself, every step inward divides the size among the
// parts that recur; at size 0 optionals, containers and pointers are empty and variants take an alternative that does
// not recur. A value so has about as many nodes as the size says, whatever the shape of the type. A recursive pointer
// is null only where the type leaves no other way to end (a tree of pointers); where a variant offers one (an
// expression), pointers are never null.
#pragma once

#include <tali/gen/element.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/integer128.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/set.hpp>
#include <tali/gen/size.hpp>
#include <tali/gen/text.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/value/fields.hpp>
#include <tali/value/kind.hpp>

namespace tali {

/// Specialise with a static `make()` that returns a generator of T to decide what arbitrary<T>() is everywhere.
template <class T>
struct arbitrary_for {};

namespace detail {

template <class T>
concept customised = requires { arbitrary_for<T>::make(); };

// What a type contains ----------------------------------------------------------------------------------------------

/// f<P>() for the types P of the direct parts of T; true if any of them says true.
template <class T, class F>
consteval bool any_part(F f) {
  constexpr value_kind kind = customised<T> ? value_kind::opaque : kind_of<T>;
  if constexpr (kind == value_kind::optional) {
    return f.template operator()<std::remove_cv_t<typename T::value_type>>();
  } else if constexpr (kind == value_kind::smart_pointer) {
    return f.template operator()<std::remove_cv_t<typename T::element_type>>();
  } else if constexpr (kind == value_kind::map) {
    return f.template operator()<typename T::key_type>() || f.template operator()<typename T::mapped_type>();
  } else if constexpr (kind == value_kind::sequence || kind == value_kind::set) {
    if constexpr (std::is_array_v<T>) {
      return f.template operator()<std::remove_cv_t<std::remove_extent_t<T>>>();
    } else {
      return f.template operator()<std::remove_cv_t<typename T::value_type>>();
    }
  } else if constexpr (kind == value_kind::tuple) {
    return []<std::size_t... I>([[maybe_unused]] F each, std::index_sequence<I...>) {
      return (each.template operator()<std::remove_cv_t<std::tuple_element_t<I, T>>>() || ...);
    }(f, std::make_index_sequence<std::tuple_size<T>::value>{});
  } else if constexpr (kind == value_kind::fields) {
    return []<std::size_t... I>([[maybe_unused]] F each, std::index_sequence<I...>) {
      return (each.template operator()<std::remove_cv_t<field_type<T, I>>>() || ...);
    }(f, std::make_index_sequence<field_count<T>>{});
  } else if constexpr (kind == value_kind::variant) {
    return []<class... A>([[maybe_unused]] F each, type_list<A...>) {
      return (each.template operator()<A>() || ...);
    }(f, typename alternatives_of<T>::types{});
  } else {
    return false;
  }
}

template <class T, class... Seen>
inline constexpr bool seen_before = (std::same_as<T, Seen> || ...);

/// Whether a value of T can hold a value of Target inside itself.
template <class T, class Target, class... Seen>
consteval bool contains() {
  return any_part<T>([]<class P>() {
    if constexpr (std::same_as<P, Target>) {
      return true;
    } else if constexpr (seen_before<P, Seen...>) {
      return false;
    } else {
      return contains<P, Target, P, Seen...>();
    }
  });
}

template <class T>
inline constexpr bool recursive_type = contains<T, T, T>();

/// How many values of its element type a T always holds: more than one for arrays, which cannot be empty.
template <class T>
consteval int fixed_length() {
  if constexpr (std::is_array_v<T>) {
    return static_cast<int>(std::extent_v<T>) * fixed_length<std::remove_cv_t<std::remove_extent_t<T>>>();
  } else if constexpr (kind_of<T> == value_kind::sequence && requires { std::tuple_size<T>::value; }) {
    return static_cast<int>(std::tuple_size<T>::value) * fixed_length<typename T::value_type>();
  } else {
    return 1;
  }
}
template <class T>
inline constexpr bool is_fixed_array =
    kind_of<T> == value_kind::sequence && (std::is_array_v<T> || requires { std::tuple_size<T>::value; });

/// Whether a value of T can be complete with no recursive pointer being null.
template <class T, class... Seen>
consteval bool ends_without_null() {
  if constexpr (seen_before<T, Seen...>) {
    return false;
  } else {
    constexpr value_kind kind = kind_of<T>;
    if constexpr (kind == value_kind::variant) {
      return any_part<T>([]<class P>() { return ends_without_null<P, T, Seen...>(); });
    } else if constexpr (kind == value_kind::fields || kind == value_kind::tuple || kind == value_kind::smart_pointer ||
                         is_fixed_array<T>) {
      return !any_part<T>([]<class P>() { return !ends_without_null<P, T, Seen...>(); });
    } else {
      return true; // scalars; and optionals and containers, which may be empty
    }
  }
}

/// How many direct parts of T lead back to T: what the size is divided by on the way inward, at least 2.
template <class T>
consteval int recursive_parts() {
  int parts = 0;
  any_part<T>([&parts]<class P>() {
    if constexpr (std::same_as<P, T>) {
      ++parts;
    } else {
      parts += contains<P, T, P>() ? fixed_length<P>() : 0;
    }
    return false;
  });
  return parts < 2 ? 2 : parts;
}

// Errors that name what cannot be derived ----------------------------------------------------------------------------

template <class T>
consteval bool derivable() {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (customised<T>) {
    return true;
  } else if constexpr (kind == value_kind::text) {
    return std::is_array_v<T> || requires(T t) { t.push_back(typename T::value_type{}); }; // not a view
  } else if constexpr (kind == value_kind::smart_pointer) {
    return requires { typename T::deleter_type; } || requires(const T& t) { t.use_count(); };
  } else {
    return kind != value_kind::opaque && kind != value_kind::function && kind != value_kind::pointer &&
           kind != value_kind::c_string && kind != value_kind::null;
  }
}

template <class Type>
struct type_cannot_be_derived {
  static_assert(always_false<Type>,
                "tali: arbitrary<Type>() cannot be derived: Type (named above) is not a number, text, enumeration, "
                "container, optional, variant, owning pointer or aggregate; specialise tali::arbitrary_for<Type>, or "
                "list its fields in tali::fields_of<Type>, or give a generator");
};

template <class Type, class Field, label Name>
struct field_cannot_be_derived {
  static_assert(
      always_false<Type>,
      "tali: arbitrary<Type>() cannot be derived: its field Name, of type Field (both named above), has no "
      "generator; specialise tali::arbitrary_for<Field> or use arbitrary<Type>().with(&Type::Name, generator)");
};

template <std::size_t N>
consteval label<N> to_label(std::string_view name) {
  char text[N] = {};
  for (std::size_t i = 0; i + 1 < N; ++i) {
    text[i] = name[i];
  }
  return label<N>(text);
}

// Overrides -----------------------------------------------------------------------------------------------------------

template <class Member, class G>
struct field_override {
  Member member;
  G generator;
};

} // namespace detail

template <class T, class... Overrides>
class derived_gen;

/// The generator of T: what arbitrary_for<T> says, or what can be read off the type.
template <class T>
[[nodiscard]] constexpr auto arbitrary() {
  if constexpr (detail::customised<T>) {
    return arbitrary_for<T>::make();
  } else {
    return derived_gen<T>();
  }
}

template <class T>
using arbitrary_gen = decltype(arbitrary<T>());

template <class T, class... Overrides>
class derived_gen : detail::pack<Overrides...> {
  using parts = detail::pack<Overrides...>;
  static constexpr value_kind kind = kind_of<T>;

public:
  using value_type = T;
  static constexpr span_info span{
      detail::recursive_type<T> ? span_kind::recursion : span_kind::value, {}, &detail::family_of<derived_gen<T>>};

  constexpr derived_gen() = default;
  using parts::parts;

  /// The same, but with this field from this generator.
  template <class Member, std::same_as<T> Owner, class G>
  [[nodiscard]] constexpr auto with(Member Owner::* field, const G& g) const {
    static_assert(
        std::same_as<value_of<G>, std::remove_cv_t<Member>>,
        "tali: arbitrary<T>().with(&T::field, generator): the generator must make values of the field's type");
    return add_override(detail::field_override<Member Owner::*, G>{field, g}, std::index_sequence_for<Overrides...>{});
  }

  template <class S>
  T operator()(S& source) const {
    if constexpr (!detail::derivable<T>()) {
      static_cast<void>(detail::type_cannot_be_derived<T>{});
    } else if constexpr (simple) {
      return simple_generator()(source);
    } else if constexpr (kind == value_kind::duration) {
      return T(arbitrary<typename T::rep>()(source));
    } else if constexpr (kind == value_kind::time_point) {
      return T(arbitrary<typename T::duration>()(source));
    } else if constexpr (kind == value_kind::text) {
      return draw_text(source);
    } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
      return draw_holder(source);
    } else if constexpr (kind == value_kind::sequence) {
      return draw_sequence(source);
    } else if constexpr (kind == value_kind::set || kind == value_kind::map) {
      return draw_distinct(source);
    } else if constexpr (kind == value_kind::tuple) {
      [[maybe_unused]] const auto scope = source.template span<span>();
      return draw_tuple(source, std::make_index_sequence<std::tuple_size<T>::value>{});
    } else if constexpr (kind == value_kind::variant) {
      return draw_variant(source, typename detail::alternatives_of<T>::types{});
    } else {
      [[maybe_unused]] const auto scope = source.template span<span>();
      source.check_depth();
      return draw_fields(source, std::make_index_sequence<field_count<T>>{});
    }
  }

  template <class F>
  auto reflect(F& forest, const T& v) const -> typename F::node {
    if constexpr (!detail::derivable<T>()) {
      static_cast<void>(detail::type_cannot_be_derived<T>{});
    } else if constexpr (simple) {
      return simple_generator().reflect(forest, v);
    } else if constexpr (kind == value_kind::duration) {
      return arbitrary<typename T::rep>().reflect(forest, v.count());
    } else if constexpr (kind == value_kind::time_point) {
      return arbitrary<typename T::duration>().reflect(forest, v.time_since_epoch());
    } else if constexpr (kind == value_kind::text) {
      return text_generator().reflect(forest, v);
    } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
      return reflect_holder(forest, v);
    } else if constexpr (kind == value_kind::sequence) {
      return reflect_sequence(forest, v);
    } else if constexpr (kind == value_kind::set || kind == value_kind::map) {
      return reflect_distinct(forest, v);
    } else if constexpr (kind == value_kind::tuple) {
      return forest.span(span, reflect_tuple(forest, v, std::make_index_sequence<std::tuple_size<T>::value>{}));
    } else if constexpr (kind == value_kind::variant) {
      return reflect_variant(forest, v, typename detail::alternatives_of<T>::types{});
    } else {
      return forest.span(span, reflect_fields(forest, v, std::make_index_sequence<field_count<T>>{}));
    }
  }

private:
  static constexpr bool simple = kind == value_kind::boolean || kind == value_kind::integer ||
                                 kind == value_kind::character || kind == value_kind::floating ||
                                 kind == value_kind::byte || kind == value_kind::enumeration ||
                                 (kind == value_kind::fields && std::is_empty_v<T>);

  [[nodiscard]] static constexpr auto simple_generator() {
    if constexpr (kind == value_kind::boolean) {
      return gen::boolean();
    } else if constexpr (detail::is_int128<T>) {
      return gen::integer128<T>();
    } else if constexpr (kind == value_kind::integer) {
      return gen::integer<T>();
    } else if constexpr (std::same_as<T, char>) {
      return gen::any_character();
    } else if constexpr (std::same_as<T, char32_t>) {
      return gen::code_point();
    } else if constexpr (kind == value_kind::character) {
      return gen::integer<T>().simplest(static_cast<T>('a'));
    } else if constexpr (std::same_as<T, long double>) {
      return detail::real_gen<T>(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), true);
    } else if constexpr (kind == value_kind::floating) {
      return gen::real<T>();
    } else if constexpr (kind == value_kind::byte) {
      return detail::byte_gen{};
    } else if constexpr (kind == value_kind::enumeration) {
      return gen::enumerator<T>();
    } else {
      return gen::exact<T>();
    }
  }

  // Text -----------------------------------------------------------------------------------------------------------
  [[nodiscard]] static constexpr auto text_generator() {
    if constexpr (std::same_as<T, std::string>) {
      return gen::text();
    } else {
      return gen::sequence<T>(arbitrary<typename T::value_type>());
    }
  }
  template <class S>
  static T draw_text(S& source) {
    return text_generator()(source);
  }

  // Optionals and pointers -----------------------------------------------------------------------------------------
  template <class H>
  struct element {
    using type = typename H::value_type;
  };
  template <class H>
    requires requires { typename H::element_type; }
  struct element<H> {
    using type = std::remove_cv_t<typename H::element_type>;
  };

  template <class E>
  static constexpr bool never_null =
      kind == value_kind::smart_pointer && detail::recursive_type<E> && detail::ends_without_null<E>();

  template <class S>
  static T draw_holder(S& source) {
    using inner = typename element<T>::type;
    if constexpr (detail::recursive_type<inner>) {
      const int size = source.size();
      const detail::size_scope<S> smaller(source, size / detail::recursive_parts<inner>());
      if constexpr (never_null<inner>) {
        return detail::present_gen<T, arbitrary_gen<inner>>(arbitrary<inner>())(source);
      } else {
        return size == 0 ? T() : detail::holder_gen<T, arbitrary_gen<inner>>(arbitrary<inner>())(source);
      }
    } else {
      return detail::holder_gen<T, arbitrary_gen<inner>>(arbitrary<inner>())(source);
    }
  }
  template <class F>
  static auto reflect_holder(F& forest, const T& v) -> typename F::node {
    using inner = typename element<T>::type;
    if constexpr (detail::recursive_type<inner>) {
      const int size = forest.size();
      const detail::size_scope<F> smaller(forest, size / detail::recursive_parts<inner>());
      if constexpr (never_null<inner>) {
        return detail::present_gen<T, arbitrary_gen<inner>>(arbitrary<inner>()).reflect(forest, v);
      } else if (size == 0) {
        return v ? forest.none() : forest.empty();
      } else {
        return detail::holder_gen<T, arbitrary_gen<inner>>(arbitrary<inner>()).reflect(forest, v);
      }
    } else {
      return detail::holder_gen<T, arbitrary_gen<inner>>(arbitrary<inner>()).reflect(forest, v);
    }
  }

  // Sequences ------------------------------------------------------------------------------------------------------

  /// Lengths of sequences whose elements recur, and the size each element is then drawn at.
  static constexpr std::uint32_t most_children = 5;
  [[nodiscard]] static constexpr std::uint32_t children_at(int size) {
    return size < static_cast<int>(most_children) ? static_cast<std::uint32_t>(size) : most_children;
  }
  [[nodiscard]] static constexpr int child_size(int size, std::size_t children) {
    return children == 0 ? size : (size - 1) / static_cast<int>(children < 2 ? 2 : children);
  }

  template <class S>
  static T draw_sequence(S& source) {
    using inner = std::remove_cv_t<typename T::value_type>;
    if constexpr (requires { std::tuple_size<T>::value; }) {
      return detail::array_gen<arbitrary_gen<inner>, std::tuple_size<T>::value>(arbitrary<inner>())(source);
    } else if constexpr (detail::recursive_type<inner>) {
      [[maybe_unused]] const auto scope = source.template span<recursive_sequence_span>();
      const int size = source.size();
      const std::uint32_t n =
          detail::draw_length(source, detail::length_between{0, children_at(size)}, "arbitrary sequence");
      const detail::size_scope<S> smaller(source, child_size(size, n));
      T values;
      if constexpr (requires { values.push_back(arbitrary<inner>()(source)); }) {
        for (std::uint32_t i = 0; i < n; ++i) {
          [[maybe_unused]] const auto each = source.template span<detail::element_span>();
          values.push_back(arbitrary<inner>()(source));
        }
      } else { // forward_list
        auto end = values.before_begin();
        for (std::uint32_t i = 0; i < n; ++i) {
          [[maybe_unused]] const auto each = source.template span<detail::element_span>();
          end = values.insert_after(end, arbitrary<inner>()(source));
        }
      }
      return values;
    } else {
      return gen::sequence<T>(arbitrary<inner>())(source);
    }
  }
  template <class F>
  static auto reflect_sequence(F& forest, const T& v) -> typename F::node {
    using inner = std::remove_cv_t<typename T::value_type>;
    if constexpr (requires { std::tuple_size<T>::value; }) {
      return detail::array_gen<arbitrary_gen<inner>, std::tuple_size<T>::value>(arbitrary<inner>()).reflect(forest, v);
    } else if constexpr (detail::recursive_type<inner>) {
      const int size = forest.size();
      const std::size_t n = detail::size_of(v);
      auto made = detail::reflect_length(forest, detail::length_between{0, children_at(size)}, n);
      const detail::size_scope<F> smaller(forest, child_size(size, n));
      for (const auto& each : v) {
        made = forest.join(made, forest.span(detail::element_span, arbitrary<inner>().reflect(forest, each)));
      }
      return forest.span(recursive_sequence_span, made);
    } else {
      return gen::sequence<T>(arbitrary<inner>()).reflect(forest, v);
    }
  }
  static constexpr span_info recursive_sequence_span{span_kind::sequence, {}, &detail::family_of<derived_gen<T>>};

  // Sets and maps --------------------------------------------------------------------------------------------------
  [[nodiscard]] static constexpr auto entry_generator() {
    if constexpr (kind == value_kind::map) {
      return arbitrary<std::pair<typename T::key_type, typename T::mapped_type>>();
    } else {
      return arbitrary<typename T::key_type>();
    }
  }
  [[nodiscard]] static consteval bool entries_recur() {
    if constexpr (kind == value_kind::map) {
      return detail::recursive_type<typename T::key_type> || detail::recursive_type<typename T::mapped_type>;
    } else {
      return detail::recursive_type<typename T::key_type>;
    }
  }

  /// multiset, multimap
  template <class C>
  static constexpr bool keeps_duplicates =
      std::same_as<decltype(std::declval<C&>().insert(std::declval<typename C::value_type>())), typename C::iterator>;

  /// C is T, or a vector of its entries. Entries that recur are few and share the size, as in sequences.
  template <class C, class G, class... Length>
  [[nodiscard]] static constexpr auto entries(const G& g, Length... length) {
    if constexpr (std::same_as<C, T>) {
      return gen::distinct<T>(g, length...);
    } else {
      return gen::sequence<C>(g, length...);
    }
  }
  template <class C>
  [[nodiscard]] static constexpr auto all_entries() {
    if constexpr (entries_recur()) {
      return gen::sized([](int size) {
        const std::uint32_t most = children_at(size);
        return entries<C>(gen::resize(child_size(size, most), entry_generator()), std::uint32_t{0}, most);
      });
    } else {
      return entries<C>(entry_generator());
    }
  }

  template <class S>
  static T draw_distinct(S& source) {
    if constexpr (keeps_duplicates<T>) {
      T values;
      for (auto& each : all_entries<std::vector<value_of<decltype(entry_generator())>>>()(source)) {
        values.insert(std::move(each));
      }
      return values;
    } else {
      return all_entries<T>()(source);
    }
  }
  template <class F>
  static auto reflect_distinct(F& forest, const T& v) -> typename F::node {
    if constexpr (keeps_duplicates<T>) {
      std::vector<value_of<decltype(entry_generator())>> values;
      for (const auto& each : v) {
        values.emplace_back(each);
      }
      const bool one_order = values.size() < 2;
      const auto made = all_entries<std::vector<value_of<decltype(entry_generator())>>>().reflect(
          forest, forest.keep(std::move(values)));
      return one_order ? made : forest.partly("gen::arbitrary: elements of a container drawn in another order", made);
    } else {
      return all_entries<T>().reflect(forest, v);
    }
  }

  // Tuples ---------------------------------------------------------------------------------------------------------
  template <class S, std::size_t... I>
  static T draw_tuple(S& source, std::index_sequence<I...> /*all*/) {
    return T{arbitrary<std::remove_cv_t<std::tuple_element_t<I, T>>>()(source)...};
  }
  template <class F, std::size_t... I>
  static auto reflect_tuple(F& forest, const T& v, std::index_sequence<I...> /*all*/) -> typename F::node {
    using std::get;
    auto made = forest.empty();
    ((made = forest.join(made, arbitrary<std::remove_cv_t<std::tuple_element_t<I, T>>>().reflect(forest, get<I>(v)))),
     ...);
    return made;
  }

  // Variants -------------------------------------------------------------------------------------------------------
  template <class... A>
  struct alternative_weights {
    static constexpr std::array<std::uint32_t, sizeof...(A)> any{(static_cast<void>(sizeof(A*)), 1U)...};
    static constexpr std::array<std::uint32_t, sizeof...(A)> ending{(detail::contains<A, T, A>() ? 0U : 1U)...};
    static constexpr bool can_end = [] {
      bool any_ends = false;
      for (const std::uint32_t weight : ending) {
        any_ends = any_ends || weight != 0;
      }
      return any_ends;
    }();
    static constexpr std::array<std::string_view, sizeof...(A)> labels{type_name<A>()...};

    [[nodiscard]] static constexpr branch_request at(int size) { return {size == 0 && can_end ? ending : any, labels}; }
  };

  template <class S, class... A>
  static T draw_variant(S& source, detail::type_list<A...> /*alternatives*/) {
    [[maybe_unused]] const auto scope = source.template span<variant_span>();
    const std::uint32_t chosen = source.branch(alternative_weights<A...>::at(source.size()));
    return take_alternative<0, A...>(source, chosen);
  }
  template <std::size_t I, class... A, class S>
  static T take_alternative(S& source, std::uint32_t chosen) {
    if constexpr (I + 1 < sizeof...(A)) {
      if (chosen != I) {
        return take_alternative<I + 1, A...>(source, chosen);
      }
    }
    using alternative = std::tuple_element_t<I, std::tuple<A...>>;
    return T(std::in_place_index<I>, arbitrary<alternative>()(source));
  }
  template <class F, class... A>
  static auto reflect_variant(F& forest, const T& v, detail::type_list<A...> /*alternatives*/) -> typename F::node {
    auto ways = forest.none();
    const branch_request request = alternative_weights<A...>::at(forest.size());
    detail::with_alternative(v, [&]<std::size_t I>(const auto& held) {
      if (request.weights[I] != 0) {
        ways = forest.branch(I, request, arbitrary<std::remove_cvref_t<decltype(held)>>().reflect(forest, held));
      }
    });
    return forest.span(variant_span, ways);
  }
  static constexpr span_info variant_span{span_kind::branch, {}, &detail::family_of<derived_gen<T>>};

  // Aggregates and classes with listed fields ------------------------------------------------------------------------
  template <class S, std::size_t... I>
  T draw_fields(S& source, std::index_sequence<I...> /*all*/) const {
    if constexpr (std::is_aggregate_v<T> && !detail::has_listed_fields<T> &&
                  (!std::is_array_v<std::remove_cv_t<field_type<T, I>>> && ...)) {
      return T{draw_field<I>(source)...};
    } else {
      static_assert(std::is_default_constructible_v<T>,
                    "tali: arbitrary<T>() of a class with listed fields or C arrays needs a default constructor");
      T value{};
      const auto fields = tie_fields(value);
      (fill_field<I>(source, tali::get<I>(fields)), ...);
      return value;
    }
  }

  template <std::size_t I, class S>
  auto draw_field(S& source) const {
    return overridden_or_derived<I>(source, static_cast<const parts&>(*this), std::integral_constant<std::size_t, 0>{});
  }
  template <std::size_t I, class S, class Array>
  void fill_field(S& source, Array& field) const {
    if constexpr (std::is_array_v<Array>) {
      for (auto& each : field) {
        fill_field<I>(source, each);
      }
    } else if constexpr (std::same_as<std::remove_cv_t<field_type<T, I>>, Array>) {
      field = draw_field<I>(source);
    } else { // an element of a C array
      field = arbitrary<Array>()(source);
    }
  }

  template <std::size_t I, class S, std::size_t O>
  static auto overridden_or_derived(S& source, const parts& given, std::integral_constant<std::size_t, O> /*next*/) {
    using field = std::remove_cv_t<field_type<T, I>>;
    if constexpr (O == sizeof...(Overrides)) {
      if constexpr (!detail::derivable<field>()) {
        constexpr std::string_view name = field_name<T, I>();
        static_cast<void>(detail::field_cannot_be_derived<T, field, detail::to_label<name.size() + 1>(name)>{});
      }
      return arbitrary<field>()(source);
    } else {
      const auto& candidate = detail::get<O>(given);
      if constexpr (std::same_as<value_of<decltype(candidate.generator)>, field>) {
        if (is_field<I>(candidate.member)) {
          return candidate.generator(source);
        }
      }
      return overridden_or_derived<I>(source, given, std::integral_constant<std::size_t, O + 1>{});
    }
  }

  /// Whether a pointer to member points at field I: by address, in storage where no T was ever made.
  template <std::size_t I, class Member>
  [[nodiscard]] static bool is_field(Member member) {
    union storage {
      char none;
      T value;
      constexpr storage() : none{} {}
      ~storage() {}
    };
    static storage place;
    return static_cast<const void*>(&(place.value.*member)) ==
           static_cast<const void*>(&tali::get<I>(tie_fields(place.value)));
  }

  template <class F, std::size_t... I>
  auto reflect_fields(F& forest, const T& v, std::index_sequence<I...> /*all*/) const -> typename F::node {
    const auto fields = tie_fields(v);
    auto made = forest.empty();
    ((made = forest.join(made, reflect_field<I>(forest, tali::get<I>(fields)))), ...);
    return made;
  }
  template <std::size_t I, class F, class Field>
  auto reflect_field(F& forest, const Field& field) const -> typename F::node {
    if constexpr (std::is_array_v<Field>) {
      auto made = forest.empty();
      for (const auto& each : field) {
        made = forest.join(made, reflect_element(forest, each));
      }
      return made;
    } else {
      return overridden_or_derived_reflect<I>(forest, field, std::integral_constant<std::size_t, 0>{});
    }
  }
  template <class F, class Element>
  static auto reflect_element(F& forest, const Element& each) -> typename F::node {
    if constexpr (std::is_array_v<Element>) {
      auto made = forest.empty();
      for (const auto& inner : each) {
        made = forest.join(made, reflect_element(forest, inner));
      }
      return made;
    } else {
      return arbitrary<Element>().reflect(forest, each);
    }
  }
  template <std::size_t I, class F, class Field, std::size_t O>
  auto overridden_or_derived_reflect(F& forest, const Field& field,
                                     std::integral_constant<std::size_t, O> /*next*/) const -> typename F::node {
    if constexpr (O == sizeof...(Overrides)) {
      return arbitrary<Field>().reflect(forest, field);
    } else {
      const auto& candidate = detail::get<O>(static_cast<const parts&>(*this));
      if constexpr (std::same_as<value_of<decltype(candidate.generator)>, Field>) {
        if (is_field<I>(candidate.member)) {
          return detail::reflect_part(candidate.generator, forest, field);
        }
      }
      return overridden_or_derived_reflect<I>(forest, field, std::integral_constant<std::size_t, O + 1>{});
    }
  }

  template <class Override, std::size_t... O>
  [[nodiscard]] constexpr auto add_override(const Override& added, std::index_sequence<O...> /*all*/) const {
    return derived_gen<T, Overrides..., Override>(detail::get<O>(static_cast<const parts&>(*this))..., added);
  }
};

} // namespace tali
