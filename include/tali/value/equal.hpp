// SPDX-License-Identifier: BSL-1.0
// Equality of values by structure: equal_values(a, b).
//
// A class outside namespace std with its own operator== is compared with it. Everything else is compared part by part,
// smart pointers by their pointees, floating-point numbers with == except that NaN equals NaN. (A defaulted operator==
// of a class with smart pointers compares addresses: omit it to compare pointees.)
//
// Pointees are not compared immediately but added to a list of pending pairs. So lists of any length need no stack. A
// pair of shared pointees is compared only once, so cycles end and shared parts cost nothing.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <cstddef>
#include <type_traits>

#include "tali/value/detail/leaves.hpp"
#include "tali/value/kind.hpp"

namespace tali::detail {

// Written as function calls, so that implicit conversions (operator bool) do not count as comparisons.
template <class T>
concept has_equality = requires(const T& a, const T& b) { static_cast<bool>(a.operator==(b)); } ||
                       requires(const T& a, const T& b) { static_cast<bool>(operator==(a, b)); };

template <class T>
concept equal_by_author = std::is_class_v<T> && !is_standard_type<T> && has_equality<T>;

template <class T>
struct equality_rule {
  static consteval verdict decide() {
    if constexpr (equal_by_author<T>)
      return verdict::yes;
    else if constexpr (!is_leaf(kind_of<T>))
      return verdict::parts;
    else if constexpr (std::is_class_v<T> && (kind_of<T> == value_kind::opaque || kind_of<T> == value_kind::function)) {
      return has_equality<T> ? verdict::yes : verdict::no;
    } else
      return kind_of<T> == value_kind::opaque ? verdict::no : verdict::yes;
  }
};

/// The pending pairs of pointees.
class equal_walk {
public:
  using compare = bool (*)(equal_walk&, const void*, const void*);

  equal_walk() = default;
  equal_walk(const equal_walk&) = delete;
  equal_walk& operator=(const equal_walk&) = delete;
  ~equal_walk() {
    if (pending_ != nullptr)
      release();
  }

  /// `shared`: other pointers may have the same target.
  void later(const void* a, const void* b, compare f, bool shared);
  bool finish() { return pending_ == nullptr || run(); }

private:
  struct pending;
  bool run();
  void release();
  pending* pending_ = nullptr;
};

template <class T>
bool equal_in(equal_walk& w, const T& a, const T& b);

template <class T>
bool equal_now(const T& a, const T& b) {
  equal_walk w;
  return equal_in(w, a, b) && w.finish();
}

template <class T>
bool equal_nullable(equal_walk& w, const T& a, const T& b) {
  if (!has_inner(a) || !has_inner(b))
    return has_inner(a) == has_inner(b);
  const auto& x = inner(a);
  const auto& y = inner(b);
  using type = std::remove_cvref_t<decltype(x)>;
  if constexpr (kind_of<T> == value_kind::optional) {
    return equal_in(w, x, y);
  } else {
    if (address_of(x) == address_of(y))
      return true;
    constexpr bool shared = requires { a.use_count(); };
    w.later(
        address_of(x), address_of(y),
        [](equal_walk& walk, const void* p, const void* q) {
          return equal_in(walk, *static_cast<const type*>(p), *static_cast<const type*>(q));
        },
        shared);
    return true;
  }
}

template <class T>
bool equal_items(equal_walk& w, const T& a, const T& b) {
  if constexpr (requires { a.size(); }) {
    if (a.size() != b.size())
      return false;
  }
  auto i = begin_of(a), i_end = end_of(a);
  auto j = begin_of(b), j_end = end_of(b);
  for (; i != i_end && j != j_end; ++i, ++j) {
    if constexpr (kind_of<T> == value_kind::map) {
      if (!equal_in(w, i->first, j->first) || !equal_in(w, i->second, j->second))
        return false;
    } else if constexpr (std::is_reference_v<decltype(*i)>) {
      if (!equal_in(w, *i, *j))
        return false;
    } else { // an item created by the iterator does not outlive this loop, and neither may its pointees
      const auto &x = *i, &y = *j;
      if (!equal_now(x, y))
        return false;
    }
  }
  return i == i_end && j == j_end;
}

// The order of a hashed container has no meaning: the items of each key are compared, in any order.
template <class T>
bool equal_hashed(equal_walk& w, const T& a, const T& b) {
  if (a.size() != b.size())
    return false;
  for (auto i = a.begin(); i != a.end(); ++i) {
    if constexpr (kind_of<T> == value_kind::map) {
      auto there = b.equal_range(i->first);
      if (there.first == there.second)
        return false;
      auto here = a.equal_range(i->first);
      auto second = here.first;
      if (++second == here.second) {
        if (!equal_in(w, i->second, there.first->second))
          return false;
        if (++there.first != there.second)
          return false;
        continue;
      }
      std::size_t same_here = 0, same_there = 0;
      for (auto j = here.first; j != here.second; ++j)
        same_here += equal_now(i->second, j->second);
      for (auto j = there.first; j != there.second; ++j)
        same_there += equal_now(i->second, j->second);
      if (same_here != same_there)
        return false;
    } else if (a.count(*i) != b.count(*i)) {
      return false;
    }
  }
  return true;
}

template <class T>
bool equal_product(equal_walk& w, const T& a, const T& b) {
  return with_parts(a, [&]<class...>(const auto&... x) {
    return with_parts(b, [&]<class...>(const auto&... y) { return (equal_in(w, x, y) && ...); });
  });
}

template <class T>
bool equal_in(equal_walk& w, const T& a, const T& b) {
  constexpr value_kind kind = kind_of<T>;
  if constexpr (equal_by_author<T>)
    return static_cast<bool>(a == b);
  else if constexpr (kind == value_kind::floating)
    return a == b || (a != a && b != b); // NOLINT(misc-redundant-expression): NaN
  else if constexpr (kind == value_kind::null)
    return true;
  else if constexpr (kind == value_kind::text)
    return text_of(a) == text_of(b);
  else if constexpr (kind == value_kind::c_string) {
    if (a == nullptr || b == nullptr)
      return a == b;
    return std::string_view(a) == std::string_view(b);
  } else if constexpr (nullable_value<T>)
    return equal_nullable(w, a, b);
  else if constexpr (product_value<T>)
    return equal_product(w, a, b);
  else if constexpr (sum_value<T>) {
    if (a.index() != b.index())
      return false;
    bool equal = true;
    with_alternative(a, [&]<std::size_t I>(const auto& x) { equal = equal_in(w, x, *get_if<I>(&b)); });
    return equal;
  } else if constexpr (collection_value<T>) {
    if constexpr (hashed_collection<T>)
      return equal_hashed(w, a, b);
    else
      return equal_items(w, a, b);
  } else
    return static_cast<bool>(a == b);
}

} // namespace tali::detail

namespace tali::values {

/// All of T can be compared: no part of it is opaque and without operator==.
template <class T>
concept comparable_value = detail::all_leaves<detail::equality_rule, std::remove_cv_t<T>>();

/// Equality by structure.
template <class T>
bool equal_values(const T& a, const T& b) {
  static_assert(
      comparable_value<T>,
      "tali: a part of this type is opaque and has no operator==; add one, or list the fields by specialising "
      "tali::fields_of");
  return detail::equal_now(a, b);
}

} // namespace tali::values
