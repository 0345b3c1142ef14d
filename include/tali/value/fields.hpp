// SPDX-License-Identifier: BSL-1.0
// The parts of an aggregate: their number, types, names and values. No macro, no registration.
//
//   struct point { int x; int y; };
//   field_count<point>             2
//   field_type<point, 1>           int
//   field_name<point, 1>()         "y"   (empty if the compiler does not provide it, as Clang before 18)
//   tie_fields(p)                  a tuple-like of references; `auto [x, y] = tie_fields(p);`
//   for_each_field(p, f)           f(p.x); f(p.y);
//   for_each_named_field(p, f)     f("x", p.x); f("y", p.y);
//
// A class that is not an aggregate is supported if its fields are listed:
//
//   template<> struct tali::fields_of<my_class> {
//     static constexpr auto value = tali::fields(tali::field("x", &my_class::x), tali::field("y", &my_class::y));
//   };
//
// (private fields: `friend struct tali::fields_of<my_class>;`; instead of a pointer to a member, use any callable that
// takes the object and returns the part).
//
// How fields are counted. T{any, any, ...} compiles up to some number of initialisers, where `any` converts to every
// type. That number is found by doubling and halving. C arrays take several initialisers (brace elision). So each
// position is then tried with `{}`, which initialises a whole array: if all further initialisers still fit, there is no
// array; otherwise, the number of those that do not fit is its length. One check handles the common case without
// arrays. The decision against a library is in docs/decisions/0003-aggregate-reflection.md.
//
// Limits: 64 fields; no reference members; base classes must be empty; anonymous unions and structs cannot be bound.
// Bit-fields can be read (show, diff, hash do) but not tied. All of these can be listed with fields_of.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tali/value/detail/bind_fields.hpp"

namespace tali {

/// Specialise with a `value` made by `fields(...)` to list the fields of a class.
template <class T>
struct fields_of {};

namespace detail {

template <class... T>
struct type_list {
  static constexpr std::size_t size = sizeof...(T);
};

template <std::size_t I, class T>
struct indexed {
  T value;
};

template <class Sequence, class... T>
struct indexed_pack;

template <std::size_t... I, class... T>
struct indexed_pack<std::index_sequence<I...>, T...> : indexed<I, T>... {};

template <std::size_t I, class T>
constexpr indexed<I, T> indexed_type(const indexed<I, T>&);

} // namespace detail

} // namespace tali

namespace tali::values {

/// A small tuple: of references to fields, or of descriptions of fields.
template <class... T>
struct field_pack : detail::indexed_pack<std::index_sequence_for<T...>, T...> {};

/// A reference for a pack of references, a constant reference otherwise.
template <std::size_t I, class T>
constexpr auto& get(const detail::indexed<I, T>& part) {
  return part.value;
}

/// One listed field: its name and its access.
template <class Access>
struct listed_field {
  std::string_view name;
  Access access;
};

} // namespace tali::values

namespace tali {

template <class Access>
constexpr values::listed_field<Access> field(std::string_view name, Access access) {
  return {name, access};
}

template <class... Access>
constexpr values::field_pack<values::listed_field<Access>...> fields(values::listed_field<Access>... listed) {
  return {{{listed}...}};
}

namespace detail {

template <class T>
concept has_listed_fields = requires { fields_of<T>::value; };

template <class... Access>
constexpr std::size_t pack_size(const field_pack<Access...>&) {
  return sizeof...(Access);
}

template <class T>
concept shaped_like_range = requires(T& v) {
  v.begin();
  v.end();
};

template <class T>
concept shaped_like_tuple = requires { std::tuple_size<T>::value; };

} // namespace detail

} // namespace tali

namespace tali::values {

/// An aggregate class that is visited field by field (not a union, container, array or tuple), or a class whose fields
/// are listed.
template <class T>
concept is_aggregate_like =
    detail::has_listed_fields<T> ||
    (std::is_class_v<T> && std::is_aggregate_v<T> && !detail::shaped_like_range<T> && !detail::shaped_like_tuple<T>);

} // namespace tali::values

