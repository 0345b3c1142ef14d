// SPDX-License-Identifier: BSL-1.0
// Reading regular expressions, and matching strings with them.
//
// The parser is the usual recursive descent, one function per level: alternation, sequence, repeated atom, atom.
//
// The matcher first finds, for each part of the expression and each position in the text where it may begin, all
// positions where it can end: each pair is visited once, so nothing is exponential. Then it descends again with the end
// known and records the choices of one match.
#include <tali/gen/regex.hpp>
#include <tali/gen/text.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace tali::detail {

namespace {

using program = regex_program;
using kind = program::kind;

constexpr char32_t last_character = 0x10ffff;
constexpr std::uint32_t most_repetitions = 65535;
constexpr std::uint64_t longest_shortest = std::uint64_t{1} << 24U;
constexpr int deepest = 200;

[[nodiscard]] constexpr char32_t from_byte(unsigned byte) { return byte < 0x80 ? byte : program::first_byte + byte; }

void append_character(std::string& out, char32_t c) {
  if (c >= program::first_byte) {
    out.push_back(static_cast<char>(c - program::first_byte));
  } else {
    append_utf8(out, c);
  }
}

// Sets of characters -----------------------------------------------------------------------------------------------

using set = std::vector<program::range>;

/// Disjoint and ascending; without surrogates, which no text may hold.
[[nodiscard]] set normalised(set ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.lo < b.lo; });
  set merged;
  for (const auto& r : ranges) {
    if (!merged.empty() && r.lo <= merged.back().hi + 1) {
      merged.back().hi = std::max(merged.back().hi, r.hi);
    } else {
      merged.push_back(r);
    }
  }
  set legal;
  for (const auto& r : merged) {
    if (r.lo < 0xd800 && r.hi >= 0xd800) {
      legal.push_back({r.lo, 0xd7ff});
    }
    if (r.lo <= 0xdfff && r.hi > 0xdfff) {
      legal.push_back({0xe000, r.hi});
    }
    if (r.hi < 0xd800 || r.lo > 0xdfff) {
      legal.push_back(r);
    }
  }
  return legal;
}

[[nodiscard]] set complement(const set& of, char32_t lo, char32_t hi) {
  set rest;
  for (const auto& r : normalised(of)) {
    if (r.lo > hi) {
      break;
    }
    if (r.lo > lo) {
      rest.push_back({lo, r.lo - 1});
    }
    lo = std::max<char32_t>(lo, r.hi + 1);
  }
  if (lo <= hi) {
    rest.push_back({lo, hi});
  }
  return normalised(rest);
}

[[nodiscard]] set negated(const set& of) {
  set rest = complement(of, ' ', '~');
  for (const char32_t last : {char32_t{0x7f}, last_character}) {
    rest = rest.empty() ? complement(of, 0, last) : rest;
  }
  return rest;
}

/// The characters at which the simplicity changes, ascending, and the simplicity from there on.
struct simpler_from {
  char32_t from;
  int rank;
};
constexpr std::array<simpler_from, 13> simplicity_steps{{{0, 6},
                                                         {' ', 3},
                                                         {'!', 4},
                                                         {'0', 1},
                                                         {':', 4},
                                                         {'A', 2},
                                                         {'[', 4},
                                                         {'a', 0},
                                                         {'{', 4},
                                                         {0x7f, 6},
                                                         {0x80, 5},
                                                         {program::first_byte, 7},
                                                         {program::first_byte + 0x100, 8}}};

/// The same characters, the simplest first.
[[nodiscard]] set simplest_first(const set& of) {
  std::vector<std::pair<int, program::range>> pieces;
  for (const auto& r : normalised(of)) {
    for (std::size_t i = 0; i + 1 < simplicity_steps.size(); ++i) {
      const char32_t lo = std::max(r.lo, simplicity_steps[i].from);
      const char32_t hi = std::min<char32_t>(r.hi, simplicity_steps[i + 1].from - 1);
      if (lo <= hi) {
        pieces.push_back({simplicity_steps[i].rank, {lo, hi}});
      }
    }
  }
  std::sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) {
    return std::pair(a.first, a.second.lo) < std::pair(b.first, b.second.lo);
  });
  set ordered;
  for (const auto& piece : pieces) {
    ordered.push_back(piece.second);
  }
  return ordered;
}

