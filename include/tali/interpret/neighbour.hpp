// SPDX-License-Identifier: BSL-1.0
// neighbour: changes a value in one place, by its structure. For values that a generator may not make.
//
//   changed = change_one_part(v, engine);
//
// Numbers move by a small or large step, texts and containers lose, gain, repeat or exchange an element, optionals
// become empty or get a value. A part of a product is changed by the same rules. Classes with listed fields, views,
// enumerations and opaque types are left alone: a change could break what the class promises. So are classes with a
// pointer among their fields, such as nodes of trees: their fields often decide which pointers are null and which
// functions may be called, and functions of a user that run backward rely on that. Pointers do not become null. What a
// pointer refers to is changed in a copy unless it is owned by this pointer alone.
#pragma once

#include <tali/random/rng.hpp>
#include <tali/value/kind.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace tali::detail {

template <class T>
bool change_one_part(T& v, rng& engine);

template <class T>
T changed_number(T v, rng& engine) {
  constexpr T lowest = std::numeric_limits<T>::lowest();
  constexpr T highest = std::numeric_limits<T>::max();
  constexpr T large = sizeof(T) < sizeof(int) ? highest : static_cast<T>(100'000);
  const auto step = static_cast<T>(1 + below(engine, std::uint64_t{3}));
  switch (below(engine, std::uint64_t{6})) {
  case 0:
    return v > highest - step ? static_cast<T>(v - step) : static_cast<T>(v + step);
  case 1:
    return v < lowest + step ? static_cast<T>(v + step) : static_cast<T>(v - step);
  case 2:
    return v == T{} ? T{1} : T{};
  case 3:
    return static_cast<T>(below(engine, std::uint64_t{100}));
  case 4:
    return std::is_signed_v<T> && v != lowest ? static_cast<T>(-v) : static_cast<T>(v / 2);
  default: // no limits of wide types: arithmetic of a user would overflow
    return v == large ? static_cast<T>(std::is_signed_v<T> ? -large : T{}) : large;
  }
}

template <class T>
bool change_text(T& v, rng& engine) {
  const auto letter = static_cast<typename T::value_type>('a' + below(engine, std::uint64_t{26}));
  const std::uint64_t how = v.empty() ? 0 : below(engine, std::uint64_t{4});
  const std::size_t at = v.empty() ? 0 : below(engine, std::uint64_t{v.size()});
  switch (how) {
  case 0:
    v.insert(v.begin() + static_cast<std::ptrdiff_t>(at), letter);
    return true;
  case 1:
    v.erase(at, 1);
    return true;
  case 2:
    v[at] = letter;
    return true;
  default: // upper and lower case, neighbours in the code
    v[at] = static_cast<typename T::value_type>(v[at] ^ typename T::value_type{32});
    return true;
  }
}

/// Whether a default value of T contains no null pointer.
template <class T>
inline constexpr bool has_plain_default = is_leaf(kind_of<T>) && std::is_default_constructible_v<T>;

template <class T>
bool change_optional(T& v, rng& engine) {
  using element = typename T::value_type;
  if (v.has_value()) {
    if (below(engine, std::uint64_t{4}) == 0 || !change_one_part(*v, engine)) {
      v.reset();
    }
    return true;
  }
  if constexpr (has_plain_default<element>) {
    v.emplace();
    return true;
  } else {
    return false;
  }
}

template <class T>
bool change_pointee(T& v, rng& engine) {
  using element = typename T::element_type;
  using value = std::remove_cv_t<element>;
  if (v == nullptr) {
    return false;
  }
  if constexpr (std::is_same_v<T, std::unique_ptr<value>>) {
    return change_one_part(*v, engine);
  } else if constexpr (std::is_copy_constructible_v<value> && std::is_constructible_v<T, std::shared_ptr<value>>) {
    auto copy = std::make_shared<value>(*v);
    if (!change_one_part(*copy, engine)) {
      return false;
    }
    v = std::move(copy);
    return true;
  } else {
    return false;
  }
}

template <class T>
bool change_nullable(T& v, rng& engine) {
  if constexpr (kind_of<T> == value_kind::optional) {
    return change_optional(v, engine);
  } else {
    return change_pointee(v, engine);
  }
}

template <class T>
bool change_sequence(T& v, rng& engine) {
  const auto size = static_cast<std::size_t>(std::distance(v.begin(), v.end()));
  if (size == 0) {
    if constexpr (requires { v.emplace_back(); } && has_plain_default<typename T::value_type>) {
      v.emplace_back();
      return true;
    } else {
      return false;
    }
  }
  const auto at = [&] { return std::next(v.begin(), static_cast<std::ptrdiff_t>(below(engine, std::uint64_t{size}))); };
  switch (below(engine, std::uint64_t{4})) {
  case 0:
    if constexpr (requires { v.erase(v.begin()); }) {
      v.erase(at());
      return true;
    }
    break;
  case 1:
    if constexpr (requires { v.insert(v.begin(), *v.begin()); }) {
      const auto copy = *at();
      v.insert(at(), copy);
      return true;
    }
    break;
  case 2:
    if constexpr (requires { std::iter_swap(v.begin(), v.begin()); }) {
      if (size > 1) {
        std::iter_swap(v.begin(), at());
        return true;
      }
    }
    break;
  default:
    break;
  }
  if constexpr (std::is_lvalue_reference_v<decltype(*v.begin())> &&
                !std::is_const_v<std::remove_reference_t<decltype(*v.begin())>>) {
    return change_one_part(*at(), engine);
  } else {
    return false;
  }
}

template <class T>
bool change_product(T& v, rng& engine) {
  bool changed = false;
  with_parts(std::as_const(v), [&]<class...>(const auto&... part) {
    constexpr std::size_t count = sizeof...(part);
    if constexpr (count != 0) {
      const std::size_t first = below(engine, std::uint64_t{count});
      for (std::size_t turn = 0; turn < count && !changed; ++turn) {
        std::size_t i = 0;
        // The parts are those of `v`, which is not constant.
        ((i++ == (first + turn) % count
              ? static_cast<void>(
                    changed = change_one_part(
                        const_cast<std::remove_const_t<std::remove_reference_t<decltype(part)>>&>(part), engine))
              : static_cast<void>(0)),
         ...);
      }
    }
  });
  return changed;
}

/// Whether the parts of an aggregate or tuple may be assigned.
template <class T>
consteval bool has_free_parts() {
  if constexpr (kind_of<T> == value_kind::tuple) {
    return true;
  } else if constexpr ([]<class... D>(type_list<D...>) {
                         return (... || (kind_of<std::remove_cvref_t<D>> == value_kind::smart_pointer));
                       }(field_types<T>{})) {
    return false;
  } else if constexpr (has_listed_fields<T>) {
    return false;
  } else {
    return []<class... D>(type_list<D...>) { return (!std::is_const_v<D> && ...); }(field_types<T>{});
  }
}

/// Changes the value in one place. False if there is nothing that can be changed.
template <class T>
bool change_one_part(T& v, rng& engine) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (std::is_const_v<T>) {
    return false;
  } else if constexpr (kind == value_kind::boolean) {
    v = !v;
    return true;
  } else if constexpr (kind == value_kind::integer || kind == value_kind::character || kind == value_kind::floating) {
    v = changed_number(v, engine);
    return true;
  } else if constexpr (kind == value_kind::text) {
    if constexpr (requires { v.insert(v.begin(), v[0]); }) {
      return change_text(v, engine);
    }
    return false;
  } else if constexpr (kind == value_kind::optional || kind == value_kind::smart_pointer) {
    return change_nullable(v, engine);
  } else if constexpr (product_value<T>) {
    if constexpr (has_free_parts<T>()) {
      return change_product(v, engine);
    }
    return false;
  } else if constexpr (sum_value<T>) {
    bool changed = false;
    with_alternative(std::as_const(v), [&]<std::size_t>(const auto& alternative) {
      changed = change_one_part(const_cast<std::remove_cvref_t<decltype(alternative)>&>(alternative), engine);
    });
    return changed;
  } else if constexpr (kind == value_kind::sequence && !std::is_array_v<T>) {
    return change_sequence(v, engine);
  } else if constexpr (kind == value_kind::set || kind == value_kind::map) {
    if constexpr (requires { v.erase(v.begin()); }) {
      if (!v.empty()) {
        v.erase(v.begin());
        return true;
      }
    }
    return false;
  } else if constexpr (kind == value_kind::duration || kind == value_kind::time_point) {
    ++v;
    return true;
  } else {
    return false;
  }
}

} // namespace tali::detail
