// SPDX-License-Identifier: BSL-1.0
// arbitrary<T>(): the generator derived from a type.
//
// Numbers, characters, text, enumerations, optionals, variants, tuples, containers, owning pointers, and aggregates of
// all these, including recursive ones. Specialise arbitrary_for<T> to change the generator of a class everywhere; use
// arbitrary<T>().with(&T::field, generator) to change that of a field in one place.
//
// Recursion ends by size, not by chance. If a type contains itself, every level divides the size among the recursive
// parts; at size 0 optionals, containers and pointers are empty and variants take an alternative that is not recursive.
// So a value has about as many nodes as the size, for any shape of the type. A recursive pointer is null only if the
// type has no other way to end (a tree of pointers); if a variant has one (an expression), pointers are never null.
//
// One table, detail::derive, maps each kind of type to a combinator; the combinators draw and reflect. derived_gen<T>
// only names the result, so that the generator of a recursive type can contain itself.
#pragma once

#include <tali/gen/alternatives.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/fields.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/integer128.hpp>
#include <tali/gen/optional.hpp>
#include <tali/gen/real.hpp>
#include <tali/gen/recursive_type.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/set.hpp>
#include <tali/gen/size.hpp>
#include <tali/gen/text.hpp>
#include <tali/gen/ticks.hpp>
#include <tali/gen/tuple.hpp>
#include <tali/gen/when.hpp>
#include <tali/value/fields.hpp>
#include <tali/value/kind.hpp>

namespace tali {

namespace detail {

template <class T, class... Overrides>
class derived_gen;

} // namespace detail

/// The generator of T: that of arbitrary_for<T>, or derived from the type.
template <class T>
[[nodiscard]] constexpr auto arbitrary() {
  if constexpr (detail::customised<T>) {
    return arbitrary_for<T>::make();
  } else {
    return detail::derived_gen<T>();
  }
}

namespace detail {

template <class T>
using arbitrary_gen = decltype(arbitrary<T>());

// Errors that name the type that cannot be derived -------------------------------------------------------------------

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
                "list its fields in tali::fields_of<Type>, or pass a generator");
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

// Fields --------------------------------------------------------------------------------------------------------------

/// Field I of T, derived from its type.
template <class T, std::size_t I>
[[nodiscard]] constexpr auto derived_field() {
  using field = std::remove_cv_t<field_type<T, I>>;
  if constexpr (std::is_array_v<field>) {
    using element = std::remove_cv_t<std::remove_all_extents_t<field>>;
    return c_array_gen<field, arbitrary_gen<element>>(arbitrary<element>());
  } else {
    if constexpr (!derivable<field>()) {
      constexpr std::string_view name = field_name<T, I>();
      static_cast<void>(field_cannot_be_derived<T, field, to_label<name.size() + 1>(name)>{});
    }
    return arbitrary<field>();
  }
}

/// A generator given for a field by `with`.
template <class Member, class G>
struct field_override {
  using value_type = value_of<G>;
  Member member;
  G generator;
};

/// Field I of T: from the override that names it, otherwise derived. The override is only known at run time.
template <class T, std::size_t I, class... Overrides>
class field_gen {
public:
  using value_type = std::remove_cv_t<field_type<T, I>>;

  explicit field_gen(const pack<Overrides...>& overrides) : overrides_(&overrides) {}

