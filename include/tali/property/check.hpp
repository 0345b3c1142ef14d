// SPDX-License-Identifier: BSL-1.0
// Properties: a name, generators or none, and a body.
//
//   check("reverse twice", [](const std::vector<int>& xs) { return reverse(reverse(xs)) == xs; });   // derived
//   check("in range", gen::integer(0, 9), [](int n) { return n < 10; });                             // given
//   check("by hand", [](test_case& c) { int n = c.draw("n", gen::integer(0, 9)); c.expect(n < 10); });
//   check("thorough", settings{.cases = 100'000}, ...);
//   property("with examples", [](int n, const std::string& s) { ... }).example(1, "a").cases(50).run();
//
// A body takes typed arguments, a test_case&, or a test_case& and then arguments. It fails by returning false (or a
// verdict, or any other class that converts to bool), by throwing, or through the test_case. Throwing
// tali::discard (see assume) discards the case.
//
// The runner is compiled code. This header only binds a body to its generators and passes it on as a pair of
// pointers, so that a property costs only one instantiation of its body and its draws.
#pragma once

#include <tali/detail/namespaces.hpp>
#include <tali/detail/pack.hpp>
#include <tali/gen/arbitrary.hpp>
#include <tali/interpret/ways.hpp>
#include <tali/property/result.hpp>
#include <tali/property/session.hpp>
#include <tali/property/settings.hpp>
#include <tali/property/test_case.hpp>
#include <tali/property/verdict.hpp>
#include <tali/source/forest.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tali::host {

/// The name of a property, and its source location.
struct property_name {
  std::string_view text;
  std::source_location where;

  template <detail::as_text T>
  // implicit: written as a plain string
  constexpr property_name(const T& name, const std::source_location& location = std::source_location::current())
      : text(name), where(location) {}
};

} // namespace tali::host

namespace tali::detail {

/// A generator with a name for reports.
template <generator G>
class named_gen : pack<std::string_view, G> {
  using parts = pack<std::string_view, G>;

public:
  using parts::parts;
  using value_type = value_of<G>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    return get<1>(static_cast<const parts&>(*this))(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return reflect_part(get<1>(static_cast<const parts&>(*this)), forest, v);
  }
  [[nodiscard]] constexpr std::string_view argument_name() const { return get<0>(static_cast<const parts&>(*this)); }
};

} // namespace tali::detail

namespace tali {

/// A generator with a name for reports: check("...", named("n", gen::integer(0, 9)), [](int n) { ... }).
/// The text must outlive the generator.
template <generator G>
[[nodiscard]] constexpr detail::named_gen<G> named(std::string_view name, const G& g) {
  return detail::named_gen<G>(name, g);
}

namespace detail {

/// A property as the runner sees it.
struct property_code {
  void* object = nullptr;
  void (*run)(void* object, test_case& c) = nullptr;
  void (*run_example)(void* object, std::size_t index, test_case& c) = nullptr; // null if there are no examples
  std::size_t examples = 0;
  const std::vector<std::string>* replayed = nullptr; // examples as replay texts
  // The choices with which the generators produce an example, if they can; null if there are no examples.
  std::optional<choice_sequence> (*reflect_example)(void* object, std::size_t index, int size) = nullptr;
};

/// src/property/run/run_property.cpp. Never throws for anything the property does.
/// Null settings and a null session are empty: this keeps their code out of the callers.
[[nodiscard]] result run_property(const property_name& name, const settings* code_settings, const property_code& code,
                                  const session* around);

// The parameters of a body --------------------------------------------------------------------------------------------

template <class... T>
struct types {
  static constexpr std::size_t count = sizeof...(T);
};

/// Parameters without a leading test_case&.
template <bool Handle, class... P>
struct parameter_list {
  static constexpr bool known = true;
  static constexpr bool handle = Handle;
  using list = types<P...>;
};
template <class... P>
struct parameters_of : parameter_list<false, P...> {};
template <class... P>
struct parameters_of<test_case&, P...> : parameter_list<true, P...> {};

struct parameters_unknown {
  static constexpr bool known = false;
};

template <class F>
struct signature : parameters_unknown {};
template <class R, class... P>
struct signature<R(P...)> : parameters_of<P...> {};
template <class R, class... P>
struct signature<R(P...) noexcept> : parameters_of<P...> {};
template <class R, class... P>
struct signature<R (*)(P...)> : parameters_of<P...> {};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...)> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) noexcept> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const noexcept> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...)&> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const&> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) & noexcept> : parameters_of<P...> {};
template <class R, class C, class... P>
struct signature<R (C::*)(P...) const & noexcept> : parameters_of<P...> {};
template <class F>
  requires requires { &F::operator(); }