// Functions, because a generator at namespace scope in another file may be initialised before constants of this file.
[[nodiscard]] set digits() { return {{'0', '9'}}; }
[[nodiscard]] set spaces() { return {{'\t', '\r'}, {' ', ' '}}; }
[[nodiscard]] set word_characters() { return {{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'_', '_'}}; }

[[nodiscard]] const set* named_class(std::string_view name) {
  static const std::map<std::string_view, set> classes{
      {"alnum", {{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}},
      {"alpha", {{'A', 'Z'}, {'a', 'z'}}},
      {"blank", {{' ', ' '}, {'\t', '\t'}}},
      {"cntrl", {{0, 0x1f}, {0x7f, 0x7f}}},
      {"digit", digits()},
      {"graph", {{'!', '~'}}},
      {"lower", {{'a', 'z'}}},
      {"print", {{' ', '~'}}},
      {"punct", {{'!', '/'}, {':', '@'}, {'[', '`'}, {'{', '~'}}},
      {"space", spaces()},
      {"upper", {{'A', 'Z'}}},
      {"word", word_characters()},
      {"xdigit", {{'0', '9'}, {'A', 'F'}, {'a', 'f'}}},
  };
  const auto found = classes.find(name);
  return found == classes.end() ? nullptr : &found->second;
}

// The parser -------------------------------------------------------------------------------------------------------

struct failure {
  std::size_t at;
  std::string what;
};

class parser {
public:
  parser(std::string_view expression, program& out) : text_(expression), out_(out) {}

  void run() {
    out_.root = alternation();
    if (!at_end()) {
      fail(at_, "unmatched ); write \\) for a parenthesis");
    }
    std::uint32_t widest = 0;
    for (const auto& n : out_.nodes) {
      widest = n.what == kind::alternation ? std::max(widest, n.count) : widest;
    }
    out_.weights.assign(widest, 1U);
    if (simplest_[out_.root].length > longest_shortest) {
      fail(0, fmt::format("the simplest match has more than {} characters", longest_shortest));
    }
  }

private:
  using index = std::uint32_t;

  [[noreturn]] static void fail(std::size_t at, std::string what) { throw failure{at, std::move(what)}; }
  [[noreturn]] static void unsupported(std::size_t at, std::string_view construct) {
    fail(at, fmt::format("{} is not supported", construct));
  }

  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  bool accept(std::string_view what) {
    const bool there = looking_at(what);
    at_ += there ? what.size() : 0;
    return there;
  }
  [[nodiscard]] char32_t next_character() {
    const utf8_step step = first_utf8(text_.substr(at_));
    if (step.bytes == 0) { // not UTF-8: a byte stands for itself
      return from_byte(static_cast<unsigned char>(text_[at_++]));
    }
    at_ += step.bytes;
    return step.character;
  }

  /// The cost of the simplest match: the number of choices, then the number of characters.
  struct effort {
    std::uint64_t choices = 0;
    std::uint64_t length = 0;

    void add(const effort& more) {
      choices += more.choices;
      length += more.length;
    }
    [[nodiscard]] effort times(std::uint64_t n) const { return {n * choices, n * length}; }
    friend auto operator<=>(const effort&, const effort&) = default;
  };

  index add(const program::node& n, const effort& simplest) {
    out_.nodes.push_back(n);
    constexpr std::uint64_t most = longest_shortest + 1; // must not overflow with nesting
    simplest_.push_back({std::min(simplest.choices, most), std::min(simplest.length, most)});
    return static_cast<index>(out_.nodes.size() - 1);
  }
  index add_text(char32_t c) {
    const auto first = static_cast<index>(out_.text.size());
    append_character(out_.text, c);
    const auto bytes = static_cast<index>(out_.text.size() - first);
    return add({kind::text, false, first, bytes}, {0, 1});
  }
  index add_parent(program::node n, const std::vector<index>& children, const effort& simplest) {
    n.first = static_cast<index>(out_.children.size());
    n.count = static_cast<index>(children.size());
    out_.children.insert(out_.children.end(), children.begin(), children.end());
    return add(n, simplest);
  }
  index add_characters(const set& of, std::size_t at) {
    const set ordered = simplest_first(of);
    if (ordered.empty()) {
      fail(at, "the class is empty");
    }
    program::node n{kind::characters, false, static_cast<index>(out_.ranges.size()),
                    static_cast<index>(ordered.size())};
    char32_t count = 0;
    for (const auto& r : ordered) {
      count += r.hi - r.lo + 1;
    }
    if (count == 1) {
      return add_text(ordered[0].lo);
    }
    n.hi = count - 1;
    out_.ranges.insert(out_.ranges.end(), ordered.begin(), ordered.end());
    return add(n, {1, 1});
  }

  index alternation() {
    std::vector<index> ways{sequence()};
    while (accept("|")) {
      ways.push_back(sequence());
    }
    if (ways.size() == 1) {
      return ways[0];
    }
    // Nodes are numbered in the order of the text. The number decides between equally simple ones.
    std::sort(ways.begin(), ways.end(),
              [this](index a, index b) { return std::pair(simplest_[a], a) < std::pair(simplest_[b], b); });
    effort simplest{1, 0};
    simplest.add(simplest_[ways[0]]);
    return add_parent({kind::alternation}, ways, simplest);
  }

  index sequence() {
    std::vector<index> parts;
    effort simplest;
    if (depth_ == 0) {
      accept("^");
    }
    while (!at_end() && !looking_at("|") && !looking_at(")")) {
      const std::size_t begin = at_;
      if (accept("$")) {
        if (depth_ > 0 || !(at_end() || looking_at("|"))) {
          unsupported(begin, "an anchor $ not at the end of the expression");
        }
        break;
      }
      const index part = repeated();
      simplest.add(simplest_[part]);
      const auto& added = out_.nodes[part];
      if (!parts.empty() && added.what == kind::text) {
        auto& before = out_.nodes[parts.back()];
        if (before.what == kind::text && before.first + before.count == added.first) {
          before.count += added.count; // a run of characters is one piece of text
          simplest_[parts.back()].add(simplest_[part]);
          continue;
        }
      }
      parts.push_back(part);
    }
    return parts.size() == 1 ? parts[0] : add_parent({kind::sequence}, parts, simplest);
  }

  index repeated() {
    const index inner = atom();
    const std::size_t begin = at_;
    program::node n{kind::repetition};
    if (!bounds(n)) {
      return inner;
    }
    if (accept("?")) {
      // lazy: affects only which match is preferred, not which strings match
    } else if (looking_at("+")) {
      unsupported(at_, "a possessive repetition");
    }
    program::node ignored;
    const std::size_t after = at_;
    if (bounds(ignored)) {
      fail(after, "nested quantifiers: use a group");
    }
    if (!n.grows && n.hi < n.lo) {
      fail(begin, fmt::format("the bounds of the repetition {{{},{}}} are in the wrong order", n.lo, n.hi));
    }
    effort simplest{n.fixed() ? 0U : 1U, 0};
    simplest.add(simplest_[inner].times(n.lo));
    return add_parent(n, {inner}, simplest);
  }

  /// Reads a quantifier, if there is one.
  bool bounds(program::node& n) {
    const std::size_t begin = at_;
    if (accept("?")) {
      n.hi = 1;
    } else if (accept("*")) {
      n.grows = true;
    } else if (accept("+")) {
      n.lo = 1;
      n.grows = true;
    } else if (accept("{")) {
      n.lo = n.hi = number(begin);
      if (accept(",")) {
        n.grows = looking_at("}");
        n.hi = n.grows ? n.lo : number(begin);
      }
      if (!accept("}")) {
        fail(begin, "incomplete repetition {n}, {n,} or {n,m}; write \\{ for a brace");
      }
    } else {
      return false;
    }
    return true;
  }

  [[nodiscard]] std::uint32_t number(std::size_t begin) {
    const std::size_t first = at_;
    std::uint32_t value = 0;
    for (; !at_end() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      value = value * 10 + static_cast<std::uint32_t>(text_[at_] - '0');
      if (value > most_repetitions) {
        fail(first, fmt::format("more than {} repetitions are not supported", most_repetitions));
      }
    }
    if (at_ == first) {
      fail(begin, "incomplete repetition {n}, {n,} or {n,m}; write \\{ for a brace");
    }
    return value;
  }

  index atom() {
    const std::size_t begin = at_;
    switch (text_[at_]) {
    case '(':
      ++at_;
      return group(begin);
    case '[':
      ++at_;
      return bracketed(begin);
    case '.':
      ++at_;
      return add_characters({{' ', '~'}}, begin);
    case '\\': {
      ++at_;
      const set of = escape(begin, false);
      return add_characters(of, begin);
    }
    case '^':
      unsupported(begin, "an anchor ^ not at the start of the expression");
    case '*':
    case '+':
    case '?':
    case '{':
      fail(begin, fmt::format("nothing to repeat before {0}; write \\{0} for the character", text_[at_]));
    default:
      return add_text(next_character());
    }
  }

  index group(std::size_t begin) {
    if (accept("?")) {
      if (accept("=") || accept("!") || accept("<=") || accept("<!")) {
        unsupported(begin, fmt::format("lookaround {}", text_.substr(begin, at_ - begin)));
      }
      if (accept("<") || accept("P<")) {
        const std::size_t close = text_.find('>', at_);
        if (close == std::string_view::npos) {
          fail(begin, "unterminated group name: missing >");
        }
        at_ = close + 1;
      } else if (!accept(":")) {
        unsupported(begin, fmt::format("a group that begins with {}", text_.substr(begin, at_ + 1 - begin)));
      }
    }
    if (++depth_ > deepest) {
      fail(begin, fmt::format("groups nested more than {} deep are not supported", deepest));
    }
    const index inside = alternation();
    --depth_;
    if (!accept(")")) {
      fail(begin, "unterminated group: missing )");
    }
    // A separate group even around plain text, so that the text after it is not merged with it.
    return out_.nodes[inside].what == kind::text ? add_parent({kind::sequence}, {inside}, simplest_[inside]) : inside;
  }

  index bracketed(std::size_t begin) {
    const bool negate = accept("^");
    set of;
    if (looking_at("]")) {
      fail(begin, "the class is empty; write \\] for a bracket");
    }
    while (!accept("]")) {
      const std::size_t at = at_;
      const set first = class_atom(begin);
      if (!looking_at("-") || text_.substr(at_).starts_with("-]")) {
        of.insert(of.end(), first.begin(), first.end());
        continue;
      }
      ++at_;
      const set last = class_atom(begin);
      add_range(of, first, last, at);
    }
    return add_characters(negate ? negated(of) : of, begin);
  }

  void add_range(set& of, const set& first, const set& last, std::size_t at) {
    const auto single = [](const set& s) { return s.size() == 1 && s[0].lo == s[0].hi; };
    if (!single(first) || !single(last)) {
      fail(at, "a range in a class needs a character at both ends; write \\- for a hyphen");
    }
    const char32_t lo = first[0].lo;
    const char32_t hi = last[0].lo;
    if (lo > hi) {
      fail(at, "the range in the class is in the wrong order");
    }
    if (lo < program::first_byte && hi >= program::first_byte) {
      if (lo >= 0x80) {
        fail(at, "a range in a class cannot begin with a character and end with a byte");
      }
      of.push_back({lo, 0x7f}); // from \x00 to \xff
      of.push_back({from_byte(0x80), hi});
    } else {
      of.push_back({lo, hi});
    }
  }

  set class_atom(std::size_t begin) {
    if (at_end()) {
      fail(begin, "unterminated class: missing ]");
    }
    const std::size_t at = at_;
    if (accept("[:")) {
      const std::size_t close = text_.find(":]", at_);
      const set* named = close == std::string_view::npos ? nullptr : named_class(text_.substr(at_, close - at_));
      if (named == nullptr) {
        fail(at, "unknown character class; expected one of alnum alpha blank cntrl digit graph lower print punct space "
                 "upper word xdigit");
      }
      at_ = close + 2;
      return *named;
    }
    if (looking_at("[.") || looking_at("[=")) {
      unsupported(at, "a collating element");
    }
    if (accept("\\")) {
      return escape(at, true);
    }
    const char32_t c = next_character();
    return {{c, c}};
  }

  /// The part after a backslash.
  // long: a table, with one case per escape.
  set escape(std::size_t begin, bool in_class) {
    if (at_end()) {
      fail(begin, "trailing \\");
    }
    const auto one = [](char32_t c) { return set{{c, c}}; };
    const char32_t c = next_character();
    switch (c) {
    case 'd':
      return digits();
    case 'D':
      return negated(digits());
    case 's':
      return spaces();
    case 'S':
      return negated(spaces());
    case 'w':
      return word_characters();
    case 'W':
      return negated(word_characters());
    case 'n':
      return one('\n');
    case 't':
      return one('\t');
    case 'r':
      return one('\r');
    case 'f':
      return one('\f');
    case 'v':
      return one('\v');
    case '0':
      return one(0);
    case 'x':
      return one(from_byte(hexadecimal(begin, 2)));
    case 'u': {
      const char32_t code = accept("{") ? braced_hexadecimal(begin) : hexadecimal(begin, 4);
      if (code > last_character || (code >= 0xd800 && code <= 0xdfff)) {
        fail(begin, "the escape \\u is not a valid character");
      }
      return one(code);
    }
    case 'c': {
      const char32_t letter = at_end() ? 0 : next_character();
      if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))) {
        fail(begin, "the escape \\c needs a letter");
      }
      return one(letter & 0x1fU);
    }
    case 'b':
      if (in_class) {
        return one('\b');
      }
      [[fallthrough]];
    case 'B':
      unsupported(begin, "a word boundary");
    case 'A':
    case 'z':
    case 'Z':
      unsupported(begin, "an anchor other than ^ and $");
    case 'p':
    case 'P':
      unsupported(begin, "a Unicode property");
    case 'k':
      unsupported(begin, "a backreference");
    default:
      if (c >= '1' && c <= '9') {
        unsupported(begin, "a backreference");
      }
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        fail(begin, fmt::format("unknown escape \\{}", static_cast<char>(c)));
      }
      return one(c);
    }
  }

  [[nodiscard]] static int hexadecimal_digit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
  [[nodiscard]] char32_t hexadecimal(std::size_t begin, int count) {
    char32_t value = 0;
    for (int i = 0; i < count; ++i, ++at_) {
      const int digit = at_end() ? -1 : hexadecimal_digit(text_[at_]);
      if (digit < 0) {
        fail(begin, fmt::format("the escape needs {} hexadecimal digits", count));
      }
      value = value * 16 + static_cast<char32_t>(digit);
    }
    return value;
  }
  [[nodiscard]] char32_t braced_hexadecimal(std::size_t begin) {
    const std::size_t close = text_.find('}', at_);
    if (close == std::string_view::npos || close == at_ || close - at_ > 6) {
      fail(begin, "the escape \\u{...} needs 1 to 6 hexadecimal digits");
    }
    const char32_t value = hexadecimal(begin, static_cast<int>(close - at_));
    at_ = close + 1;
    return value;
  }

  std::string_view text_;
  program& out_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<effort> simplest_; // of each node
};

