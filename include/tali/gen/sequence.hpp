// SPDX-License-Identifier: BSL-1.0
// Sequences: vectors, strings and every other container that grows at its end.
//
// The length is drawn first, then the elements, as in a hand-written loop. The length is the first choice of the
// sequence's span, and every element has its own span, so that code that removes elements can adjust the length.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/gen/size.hpp>

#include <string>
#include <vector>

namespace tali {

namespace detail {

inline constexpr span_info element_span{span_kind::element, {}, nullptr};

/// Lengths. Each defines its bounds for a source (or a forest), and the size for its elements if that is smaller.
struct length_by_size {
  static constexpr bool nested_is_smaller = true;
  static constexpr int nested_size(int size, std::size_t /*length*/) { return size / 2; }
  template <class S>
  TALI_INLINE constexpr std::pair<std::uint32_t, std::uint32_t> bounds(const S& source) const {
    return {0, static_cast<std::uint32_t>(source.size())};
  }
};
struct length_between {
  static constexpr bool nested_is_smaller = false;
  std::uint32_t lo;
  std::uint32_t hi;
  template <class S>
  TALI_INLINE constexpr std::pair<std::uint32_t, std::uint32_t> bounds(const S& /*source*/) const {
    return {lo, hi};
  }
};
struct length_exactly {
  static constexpr bool nested_is_smaller = false;
  std::uint32_t n;
  template <class S>
  TALI_INLINE constexpr std::pair<std::uint32_t, std::uint32_t> bounds(const S& /*source*/) const {
    return {n, n};
  }
};
/// Any length from `lo`, bounded by the size.
struct length_at_least {
  static constexpr bool nested_is_smaller = true;
  static constexpr int nested_size(int size, std::size_t /*length*/) { return size / 2; }
  std::uint32_t lo;
  template <class S>
  TALI_INLINE constexpr std::pair<std::uint32_t, std::uint32_t> bounds(const S& source) const {
    return {lo, lo + static_cast<std::uint32_t>(source.size())};
  }
};

/// Few elements that share the size, for elements that contain such sequences themselves. They are few so that some
/// size is left for the levels below.
struct length_of_children {
  static constexpr int most = 5;
  static constexpr bool nested_is_smaller = true;
  static constexpr int nested_size(int size, std::size_t length) {
    return length == 0 ? size : (size - 1) / static_cast<int>(length < 2 ? 2 : length);
  }
  [[nodiscard]] static constexpr std::uint32_t longest(int size) {
    return static_cast<std::uint32_t>(size < most ? size : most);
  }
  template <class S>
  TALI_INLINE constexpr std::pair<std::uint32_t, std::uint32_t> bounds(const S& source) const {
    return {0, longest(source.size())};
  }
};

/// The size that the elements of a sequence are drawn at.
template <class Length>
[[nodiscard]] TALI_INLINE constexpr int element_size(int size, std::size_t length) {
  if constexpr (Length::nested_is_smaller) {
    return Length::nested_size(size, length);
  } else {
    return size;
  }
}

template <class S, class Length>
[[nodiscard]] TALI_INLINE std::uint32_t draw_length(S& source, const Length& length, std::string_view generator_name) {
  const auto [lo, hi] = length.bounds(source);
  if constexpr (std::same_as<Length, length_exactly>) {
    return lo; // only one length is possible
  } else {
    if (lo > hi) [[unlikely]] {
      throw_empty_range(generator_name, std::uint64_t{lo}, std::uint64_t{hi});
    }
    return lo + source.length(hi - lo, std::uint64_t{0} - lo);
  }
}

template <class F, class Length>
[[nodiscard]] auto reflect_length(F& forest, const Length& length, std::size_t n) {
  const auto [lo, hi] = length.bounds(forest);
  if (n < lo || n > hi) {
    return forest.none();
  }
  if constexpr (std::same_as<Length, length_exactly>) {
    return forest.empty();
  } else {
    return forest.integer(n - lo, hi - lo, 0);
  }
}

template <class C>
concept pmr_container = requires(const typename C::allocator_type& a) { a.resource()->is_equal(*a.resource()); };

/// A container made from these arguments, in the case's arena if its allocator can live there.
template <class C, class S, class... A>
[[nodiscard]] TALI_INLINE C new_container(S& source, A... arguments) {
  if constexpr (pmr_container<C>) {
    using resource = decltype(std::declval<const typename C::allocator_type&>().resource());
    if (source.memory() == nullptr) {
      throw_no_arena();
    }
    return C(arguments..., typename C::allocator_type(static_cast<resource>(source.memory()->as_memory_resource())));
  } else {
    return C(arguments...);
  }
}

/// Containers whose elements can be made all at once and then assigned.
template <class C>
concept filled_in_place = requires(C c, std::size_t n) {
  C(n, typename C::value_type{});
  c[n] = std::declval<typename C::value_type>();
} && std::is_trivially_default_constructible_v<typename C::value_type>;

/// Runs a loop on a local copy of a random source, so that its engine stays in registers. Otherwise stores to the
/// elements (especially characters, which may alias anything) would force it into memory. Other sources are used
/// directly.
template <class S, class Loop>
TALI_INLINE void in_registers(S& source, const Loop& loop) {
  if constexpr (std::same_as<S, random_source>) {
    random_source local = source;
    loop(local);
    source = local;
  } else {
    loop(source);
  }
}

template <class C, class G, class Length>
struct sequence_gen : pack<G, Length> {
  using base = pack<G, Length>;
  using base::base;
  using value_type = C;
  static constexpr span_info span{
      std::same_as<Length, length_exactly> ? span_kind::value : span_kind::sequence, {}, &family_of<sequence_gen>};