struct signature<F> : signature<decltype(&F::operator())> {};

// Examples ------------------------------------------------------------------------------------------------------------

/// The values of one explicit example: of the types of the parameters, or if those are unknown, of the generators.
template <class Parameters, bool Known, class... G>
struct example_of {
  using type = std::tuple<value_of<G>...>;
};
template <class Parameters, class... G>
struct example_of<Parameters, true, G...> {
  template <class... P>
  static std::tuple<std::remove_cvref_t<P>...> decayed(types<P...> /*parameters*/);
  using type = decltype(decayed(typename Parameters::list{}));
};

/// The argument for a stored example value: the value itself if the body cannot change it or if it
/// cannot be copied, otherwise a copy, which the body may modify or move from.
template <class P, class T>
using example_argument =
    std::conditional_t<std::is_same_v<P, const T&> || !std::is_copy_constructible_v<T>, const T&, T>;

template <class Tuple, class Parameters>
struct example_arguments;
template <class... T, class... P>
struct example_arguments<std::tuple<T...>, types<P...>> {
  using type = std::tuple<example_argument<P, T>...>;
  static constexpr bool callable = ((std::is_copy_constructible_v<T> || std::is_same_v<P, const T&>) && ...);
};
/// A body that is generic or overloaded gets copies.
template <class... T>
struct example_arguments<std::tuple<T...>, void> {
  using type = std::tuple<example_argument<T, T>...>;
  static constexpr bool callable = true;
};

// Binding -------------------------------------------------------------------------------------------------------------

/// Results of which it is not clear which value means success: a status may be 0 for success, and an optional<bool> may
/// contain false.
template <class R>
inline constexpr bool is_unclear_result =
    (std::is_arithmetic_v<R> && !std::same_as<R, bool>) || std::is_enum_v<R> || std::is_pointer_v<R> ||
    requires(const R& r) { requires !std::is_void_v<decltype(*r)>; };

template <class R>
void judge(test_case& c, const R& returned) {
  if constexpr (std::same_as<R, tali::verdict>) {
    if (!returned) [[unlikely]] {
      c.returned_false(returned.message(), returned.where());
    }
  } else if constexpr (is_unclear_result<R>) {
    static_assert(
        !is_unclear_result<R>,
        "tali: the body of a property returns a number, an enumerator, a pointer or a value that can be empty; "
        "return a comparison instead, for example status == 0 or result.has_value() && *result");
  } else {
    static_assert(
        requires { static_cast<bool>(returned); },
        "tali: the body of a property must return void, bool, tali::verdict, or a class that converts to bool");
    if (!static_cast<bool>(returned)) [[unlikely]] {
      if constexpr (requires { std::string_view(returned.message()); }) {
        c.returned_false(returned.message());
      } else {
        c.returned_false();
      }
    }
  }
}

template <class G>
[[nodiscard]] constexpr draw_name argument_name(const G& g, int position) {
  if constexpr (requires { g.argument_name(); }) {
    return {g.argument_name(), position};
  } else {
    return {{}, position};
  }
}

/// A body with its generators, none of them owned. Without generators they are derived from the parameters.
template <class Body, class... G>
struct bound_property {
  using parameters = signature<Body>;
  Body* body;
  pack<const G*...> generators;
  const void* examples = nullptr;

  static_assert(!std::is_member_pointer_v<Body>,
                "tali: the body of a property must be a function, a lambda or a function object, not a pointer to a "
                "member: write a lambda that calls it");
  using example_tuple = typename example_of<parameters, parameters::known, G...>::type;

