// SPDX-License-Identifier: BSL-1.0
// Characters and text: ASCII, an alphabet, valid UTF-8, arbitrary bytes.
//
// Text is a sequence of character choices, each an index into its alphabet ordered from simplest: letters, digits and
// punctuation before control characters and the far ends of Unicode.
#pragma once

#include <tali/detail/utf8.hpp>
#include <tali/gen/characters.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>

#include <array>
#include <string>
#include <string_view>

namespace tali {

namespace detail {

class alphabet_gen {
public:
  using value_type = char;
  constexpr explicit alphabet_gen(std::string_view letters) : letters_(letters) {}

  template <class S>
  TALI_INLINE char operator()(S& source) const {
    if (letters_.empty()) [[unlikely]] {
      throw_generator_error("gen::alphabet: the alphabet is empty; pass at least one character");
    }
    return letters_[source.template integer<spread::uniform>(static_cast<std::uint32_t>(letters_.size() - 1),
                                                             std::uint32_t{0}, 0)];
  }
  template <class F>
  auto reflect(F& forest, char v) const {
    auto ways = forest.none();
    for (std::size_t i = 0; i < letters_.size(); ++i) {
      if (letters_[i] == v) {
        ways = forest.either(ways, forest.integer(i, letters_.size() - 1, 0));
      }
    }
    return ways;
  }

private:
  std::string_view letters_;
};

/// A Unicode scalar value: mostly letters, some characters that often break programs, never a surrogate.
struct code_point_gen {
  using value_type = char32_t;
  static constexpr span_info span{span_kind::branch, {}, &family_of<code_point_gen>};
  struct labels {
    static constexpr auto value = [] {
      std::array<std::string_view, character_classes.size()> names{};
      for (std::size_t i = 0; i < names.size(); ++i) {
        names[i] = character_classes[i].label;
      }
      return names;
    }();
  };
  static constexpr auto weights = [] {
    std::array<std::uint32_t, character_classes.size()> w{};
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i] = character_classes[i].weight;
    }
    return w;
  }();

  static constexpr std::uint64_t total = [] {
    std::uint64_t sum = 0;
    for (const std::uint32_t w : weights) {
      sum += w;
    }
    return sum;
  }();

  template <class S>
  char32_t operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    return of_class(source, source.branch(branch_request{span_of(weights), span_of(labels::value), total}));
  }
  /// Makes the choices of this character.
  template <class S>
  char32_t exactly(S& source, char32_t character) const {
    if constexpr (std::same_as<S, random_source>) {
      return character;
    } else {
      const character_place place = place_of(character);
      const std::array<choice, 2> made{{{choice_kind::branch, place.which, weights.size() - 1, 0},
                                        {choice_kind::integer, place.index, characters_in(place.which) - 1, 0}}};
      source.make_choices(span_of(made));
      return (*this)(source);
    }
  }
  /// A character of this class.
  template <class S>
  char32_t only(S& source, std::uint32_t which) const {
    if constexpr (std::same_as<S, random_source>) {
      return of_class(source, which);
    } else {
      const std::array<choice, 1> made{{{choice_kind::branch, which, weights.size() - 1, 0}}};
      source.make_choices(span_of(made));
      return (*this)(source);
    }
  }
  template <class F>
  auto reflect(F& forest, char32_t v) const {
    const character_place place = place_of(v);
    if (place.which == character_place::no_class) {
      return forest.none();
    }
    return forest.span(span, forest.branch(place.which, branch_request{span_of(weights), span_of(labels::value)},
                                           forest.integer(place.index, characters_in(place.which) - 1, 0)));
  }

private:
  template <class S>
  static char32_t of_class(S& source, std::uint32_t which) {
    return character_at(
        {which, source.template integer<spread::uniform>(characters_in(which) - 1, std::uint32_t{0}, 0)});
  }
};

template <class Length>
class utf8_gen : pack<Length> {
  using parts = pack<Length>;

public:
  using parts::parts;
  using value_type = std::string;
  static constexpr span_info span{span_kind::sequence, {}, &family_of<utf8_gen>};