namespace tali::detail {

struct any_field {
  template <class U>
  operator U() const noexcept;
};

// Prevents a single initialiser from being interpreted as a copy of the whole object.
template <class T>
struct any_field_but {
  template <class U>
    requires(!std::is_same_v<U, T>)
  operator U() const noexcept;
};

template <class T, bool Empty>
struct any_base {
  template <class U>
    requires(!std::is_same_v<U, T> && std::is_base_of_v<U, T> && std::is_empty_v<U> == Empty)
  operator U() const noexcept;
};

struct no_field {};

template <std::size_t>
using any_field_at = any_field;

inline constexpr std::size_t uncounted = static_cast<std::size_t>(-1);

/// How many initialisers an aggregate accepts.
template <class T>
struct initialiser_counter {
  // T{any, any, ...}
  template <std::size_t... I>
  static consteval bool accepts(std::index_sequence<I...>) {
    if constexpr (sizeof...(I) == 1)
      return requires { T{any_field_but<T>{}}; };
    else
      return requires { T{any_field_at<I>{}...}; };
  }

  template <std::size_t Count>
  static consteval bool accepts() {
    return accepts(std::make_index_sequence<Count>{});
  }

  // Low is accepted and High is not.
  template <std::size_t Low, std::size_t High>
  static consteval std::size_t between() {
    if constexpr (High - Low == 1)
      return Low;
    else if constexpr (accepts<(Low + High) / 2>())
      return between<(Low + High) / 2, High>();
    else
      return between<Low, (Low + High) / 2>();
  }

  // Low is accepted.
  template <std::size_t Low>
  static consteval std::size_t upwards() {
    constexpr std::size_t next = Low == 0 ? 1 : 2 * Low;
    if constexpr (accepts<next>())
      return upwards<next>();
    else
      return between<Low, next>();
  }

  // Members without a default constructor cannot be omitted, so small numbers may not be accepted either.
  template <std::size_t Count>
  static consteval std::size_t first_accepted() {
    if constexpr (accepts<Count>())
      return upwards<Count>();
    else if constexpr (Count >= 2 * most_bindable_fields || Count > 8 * sizeof(T))
      return uncounted;
    else
      return first_accepted<Count + 1>();
  }
};

/// The number of fields that the initialisers belong to.
template <class T>
struct field_counter {
  static constexpr std::size_t initialisers = initialiser_counter<T>::template first_accepted<0>();

  // T{{any}, {any}, ...}
  template <std::size_t... I>
  static consteval bool accepts_braced(std::index_sequence<I...>) {
    if constexpr (sizeof...(I) == 1)
      return requires { T{{any_field_but<T>{}}}; };
    else
      return requires { T{{any_field_at<I>{}}...}; };
  }

  // T{any, any, {}, any, any, any}
  template <std::size_t... Before, std::size_t... After>
  static consteval bool accepts_around_empty(std::index_sequence<Before...>, std::index_sequence<After...>) {
    return requires { T{any_field_at<Before>{}..., {}, any_field_at<After>{}...}; };
  }

  template <std::size_t Before, std::size_t After>
  static consteval bool accepts_around_empty() {
    return accepts_around_empty(std::make_index_sequence<Before>{}, std::make_index_sequence<After>{});
  }

  // T{any, any, {any, any}, any, any}
  template <std::size_t... Before, std::size_t... Inside, std::size_t... After>
  static consteval bool accepts_around(std::index_sequence<Before...>, std::index_sequence<Inside...>,
                                       std::index_sequence<After...>) {
    return requires { T{any_field_at<Before>{}..., {any_field_at<Inside>{}...}, any_field_at<After>{}...}; };
  }

  template <std::size_t Before, std::size_t Inside, std::size_t After>
  static consteval bool accepts_around() {
    return accepts_around(std::make_index_sequence<Before>{}, std::make_index_sequence<Inside>{},
                          std::make_index_sequence<After>{});
  }

  // Low further initialisers are accepted behind `{}` and High are not.
  template <std::size_t At, std::size_t Low, std::size_t High>
  static consteval std::size_t behind_between() {
    if constexpr (High - Low == 1)
      return Low;
    else if constexpr (accepts_around_empty<At, (Low + High) / 2>())
      return behind_between<At, (Low + High) / 2, High>();
    else
      return behind_between<At, Low, (Low + High) / 2>();
  }

