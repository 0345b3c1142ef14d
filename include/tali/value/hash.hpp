// SPDX-License-Identifier: BSL-1.0
// A fast fingerprint of a value by its structure, to detect duplicates: hash_value(v).
//
// Values of equal structure have equal fingerprints, in any process of the same build; different values of the same
// type have different ones, except with probability 2^-64. Floating-point numbers count by their bits: 0.0 and -0.0
// differ. Smart pointers count by their pointees; the order of hashed containers does not count. Raw pointers,
// functions and opaque classes have no fingerprint (hashable<T> is false), unless std::hash supports the class.
//
// Numbers are folded in by one 64x64 -> 128 bit multiplication (as in wyhash and ahash); arrays and vectors of plain
// numbers, and strings, are read as memory, 64 bytes per step. Pointees are added to a list and visited last, so that
// long lists need no stack. At most 65,536 shared pointees (which may be cyclic) are visited.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "tali/detail/mix.hpp"
#include "tali/value/detail/leaves.hpp"
#include "tali/value/kind.hpp"

namespace tali::detail {

class hash_walk {
public:
  using visit = void (*)(hash_walk&, const void*);

  hash_walk() = default;
  hash_walk(const hash_walk&) = delete;
  hash_walk& operator=(const hash_walk&) = delete;
  ~hash_walk() {
    if (pending_ != nullptr)
      release();
  }

  void add(std::uint64_t x) { hash_ = mix(hash_, x); }
  void memory(const void* data, std::size_t size) { hash_ = hash_memory(hash_, data, size); }
  void later(const void* pointee, visit f, bool shared);

