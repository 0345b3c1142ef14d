// SPDX-License-Identifier: BSL-1.0
// The standard containers by name. Not in the umbrella header: it includes them all. `gen::sequence<C>` and
// `gen::distinct<C>` make any of them (and your own) without it.
#pragma once

#include <tali/gen/sequence.hpp>
#include <tali/gen/set.hpp>
#include <tali/gen/tuple.hpp>

#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace tali {

namespace gen {

// Each takes no length (the size bounds it), an exact length, or bounds.

template <class G, class... Length>
[[nodiscard]] constexpr auto deque(const G& g, Length... length) {
  return sequence<std::deque<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}
template <class G, class... Length>
[[nodiscard]] constexpr auto list(const G& g, Length... length) {
  return sequence<std::list<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}
template <class G, class... Length>
[[nodiscard]] constexpr auto forward_list(const G& g, Length... length) {
  return sequence<std::forward_list<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}
template <class G, class... Length>
[[nodiscard]] constexpr auto set(const G& g, Length... length) {
  return distinct<std::set<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}
template <class G, class... Length>
[[nodiscard]] constexpr auto unordered_set(const G& g, Length... length) {
  return distinct<std::unordered_set<value_of<G>>>(g, static_cast<std::uint32_t>(length)...);
}
template <class K, class V, class... Length>
[[nodiscard]] constexpr auto map_of(const K& keys, const V& values, Length... length) {
  return distinct<std::map<value_of<K>, value_of<V>>>(pair(keys, values), static_cast<std::uint32_t>(length)...);
}
template <class K, class V, class... Length>
[[nodiscard]] constexpr auto unordered_map_of(const K& keys, const V& values, Length... length) {
  return distinct<std::unordered_map<value_of<K>, value_of<V>>>(pair(keys, values),
                                                                static_cast<std::uint32_t>(length)...);
}

template <class G>
[[nodiscard]] constexpr auto multiset(const G& g) {
  return detail::multi_gen<std::multiset<value_of<G>>, G, detail::length_by_size>(g, detail::length_by_size{});
}
template <class G>
[[nodiscard]] constexpr auto multiset(const G& g, std::uint32_t lo, std::uint32_t hi) {
  return detail::multi_gen<std::multiset<value_of<G>>, G, detail::length_between>(g, detail::length_between{lo, hi});
}
template <class K, class V>
[[nodiscard]] constexpr auto multimap_of(const K& keys, const V& values) {
  using pairs = decltype(pair(keys, values));
  return detail::multi_gen<std::multimap<value_of<K>, value_of<V>>, pairs, detail::length_by_size>(
      pair(keys, values), detail::length_by_size{});
}

} // namespace gen

} // namespace tali