  template <std::size_t At, std::size_t Behind>
  static consteval std::size_t behind_downwards() {
    if constexpr (accepts_around_empty<At, Behind>())
      return Behind;
    else if constexpr (Behind == 0)
      return uncounted;
    else
      return behind_downwards<At, Behind - 1>();
  }

  template <std::size_t At, std::size_t Length>
  static consteval std::size_t filled_extent() {
    constexpr std::size_t rest = initialisers - At;
    if constexpr (Length > rest)
      return 1;
    else if constexpr (accepts_around<At, Length, rest - Length>() &&
                       !accepts_around<At, Length, rest - Length + 1>()) {
      return Length;
    } else {
      return filled_extent<At, Length + 1>();
    }
  }

  // How many initialisers the field starting at initialiser At takes.
  template <std::size_t At>
  static consteval std::size_t extent() {
    constexpr std::size_t rest = initialisers - At - 1;
    if constexpr (rest == 0) {
      return 1;
    } else if constexpr (accepts_around_empty<At, rest>()) {
      return 1;
    } else if constexpr (accepts_around_empty<At, 0>()) {
      return initialisers - At - behind_between<At, 0, rest>();
    } else {
      constexpr std::size_t behind = behind_downwards<At, rest - 1>();
      if constexpr (behind != uncounted)
        return initialisers - At - behind;
      else
        return filled_extent<At, 2>(); // an array of elements without a default constructor, or no array
    }
  }

  template <std::size_t At>
  static consteval std::size_t fields_from() {
    if constexpr (At >= initialisers)
      return 0;
    else
      return 1 + fields_from<At + extent<At>()>();
  }

  static consteval std::size_t elements() {
    if constexpr (initialisers == uncounted || initialisers < 2)
      return initialisers;
    else if constexpr (accepts_braced(std::make_index_sequence<initialisers>{}))
      return initialisers;
    else
      return fields_from<0>();
  }

  // Base classes are initialised first. A first member that accepts any initialiser is not taken for one.
  template <bool Empty, class... Before>
  static consteval bool base_behind() {
    return requires { T{Before{}..., any_base<T, Empty>{}}; } && !requires { T{Before{}..., no_field{}}; };
  }

  template <class... Before>
  static consteval std::size_t empty_bases() {
    if constexpr (base_behind<true, Before...>())
      return empty_bases<Before..., any_base<T, true>>();
    else
      return sizeof...(Before);
  }

  template <class... Before>
  static consteval bool full_base() {
    if constexpr (base_behind<false, Before...>())
      return true;
    else if constexpr (base_behind<true, Before...>())
      return full_base<Before..., any_base<T, true>>();
    else
      return false;
  }

