// SPDX-License-Identifier: BSL-1.0
// complete: a value with holes, filled in at random. What is given stays, and what the generator guarantees holds.
//
//   tree t = ...;                                              // any value of the type stands in a hole
//   std::optional<tree> whole = complete(bst(0, 99), t, seed, hole(t->left), hole(t->right->key));
//
// The generator runs backward over what is there and forward in the holes: a draw whose part is a hole draws it, and
// the draws after it see what was drawn. What it all comes to is a choice sequence, from which the value is then made.
// A hole is told by its address. Where a generator has to compute with a part that has a hole in it (the inverse of a
// map, a focus that computes), the hole is never come by, which is an error that says so.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/ways.hpp>
#include <tali/source/forest.hpp>
#include <tali/source/record.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tali {

/// A part of a value that is missing.
struct hole_at {
  const void* address;
  const void* type;
};
template <class T>
[[nodiscard]] hole_at hole(const T& part) {
  return {&part, &detail::family_of<T>};
}

namespace detail {

template <class T>
struct filled {
  T value;
  forest::node made;
};

class completing_forest : public forest {
public:
  static constexpr bool completes = true;

  completing_forest(int size, std::span<const hole_at> holes, rng engine);

  template <class T>
  [[nodiscard]] bool is_hole(const T* part) {
    return find(part, &family_of<T>);
  }
  template <class G>
  [[nodiscard]] filled<value_of<G>> fill(const G& g) {
    trace drawn;
    recording_source source(next_engine(), size(), &drawn);
    source.build_in(&memory());
    value_of<G> value = g(static_cast<dynamic_source&>(source));
    return {std::move(value), keep_choices(drawn)};
  }

  /// Each hole was come by.
  [[nodiscard]] bool all_filled() const noexcept;

private:
  [[nodiscard]] bool find(const void* part, const void* type);
  [[nodiscard]] rng next_engine();
  [[nodiscard]] node keep_choices(const trace& drawn);

  std::span<const hole_at> holes_;
  std::vector<bool> met_;
  rng engine_;
};

[[noreturn, gnu::cold]] void throw_hole_not_met();

inline constexpr int completions_tried = 100;

} // namespace detail

/// The value with its holes filled at random. Nothing if g makes no such value, or none was found in a hundred tries.
/// Throws generator_error if the backward direction needs a part that is missing.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> complete(const G& g, const value_of<G>& partial,
                                                  std::span<const hole_at> holes, rng engine,
                                                  int size = random_source::default_size) {
  bool met = true;
  for (int i = 0; i < detail::completions_tried; ++i) {
    try {
      detail::completing_forest ways(size, holes, rng::stream(engine(), static_cast<std::uint64_t>(i)));
      const forest::node root = detail::reflect_part(g, ways, partial);
      const std::optional<choice_sequence> found = simplest_way(ways, root);
      if (!found) {
        continue; // what was drawn in one hole may exclude what is given elsewhere
      }
      met = ways.all_filled();
      if (!met) {
        break;
      }
      if (std::optional<value_of<G>> made = parse(g, *found)) {
        return made;
      }
    } catch (const discard&) {
      continue; // a filter in a hole
    }
  }
  if (!met) {
    detail::throw_hole_not_met();
  }
  return std::nullopt;
}
template <generator G, std::same_as<hole_at>... H>
[[nodiscard]] std::optional<value_of<G>> complete(const G& g, const value_of<G>& partial, std::uint64_t seed,
                                                  const H&... holes) {
  const std::initializer_list<hole_at> all{holes...};
  return complete(g, partial, std::span<const hole_at>(all.begin(), all.size()), rng(seed));
}

} // namespace tali
