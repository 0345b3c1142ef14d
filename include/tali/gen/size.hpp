// SPDX-License-Identifier: BSL-1.0
// Size: how large values should be, from 0 to 100 over a run. It bounds default container lengths and recursion.
#pragma once

#include <tali/gen/generator.hpp>

namespace tali::gen {

namespace size_scope {
/// Puts the size back when it goes out of scope.
template <class S>
class changed {
public:
  TALI_INLINE changed(S& source, int size) : source_(source), before_(source.size()) { source.set_size(size); }
  changed(const changed&) = delete;
  changed& operator=(const changed&) = delete;
  TALI_INLINE ~changed() { source_.set_size(before_); }

private:
  S& source_;
  int before_;
};
} // namespace size_scope

template <class Function>
struct sized_gen : detail::pack<Function> {
  using base = detail::pack<Function>;
  using base::base;
  using value_type = value_of<std::invoke_result_t<const Function&, int>>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    return detail::get<0>(*this)(source.size())(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return detail::reflect_part(detail::get<0>(*this)(forest.size()), forest, v);
  }
};

/// A generator that depends on the current size.
template <class Function>
[[nodiscard]] TALI_INLINE constexpr sized_gen<Function> sized(const Function& f) {
  return sized_gen<Function>(f);
}

template <class Function, class G>
struct scale_gen : detail::pack<Function, G> {
  using base = detail::pack<Function, G>;
  using base::base;
  using value_type = value_of<G>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    const int wanted = detail::get<0>(*this)(source.size());
    const size_scope::changed<S> scope(source, wanted < 0 ? 0 : wanted);
    return detail::get<1>(*this)(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    const int wanted = detail::get<0>(*this)(forest.size());
    const size_scope::changed<F> scope(forest, wanted < 0 ? 0 : wanted);
    return detail::reflect_part(detail::get<1>(*this), forest, v);
  }
};

/// g at the size that f makes of the current one.
template <class Function, class G>
[[nodiscard]] TALI_INLINE constexpr scale_gen<Function, G> scale(const Function& f, const G& g) {
  return scale_gen<Function, G>(f, g);
}

namespace size_scope {
struct constant {
  int size;
  TALI_INLINE constexpr int operator()(int /*current*/) const { return size; }
};
} // namespace size_scope

/// g at this size.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto resize(int size, const G& g) {
  return scale_gen<size_scope::constant, G>(size_scope::constant{size}, g);
}

} // namespace tali::gen
