// SPDX-License-Identifier: BSL-1.0
// Complex numbers: a real part, then an imaginary one. Not in the umbrella header: it includes <complex>.
#pragma once

#include <tali/gen/arbitrary.hpp>

#include <complex>

namespace tali {

namespace detail {

template <class G>
struct complex_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = std::complex<value_of<G>>;
  static constexpr span_info span{span_kind::value, {}, &family_of<complex_gen>};

  template <class S>
  value_type operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    const auto real = get<0>(*this)(source);
    return value_type(real, get<0>(*this)(source));
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return forest.span(span, forest.join(reflect_part(get<0>(*this), forest, v.real()),
                                         reflect_part(get<0>(*this), forest, v.imag())));
  }
};

} // namespace detail

namespace gen {

/// Complex numbers, both parts from g.
template <class G>
[[nodiscard]] constexpr auto complex(const G& g) {
  return detail::complex_gen<G>(g);
}

} // namespace gen

template <class T>
struct arbitrary_for<std::complex<T>> {
  static constexpr auto make() { return gen::complex(arbitrary<T>()); }
};

/// Compares (NaN too), prints and hashes them part by part.
template <class T>
struct fields_of<std::complex<T>> {
  static constexpr auto value = fields(field("real", [](const std::complex<T>& v) { return v.real(); }),
                                       field("imag", [](const std::complex<T>& v) { return v.imag(); }));
};

} // namespace tali