// The matcher ------------------------------------------------------------------------------------------------------

class matcher {
public:
  matcher(const program& p, forest& ways, std::string_view text)
      : program_(p), ways_(ways), text_(text), size_at_(p.nodes.size()), seen_(text.size() + 1) {
    note_sizes(p.root, ways.size());
  }

  [[nodiscard]] forest::node run() {
    const places& found = ends(program_.root, 0);
    const auto last = static_cast<place>(text_.size());
    return std::find(found.begin(), found.end(), last) == found.end() ? forest::none() : derive(program_.root, 0, last);
  }

private:
  using index = std::uint32_t;
  using place = std::uint32_t;
  using places = std::vector<place>; // without duplicates

  [[nodiscard]] index child(const program::node& n, index i) const { return program_.children[n.first + i]; }

  /// The size at which a part is drawn depends only on its place in the expression.
  void note_sizes(index at, int size) {
    const program::node& n = program_.nodes[at];
    size_at_[at] = size;
    const bool parent = n.what != kind::text && n.what != kind::characters;
    for (index i = 0; parent && i < n.count; ++i) {
      note_sizes(child(n, i), n.what == kind::repetition && n.grows ? size / 2 : size);
    }
  }

  // Where parts end --------------------------------------------------------------------------------------------------

  /// The possible characters at a position, and the positions after them. At most two, because the first byte of a
  /// character may also match as a byte.
  struct step {
    index number; // in its class
    place end;
  };
  [[nodiscard]] std::vector<step> characters(const program::node& n, place begin) const {
    std::vector<step> found;
    if (begin == text_.size()) {
      return found;
    }
    const auto look_for = [&](char32_t c, std::size_t bytes) {
      index before = 0;
      for (index i = 0; i < n.count; ++i) {
        const auto& r = program_.ranges[n.first + i];
        if (c >= r.lo && c <= r.hi) {
          found.push_back({before + static_cast<index>(c - r.lo), begin + static_cast<place>(bytes)});
          return;
        }
        before += static_cast<index>(r.hi - r.lo) + 1;
      }
    };
    const utf8_step decoded = first_utf8(text_.substr(begin));
    if (decoded.bytes > 0) {
      look_for(decoded.character, decoded.bytes);
    }
    if (decoded.bytes != 1) {
      look_for(from_byte(static_cast<unsigned char>(text_[begin])), 1);
    }
    return found;
  }