  static void run(void* object, test_case& c) {
    const auto& self = *static_cast<bound_property*>(object);
    if constexpr (sizeof...(G) > 0) {
      static_assert((generator<G> && ...),
                    "tali: the arguments between the name (and settings) of a property and its body must be "
                    "generators; the body comes last");
      if constexpr (parameters::known) {
        static_assert(
            parameters::list::count == sizeof...(G),
            "tali: pass one generator for each parameter of the body (without a leading test_case&), or none: "
            "then they are derived from the types of the parameters");
      }
      self.template draw_given<0>(c);
    } else if constexpr (parameters::known) {
      self.draw_derived(c, typename parameters::list{});
    } else {
      static_assert(std::invocable<Body&, test_case&>,
                    "tali: the parameters of this body have no types to derive generators from (a generic lambda?): "
                    "declare their types, or pass a generator for each");
      self.call(c);
    }
  }

  static void run_example(void* object, std::size_t index, test_case& c) {
    static_assert(arguments_of_example::callable,
                  "tali: example(): a value that cannot be copied is passed to the body by const reference, because a "
                  "failing example is rerun; declare that parameter as const T&");
    const auto& self = *static_cast<bound_property*>(object);
    const example_tuple& stored = self.example(index);
    typename arguments_of_example::type arguments(stored);
    [&]<std::size_t... I>(std::index_sequence<I...> /*all*/) {
      (c.describe_value(self.template name_of<I>(), std::get<I>(stored)), ...);
      self.call(c, std::get<I>(arguments)...);
    }(std::make_index_sequence<std::tuple_size_v<example_tuple>>{});
  }

  static std::optional<choice_sequence> reflect_example(void* object, std::size_t index, int size) {
    const auto& self = *static_cast<bound_property*>(object);
    const example_tuple& arguments = self.example(index);
    lenient_forest ways(size);
    forest::node made = forest::empty();
    [&]<std::size_t... I>(std::index_sequence<I...> /*all*/) {
      ((made = ways.join(made, self.template reflect_argument<I>(ways, std::get<I>(arguments)))), ...);
    }(std::make_index_sequence<std::tuple_size_v<example_tuple>>{});
    return simplest_way(ways, made);
  }

private:
  template <class Parameters>
  struct listed {
    using type = void;
  };
  template <class Parameters>
    requires Parameters::known
  struct listed<Parameters> {
    using type = typename Parameters::list;
  };
  using arguments_of_example = example_arguments<example_tuple, typename listed<parameters>::type>;

  [[nodiscard]] const example_tuple& example(std::size_t index) const {
    return (*static_cast<const std::vector<example_tuple>*>(examples))[index];
  }

  template <std::size_t I, class T>
  [[nodiscard]] forest::node reflect_argument(lenient_forest& ways, const T& argument) const {
    if constexpr (sizeof...(G) == 0) {
      return reflect_part(arbitrary<T>(), ways, argument);
    } else if constexpr (std::same_as<
                             T, value_of<std::remove_pointer_t<std::remove_cvref_t<decltype(get<I>(generators))>>>>) {
      return reflect_part(*get<I>(generators), ways, argument);
    } else {
      return forest::none();
    }
  }

  template <std::size_t I>
  [[nodiscard]] draw_name name_of() const {
    if constexpr (sizeof...(G) > 0) {
      return argument_name(*get<I>(generators), static_cast<int>(I + 1));
    } else {
      return {{}, static_cast<int>(I + 1)};
    }
  }

  // One local variable per argument, in nested calls: any number, drawn in order, without a tuple.
  template <std::size_t I, class... Drawn>
  TALI_INLINE void draw_given(test_case& c, Drawn&... drawn) const {
    if constexpr (I == sizeof...(G)) {
      call(c, drawn...);
    } else {
      auto value = c.draw_as(name_of<I>(), *get<I>(generators));
      draw_given<I + 1>(c, drawn..., value);
    }
  }
  template <class... Drawn>
  TALI_INLINE void draw_derived(test_case& c, types<> /*none left*/, Drawn&... drawn) const {
    call(c, drawn...);
  }
  template <class First, class... Rest, class... Drawn>
  TALI_INLINE void draw_derived(test_case& c, types<First, Rest...> /*left*/, Drawn&... drawn) const {
    auto value = c.draw_as({{}, static_cast<int>(sizeof...(Drawn) + 1)}, arbitrary<std::remove_cvref_t<First>>());
    draw_derived(c, types<Rest...>{}, drawn..., value);
  }

