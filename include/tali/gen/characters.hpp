// SPDX-License-Identifier: BSL-1.0
// The Unicode scalar values by class, each in exactly one: scripts, and characters that often break programs.
//
// A character is drawn as a class and an index in it. Both are ordered from simplest. As the classes are disjoint and
// cover everything, every character has exactly one pair of choices. src/gen/characters.cpp has the ranges.
#pragma once

#include <tali/detail/namespaces.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tali::detail {

struct character_class {
  std::string_view label;
  std::uint32_t weight;
};
inline constexpr std::array<character_class, 18> character_classes{{
    {"lower-case", 10},
    {"ascii", 10},
    {"control", 2},
    {"latin", 3},
    {"greek", 1},
    {"cyrillic", 1},
    {"hebrew", 1},
    {"arabic", 1},
    {"devanagari", 1},
    {"kana", 1},
    {"hangul", 1},
    {"cjk", 1},
    {"emoji", 1},
    {"symbol", 1},
    {"combining", 1},
    {"direction", 1}, // zero-width characters and controls of the direction
    {"notorious", 2}, // single characters that are known to break programs
    {"other", 1},     // all others
}};

struct character_place {
  static constexpr std::uint32_t no_class = 0xffffffffU;
  std::uint32_t which = no_class; // of character_classes
  std::uint32_t index = 0;
};

/// The number of characters in a class.
[[nodiscard]] std::uint32_t characters_in(std::uint32_t which) noexcept;
[[nodiscard]] char32_t character_at(character_place place) noexcept;
/// The class and index of a character; no_class if it is a surrogate or beyond Unicode.
[[nodiscard]] character_place place_of(char32_t character) noexcept;

} // namespace tali::detail
