// SPDX-License-Identifier: BSL-1.0
// The vocabulary of a holey generator's body: holes, fills and their parameters (see holey.hpp).
//
// A body only describes one hole. A growth (hole_growth.hpp) interprets the description and draws.
#pragma once

#include <tali/gen/exact.hpp>
#include <tali/gen/recursive.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>

namespace tali {

namespace detail {

template <class T, class Body>
class hole_self;

/// A hole: the body and the parameters with which it would be filled.
template <class T, class Body, class... A>
class hole_call : pack<body_ref<Body>, A...> {
  using parts = pack<body_ref<Body>, A...>;

public:
  using value_type = T;
  using body_type = Body;
  using parts::parts;

  /// The body's description of this hole. Makes no choice.
  [[nodiscard]] TALI_INLINE constexpr auto describe() const { return describe(std::index_sequence_for<A...>{}); }

private:
  template <std::size_t... I>
  TALI_INLINE constexpr auto describe(std::index_sequence<I...> /*all*/) const {
    const body_ref<Body> body = get<0>(static_cast<const parts&>(*this));
    TALI_INLINE_CALL return (*body)(hole_self<T, Body>(body), get<I + 1>(static_cast<const parts&>(*this))...);
  }
};

/// The parameter `self` of a body: call it with parameters to get a hole.
template <class T, class Body>
class hole_self : pack<body_ref<Body>> {
  using parts = pack<body_ref<Body>>;

public:
  using parts::parts;
  TALI_INLINE constexpr hole_self(const hole_self& other) : parts(static_cast<const parts&>(other)) {}
  constexpr hole_self& operator=(const hole_self&) = default;
  constexpr ~hole_self() = default;

  template <class... A>
  [[nodiscard]] TALI_INLINE constexpr auto operator()(const A&... arguments) const {
    return hole_call<T, Body, A...>(get<0>(static_cast<const parts&>(*this)), arguments...);
  }
};

/// The span of a visited hole: holes of the same body can replace each other.
template <class Body>
inline constexpr span_info hole_span{span_kind::recursion, {}, &family_of<Body>};

/// A planned node: how to create it from the values of its holes.
template <class Combine, class... Holes>
struct fill_of {
  Combine combine;
  std::tuple<Holes...> holes;
  static constexpr std::size_t arity = sizeof...(Holes);
};

template <label Label, class Body>
struct constructor_of : pack<std::uint32_t, Body> {
  using base = pack<std::uint32_t, Body>;
  using base::base;
  static constexpr std::string_view name = Label.view();
};

template <class T>
inline constexpr bool is_constructor = false;
template <label Label, class Body>
inline constexpr bool is_constructor<constructor_of<Label, Body>> = true;

template <class Body>
[[nodiscard]] TALI_INLINE constexpr auto as_constructor(const Body& body) {
  if constexpr (is_constructor<Body>) {
    return body;
  } else {
    return constructor_of<"", Body>(1, body);
  }
}

/// The description of a hole: its value if unfilled, whether it can be filled, and its fills.
template <bool Guarded, class Leaf, class... Constructors>
class hole_of : pack<bool, Leaf, Constructors...> {
  using parts = pack<bool, Leaf, Constructors...>;

public:
  using parts::parts;
  static constexpr bool guarded = Guarded;
  static constexpr std::size_t constructors = sizeof...(Constructors);
  using leaf_type = Leaf;
  struct labels {
    static constexpr std::array<std::string_view, sizeof...(Constructors)> value{Constructors::name...};
  };

  [[nodiscard]] TALI_INLINE constexpr bool open() const { return get<0>(static_cast<const parts&>(*this)); }
  [[nodiscard]] TALI_INLINE constexpr decltype(auto) leaf() const { return get<1>(static_cast<const parts&>(*this)); }
  template <std::size_t I>
  [[nodiscard]] TALI_INLINE constexpr decltype(auto) constructor() const {
    return get<I + 2>(static_cast<const parts&>(*this));
  }
  template <std::size_t I>
  [[nodiscard]] TALI_INLINE constexpr std::uint32_t weight() const {
    return get<0>(constructor<I>());
  }
  template <std::size_t I, class S>
  [[nodiscard]] TALI_INLINE auto plan(S& source) const {
    TALI_INLINE_CALL return get<1>(constructor<I>())(source);
  }
};

template <class Leaf>
[[nodiscard]] TALI_INLINE constexpr auto as_leaf(const Leaf& leaf) {
  if constexpr (generator<Leaf>) {
    return leaf;
  } else {
    return gen::exact(leaf);
  }
}

} // namespace detail

namespace gen {

/// Fills a hole with the result of `combine` on the values of these holes.
template <class Combine, class... Holes>
[[nodiscard]] TALI_INLINE constexpr auto fill(Combine combine, const Holes&... holes) {
  static_assert(std::is_invocable_v<Combine, typename Holes::value_type...>,
                "tali: gen::fill(combine, holes...): combine must take the values of the holes, in their order");
  return detail::fill_of<Combine, Holes...>{std::move(combine), std::tuple<Holes...>(holes...)};
}

/// One of several fills of a hole, with a name and a weight. A weight of 0 excludes it; uniform shapes ignore
/// the weights otherwise.
template <choices::label Label, class Body>
[[nodiscard]] TALI_INLINE constexpr detail::constructor_of<Label, Body> constructor(std::uint32_t weight,
                                                                                    const Body& body) {
  return detail::constructor_of<Label, Body>(weight, body);
}

/// A hole: `leaf` (a generator or a value) if it stays unfilled, and its fills: functions that
/// draw the data of a node and return a `fill`, or several `constructor`s.
template <class Leaf, class... Bodies>
  requires(!std::same_as<Leaf, bool>)
[[nodiscard]] TALI_INLINE constexpr auto hole(const Leaf& leaf, const Bodies&... bodies) {
  static_assert(sizeof...(Bodies) > 0, "tali: gen::hole(leaf, fills...) needs at least one fill");
  return detail::hole_of<false, decltype(detail::as_leaf(leaf)), decltype(detail::as_constructor(bodies))...>(
      true, detail::as_leaf(leaf), detail::as_constructor(bodies)...);
}
/// The same, but the hole can be filled only if `open` is true; otherwise it is always the leaf.
template <std::same_as<bool> Open, class Leaf, class... Bodies>
[[nodiscard]] TALI_INLINE constexpr auto hole(Open open, const Leaf& leaf, const Bodies&... bodies) {
  static_assert(sizeof...(Bodies) > 0, "tali: gen::hole(open, leaf, fills...) needs at least one fill");
  return detail::hole_of<true, decltype(detail::as_leaf(leaf)), decltype(detail::as_constructor(bodies))...>(
      open, detail::as_leaf(leaf), detail::as_constructor(bodies)...);
}

/// A hole of another family, for mutually recursive types. Body is a stateless function object with a
/// `value_type`.
template <class Body, class... A>
[[nodiscard]] TALI_INLINE constexpr auto hole_for(const A&... arguments) {
  return detail::hole_call<typename Body::value_type, Body, A...>(detail::body_ref<Body>(Body{}), arguments...);
}

} // namespace gen

} // namespace tali