  [[nodiscard]] const places& ends(index at, place begin) {
    const std::uint64_t key = (std::uint64_t{at} << 32U) | begin;
    if (const auto known = known_.find(key); known != known_.end()) {
      return known->second;
    }
    places found = find_ends(at, begin);
    return known_.emplace(key, std::move(found)).first->second;
  }

  [[nodiscard]] places find_ends(index at, place begin) {
    const program::node& n = program_.nodes[at];
    places found;
    switch (n.what) {
    case kind::text:
      if (text_.substr(begin).starts_with(std::string_view(program_.text).substr(n.first, n.count))) {
        found.push_back(begin + n.count);
      }
      break;
    case kind::characters:
      for (const step& s : characters(n, begin)) {
        found.push_back(s.end);
      }
      break;
    case kind::sequence:
      found = {begin};
      for (index i = 0; i < n.count; ++i) {
        found = after(found, child(n, i), {});
      }
      break;
    case kind::alternation:
      for (index i = 0; i < n.count; ++i) {
        const places more = after({begin}, child(n, i), found);
        found.insert(found.end(), more.begin(), more.end());
      }
      break;
    case kind::repetition:
      for (const places& layer : layers(n, at, begin, nullptr)) {
        found.insert(found.end(), layer.begin(), layer.end());
      }
      break;
    }
    return found;
  }