  template <class S>
  value_type operator()(S& source) const {
    return choose<value_type, 0>([&source](const auto& g) { return g(source); });
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const -> typename F::node {
    return choose<typename F::node, 0>([&](const auto& g) { return reflect_part(g, forest, v); });
  }

private:
  template <class R, std::size_t O, class Use>
  R choose(const Use& use) const {
    if constexpr (O == sizeof...(Overrides)) {
      if constexpr (!derivable<value_type>() && (std::same_as<typename Overrides::value_type, value_type> || ...)) {
        throw_generator_error(
            "arbitrary<T>().with(...): a field without a derived generator needs a with(&T::field, generator)");
      } else {
        return use(derived_field<T, I>());
      }
    } else {
      const auto& candidate = get<O>(*overrides_);
      if constexpr (std::same_as<typename std::remove_cvref_t<decltype(candidate)>::value_type, value_type>) {
        if (is_field(candidate.member)) {
          return use(candidate.generator);
        }
      }
      return choose<R, O + 1>(use);
    }
  }

  /// Whether a pointer to member points to field I: compares addresses in storage that never holds a T.
  template <class Member>
  [[nodiscard]] static bool is_field(Member member) {
    union storage {
      char none;
      T value;
      constexpr storage() : none{} {}
      ~storage() {}
    };
    static storage place;
    return static_cast<const void*>(&(place.value.*member)) ==
           static_cast<const void*>(&tali::values::get<I>(tie_fields(place.value)));
  }

  const pack<Overrides...>* overrides_;
};

template <class T, std::size_t I, class... Overrides>
[[nodiscard]] constexpr auto field_generator([[maybe_unused]] const pack<Overrides...>& overrides) {
  if constexpr (sizeof...(Overrides) == 0 || std::is_array_v<std::remove_cv_t<field_type<T, I>>>) {
    return derived_field<T, I>();
  } else {
    return field_gen<T, I, Overrides...>(overrides);
  }
}

// The kinds -----------------------------------------------------------------------------------------------------------

template <class T>
inline constexpr span_kind product_span = recursive_type<T> ? span_kind::recursion : span_kind::value;

template <class T>
[[nodiscard]] constexpr auto derive_character() {
  if constexpr (std::same_as<T, char>) {
    return gen::any_character();
  } else if constexpr (std::same_as<T, char32_t>) {
    return gen::code_point();
  } else {
    return gen::integer<T>().simplest(static_cast<T>('a'));
  }
}

template <class T>
[[nodiscard]] constexpr auto derive_real() {
  if constexpr (std::same_as<T, long double>) {
    return real_gen<T>(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), true);
  } else {
    return gen::real<T>();
  }
}

/// The share of the size for one of several parts.
template <int Parts>
struct share_of_size {
  TALI_INLINE constexpr int operator()(int size) const { return size / Parts; }
};

template <class T>
struct held_by {
  using type = typename T::value_type;
};
template <class T>
  requires requires { typename T::element_type; }
struct held_by<T> {
  using type = std::remove_cv_t<typename T::element_type>;
};

/// Optionals and owning pointers.
template <class T>
[[nodiscard]] constexpr auto derive_holder() {
  using inner = typename held_by<T>::type;
  using maybe = holder_gen<T, arbitrary_gen<inner>>;
  using always = present_gen<T, arbitrary_gen<inner>>;
  if constexpr (!recursive_type<inner>) {
    return maybe(arbitrary<inner>());
  } else if constexpr (kind_of<T> == value_kind::smart_pointer && ends_without_null<inner>()) {
    return gen::scale(share_of_size<recursive_parts<inner>()>{}, always(arbitrary<inner>()));
  } else {
    return gen::sized([](int size) {
      return gen::when(size == 0, absent_gen<T>{},
                       gen::scale(share_of_size<recursive_parts<inner>()>{}, maybe(arbitrary<inner>())));
    });
  }
}

template <class T>
[[nodiscard]] constexpr auto derive_sequence() {
  using inner = std::remove_cv_t<typename T::value_type>;
  if constexpr (is_fixed_array<T>) {
    return gen::array<std::tuple_size<T>::value>(arbitrary<inner>());
  } else if constexpr (recursive_type<inner>) {
    return sequence_gen<T, arbitrary_gen<inner>, length_of_children>(arbitrary<inner>(), length_of_children{});
  } else {
    return gen::sequence<T>(arbitrary<inner>());
  }
}

/// The elements of a set or map: its keys, or pairs of keys and values.
template <class T>
[[nodiscard]] constexpr auto derive_entry() {
  if constexpr (kind_of<T> == value_kind::map) {
    return arbitrary<std::pair<typename T::key_type, typename T::mapped_type>>();
  } else {
    return arbitrary<typename T::key_type>();
  }
}
template <class T>
consteval bool entries_recur() {
  if constexpr (kind_of<T> == value_kind::map) {
    return recursive_type<typename T::key_type> || recursive_type<typename T::mapped_type>;
  } else {
    return recursive_type<typename T::key_type>;
  }
}
/// multiset, multimap
template <class C>
inline constexpr bool keeps_duplicates =
    std::same_as<decltype(std::declval<C&>().insert(std::declval<typename C::value_type>())), typename C::iterator>;

template <class T, class G, class Length>
[[nodiscard]] constexpr auto entries_of(const G& entry, const Length& length) {
  if constexpr (keeps_duplicates<T>) {
    return multi_gen<T, G, Length>(entry, length);
  } else {
    return distinct_gen<T, G, Length>(entry, length);
  }
}
/// Sets and maps. Recursive entries are few and share the size, as in sequences.
template <class T>
[[nodiscard]] constexpr auto derive_entries() {
  if constexpr (entries_recur<T>()) {
    return gen::sized([](int size) {
      const std::uint32_t most = length_of_children::longest(size);
      return entries_of<T>(gen::resize(length_of_children::nested_size(size, most), derive_entry<T>()),
                           length_between{0, most});
    });
  } else {
    return entries_of<T>(derive_entry<T>(), length_by_size{});
  }
}

template <class T, std::size_t... I>
[[nodiscard]] constexpr auto derive_tuple(std::index_sequence<I...> /*all*/) {
  return tuple_gen<product_span<T>, T, arbitrary_gen<std::remove_cv_t<std::tuple_element_t<I, T>>>...>(
      arbitrary<std::remove_cv_t<std::tuple_element_t<I, T>>>()...);
}

/// Each alternative equally likely; at size 0 only those that do not lead back to T, if there are any.
template <class T, class... A>
struct alternative_odds {
  static constexpr std::array<std::string_view, sizeof...(A)> value{type_name<A>()...};
  static constexpr std::array<std::uint32_t, sizeof...(A)> weights = equal_odds<sizeof...(A)>::weights;
  static constexpr std::array<std::uint32_t, sizeof...(A)> ending{(contains<A, T, A>() ? 0U : 1U)...};
  static constexpr bool depend_on_size = (contains<A, T, A>() || ...) && !(contains<A, T, A>() && ...);