  template <class S>
  std::string operator()(S& source) const {
    [[maybe_unused]] const auto scope = source.template span<span>();
    const std::uint32_t n = draw_length(source, length(), "gen::text");
    const text_hint hint = source.text_hint(n);
    std::string out;
    for (std::uint32_t i = 0; i < n; ++i) {
      [[maybe_unused]] const auto element = source.template span<element_span>();
      append_utf8(out, hint.kind != 0       ? code_point_gen{}.only(source, (hint.kind - 1) % character_classes.size())
                       : hint.whole.empty() ? code_point_gen{}(source)
                                            : code_point_gen{}.exactly(source, hint.whole[i]));
    }
    return out;
  }
  template <class F>
  auto reflect(F& forest, const std::string& v) const {
    std::size_t n = 0;
    auto made = forest.empty();
    for (std::string_view rest = v; !rest.empty(); ++n) {
      const utf8_step step = first_utf8(rest);
      if (step.bytes == 0) {
        return forest.none();
      }
      made = forest.join(made, forest.span(element_span, reflect_character(forest, step.character, rest.front())));
      rest.remove_prefix(step.bytes);
    }
    return forest.span(span, forest.join(reflect_length(forest, length(), n), made));
  }

private:
  /// A hole in the first byte of a character stands for the character.
  template <class F>
  static auto reflect_character(F& forest, char32_t character, [[maybe_unused]] const char& first_byte) {
    if constexpr (F::completes) {
      if (forest.is_hole(&first_byte)) {
        return forest.fill(code_point_gen{}).made;
      }
    }
    return code_point_gen{}.reflect(forest, character);
  }

  [[nodiscard]] constexpr Length length() const { return get<0>(static_cast<const parts&>(*this)); }
};

} // namespace detail

namespace gen {

/// A character from lo to hi.
[[nodiscard]] constexpr auto character(char lo, char hi) {
  return detail::integer_gen<char, choices::spread::uniform>(lo, hi, lo <= 'a' && 'a' <= hi ? 'a' : lo);
}
/// A printable ASCII character; 'a' is the simplest.
[[nodiscard]] constexpr auto printable() { return character(' ', '~'); }
/// Any char.
[[nodiscard]] constexpr auto any_character() {
  return detail::integer_gen<char, choices::spread::uniform>(std::numeric_limits<char>::min(),
                                                             std::numeric_limits<char>::max(), 'a');
}

/// Strings with characters from g. The size bounds the length, or it is exactly n, or from lo to hi.
template <class G, class... Length>
  requires generator<G>
[[nodiscard]] TALI_INLINE constexpr auto string(const G& characters, Length... length) {
  return sequence<std::basic_string<value_of<G>>>(characters, static_cast<std::uint32_t>(length)...);
}

/// Printable ASCII strings.
template <class... Length>
[[nodiscard]] TALI_INLINE constexpr auto ascii(Length... length) {
  return string(printable(), length...);
}

/// Strings of arbitrary bytes, in no particular encoding.
template <class... Length>
[[nodiscard]] TALI_INLINE constexpr auto bytes(Length... length) {
  return string(detail::integer_gen<char, choices::spread::uniform>(std::numeric_limits<char>::min(),
                                                                    std::numeric_limits<char>::max(), '\0'),
                length...);
}

/// One of the characters of a string that outlives the generator (a literal); the first is the simplest.
[[nodiscard]] constexpr detail::alphabet_gen alphabet(std::string_view letters) {
  return detail::alphabet_gen(letters);
}
[[nodiscard]] constexpr detail::code_point_gen code_point() { return {}; }

/// Valid UTF-8 with all of Unicode. Lengths count characters, not bytes.
[[nodiscard]] constexpr auto text() { return detail::utf8_gen<detail::length_by_size>(detail::length_by_size{}); }
[[nodiscard]] constexpr auto text(std::uint32_t lo, std::uint32_t hi) {
  return detail::utf8_gen<detail::length_between>(detail::length_between{lo, hi});
}

} // namespace gen

} // namespace tali