  template <class S>
  TALI_INLINE C operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    const std::uint32_t n = draw_length(source, get<1>(*this), "gen::sequence");
    if constexpr (Length::nested_is_smaller) {
      const size_scope<S> smaller(source, Length::nested_size(source.size(), n));
      return draw(source, n);
    } else {
      return draw(source, n);
    }
  }

  template <class F>
  auto reflect(F& forest, const C& v) const {
    std::size_t n = 0;
    for ([[maybe_unused]] const auto& element : v) {
      ++n;
    }
    auto made = reflect_length(forest, get<1>(*this), n);
    const size_scope<F> smaller(forest, element_size<Length>(forest.size(), n));
    for (const auto& element : v) {
      made = forest.join(made, forest.span(element_span, reflect_part(get<0>(*this), forest, element)));
    }
    return forest.span(span, made);
  }

private:
  template <class S>
  TALI_INLINE C draw(S& source, std::uint32_t n) const {
    if constexpr (filled_in_place<C>) {
      C values = new_container<C>(source, std::size_t{n}, typename C::value_type{});
      in_registers(source, [&](auto& local) TALI_INLINE_LAMBDA {
        if constexpr (requires { values.data(); }) {
          for (auto& v : values) {
            [[maybe_unused]] const auto scope = local.template span<element_span>();
            v = get<0>(*this)(local);
          }
        } else { // vector<bool> has no elements to refer to
          for (std::uint32_t i = 0; i < n; ++i) {
            [[maybe_unused]] const auto scope = local.template span<element_span>();
            values[i] = get<0>(*this)(local);
          }
        }
      });
      return values;
    } else {
      C values = new_container<C>(source);
      if constexpr (requires { values.reserve(n); }) {
        values.reserve(n);
      }
      if constexpr (requires { values.push_back(get<0>(*this)(source)); }) {
        for (std::uint32_t i = 0; i < n; ++i) {
          [[maybe_unused]] const auto scope = source.template span<element_span>();
          values.push_back(get<0>(*this)(source));
        }
      } else { // forward_list
        auto end = values.before_begin();
        for (std::uint32_t i = 0; i < n; ++i) {
          [[maybe_unused]] const auto scope = source.template span<element_span>();
          end = values.insert_after(end, get<0>(*this)(source));
        }
      }
      return values;
    }
  }
};

} // namespace detail

namespace gen {

// Any sequence container C with elements from g. The size bounds the length, or it is exactly n, or from lo to hi.
// ----------

template <class C, class G>
[[nodiscard]] TALI_INLINE constexpr auto sequence(const G& g) {
  return detail::sequence_gen<C, G, detail::length_by_size>(g, detail::length_by_size{});
}
template <class C, class G>
[[nodiscard]] TALI_INLINE constexpr auto sequence(const G& g, std::uint32_t n) {
  return detail::sequence_gen<C, G, detail::length_exactly>(g, detail::length_exactly{n});
}
template <class C, class G>
[[nodiscard]] TALI_INLINE constexpr auto sequence(const G& g, std::uint32_t lo, std::uint32_t hi) {
  return detail::sequence_gen<C, G, detail::length_between>(g, detail::length_between{lo, hi});
}

/// Vectors of values of g. The size bounds the length, or it is exactly n, or from lo to hi.
template <class G, class... Length>
[[nodiscard]] TALI_INLINE constexpr auto vector(const G& g, Length... length) {
  return sequence<std::vector<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}

/// Vectors with at least one element.
template <class G>
[[nodiscard]] TALI_INLINE constexpr auto non_empty_vector(const G& g) {
  return detail::sequence_gen<std::vector<value_of<G>>, G, detail::length_at_least>(g, detail::length_at_least{1});
}

} // namespace gen

} // namespace tali
