// SPDX-License-Identifier: BSL-1.0
// Reading regular expressions, and matching strings with them.
//
// The parser is the usual recursive descent, one function a level: alternation, sequence, repeated atom, atom. The
// matcher keeps, for each part of the expression and each position in the text, everywhere the part can end and the
// forest of choices that leads there; each pair is looked at once, so nothing is exponential.
#include <tali/gen/regex.hpp>
#include <tali/gen/text.hpp>

#include <algorithm>
#include <array>
#include <map>
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

/// Where the simplicity of characters changes, ascending, and how simple the characters from there on are.
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

// Functions, not constants: a generator at namespace scope elsewhere may be made before constants of this file are.
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
      fail(at_, "the ) closes no group; write \\) for a parenthesis");
    }
    std::uint32_t widest = 0;
    for (const auto& n : out_.nodes) {
      widest = n.what == kind::alternation ? std::max(widest, n.count) : widest;
    }
    out_.weights.assign(widest, 1U);
    if (shortest_[out_.root] > longest_shortest) {
      fail(0, fmt::format("the shortest match has more than {} characters", longest_shortest));
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

  // Nodes, each with the length of its shortest match.
  index add(const program::node& n, std::uint64_t shortest) {
    out_.nodes.push_back(n);
    shortest_.push_back(std::min(shortest, longest_shortest + 1));
    return static_cast<index>(out_.nodes.size() - 1);
  }
  index add_text(char32_t c) {
    const auto first = static_cast<index>(out_.text.size());
    append_character(out_.text, c);
    const auto bytes = static_cast<index>(out_.text.size() - first);
    return add({kind::text, false, first, bytes}, 1);
  }
  index add_parent(program::node n, const std::vector<index>& children, std::uint64_t shortest) {
    n.first = static_cast<index>(out_.children.size());
    n.count = static_cast<index>(children.size());
    out_.children.insert(out_.children.end(), children.begin(), children.end());
    return add(n, shortest);
  }
  index add_characters(const set& of, std::size_t at) {
    const set ordered = simplest_first(of);
    if (ordered.empty()) {
      fail(at, "the class holds no character");
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
    return add(n, 1);
  }

  index alternation() {
    std::vector<index> ways{sequence()};
    while (accept("|")) {
      ways.push_back(sequence());
    }
    if (ways.size() == 1) {
      return ways[0];
    }
    // Nodes are numbered in the order written, which decides between equally short ones.
    std::sort(ways.begin(), ways.end(),
              [this](index a, index b) { return std::pair(shortest_[a], a) < std::pair(shortest_[b], b); });
    return add_parent({kind::alternation}, ways, shortest_[ways[0]]);
  }

  index sequence() {
    std::vector<index> parts;
    std::uint64_t shortest = 0;
    if (depth_ == 0) {
      accept("^");
    }
    while (!at_end() && !looking_at("|") && !looking_at(")")) {
      const std::size_t begin = at_;
      if (accept("$")) {
        if (depth_ > 0 || !(at_end() || looking_at("|"))) {
          unsupported(begin, "an anchor $ other than at the end of the expression");
        }
        break;
      }
      const index part = repeated();
      shortest += shortest_[part];
      const auto& added = out_.nodes[part];
      if (!parts.empty() && added.what == kind::text) {
        auto& before = out_.nodes[parts.back()];
        if (before.what == kind::text && before.first + before.count == added.first) {
          before.count += added.count; // a run of characters is one piece of text
          shortest_[parts.back()] += shortest_[part];
          continue;
        }
      }
      parts.push_back(part);
    }
    return parts.size() == 1 ? parts[0] : add_parent({kind::sequence}, parts, shortest);
  }

  index repeated() {
    const index inner = atom();
    const std::size_t begin = at_;
    program::node n{kind::repetition};
    if (!bounds(n)) {
      return inner;
    }
    if (accept("?")) {
      // lazy: which of several matches is preferred makes no difference to what matches
    } else if (looking_at("+")) {
      unsupported(at_, "a possessive repetition");
    }
    program::node ignored;
    const std::size_t after = at_;
    if (bounds(ignored)) {
      fail(after, "nothing to repeat: put what is repeated twice in a group");
    }
    if (!n.grows && n.hi < n.lo) {
      fail(begin, fmt::format("the repetition {{{},{}}} has its bounds the wrong way round", n.lo, n.hi));
    }
    return add_parent(n, {inner}, n.lo * shortest_[inner]);
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
        fail(begin, "the repetition {n}, {n,} or {n,m} is not complete; write \\{ for a brace");
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
      fail(begin, "the repetition {n}, {n,} or {n,m} is not complete; write \\{ for a brace");
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
      unsupported(begin, "an anchor ^ other than at the start of the expression");
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
          fail(begin, "the name of the group is not closed by >");
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
      fail(begin, "the group is not closed by )");
    }
    // A group of its own even around plain text, so that a text after it is not taken for a part of it.
    return out_.nodes[inside].what == kind::text ? add_parent({kind::sequence}, {inside}, shortest_[inside]) : inside;
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
      fail(at, "the range in the class has its ends the wrong way round");
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
      fail(begin, "the class is not closed by ]");
    }
    const std::size_t at = at_;
    if (accept("[:")) {
      const std::size_t close = text_.find(":]", at_);
      const set* named = close == std::string_view::npos ? nullptr : named_class(text_.substr(at_, close - at_));
      if (named == nullptr) {
        fail(at, "no such class of characters; there are alnum alpha blank cntrl digit graph lower print punct space "
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

  /// What stands after a backslash.
  set escape(std::size_t begin, bool in_class) {
    if (at_end()) {
      fail(begin, "the expression ends with a lone \\");
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
        fail(begin, "the escape \\u names no character");
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
        fail(begin, fmt::format("there is no escape \\{}", static_cast<char>(c)));
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
  std::vector<std::uint64_t> shortest_;
};

// The matcher ------------------------------------------------------------------------------------------------------

class matcher {
public:
  matcher(const program& p, forest& ways, std::string_view text) : program_(p), ways_(ways), text_(text) {}

  [[nodiscard]] forest::node run() {
    const ends found = match(program_.root, 0);
    const auto whole = found.find(text_.size());
    return whole == found.end() ? forest::none() : whole->second;
  }

private:
  /// Where a match can end, and the choices that lead there.
  using ends = std::map<std::size_t, forest::node>;

  void unite(ends& all, std::size_t at, forest::node made) {
    const auto [place, added] = all.try_emplace(at, made);
    if (!added) {
      place->second = ways_.either(place->second, made);
    }
  }

  [[nodiscard]] ends match(std::uint32_t at, std::size_t begin) {
    const program::node& n = program_.nodes[at];
    switch (n.what) {
    case kind::text:
      return text_.substr(begin).starts_with(std::string_view(program_.text).substr(n.first, n.count))
                 ? ends{{begin + n.count, forest::empty()}}
                 : ends{};
    case kind::characters:
      return character(n, begin);
    default:
      break;
    }
    // The size a part is drawn at depends on where in the expression it stands only, so it is no part of the key.
    const auto key = std::pair(at, begin);
    if (const auto known = known_.find(key); known != known_.end()) {
      return known->second;
    }
    ends found = n.what == kind::sequence      ? sequence(n, begin)
                 : n.what == kind::alternation ? alternation(n, begin)
                                               : repetition(n, begin);
    return known_.emplace(key, std::move(found)).first->second;
  }

  [[nodiscard]] ends character(const program::node& n, std::size_t begin) {
    if (begin == text_.size()) {
      return {};
    }
    utf8_step step = first_utf8(text_.substr(begin));
    if (step.bytes == 0) {
      step = {from_byte(static_cast<unsigned char>(text_[begin])), 1};
    }
    ends found;
    const auto look_for = [&](char32_t c, std::size_t bytes) {
      std::uint32_t before = 0;
      for (std::uint32_t i = 0; i < n.count; ++i) {
        const auto& r = program_.ranges[n.first + i];
        if (c >= r.lo && c <= r.hi) {
          unite(found, begin + bytes, ways_.integer(before + (c - r.lo), n.hi, 0));
        }
        before += static_cast<std::uint32_t>(r.hi - r.lo) + 1;
      }
    };
    look_for(step.character, step.bytes);
    if (step.bytes > 1) { // the first byte of a character may also be meant as a byte
      look_for(from_byte(static_cast<unsigned char>(text_[begin])), 1);
    }
    return found;
  }

  [[nodiscard]] ends after(const ends& before, std::uint32_t part) {
    ends found;
    for (const auto& [at, made] : before) {
      for (const auto& [end, more] : match(part, at)) {
        unite(found, end, ways_.join(made, more));
      }
    }
    return found;
  }

  [[nodiscard]] ends sequence(const program::node& n, std::size_t begin) {
    ends found{{begin, forest::empty()}};
    for (std::uint32_t i = 0; i < n.count; ++i) {
      found = after(found, program_.children[n.first + i]);
    }
    return found;
  }

  [[nodiscard]] ends alternation(const program::node& n, std::size_t begin) {
    ends found;
    for (std::uint32_t i = 0; i < n.count; ++i) {
      for (const auto& [end, made] : match(program_.children[n.first + i], begin)) {
        unite(found, end, ways_.span(regex_alternation_span, ways_.branch(i, program_.alternatives(n), made)));
      }
    }
    return found;
  }

  [[nodiscard]] ends repetition(const program::node& n, std::size_t begin) {
    const auto [lo, hi] = n.length(ways_.size());
    const gen::size_scope::changed<forest> smaller(ways_, n.grows ? ways_.size() / 2 : ways_.size());
    ends found;
    ends layer{{begin, forest::empty()}}; // after so many elements
    for (std::uint32_t times = 0; times <= hi && !layer.empty(); ++times) {
      if (times >= lo) {
        const forest::node length = n.fixed() ? forest::empty() : ways_.integer(times - lo, hi - lo, 0);
        for (const auto& [end, made] : layer) {
          unite(found, end, n.fixed() ? made : ways_.span(regex_repetition_span, ways_.join(length, made)));
        }
      }
      if (times < hi) {
        layer = after(layer, program_.children[n.first]);
      }
    }
    return found;
  }

  const program& program_;
  forest& ways_;
  std::string_view text_;
  std::map<std::pair<std::uint32_t, std::size_t>, ends> known_;
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
  return matcher(p, ways, text).run();
}

} // namespace tali::detail
