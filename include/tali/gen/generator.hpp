// SPDX-License-Identifier: BSL-1.0
// The definition of a generator.
//
// A generator is a value with a `value_type` and a call that is a template over the source:
//
//   template <class S> T operator()(S& source) const;             // forward: choices -> value
//   template <class F> auto reflect(F& forest, const T& v) const; // backward: value -> the choices that make it
//
// Forward is written once and compiled for the random source and for the dynamic source. Backward exists if the
// structure allows it; using a generator backward that cannot run backward is a static assertion. `reflect` builds
// nodes of a forest (tali/interpret/forest.hpp), which joins consecutive parts and unites alternatives.
//
// Generators keep their parts in a `detail::pack`, take other generators by const reference, and are cheap to copy.
#pragma once

#include <tali/detail/call.hpp>
#include <tali/detail/inline.hpp>
#include <tali/detail/pack.hpp>
#include <tali/source/choice.hpp>
#include <tali/source/dynamic.hpp>
#include <tali/source/error.hpp>
#include <tali/source/random.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tali {

template <class G>
concept generator = requires(const std::remove_cvref_t<G>& g, choices::random_source& s) {
  typename std::remove_cvref_t<G>::value_type;
  { g(s) } -> std::same_as<typename std::remove_cvref_t<G>::value_type>;
};

/// The type of the values of a generator.
template <class G>
using value_of = typename std::remove_cvref_t<G>::value_type;

} // namespace tali

namespace tali::choices {

/// A name as a template argument: labels of branches, which must cost nothing when they are not used.
template <std::size_t N>
struct label {
  char text[N]; // a structural type, deduced from a literal
  // implicit: written as a plain string literal
  consteval label(const char (&literal)[N]) : text{} {
    for (std::size_t i = 0; i < N; ++i) {
      text[i] = literal[i];
    }
  }
  [[nodiscard]] constexpr std::string_view view() const { return {text, N - 1}; }
};

} // namespace tali::choices

namespace tali {

namespace detail {

/// Whether the type of a generator shows that it has no values.
template <class G>
inline constexpr bool known_void = false;
template <class G>
  requires requires { std::bool_constant<G::is_void>{}; }
inline constexpr bool known_void<G> = G::is_void;

/// Depends on T, so that a static_assert(always_false<T>) fails only if instantiated.
template <class...>
inline constexpr bool always_false = false;

/// One address per type: identifies recursion families.
template <class T>
inline constexpr char family_of = 0;

/// All calls of reflect functions go through here, for an error message that names the missing part.
template <class G, class F>
[[nodiscard]] auto reflect_strictly(const G& g, F& forest, const value_of<G>& v) {
  static_assert(
      requires { g.reflect(forest, v); },
      "tali: this generator cannot run backward: the choices of one of its parts cannot be found from the value "
      "(gen::map needs an inverse, gen::bind a focus, gen::compose a focus for every draw; any_gen, gen::pick over a "
      "list and gen::function only run forward)");
  return g.reflect(forest, v);
}

template <class G, class F>
[[nodiscard]] auto reflect_part(const G& g, F& forest, const value_of<G>& v) {
  if constexpr (F::lenient && !requires { g.reflect(forest, v); }) {
    return F::none(); // this forest accepts incomplete results
  } else if constexpr (F::completes) {
    return forest.is_hole(&v) ? forest.fill(g).made : reflect_strictly(g, forest, v);
  } else {
    return reflect_strictly(g, forest, v);
  }
}

} // namespace detail

} // namespace tali
