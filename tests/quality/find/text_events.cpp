// SPDX-License-Identifier: BSL-1.0
// Events in texts: characters, whole texts, and relations between two texts.
#include "finds.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string>
#include <vector>

namespace find_quality {

namespace {

using text = std::string;

/// The code points of valid UTF-8.
std::u32string points(const text& s) {
  std::u32string out;
  for (std::string_view rest = s; !rest.empty();) {
    const auto step = tali::detail::first_utf8(rest);
    if (step.bytes == 0) {
      break;
    }
    out += step.character;
    rest.remove_prefix(step.bytes);
  }
  return out;
}

bool has(const text& s, char32_t lo, char32_t hi) {
  return std::ranges::any_of(points(s), [=](char32_t c) { return c >= lo && c <= hi; });
}

bool has_one_of(const text& s, std::u32string_view wanted) {
  return points(s).find_first_of(wanted) != std::u32string::npos;
}

bool is_number(const text& s) {
  return !s.empty() && std::ranges::all_of(s, [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::size_t length(const text& s) { return points(s).size(); }

constexpr const char* scripts = "scripts";
constexpr const char* characters = "characters";
constexpr const char* texts = "texts";
constexpr const char* relations = "related texts";

const auto events = std::to_array<event>({
    TALI_EVENT(scripts, "Greek", 0.95, [](const text& s) { return !has(s, 0x370, 0x3ff); }),
    TALI_EVENT(scripts, "Cyrillic", 0.95, [](const text& s) { return !has(s, 0x400, 0x4ff); }),
    TALI_EVENT(scripts, "Hebrew", 0.95, [](const text& s) { return !has(s, 0x5d0, 0x5ea); }),
    TALI_EVENT(scripts, "Arabic", 0.95, [](const text& s) { return !has(s, 0x620, 0x64a); }),
    TALI_EVENT(scripts, "Devanagari", 0.95, [](const text& s) { return !has(s, 0x900, 0x97f); }),
    TALI_EVENT(scripts, "kana", 0.95, [](const text& s) { return !has(s, 0x3041, 0x30ff); }),
    TALI_EVENT(scripts, "Hangul", 0.95, [](const text& s) { return !has(s, 0xac00, 0xd7a3); }),
    TALI_EVENT(scripts, "CJK", 0.95, [](const text& s) { return !has(s, 0x4e00, 0x9fff); }),
    TALI_EVENT(scripts, "emoji", 0.95, [](const text& s) { return !has(s, 0x1f300, 0x1faff); }),
    TALI_EVENT(characters, "combining mark", 0.95, [](const text& s) { return !has(s, 0x300, 0x36f); }),
    TALI_EVENT(characters, "bidirectional control", 0.95,
               [](const text& s) { return !has(s, 0x202a, 0x202e) && !has(s, 0x2066, 0x2069); }),
    TALI_EVENT(characters, "zero-width joiner", 0.95, [](const text& s) { return !has_one_of(s, U"\u200d"); }),
    TALI_EVENT(characters, "byte-order mark", 0.95, [](const text& s) { return !has_one_of(s, U"\ufeff"); }),
    TALI_EVENT(characters, "noncharacter", 0.95,
               [](const text& s) {
                 return std::ranges::none_of(points(s), [](char32_t c) { return (c & 0xfffeU) == 0xfffeU; });
               }),
    TALI_EVENT(characters, "next to the surrogates", 0.95,
               [](const text& s) { return !has_one_of(s, U"\ud7ff\ue000"); }),
    TALI_EVENT(characters, "last code point", 0.95, [](const text& s) { return !has_one_of(s, U"\U0010ffff"); }),
    TALI_EVENT(characters, "case changes the length", 0.95,
               [](const text& s) { return !has_one_of(s, U"\u00df\u0130\u0131\u0149\ufb01\u1e9e"); }),
    TALI_EVENT(characters, "sigma at the end", 0.75,
               [](const text& s) {
                 return points(s).empty() || (points(s).back() != U'\u03a3' && points(s).back() != U'\u03c2');
               }),
    TALI_EVENT(characters, "full-width form", 0.95, [](const text& s) { return !has(s, 0xff01, 0xff5e); }),
    TALI_EVENT(characters, "euro sign", 0.95, [](const text& s) { return !has_one_of(s, U"\u20ac"); }),
    TALI_EVENT(characters, "zero byte", 0.95, [](const text& s) { return s.find('\0') == text::npos; }),
    TALI_EVENT_ALSO(characters, "newline", 0.95, 0.35, [](const text& s) { return s.find('\n') == text::npos; }),
    TALI_EVENT(characters, "quote", 0.95, [](const text& s) { return s.find_first_of("\"'`") == text::npos; }),
    TALI_EVENT(characters, "path separator", 0.95, [](const text& s) { return s.find_first_of("/\\") == text::npos; }),
    TALI_EVENT_ALSO(texts, "non-ASCII among at most 3 characters", 0.95, 0.5,
                    [](tali::test_case& c, const text& s) {
                      c.assume(length(s) <= 3);
                      return std::ranges::all_of(s, [](unsigned char b) { return b < 128; });
                    }),
    TALI_EVENT_ALSO(
        texts, "5 characters or more, none ASCII", 0.95, 0.1,
        [](const text& s) { return length(s) < 5 || std::ranges::any_of(s, [](unsigned char b) { return b < 128; }); }),
    TALI_EVENT_ALSO(texts, "space at an end", 0.95, 0.5,
                    [](const text& s) { return s.empty() || (s.front() != ' ' && s.back() != ' '); }),
    TALI_EVENT(texts, "empty", 0.95, [](const text& s) { return !s.empty(); }),
    TALI_EVENT(texts, "longer than 90", 0.95, [](const text& s) { return length(s) <= 90; }),
    TALI_EVENT(texts, "a number of 2 digits or more", 0.95,
               [](const text& s) { return !is_number(s) || s.size() < 2; }),
    TALI_EVENT_ALSO(texts, "NaN, Inf or undefined", 0.40, 0.01,
                    [](const text& s) { return s != "NaN" && s != "Inf" && s != "undefined"; }),
    TALI_EVENT(texts, "null", 0.50, [](const text& s) { return s != "null" && s != "NULL" && s != "nullptr"; }),
    TALI_EVENT(texts, "true or false", 0.25, [](const text& s) { return s != "true" && s != "false"; }),
    TALI_EVENT(texts, "format string", 0.85,
               [](const text& s) {
                 return s.find("%s") == text::npos && s.find("%n") == text::npos && s.find("%d") == text::npos &&
                        s.find("{}") == text::npos && s.find("{0}") == text::npos;
               }),
    TALI_EVENT(texts, "parent folder", 0.45, [](const text& s) { return s.find("../") == text::npos; }),
    TALI_EVENT(texts, "tag", 0.95, [](const text& s) { return s.find('<') >= s.find('>'); }),
    TALI_EVENT_ALSO(relations, "two equal, 5 characters or more", 0.95, 0.5,
                    [](const text& a, const text& b) { return a != b || length(a) < 5; }),
    TALI_EVENT(relations, "one a proper prefix of the other, 3 or more", 0.95,
               [](const text& a, const text& b) { return a == b || length(a) < 3 || !b.starts_with(a); }),
    TALI_EVENT(relations, "one within the other, 3 or more", 0.95,
               [](const text& a, const text& b) { return a == b || length(a) < 3 || b.find(a) == text::npos; }),
    TALI_EVENT(relations, "two of a list equal, 3 or more", 0.95,
               [](const std::vector<text>& all) {
                 std::vector<text> sorted = all;
                 std::erase_if(sorted, [](const text& s) { return length(s) < 3; });
                 std::ranges::sort(sorted);
                 return std::ranges::adjacent_find(sorted) == sorted.end();
               }),
    TALI_EVENT(relations, "in a list, 3 or more", 0.95,
               [](const text& s, const std::vector<text>& all) {
                 return length(s) < 3 || std::ranges::find(all, s) == all.end();
               }),
    TALI_EVENT(relations, "a key of a map, 3 or more", 0.95,
               [](const text& s, const std::map<text, int>& m) { return length(s) < 3 || !m.contains(s); }),
    TALI_EVENT(relations, "differ only in the case of letters", 0.00,
               [](const text& a, const text& b) {
                 return a == b || a.size() != b.size() ||
                        !std::ranges::equal(
                            a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
               }),
    TALI_EVENT(relations, "two equal of the alphabet abc, 5 or more", 0.95,
               tali::gen::string(tali::gen::alphabet("abcdefghij")),
               tali::gen::string(tali::gen::alphabet("abcdefghij")),
               [](const text& a, const text& b) { return a != b || a.size() < 5; }),
});

} // namespace

std::span<const event> text_events() { return events; }

} // namespace find_quality