  /// The places where `part` can end if it begins in one of these places, except for places that are already known.
  [[nodiscard]] places after(const places& begins, index part, const places& known) {
    places found;
    std::vector<const places*> reached;
    for (const place begin : begins) {
      reached.push_back(&ends(part, begin)); // before marking, because this may recurse to the same place
    }
    for (const place p : known) {
      seen_[p] = true;
    }
    for (const places* each : reached) {
      for (const place end : *each) {
        if (!seen_[end]) {
          seen_[end] = true;
          found.push_back(end);
        }
      }
    }
    for (const places* all : {&known, &std::as_const(found)}) {
      for (const place p : *all) {
        seen_[p] = false;
      }
    }
    return found;
  }

  /// The places after the least number of elements of a repetition, then after one more, two more and so on; each place
  /// only in the first layer that reaches it. `before`: the places after fewer elements.
  [[nodiscard]] std::vector<places> layers(const program::node& n, index at, place begin, std::vector<places>* before) {
    places layer{begin};
    for (index i = 0; i < n.lo; ++i) {
      if (before != nullptr) {
        before->push_back(layer);
      }
      layer = after(layer, child(n, 0), {});
    }
    std::vector<places> found{layer};
    places known = layer;
    for (index more = n.length(size_at_[at]).hi - n.lo; more > 0 && !layer.empty(); --more) {
      layer = after(layer, child(n, 0), known);
      known.insert(known.end(), layer.begin(), layer.end());
      found.push_back(layer);
    }
    return found;
  }