  static consteval std::size_t fields() {
    if constexpr (initialisers == uncounted)
      return uncounted;
    else
      return elements() - empty_bases<>();
  }
};

template <class T>
consteval std::size_t count_fields() {
  if constexpr (has_listed_fields<T>)
    return pack_size(fields_of<T>::value);
  else
    return field_counter<T>::fields();
}

struct declared_types {
  template <class... D>
  constexpr type_list<D...> operator()(const auto&...) const {
    return {};
  }
};

template <class T, class Access>
constexpr decltype(auto) reach_field(T& object, const Access& access) {
  if constexpr (std::is_member_object_pointer_v<Access>)
    return (object.*access);
  else
    return access(object);
}

template <class T, class F, std::size_t... I>
constexpr decltype(auto) with_listed_fields(T& object, F&& f, std::index_sequence<I...>) {
  constexpr auto& list = fields_of<std::remove_const_t<T>>::value;
  return f.template operator()<std::remove_reference_t<decltype(reach_field(object, get<I>(list).access))>...>(
      reach_field(object, get<I>(list).access)...);
}

/// f.operator()<declared types...>(fields...). The only access: everything below and the traversals use it.
template <class T, class F>
constexpr decltype(auto) with_fields(T& object, F&& f) {
  using plain = std::remove_const_t<T>;
  constexpr std::size_t count = count_fields<plain>();
  if constexpr (has_listed_fields<plain>)
    return with_listed_fields(object, f, std::make_index_sequence<count>{});
  else
    return field_binder<count>::bind(object, f);
}

template <class... D>
consteval bool any_reference(type_list<D...>) {
  return (std::is_reference_v<D> || ...);
}

enum class field_problem { none, not_aggregate, reference_or_uncounted, base, too_many };

template <class T>
consteval field_problem find_field_problem() {
  if constexpr (has_listed_fields<T>)
    return field_problem::none;
  else if constexpr (!is_aggregate_like<T>)
    return field_problem::not_aggregate;
  else if constexpr (field_counter<T>::initialisers == uncounted)
    return field_problem::reference_or_uncounted;
  else if constexpr (field_counter<T>::template full_base<>())
    return field_problem::base;
  else if constexpr (field_counter<T>::fields() > most_bindable_fields)
    return field_problem::too_many;
  else if constexpr (any_reference(decltype(with_fields(std::declval<const T&>(), declared_types{})){})) {
    return field_problem::reference_or_uncounted;
  } else {
    return field_problem::none;
  }
}

template <class T>
inline constexpr field_problem field_problem_of = find_field_problem<T>();

// The static errors, one sentence each.
template <class T>
consteval bool require_fields() {
  constexpr auto problem = field_problem_of<T>;
  static_assert(problem != field_problem::not_aggregate,
                "tali: this type is not an aggregate; list its fields by specialising tali::fields_of");
  static_assert(
      problem != field_problem::reference_or_uncounted,
      "tali: the fields of this aggregate cannot be counted, or one is a reference; list the fields other than "
      "references by specialising tali::fields_of");
  static_assert(problem != field_problem::base,
                "tali: this aggregate has a base class with data, which cannot be bound; list its fields, including "
                "inherited ones, by specialising tali::fields_of");
  static_assert(problem != field_problem::too_many,
                "tali: this aggregate has more than 64 fields; group them, or list them by specialising "
                "tali::fields_of");
  return true;
}

struct tie_all {
  template <class... D, class... Part>
  constexpr field_pack<Part&...> operator()(Part&... part) const {
    return {{{part}...}};
  }
};

struct tie_listed {
  template <class... D, class... Part>
  constexpr field_pack<Part...> operator()(Part&&... part) const {
    return {{{static_cast<Part&&>(part)}...}};
  }
};

} // namespace tali::detail

namespace tali::values {

/// The fields of T can be counted, typed and read.
template <class T>
concept reflectable = is_aggregate_like<T> && detail::field_problem_of<T> == detail::field_problem::none;

template <class T>
inline constexpr std::size_t field_count =
    detail::require_fields<std::remove_cv_t<T>>() ? detail::count_fields<std::remove_cv_t<T>>() : 0;

/// References to the fields of an object, as a tuple-like (get<I>, structured bindings).
template <class T>
constexpr auto tie_fields(T& object) {
  using plain = std::remove_const_t<T>;
  static_assert(detail::require_fields<plain>());
  if constexpr (detail::has_listed_fields<plain>)
    return detail::with_fields(object, detail::tie_listed{});
  else
    return detail::with_fields(object, detail::tie_all{});
}

} // namespace tali::values

namespace tali::detail {

template <class T>
using field_types = decltype(with_fields(std::declval<T&>(), declared_types{}));

template <class Sequence, class List>
struct type_index;
template <std::size_t... I, class... D>
struct type_index<std::index_sequence<I...>, type_list<D...>> : indexed<I, type_list<D>*>... {};

template <std::size_t I, class D>
D& find_type(const indexed<I, type_list<D>*>&);

template <class T, std::size_t I>
using field_type_of = std::remove_reference_t<decltype(find_type<I>(
    std::declval<type_index<std::make_index_sequence<count_fields<T>()>, field_types<T>>>()))>;

} // namespace tali::detail

namespace tali::values {

/// The declared type of field I: with `const`, arrays as arrays.
template <class T, std::size_t I>
  requires(detail::require_fields<T>())
using field_type = detail::field_type_of<T, I>;

/// f(field) for each field, in order.
template <class T, class F>
constexpr void for_each_field(T& object, F&& f) {
  static_assert(detail::require_fields<std::remove_const_t<T>>());
  detail::with_fields(object, [&]<class...>(auto&&... part) { (static_cast<void>(f(part)), ...); });
}

} // namespace tali::values

