// SPDX-License-Identifier: BSL-1.0
// recursive: generators that call themselves, with parameters.
//
//   constexpr auto tree = gen::recursive<tree_ptr>([](auto self, int depth) {
//     auto node = gen::compose<tree_ptr>([=](auto& draw) { ... draw(self(depth - 1)) ... });
//     return gen::when(depth == 0, leaf, gen::pick(gen::branch<"leaf">(1, leaf), gen::branch<"node">(3, node)));
//   });
//   sample(tree(5));
//
// The recursion is one function over the parameters, as in hand-written code: the compiler optimises away the generator
// that a body returns. `self(...)` is an ordinary generator.
#pragma once

#include <tali/gen/generator.hpp>

namespace tali {

namespace detail {

/// How a recursive call finds its body. A body without captures needs no address. A body with captures is stored in the
/// outermost generator and shared by all calls of one draw.
template <class Body, bool Stateless = std::is_empty_v<Body> && std::is_default_constructible_v<Body>>
class body_ref {
public:
  TALI_INLINE constexpr explicit body_ref(const Body& body) : body_(&body) {}
  TALI_INLINE constexpr body_ref(const body_ref& other) : body_(other.body_) {}
  [[nodiscard]] TALI_INLINE constexpr const Body& operator*() const { return *body_; }
  /// Identifies bodies of the same type.
  [[nodiscard]] const void* identity() const { return body_; }

private:
  const Body* body_;
};

template <class Body>
class body_ref<Body, true> {
public:
  constexpr body_ref() = default;
  TALI_INLINE constexpr explicit body_ref(const Body& /*stateless*/) {}
  [[nodiscard]] TALI_INLINE constexpr Body operator*() const { return Body{}; }
  [[nodiscard]] static const void* identity() { return nullptr; }
};

template <class T, class Body>
class self_of;

/// An empty operation after a call, which prevents a tail call: unbounded recursion must exhaust the stack to be
/// detected.
struct kept_frame {
  kept_frame() = default;
  kept_frame(const kept_frame&) = delete;
  kept_frame& operator=(const kept_frame&) = delete;
  TALI_INLINE ~kept_frame() {
    asm volatile(""); // generates no instruction
  }
};

/// A recursive call as a generator.
template <class T, class Body, class... A>
class call_gen : pack<body_ref<Body>, A...> {
  using parts = pack<body_ref<Body>, A...>;

public:
  using value_type = T;
  static constexpr span_info span{span_kind::recursion, {}, &family_of<Body>, false};

  using parts::parts;

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    return call(source, std::index_sequence_for<A...>{});
  }
  // The type is explicit, not deduced, because it is needed where a combinator contains the next call.
  template <class F>
  auto reflect(F& forest, const T& v) const -> typename F::node {
    return call_back(forest, v, std::index_sequence_for<A...>{});
  }

private:
  template <class S, std::size_t... I>
  TALI_INLINE T call(S& source, std::index_sequence<I...> /*all*/) const {
    return enter(source, get<0>(all()), get<I + 1>(all())...);
  }

  // The only function that is not inlined.
  template <class S>
  static T enter(S& source, body_ref<Body> body, A... arguments) {
    source.check_depth();
    [[maybe_unused]] const kept_frame frame{};
    [[maybe_unused]] const auto scope = source.template span<span>();
    TALI_INLINE_CALL return (*body)(self_of<T, Body>(body), arguments...)(source);
  }

  template <class F, std::size_t... I>
  auto call_back(F& forest, const T& v, std::index_sequence<I...> /*all*/) const {
    const body_ref<Body> body = get<0>(all());
    forest.check_depth();
    if constexpr (F::template can_share<A...>) {
      const auto call = forest.call_of(&family_of<call_gen>, body.identity(), v, get<I + 1>(all())...);
      if (const auto known = forest.begin_call(call)) {
        return *known;
      }
      return forest.answer(call, reflect_part((*body)(self_of<T, Body>(body), get<I + 1>(all())...), forest, v));
    } else {
      return reflect_part((*body)(self_of<T, Body>(body), get<I + 1>(all())...), forest, v);
    }
  }

  [[nodiscard]] TALI_INLINE constexpr const parts& all() const { return *this; }
};

/// The parameter `self` of a body.
template <class T, class Body>
class self_of : pack<body_ref<Body>> {
  using parts = pack<body_ref<Body>>;

public:
  using parts::parts;
  // User-provided, so that a body's lambdas, which capture it, copy member by member too (see pack.hpp).
  TALI_INLINE constexpr self_of(const self_of& other) : parts(static_cast<const parts&>(other)) {}
  constexpr self_of& operator=(const self_of&) = default;
  constexpr ~self_of() = default;

  template <class... A>
  [[nodiscard]] TALI_INLINE constexpr auto operator()(const A&... arguments) const {
    return call_gen<T, Body, A...>(get<0>(static_cast<const parts&>(*this)), arguments...);
  }
};

/// The outermost call. It owns the body, so that it can be stored and copied.
template <class T, class Body, class... A>
class root_gen : pack<Body, A...> {
  using parts = pack<Body, A...>;

public:
  using value_type = T;
  using parts::parts;

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    decltype(auto) body = get<0>(static_cast<const parts&>(*this));
    return inner(body, std::index_sequence_for<A...>{})(source);
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    decltype(auto) body = get<0>(static_cast<const parts&>(*this));
    return inner(body, std::index_sequence_for<A...>{}).reflect(forest, v);
  }

private:
  template <std::size_t... I>
  TALI_INLINE auto inner(const Body& body, std::index_sequence<I...> /*all*/) const {
    return call_gen<T, Body, A...>(body_ref<Body>(body), get<I + 1>(static_cast<const parts&>(*this))...);
  }
};

template <class T, class Body>
class recursive_of : pack<Body> {
  using parts = pack<Body>;

public:
  using parts::parts;

  /// The generator for these parameters.
  template <class... A>
  [[nodiscard]] TALI_INLINE constexpr auto operator()(const A&... arguments) const {
    return root_gen<T, Body, A...>(get<0>(static_cast<const parts&>(*this)), arguments...);
  }
};

} // namespace detail

namespace gen {

/// A family of generators of T that call one another through `self`. Call it with parameters to get a generator.
template <class T, class Body>
[[nodiscard]] constexpr detail::recursive_of<T, Body> recursive(const Body& body) {
  return detail::recursive_of<T, Body>(body);
}

} // namespace gen

} // namespace tali