  // The choices of one way --------------------------------------------------------------------------------------------

  [[nodiscard]] bool can_end(index at, place begin, place end) {
    const places& found = ends(at, begin);
    return std::find(found.begin(), found.end(), end) != found.end();
  }

  [[nodiscard]] forest::node derive(index at, place begin, place end) {
    const program::node& n = program_.nodes[at];
    switch (n.what) {
    case kind::text:
      return forest::empty();
    case kind::characters:
      for (const step& s : characters(n, begin)) {
        if (s.end == end) {
          return ways_.integer(s.number, n.hi, 0);
        }
      }
      return forest::none();
    case kind::sequence: {
      std::vector<places> passed{{begin}};
      for (index i = 0; i + 1 < n.count; ++i) {
        passed.push_back(after(passed.back(), child(n, i), {}));
      }
      return n.count == 0 ? forest::empty() : along(n, passed, end);
    }
    case kind::alternation: {
      index chosen = 0;
      while (!can_end(child(n, chosen), begin, end)) {
        ++chosen;
      }
      return ways_.span(regex_alternation_span,
                        ways_.branch(chosen, program_.alternatives(n), derive(child(n, chosen), begin, end)));
    }
    case kind::repetition: {
      std::vector<places> passed;
      const std::vector<places> found = layers(n, at, begin, &passed);
      index more = 0;
      while (std::find(found[more].begin(), found[more].end(), end) == found[more].end()) {
        passed.push_back(found[more++]);
      }
      const forest::node elements = along(n, passed, end);
      return n.fixed() ? elements
                       : ways_.span(regex_repetition_span,
                                    ways_.join(ways_.integer(more, n.length(size_at_[at]).hi - n.lo, 0), elements));
    }
    }
    return forest::none();
  }

