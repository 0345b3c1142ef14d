// SPDX-License-Identifier: BSL-1.0
// complete: fills holes in a value at random. The given parts stay, and the guarantees of the generator hold.
//
//   tree t = ...;                                              // a hole may contain any value of its type
//   std::optional<tree> whole = complete(bst(0, 99), t, seed, hole(t->left), hole(t->right->key));
//
// The generator runs backward over the given parts and forward in the holes: a draw whose part is a hole draws it, and
// later draws use the drawn value. The result is a choice sequence, from which the value is then produced.
// A hole is identified by its address and its type. A hole inside of another hole has no effect. If a generator must
// compute with a part that contains a hole (the inverse of a map, a focus that computes), the hole is never reached,
// which is reported as an error.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/ways.hpp>
#include <tali/source/forest.hpp>
#include <tali/source/record.hpp>
#include <tali/value/detail/holds_part.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tali::detail {

template <class T>
struct family_address {
  static constexpr const void* value = &family_of<T>;
};

} // namespace tali::detail

namespace tali {

/// A missing part of a value.
struct hole_at {
  const void* address;
  const void* type;
  bool (*contains)(const void* part, const hole_at& other); // whether the other hole is inside of this one
};
template <class T>
[[nodiscard]] hole_at hole(const T& part) {
  return {std::addressof(part), &detail::family_of<T>, [](const void* whole, const hole_at& other) {
            return detail::holds_part<detail::family_address>(*static_cast<const T*>(whole), other.address, other.type);
          }};
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

  /// The value that a node makes; nothing if there is none.
  template <class G>
  [[nodiscard]] std::optional<value_of<G>> value_made(const G& g, node made) {
    std::optional<choice_sequence> way = choices::simplest_way(*this, made);
    return way ? parse(g, detail::span_of(way->choices), size()) : std::nullopt;
  }

  /// Whether each hole was reached.
  [[nodiscard]] bool all_filled() const noexcept;

private:
  [[nodiscard]] bool find(const void* part, const void* type);
  [[nodiscard]] rng next_engine();
  [[nodiscard]] node keep_choices(const trace& drawn);

  std::span<const hole_at> holes_;
  std::vector<bool> reached_;
  rng engine_;
};

[[noreturn, gnu::cold]] void throw_hole_not_reached();

inline constexpr int completions_tried = 100;

} // namespace detail

/// The value with its holes filled at random. Nothing if g cannot produce such a value, or none was found in 100
/// attempts. Throws generator_error if running backward needs a missing part.
template <generator G>
[[nodiscard]] std::optional<value_of<G>> complete(const G& g, const value_of<G>& partial,
                                                  std::span<const hole_at> holes, choices::rng engine,
                                                  int size = choices::random_source::default_size) {
  bool met = true;
  for (int i = 0; i < detail::completions_tried; ++i) {
    try {
      detail::completing_forest ways(size, holes, choices::rng::stream(engine(), static_cast<std::uint64_t>(i)));
      const choices::forest::node root = detail::reflect_part(g, ways, partial);
      const std::optional<choices::choice_sequence> found = choices::simplest_way(ways, root);
      if (!found) {
        continue; // a value drawn in a hole may conflict with a given part
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
    detail::throw_hole_not_reached();
  }
  return std::nullopt;
}
template <generator G, std::same_as<hole_at>... H>
[[nodiscard]] std::optional<value_of<G>> complete(const G& g, const value_of<G>& partial, std::uint64_t seed,
                                                  const H&... holes) {
  const std::initializer_list<hole_at> all{holes...};
  return complete(g, partial, std::span<const hole_at>(all.begin(), all.size()), choices::rng(seed));
}

} // namespace tali