namespace tali::detail {

// An object that is never created. The compiler prints pointers to its parts, which contain their names.
template <class T>
struct never_made {
  T value;
};

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif

template <class T>
extern const never_made<T> tali_subject;

// Returns auto because GCC would spell out the aliases in the signature, behind the pointers.
template <auto... Pointers>
consteval auto pointers_signature() {
  return std::string_view(__PRETTY_FUNCTION__, sizeof(__PRETTY_FUNCTION__) - 1);
}

template <class T, std::size_t I>
consteval auto field_pointer() {
  return __builtin_addressof(get<I>(with_fields(tali_subject<T>.value, tie_all{})));
}

template <class T, std::size_t... I>
consteval std::string_view field_pointers_signature(std::index_sequence<I...>) {
  // Refused for bit-fields, which have no address, and by Clang before 18 (pointers to parts as template arguments).
  if constexpr (requires { pointers_signature<field_pointer<T, I>()...>(); }) {
    return pointers_signature<field_pointer<T, I>()...>();
  } else {
    return {};
  }
}

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

/// The names of all fields, as the compiler spells pointers to them: `(& tali_subject<point>.never_made<point>::value.
/// point::x), (& ...` on GCC, `&tali_subject.value.x, &...` on Clang. Parsed by field_name_reader.
template <class T>
consteval std::string_view raw_field_names() {
  constexpr std::size_t count = count_fields<T>();
  if constexpr (has_listed_fields<T> || count == 0)
    return {};
  else
    return field_pointers_signature<T>(std::make_index_sequence<count>{});
}

/// Reads names one after the other from raw_field_names. Each name is the last word before the next pointer.
class field_name_reader {
public:
  constexpr explicit field_name_reader(std::string_view raw) : raw_(raw), at_(raw.find(subject)) {}

  // Not inlined: it is called once per field, and only the compile time matters here.
  [[gnu::noinline]] constexpr std::string_view next() {
    if (at_ == std::string_view::npos)
      return {};
    std::size_t following = raw_.find(subject, at_ + subject.size());
    std::size_t end = following == std::string_view::npos ? raw_.size() : following;
    at_ = following;
    while (!in_name(raw_[end - 1]))
      --end;
    std::size_t start = end;
    while (in_name(raw_[start - 1]))
      --start;
    return raw_.substr(start, end - start);
  }

private:
  static constexpr std::string_view subject = "tali_subject";

  static constexpr bool in_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
  }

  std::string_view raw_;
  std::size_t at_;
};

} // namespace tali::detail

namespace tali::values {

/// The name of field I, empty if the compiler does not provide it.
template <class T, std::size_t I>
consteval std::string_view field_name() {
  static_assert(detail::require_fields<T>());
  if constexpr (detail::has_listed_fields<T>) {
    return get<I>(fields_of<T>::value).name;
  } else {
    detail::field_name_reader reader(detail::raw_field_names<T>());
    for (std::size_t i = 0; i < I; ++i)
      reader.next();
    return reader.next();
  }
}

/// f(name, field) for each field, in order.
template <class T, class F>
constexpr void for_each_named_field(T& object, F&& f) {
  using plain = std::remove_const_t<T>;
  static_assert(detail::require_fields<plain>());
  detail::with_fields(object, [&]<class...>(auto&&... part) {
    if constexpr (detail::has_listed_fields<plain>) {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (static_cast<void>(f(get<I>(fields_of<plain>::value).name, part)), ...);
      }(std::make_index_sequence<sizeof...(part)>{});
    } else {
      detail::field_name_reader names(detail::raw_field_names<plain>());
      (static_cast<void>(f(names.next(), part)), ...);
    }
  });
}

} // namespace tali::values

template <class... T>
struct std::tuple_size<tali::values::field_pack<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};

template <std::size_t I, class... T>
struct std::tuple_element<I, tali::values::field_pack<T...>> {
  using type = decltype(tali::detail::indexed_type<I>(std::declval<const tali::values::field_pack<T...>&>()).value);
};