  template <class... T>
  TALI_INLINE void call(test_case& c, T&... values) const {
    if constexpr (parameters::known) {
      call_with(c, typename parameters::list{}, values...);
    } else if constexpr (std::invocable<Body&, test_case&, T&...>) {
      finish(c, [&]() -> decltype(auto) { return (*body)(c, values...); });
    } else if constexpr (std::invocable<Body&, T&...>) {
      finish(c, [&]() -> decltype(auto) { return (*body)(values...); });
    } else {
      static_assert(std::invocable<Body&, T...>, "tali: the body of this property cannot be called with the values "
                                                 "of its generators");
      finish(c, [&]() -> decltype(auto) { return (*body)(static_cast<T&&>(values)...); });
    }
  }
  /// Parameters by value take ownership of the drawn value; reference parameters refer to it.
  template <class... P, class... T>
  TALI_INLINE void call_with(test_case& c, types<P...> /*parameters*/, T&... values) const {
    if constexpr (parameters::handle) {
      finish(c, [&]() -> decltype(auto) { return (*body)(c, static_cast<P&&>(values)...); });
    } else {
      finish(c, [&]() -> decltype(auto) { return (*body)(static_cast<P&&>(values)...); });
    }
  }
  template <class Call>
  TALI_INLINE static void finish(test_case& c, const Call& the_body) {
    if constexpr (std::is_void_v<decltype(the_body())>) {
      the_body();
    } else {
      judge(c, static_cast<const std::remove_cvref_t<decltype(the_body())>&>(the_body()));
    }
  }
};

template <class Body, class... G>
[[nodiscard]] result run_bound(const property_name& name, const settings* s, const session* around, Body& body,
                               const G&... generators) {
  bound_property<Body, G...> bound{&body, pack<const G*...>(&generators...)};
  return run_property(name, s, {&bound, &bound_property<Body, G...>::run}, around);
}

/// Moves the body from the last position to the front.
template <std::size_t... I, class... A>
[[nodiscard]] result run_rotated(const property_name& name, const settings* s, const session* around,
                                 std::index_sequence<I...> /*generators*/, A&... parts) {
  const pack<A*...> all(&parts...);
  return run_bound(name, s, around, *get<sizeof...(I)>(all), *get<I>(all)...);
}

template <class First, class... A>
[[nodiscard]] result check_in(const session* around, const property_name& name, First& first, A&... parts) {
  if constexpr (std::same_as<std::remove_cv_t<First>, settings>) {
    static_assert(sizeof...(A) > 0, "tali: a property needs a body");
    return run_rotated(name, &first, around, std::make_index_sequence<sizeof...(A) - 1>{}, parts...);
  } else {
    return run_rotated(name, static_cast<const settings*>(nullptr), around, std::index_sequence_for<A...>{}, first,
                       parts...);
  }
}

} // namespace detail

/// Runs a property: optional settings, optional generators, and a body.
template <class... A>
result check(const host::property_name& name, A&&... parts) {
  return detail::check_in(nullptr, name, parts...);
}

template <class... A>
result session::check(const host::property_name& name, A&&... parts) const {
  return detail::check_in(this, name, parts...);
}

} // namespace tali

namespace tali::host {

/// A property as an object: built step by step, run any number of times.
template <class Body, class... G>
class property_of {
  using bound = detail::bound_property<Body, G...>;

  using example_tuple = typename bound::example_tuple;

public:
  property_of(const property_name& name, settings s, Body body, const G&... generators)
      : name_(name.text), where_(name.where), settings_(std::move(s)), body_(std::move(body)),
        generators_(generators...) {}

  // Each returns the property itself, as an rvalue if it is one, so that a chain of calls copies nothing.
  property_of& cases(std::int64_t n) & { return settings_.cases = n, *this; }
  property_of&& cases(std::int64_t n) && { return std::move(cases(n)); }
  property_of& time_budget(duration d) & { return settings_.time_budget = d, *this; }
  property_of&& time_budget(duration d) && { return std::move(time_budget(d)); }
  property_of& seed(std::uint64_t s) & { return settings_.seed = s, *this; }
  property_of&& seed(std::uint64_t s) && { return std::move(seed(s)); }
  property_of& size(int largest) & { return settings_.size = largest, *this; }
  property_of&& size(int largest) && { return std::move(size(largest)); }
  property_of& threads(int n) & { return settings_.threads = n, *this; }
  property_of&& threads(int n) && { return std::move(threads(n)); }
  property_of& exhaustive(exhaustive_mode mode) & { return settings_.exhaustive = mode, *this; }
  property_of&& exhaustive(exhaustive_mode mode) && { return std::move(exhaustive(mode)); }
  property_of& shrink(std::int64_t runs) & { return settings_.shrink = runs, *this; }
  property_of&& shrink(std::int64_t runs) && { return std::move(shrink(runs)); }
  property_of& store(std::string folder) & { return settings_.store = std::move(folder), *this; }
  property_of&& store(std::string folder) && { return std::move(store(std::move(folder))); }
  property_of& explain(std::int64_t runs) & { return settings_.explain = runs, *this; }
  property_of&& explain(std::int64_t runs) && { return std::move(explain(runs)); }
  property_of& with(const settings& s) & { return settings_.override_by(s), *this; }
  property_of&& with(const settings& s) && { return std::move(with(s)); }

