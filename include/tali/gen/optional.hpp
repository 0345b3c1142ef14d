// SPDX-License-Identifier: BSL-1.0
// Values that may be absent: optionals and owning pointers. A program that uses owning pointers includes <memory>.
#pragma once

#include <tali/detail/hold.hpp>
#include <tali/gen/generator.hpp>

#include <array>
#include <optional>

namespace tali {

namespace detail {

/// Absent with probability 1/5: often enough to occur in every run, rarely enough to test mostly values.
struct presence {
  static constexpr std::array<std::string_view, 2> value{"none", "some"};
  static constexpr std::array<std::uint32_t, 2> weights{1, 4};
};

/// A holder (an optional or an owning pointer) of a drawn value, or an empty one.
template <class Holder, class G>
struct holder_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = Holder;
  static constexpr span_info span{span_kind::branch, {}, &family_of<holder_gen>};

  template <class S>
  TALI_INLINE Holder operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    if (source.template branch<presence>(presence::weights[0], presence::weights[1]) == 0) {
      return Holder();
    }
    return hold<Holder>(get<0>(*this)(source));
  }
  template <class F>
  auto reflect(F& forest, const Holder& v) const {
    const branch_request request{span_of(presence::weights), span_of(presence::value)};
    return forest.span(span, v ? forest.branch(1, request, reflect_part(get<0>(*this), forest, *v))
                               : forest.branch(0, request, forest.empty()));
  }
};

/// Always absent.
template <class Holder>
struct absent_gen {
  using value_type = Holder;

  template <class S>
  TALI_INLINE Holder operator()(S& /*source*/) const {
    return Holder();
  }
  template <class F>
  auto reflect(F& forest, const Holder& v) const {
    return v ? forest.none() : forest.empty();
  }
};

/// Like holder_gen, but never absent.
template <class Holder, class G>
struct present_gen : pack<G> {
  using base = pack<G>;
  using base::base;
  using value_type = Holder;

  template <class S>
  TALI_INLINE Holder operator()(S& source) const {
    return hold<Holder>(get<0>(*this)(source));
  }
  template <class F>
  auto reflect(F& forest, const Holder& v) const {
    return v ? reflect_part(get<0>(*this), forest, *v) : forest.none();
  }
};

} // namespace detail

namespace gen {

/// Nothing, or a value of g.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto optional(const G& g) {
  return detail::holder_gen<std::optional<value_of<G>>, G>(g);
}

/// A pointer that owns a value of g; never null.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto unique_ptr(const G& g) {
  return detail::present_gen<detail::unique_ptr_to<value_of<G>>, G>(g);
}
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto shared_ptr(const G& g) {
  return detail::present_gen<detail::shared_ptr_to<value_of<G>>, G>(g);
}

/// The same, or null.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto nullable_unique_ptr(const G& g) {
  return detail::holder_gen<detail::unique_ptr_to<value_of<G>>, G>(g);
}
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto nullable_shared_ptr(const G& g) {
  return detail::holder_gen<detail::shared_ptr_to<value_of<G>>, G>(g);
}

} // namespace gen

} // namespace tali
