// SPDX-License-Identifier: BSL-1.0
// enumerate: the values of a generator, simplest first, each choice sequence once.
#pragma once

#include <tali/gen/generator.hpp>
#include <tali/source/enumerate.hpp>

#include <optional>
#include <vector>

namespace tali {

/// A lazy enumeration: `next()` returns the next value, or nothing at the end.
template <generator G>
class enumeration {
public:
  explicit enumeration(const G& g, int size = choices::random_source::default_size,
                       choices::enumeration_order order = choices::enumeration_order::simplest_first)
      : generator_(g), source_(size, order) {}

  [[nodiscard]] std::optional<value_of<G>> next() {
    choices::dynamic_source& dynamic = source_;
    while (source_.next()) {
      try {
        value_of<G> value = generator_(dynamic);
        if (source_.is_new()) {
          return value;
        }
      } catch (const discard&) {
        // discarded, or visited in an earlier round
      }
    }
    return std::nullopt;
  }

private:
  G generator_;
  choices::enumerating_source source_;
};

/// At most `limit` values, simplest first.
template <generator G>
[[nodiscard]] std::vector<value_of<G>> enumerate(const G& g, std::size_t limit,
                                                 int size = choices::random_source::default_size) {
  std::vector<value_of<G>> values;
  enumeration<G> walk(g, size);
  while (values.size() < limit) {
    std::optional<value_of<G>> value = walk.next();
    if (!value) {
      break;
    }
    values.push_back(std::move(*value));
  }
  return values;
}

} // namespace tali