  /// The parts of a sequence or the elements of a repetition one after the other, each beginning in one of the places
  /// of its layer, the last one ending in `end`.
  [[nodiscard]] forest::node along(const program::node& n, const std::vector<places>& passed, place end) {
    const auto part = [&](std::size_t i) { return child(n, n.what == kind::repetition ? 0 : static_cast<index>(i)); };
    forest::node made = forest::empty();
    for (std::size_t i = passed.size(); i-- > 0;) {
      const auto begin =
          std::find_if(passed[i].begin(), passed[i].end(), [&](place p) { return can_end(part(i), p, end); });
      made = ways_.join(derive(part(i), *begin, end), made);
      end = *begin;
    }
    return made;
  }

  const program& program_;
  forest& ways_;
  std::string_view text_;
  std::vector<int> size_at_;
  std::vector<bool> seen_; // scratch, false between uses
  std::unordered_map<std::uint64_t, places> known_;
};

} // namespace

void regex_program::append_character(std::string& out, const node& n, std::uint32_t index) const {
  const range* r = &ranges[n.first];
  while (index > r->hi - r->lo) {
    index -= static_cast<std::uint32_t>(r->hi - r->lo) + 1;
    ++r;
  }
  detail::append_character(out, r->lo + index);
}

std::shared_ptr<const regex_program> compile_regex(std::string_view expression) {
  auto made = std::make_shared<regex_program>();
  try {
    parser(expression, *made).run();
  } catch (const failure& f) {
    made->error = fmt::format("gen::matching(\"{}\"): at position {}: {}", expression, f.at, f.what);
  }
  return made;
}

forest::node match_regex(const regex_program& p, forest& ways, std::string_view text) {
  return ways.partly("gen::matching: other ways to match the regular expression", matcher(p, ways, text).run());
}

} // namespace tali::detail
