// SPDX-License-Identifier: BSL-1.0
// Bitsets: one choice for each bit, so that each bit can be cleared separately. Not in the umbrella header: it includes
// <bitset>.
#pragma once

#include <tali/gen/arbitrary.hpp>

#include <bitset>

namespace tali {

namespace detail {

template <std::size_t N>
struct bitset_gen {
  using value_type = std::bitset<N>;
  static constexpr span_info span{span_kind::value, {}, &family_of<bitset_gen>};

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    value_type bits;
    for (std::size_t i = 0; i < N; ++i) {
      bits[i] = gen::boolean()(source);
    }
    return bits;
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    auto made = forest.empty();
    for (std::size_t i = 0; i < N; ++i) {
      made = forest.join(made, gen::boolean().reflect(forest, v[i]));
    }
    return forest.span(span, made);
  }
};

} // namespace detail

namespace gen {

/// N bits, each set with probability 1/2.
template <std::size_t N>
[[nodiscard]] constexpr detail::bitset_gen<N> bitset() {
  return {};
}

} // namespace gen

template <std::size_t N>
struct arbitrary_for<std::bitset<N>> {
  static constexpr auto make() { return gen::bitset<N>(); }
};

} // namespace tali