  std::uint64_t finish() {
    if (pending_ != nullptr)
      run();
    return hash_;
  }

private:
  struct pending;
  void run();
  void release();
  std::uint64_t hash_ = 0x2545F4914F6CDD1Du;
  pending* pending_ = nullptr;
};

template <class T>
concept has_std_hash = requires(const T& v) { static_cast<std::size_t>(std::hash<T>{}(v)); };

template <class T>
struct hash_rule {
  static consteval verdict decide() {
    switch (kind_of<T>) {
    case value_kind::pointer:
    case value_kind::function:
      return verdict::no;
    case value_kind::opaque:
      return std::is_class_v<T> && has_std_hash<T> ? verdict::yes : verdict::no;
    default:
      return is_leaf(kind_of<T>) ? verdict::yes : verdict::parts;
    }
  }
};

/// Whether the memory of a T is its value: it has no padding and no addresses.
template <class T>
consteval bool is_plain_memory() {
  if constexpr (std::is_array_v<T>)
    return is_plain_memory<std::remove_cv_t<std::remove_extent_t<T>>>();
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    return true;
  else
    switch (kind_of<T>) {
    case value_kind::boolean:
    case value_kind::character:
    case value_kind::integer:
    case value_kind::byte:
    case value_kind::enumeration:
      return true;
    case value_kind::fields:
      if constexpr (std::has_unique_object_representations_v<T> && kind_of<T> == value_kind::fields &&
                    !has_listed_fields<T>) {
        return []<class... D>(type_list<D...>) {
          return (is_plain_memory<std::remove_cv_t<D>>() && ...);
        }(field_types<const T>{});
      }
      return false;
    default:
      return false;
    }
}

template <class T>
concept plain_memory_collection = requires(const T& v) {
  v.data();
  v.size();
} && is_plain_memory<item_of<T>>();

template <class T>
void hash_in(hash_walk& w, const T& v);

template <class T>
std::uint64_t hash_now(const T& v) {
  hash_walk w;
  hash_in(w, v);
  return w.finish();
}

template <class T>
void hash_number(hash_walk& w, T v) {
  if constexpr (std::is_same_v<T, double>)
    w.add(__builtin_bit_cast(std::uint64_t, v));
  else if constexpr (std::is_same_v<T, float>)
    w.add(__builtin_bit_cast(std::uint32_t, v));
  else if constexpr (std::is_floating_point_v<T>) { // long double, which has padding: a sum of two doubles
    auto high = static_cast<double>(v);
    hash_number(w, high);
    hash_number(w, high - high == 0 ? static_cast<double>(v - static_cast<T>(high)) : 0.0);
  } else if constexpr (sizeof(T) > 8) {
    w.add(static_cast<std::uint64_t>(v));
    w.add(static_cast<std::uint64_t>(static_cast<uint128>(v) >> 64));
  } else
    w.add(static_cast<std::uint64_t>(v));
}

template <class T>
void hash_collection(hash_walk& w, const T& v) {
  if constexpr (std::is_array_v<T>) {
    for (const auto& item : v)
      hash_in(w, item);
  } else if constexpr (plain_memory_collection<T>) {
    w.add(v.size());
    w.memory(v.data(), v.size() * sizeof(*v.data()));
  } else if constexpr (hashed_collection<T>) {
    std::uint64_t sum = 0;
    for (const auto& item : v)
      sum += hash_now(item);
    w.add(v.size());
    w.add(sum);
  } else {
    w.add(size_of(v));
    for (auto i = v.begin(), end = v.end(); i != end; ++i) {
      // An item created by the iterator does not outlive this loop, and neither may its pointees.
      if constexpr (std::is_reference_v<decltype(*i)>)
        hash_in(w, *i);
      else
        w.add(hash_now(*i));
    }
  }
}

template <class T>
void hash_nullable(hash_walk& w, const T& v) {
  w.add(has_inner(v));
  if (!has_inner(v))
    return;
  const auto& inside = inner(v);
  using type = std::remove_cvref_t<decltype(inside)>;
  if constexpr (kind_of<T> == value_kind::optional) {
    hash_in(w, inside);
  } else {
    constexpr bool shared = requires { v.use_count(); };
    w.later(
        address_of(inside), [](hash_walk& walk, const void* p) { hash_in(walk, *static_cast<const type*>(p)); },
        shared);
  }
}

template <class T>
void hash_in(hash_walk& w, const T& v) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (std::is_array_v<T> && is_plain_memory<T>())
    w.memory(&v, sizeof v);
  else if constexpr (kind == value_kind::null)
    w.add(0);
  else if constexpr (kind == value_kind::text) {
    auto text = text_of(v);
    w.add(text.size());
    w.memory(text.data(), text.size() * sizeof(*text.data()));
  } else if constexpr (kind == value_kind::c_string) {
    w.add(v != nullptr);
    if (v != nullptr)
      hash_in(w, std::string_view(v));
  } else if constexpr (nullable_value<T>)
    hash_nullable(w, v);
  else if constexpr (product_value<T>) {
    with_parts(v, [&]<class...>(const auto&... part) { (hash_in(w, part), ...); });
  } else if constexpr (sum_value<T>) {
    w.add(v.index());
    with_alternative(v, [&]<std::size_t>(const auto& alternative) { hash_in(w, alternative); });
  } else if constexpr (collection_value<T>)
    hash_collection(w, v);
  else if constexpr (kind == value_kind::duration)
    hash_in(w, v.count());
  else if constexpr (kind == value_kind::time_point)
    hash_in(w, v.time_since_epoch());
  else if constexpr (kind == value_kind::opaque)
    w.add(std::hash<T>{}(v));
  else
    hash_number(w, v);
}

} // namespace tali::detail

namespace tali::values {

/// T has a fingerprint: no part of it is opaque.
template <class T>
concept hashable = detail::all_leaves<detail::hash_rule, std::remove_cv_t<T>>();

/// The fingerprint of a value.
template <class T>
std::uint64_t hash_value(const T& v) {
  static_assert(hashable<T>,
                "tali: a part of this type is opaque (or a raw pointer) and has no fingerprint; list the fields by "
                "specialising tali::fields_of, or specialise std::hash");
  return detail::hash_now(v);
}

} // namespace tali::values
