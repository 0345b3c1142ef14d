// SPDX-License-Identifier: BSL-1.0
// One of a list of values, and the values of an enumeration. The first is the simplest.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/value/equal.hpp>
#include <tali/value/type_name.hpp>

#include <array>
#include <vector>

namespace tali {

namespace detail {

template <class T, class List>
class element_gen {
public:
  using value_type = T;

  constexpr explicit element_gen(List values) : values_(std::move(values)) {}

  template <class S>
  TALI_INLINE T operator()(S& source) const {
    if (values_.size() == 0) [[unlikely]] {
      throw_generator_error("gen::element: the list is empty; pass at least one value");
    }
    return values_[source.template integer<spread::uniform>(static_cast<std::uint32_t>(values_.size() - 1),
                                                            std::uint32_t{0}, 0)];
  }
  template <class F>
  auto reflect(F& forest, const T& v) const {
    auto ways = forest.none();
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (equal_values(values_[i], v)) {
        ways = forest.either(ways, forest.integer(i, values_.size() - 1, 0));
      }
    }
    return ways;
  }

private:
  List values_;
};

} // namespace detail

namespace gen {

/// One of these values, each equally likely.
template <class T, class... Rest>
  requires(std::convertible_to<Rest, T> && ...)
[[nodiscard]] constexpr auto element(const T& first, const Rest&... rest) {
  using list = std::array<T, 1 + sizeof...(Rest)>;
  return detail::element_gen<T, list>(list{first, static_cast<T>(rest)...});
}

/// One of the values of a vector.
template <class T>
[[nodiscard]] auto element_of(std::vector<T> values) {
  return detail::element_gen<T, std::vector<T>>(std::move(values));
}

/// One of the enumerators of E (tali::enum_values<E> lists them, for enumerations that cannot be scanned).
template <class E>
  requires std::is_enum_v<E>
[[nodiscard]] constexpr auto enumerator() {
  constexpr auto all = values::enumerators<E>();
  static_assert(all.size() > 0, "tali: no enumerators found for this enumeration; specialise tali::enum_values<E>");
  return detail::element_gen<E, std::remove_const_t<decltype(all)>>(all);
}

} // namespace gen

} // namespace tali
