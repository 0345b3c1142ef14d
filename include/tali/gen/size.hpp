// SPDX-License-Identifier: BSL-1.0
// Size: a number from 0 to 100 that bounds the default lengths of containers and recursion.
#pragma once

#include <tali/gen/generator.hpp>

namespace tali {

namespace detail {

/// Restores the size at the end of the scope.
template <class S>
class size_scope {
public:
  TALI_INLINE size_scope(S& source, int size) : source_(source), before_(source.size()) { source.set_size(size); }
  size_scope(const size_scope&) = delete;
  size_scope& operator=(const size_scope&) = delete;
  TALI_INLINE ~size_scope() { source_.set_size(before_); }

private:
  S& source_;
  int before_;
};

template <class Function>
struct sized_gen : pack<Function> {
  using base = pack<Function>;
  using base::base;
  using value_type = value_of<std::invoke_result_t<const Function&, int>>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    return get<0>(*this)(source.size())(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    return reflect_part(get<0>(*this)(forest.size()), forest, v);
  }
};

template <class Function, class G>
struct scale_gen : pack<Function, G> {
  using base = pack<Function, G>;
  using base::base;
  using value_type = value_of<G>;

  template <class S>
  TALI_INLINE value_type operator()(S& source) const {
    const int wanted = get<0>(*this)(source.size());
    const size_scope<S> scope(source, wanted < 0 ? 0 : wanted);
    return get<1>(*this)(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    const int wanted = get<0>(*this)(forest.size());
    const size_scope<F> scope(forest, wanted < 0 ? 0 : wanted);
    return reflect_part(get<1>(*this), forest, v);
  }
};

struct constant_size {
  int size;
  TALI_INLINE constexpr int operator()(int /*current*/) const { return size; }
};
} // namespace detail

namespace gen {

/// A generator that depends on the current size.
template <class Function>
[[nodiscard]] TALI_INLINE constexpr auto sized(const Function& f) {
  return detail::sized_gen<detail::stored_function<Function>>(f);
}

/// g at the size that f returns for the current one.
template <class Function, class G>
[[nodiscard]] TALI_INLINE constexpr auto scale(const Function& f, const G& g) {
  return detail::scale_gen<detail::stored_function<Function>, G>(f, g);
}

/// g at this size.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto resize(int size, const G& g) {
  return detail::scale_gen<detail::constant_size, G>(detail::constant_size{size}, g);
}

} // namespace gen

} // namespace tali
