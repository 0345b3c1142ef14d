// SPDX-License-Identifier: BSL-1.0
// pack<T...>: the parts of a generator.
//
// It is a tuple with two differences, which make composed generators free of cost:
//  - empty parts (captureless lambdas, stateless generators) take no space at all, so no padding bytes are ever copied;
//  - copying goes member by member through a user-provided constructor. A trivially copyable aggregate would be passed
//    in registers in eight-byte pieces that straddle its members, which optimisers cannot separate again.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <tali/detail/inline.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tali::detail {

template <std::size_t I, class T, bool Vanishes = std::is_empty_v<T> && std::is_default_constructible_v<T>>
struct part {
  TALI_INLINE constexpr explicit part(const T& v) : kept_(v) {}
  TALI_INLINE constexpr part(const part& other) : kept_(other.kept_) {}
  TALI_INLINE constexpr part& operator=(const part& other) {
    kept_ = other.kept_;
    return *this;
  }
  constexpr ~part() = default;
  [[nodiscard]] TALI_INLINE constexpr const T& read() const { return kept_; }

private:
  T kept_;
};

template <std::size_t I, class T>
struct part<I, T, true> {
  constexpr part() = default;
  TALI_INLINE constexpr explicit part(const T& /*stateless*/) {}
  [[nodiscard]] TALI_INLINE constexpr T read() const { return T{}; }
};

template <class Indices, class... T>
struct pack_of;

template <std::size_t... I, class... T>
struct pack_of<std::index_sequence<I...>, T...> : part<I, T>... {
  TALI_INLINE constexpr explicit(sizeof...(T) == 1) pack_of(const T&... parts) : part<I, T>(parts)... {}
};

template <>
struct pack_of<std::index_sequence<>> {
  constexpr pack_of() = default;
};

template <class... T>
using pack = pack_of<std::index_sequence_for<T...>, T...>;

/// The I-th part of a pack (or of a class derived from one).
template <std::size_t I, class T, bool V>
[[nodiscard]] TALI_INLINE constexpr decltype(auto) get(const part<I, T, V>& p) {
  return p.read();
}

} // namespace tali::detail