  /// An input to try first in every run. If it fails and the generators can produce it, it is shrunk.
  /// A value that cannot be copied needs a body that takes it by const reference.
  template <class... A>
    requires std::constructible_from<example_tuple, A...>
  property_of& example(A&&... arguments) & {
    examples_.emplace_back(std::forward<A>(arguments)...);
    run_example_ = &bound::run_example;
    reflect_example_ = &bound::reflect_example;
    return *this;
  }
  template <class... A>
    requires std::constructible_from<example_tuple, A...>
  property_of&& example(A&&... arguments) && {
    return std::move(example(std::forward<A>(arguments)...));
  }

  /// The same as a replay text, also for values that cannot be written as C++.
  property_of& replayed(std::string text) & { return replayed_.push_back(std::move(text)), *this; }
  property_of&& replayed(std::string text) && { return std::move(replayed(std::move(text))); }

  [[nodiscard]] result run() { return run_in(nullptr); }
  [[nodiscard]] result run(const session& around) { return run_in(&around); }

  [[nodiscard]] property_name name() const { return {name_, where_}; }

private:
  [[nodiscard]] result run_in(const session* around) {
    return [&]<std::size_t... I>(std::index_sequence<I...> /*all*/) {
      bound b{&body_, detail::pack<const G*...>(&std::get<I>(generators_)...), &examples_};
      return detail::run_property(
          name(), &settings_, {&b, &bound::run, run_example_, examples_.size(), &replayed_, reflect_example_}, around);
    }(std::index_sequence_for<G...>{});
  }

  std::string name_;
  std::source_location where_;
  settings settings_;
  Body body_;
  std::tuple<G...> generators_;
  std::vector<example_tuple> examples_;
  std::vector<std::string> replayed_;
  // Set by example(), so that they are instantiated only for a property that has examples.
  decltype(detail::property_code::run_example) run_example_ = nullptr;
  decltype(detail::property_code::reflect_example) reflect_example_ = nullptr;
};

} // namespace tali::host

namespace tali {

namespace detail {
template <std::size_t... I, class... A>
[[nodiscard]] auto make_property(const property_name& name, const settings& s, std::index_sequence<I...> /*generators*/,
                                 std::tuple<A...> parts) {
  using body = std::decay_t<std::tuple_element_t<sizeof...(I), std::tuple<A...>>>;
  return property_of<body, std::remove_cvref_t<std::tuple_element_t<I, std::tuple<A...>>>...>(
      name, s, std::get<sizeof...(I)>(std::move(parts)), std::get<I>(parts)...);
}
template <class First, class... A>
[[nodiscard]] auto make_property_of(const property_name& name, First&& first, A&&... parts) {
  if constexpr (std::same_as<std::remove_cvref_t<First>, settings>) {
    static_assert(sizeof...(A) > 0, "tali: a property needs a body");
    return make_property(name, first, std::make_index_sequence<sizeof...(A) - 1>{},
                         std::tuple<A&&...>(std::forward<A>(parts)...));
  } else {
    return make_property(name, settings{}, std::index_sequence_for<A...>{},
                         std::tuple<First&&, A&&...>(std::forward<First>(first), std::forward<A>(parts)...));
  }
}
} // namespace detail

/// A property to run later: the same parts as for check.
template <class... A>
[[nodiscard]] auto property(const host::property_name& name, A&&... parts) {
  return detail::make_property_of(name, std::forward<A>(parts)...);
}

} // namespace tali