  [[nodiscard]] static constexpr branch_request at(int size) {
    return {span_of(size == 0 && depend_on_size ? ending : weights), span_of(value)};
  }
};
template <class T, class... A>
[[nodiscard]] constexpr auto derive_variant(type_list<A...> /*alternatives*/) {
  return variant_gen<T, alternative_odds<T, A...>, arbitrary_gen<A>...>(arbitrary<A>()...);
}

template <class T, class... Overrides, std::size_t... I>
[[nodiscard]] constexpr auto derive_fields(const pack<Overrides...>& overrides, std::index_sequence<I...> /*all*/) {
  return fields_gen<product_span<T>, T, decltype(field_generator<T, I>(overrides))...>(
      field_generator<T, I>(overrides)...);
}

/// The table: the combinator for each kind of type.
template <class T, class... Overrides>
[[nodiscard]] constexpr auto derive([[maybe_unused]] const pack<Overrides...>& overrides) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (kind == value_kind::boolean) {
    return gen::boolean();
  } else if constexpr (is_int128<T>) {
    return gen::integer128<T>();
  } else if constexpr (kind == value_kind::integer) {
    return gen::integer<T>();
  } else if constexpr (kind == value_kind::character) {
    return derive_character<T>();
  } else if constexpr (kind == value_kind::floating) {
    return derive_real<T>();
  } else if constexpr (kind == value_kind::byte) {
    return gen::byte();
  } else if constexpr (kind == value_kind::enumeration) {
    return gen::enumerator<T>();
  } else if constexpr (kind == value_kind::duration) {
    return ticks_gen<T, arbitrary_gen<typename T::rep>>(arbitrary<typename T::rep>());
  } else if constexpr (kind == value_kind::time_point) {
    return ticks_gen<T, arbitrary_gen<typename T::duration>>(arbitrary<typename T::duration>());
  } else if constexpr (std::same_as<T, std::string>) {
    return gen::text();
  } else if constexpr (kind == value_kind::text) {
    return gen::sequence<T>(arbitrary<typename T::value_type>());
  } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
    return derive_holder<T>();
  } else if constexpr (kind == value_kind::sequence) {
    return derive_sequence<T>();
  } else if constexpr (kind == value_kind::set || kind == value_kind::map) {
    return derive_entries<T>();
  } else if constexpr (kind == value_kind::tuple) {
    return derive_tuple<T>(std::make_index_sequence<std::tuple_size<T>::value>{});
  } else if constexpr (kind == value_kind::variant) {
    return derive_variant<T>(typename alternatives_of<T>::types{});
  } else if constexpr (std::is_empty_v<T>) {
    return gen::exact<T>();
  } else {
    return derive_fields<T>(overrides, std::make_index_sequence<field_count<T>>{});
  }
}

template <class T, class... Overrides>
class derived_gen : pack<Overrides...> {
  using parts = pack<Overrides...>;

public:
  using value_type = T;

  constexpr derived_gen() = default;
  using parts::parts;

  /// The same, but with this field from this generator.
  template <class Member, std::same_as<T> Owner, class G>
  [[nodiscard]] constexpr auto with(Member Owner::* field, const G& g) const {
    static_assert(
        std::same_as<value_of<G>, std::remove_cv_t<Member>>,
        "tali: arbitrary<T>().with(&T::field, generator): the generator must produce values of the field's type");
    return [&]<std::size_t... O>(std::index_sequence<O...>) {
      using added = field_override<Member Owner::*, G>;
      return derived_gen<T, Overrides..., added>(get<O>(all())..., added{field, g});
    }(std::index_sequence_for<Overrides...>{});
  }

  template <class S>
  T operator()(S& source) const {
    if constexpr (!derivable<T>()) {
      static_cast<void>(type_cannot_be_derived<T>{});
    } else {
      if constexpr (kind_of<T> == value_kind::fields && !std::is_empty_v<T>) {
        source.check_depth();
      }
      return derive<T>(all())(source);
    }
  }

  // The type is explicit, not deduced, because it is needed where a part contains a T again.
  template <class F>
  auto reflect(F& forest, const T& v) const -> typename F::node {
    if constexpr (!derivable<T>()) {
      static_cast<void>(type_cannot_be_derived<T>{});
    } else {
      return derive<T>(all()).reflect(forest, v);
    }
  }
  /// A pair that is stored as an entry of a map.
  template <class F, class First, class Second>
    requires(kind_of<T> == value_kind::tuple && std::same_as<T, std::pair<First, Second>>)
  auto reflect_halves(F& forest, const First& first, const Second& second) const -> typename F::node {
    return derive<T>(all()).reflect_halves(forest, first, second);
  }

private:
  [[nodiscard]] constexpr const parts& all() const { return *this; }
};

} // namespace detail

} // namespace tali
