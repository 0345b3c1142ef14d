// SPDX-License-Identifier: BSL-1.0
// Strings that match a regular expression.
//
//   gen::matching("[a-z]{2,5}(-[0-9]+)?")
//
// The whole string matches, as for std::regex_match; the anchors ^ and $ are allowed at the ends and have no effect.
// The supported syntax, that of ECMAScript: literals, escapes (\d \w \s \D \W \S \n \t \r \f \v \0 \xNN \uNNNN \cX and
// \ before punctuation), classes with ranges, negation and [:alpha:] and its like, the dot, groups of the kinds (...),
// (?:...) and (?<name>...), alternation, and ? * + {n} {n,} {n,m}, greedy or lazy. Syntax that depends on the context
// (backreferences, lookaround, word boundaries, flags) is rejected. A generator with an invalid expression reports the
// error when it is used, because a constant at namespace scope must not end the program before main.
//
// The expression is read as UTF-8 and characters are code points, written as UTF-8; \x80 to \xff are single bytes. The
// dot and negated classes mean printable ASCII, because all engines and encodings agree on these characters. A class
// that excludes all of them means the rest of ASCII or, if it excludes that too, the rest of Unicode.
//
// A repetition is a sequence (its length, then its elements); without an upper bound, the size bounds its length, and
// its elements are drawn at half the size. Alternatives are equally likely; the simplest is the one that needs the
// fewest choices, then the one with the shortest match, then the first. Characters are ordered a-z, 0-9, A-Z, space,
// punctuation, the rest.
//
// Running backward finds one way to match: the first alternatives and the fewest repetitions that match. The time is
// polynomial in the length of the string.
#pragma once

#include <tali/gen/sequence.hpp>
#include <tali/source/forest.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tali {

namespace detail {

/// A regular expression: a tree in a few flat lists.
struct regex_program {
  enum class kind : std::uint8_t { text, characters, sequence, alternation, repetition };
  struct node {
    kind what = kind::text;
    bool grows = false;      // repetition: no upper bound
    std::uint32_t first = 0; // text, characters: begin in `text`, `ranges`; the others: in `children`
    std::uint32_t count = 0;
    std::uint32_t lo = 0; // repetition: bounds of the length; characters: [0, hi] are the indices
    std::uint32_t hi = 0;

    [[nodiscard]] length_between length(int size) const {
      return {lo, grows ? lo + static_cast<std::uint32_t>(size) : hi};
    }
    /// Only one length is possible, so no choice is made.
    [[nodiscard]] bool fixed() const { return !grows && lo == hi; }
  };
  /// Code points, and above them the bytes that are not characters.
  struct range {
    char32_t lo;
    char32_t hi;
  };
  static constexpr char32_t first_byte = 0x110000;

  std::vector<node> nodes;
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> weights; // ones, as many as the widest alternation has branches
  std::vector<range> ranges;
  std::string text;
  std::uint32_t root = 0;
  std::string error; // the error in the expression

  [[nodiscard]] branch_request alternatives(const node& n) const {
    return {std::span<const std::uint32_t>(weights).first(n.count), {}};
  }
  void append_character(std::string& out, const node& n, std::uint32_t index) const;
};

[[nodiscard]] std::shared_ptr<const regex_program> compile_regex(std::string_view expression);
[[nodiscard]] forest::node match_regex(const regex_program& program, forest& ways, std::string_view text);

inline constexpr span_info regex_alternation_span{span_kind::branch, {}, nullptr};
inline constexpr span_info regex_repetition_span{span_kind::sequence, {}, nullptr};

class regex_gen {
public:
  using value_type = std::string;

  explicit regex_gen(std::string_view expression) : program_(compile_regex(expression)) {}

  template <class S>
  std::string operator()(S& source) const {
    const program& p = checked();
    std::string out;
    draw(source, p, p.nodes[p.root], out);
    return out;
  }
  template <class F>
  auto reflect(F& forest, const std::string& v) const {
    return match_regex(checked(), forest, v);
  }

private:
  using program = regex_program;

  [[nodiscard]] const program& checked() const {
    if (!program_->error.empty()) [[unlikely]] {
      throw_generator_error(program_->error);
    }
    return *program_;
  }

  template <class S>
  static void draw(S& source, const program& p, const program::node& n, std::string& out) {
    const auto child = [&](std::uint32_t i) -> const program::node& { return p.nodes[p.children[n.first + i]]; };
    switch (n.what) {
    case program::kind::text:
      out.append(p.text, n.first, n.count);
      break;
    case program::kind::characters:
      p.append_character(out, n, source.uniform(n.hi));
      break;
    case program::kind::sequence:
      for (std::uint32_t i = 0; i < n.count; ++i) {
        draw(source, p, child(i), out);
      }
      break;
    case program::kind::alternation: {
      [[maybe_unused]] const auto scope = source.template span<regex_alternation_span>();
      draw(source, p, child(source.branch(p.alternatives(n))), out);
      break;
    }
    case program::kind::repetition:
      if (n.fixed()) {
        repeat(source, p, n, n.lo, out);
      } else {
        [[maybe_unused]] const auto scope = source.template span<regex_repetition_span>();
        const std::uint32_t times = draw_length(source, n.length(source.size()), "gen::matching");
        const size_scope<S> smaller(source, n.grows ? source.size() / 2 : source.size());
        repeat(source, p, n, times, out);
      }
      break;
    }
  }
  template <class S>
  static void repeat(S& source, const program& p, const program::node& n, std::uint32_t times, std::string& out) {
    for (std::uint32_t i = 0; i < times; ++i) {
      [[maybe_unused]] const auto scope = source.template span<element_span>();
      draw(source, p, p.nodes[p.children[n.first]], out);
    }
  }

  std::shared_ptr<const program> program_; // shared by all copies
};

} // namespace detail

namespace gen {

/// Strings that match the regular expression as a whole.
[[nodiscard]] inline detail::regex_gen matching(std::string_view expression) { return detail::regex_gen(expression); }

} // namespace gen

} // namespace tali
