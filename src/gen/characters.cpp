// SPDX-License-Identifier: BSL-1.0
// The ranges of the classes of characters. The table is computed by the compiler: the ranges as they are listed,
// without the notorious characters, and for the last class everything that is left.
#include <tali/gen/characters.hpp>

#include <algorithm>
#include <span>

namespace tali::detail {

namespace {

struct listed {
  std::uint32_t which;
  char32_t lo;
  char32_t hi;
};

// In the order of simplicity within a class.
constexpr auto listed_ranges = std::to_array<listed>({
    {0, U'a', U'z'},      {1, U'0', U'9'},      {1, U'A', U'Z'},      {1, U' ', U'/'},
    {1, U':', U'@'},      {1, U'[', U'`'},      {1, U'{', U'~'},      {2, U'\n', U'\n'},
    {2, U'\t', U'\t'},    {2, U'\r', U'\r'},    {2, 0x00, 0x08},      {2, 0x0b, 0x0c},
    {2, 0x0e, 0x1f},      {2, 0x7f, 0x7f},      {3, 0xc0, 0x24f}, // letters first
    {3, 0x80, 0xbf},      {3, 0x1e00, 0x1eff},  {4, 0x391, 0x3ff},    {4, 0x370, 0x390},
    {5, 0x410, 0x4ff},    {5, 0x400, 0x40f},    {6, 0x5d0, 0x5ff},    {6, 0x590, 0x5cf},
    {7, 0x620, 0x6ff},    {7, 0x600, 0x61f},    {8, 0x905, 0x97f},    {8, 0x900, 0x904},
    {9, 0x3041, 0x30ff},  {10, 0xac00, 0xd7a3}, {11, 0x4e00, 0x9fff}, {12, 0x1f300, 0x1faff},
    {12, 0x2600, 0x27bf}, {13, 0x2010, 0x2027}, {13, 0x2030, 0x205f}, {13, 0x2070, 0x20cf},
    {13, 0x2100, 0x25ff}, {13, 0x3000, 0x303f}, {13, 0xff01, 0xffee}, // half and full width
    {14, 0x300, 0x36f},   {14, 0x20d0, 0x20ff}, {15, 0x2000, 0x200f}, {15, 0x2028, 0x202f},
    {15, 0x2060, 0x206f},
});

constexpr auto notorious = [] {
  auto all = std::to_array<char32_t>({
      0x85,   0xa0,    0xad, // next line, no-break space, soft hyphen
      0xdf,   0x130,   0x131,   0x149,   0x1c5,   0x1e9e,
      0x212a,                                   // letters whose case is special: ß İ ı ŉ ǅ ẞ and Kelvin
      0x3a3,  0x3c2,   0xfb01,  0xe9,    0x301, // Σ and its final form, the ligature fi, é, an accent
      0x20ac, 0xff01,  0xff21,  0x3000,         // €, wide forms
      0x200b, 0x200d,  0x200f,  0x2028,  0x2029,  0x202e,
      0x2066,                                               // invisible, separating and directing
      0xfe0f, 0x1f600, 0x1f1e6, 0x1f3fd, 0x1d400,           // emoji and their modifiers, a bold letter
      0xfeff, 0xfffd,  0xfffe,  0xffff,  0x1fffe, 0x10ffff, // byte-order mark, replacement, noncharacters
      0xd7ff, 0xe000,  0xf8ff,  0x10000,                    // next to the surrogates and to the first plane
  });
  std::ranges::sort(all);
  return all;
}();
constexpr std::uint32_t notorious_class = 16;
constexpr std::uint32_t other_class = 17;

struct piece {
  std::uint32_t which = 0;
  char32_t lo = 0;
  char32_t hi = 0;
  std::uint32_t first = 0; // the index of lo in its class
};

struct table {
  std::array<piece, 256> pieces{};
  std::size_t count = 0;
  std::array<std::uint32_t, character_classes.size()> sizes{};

  constexpr void add(std::uint32_t which, char32_t lo, char32_t hi) {
    if (lo > hi) {
      return;
    }
    pieces[count++] = {which, lo, hi, sizes[which]};
    sizes[which] += static_cast<std::uint32_t>(hi - lo) + 1;
  }
  /// The same without the notorious characters.
  constexpr void add_without(std::uint32_t which, char32_t lo, char32_t hi) {
    for (const char32_t c : notorious) {
      if (c >= lo && c <= hi) {
        if (c > lo) {
          add(which, lo, c - 1);
        }
        lo = c + 1;
      }
    }
    add(which, lo, hi);
  }
};

constexpr table class_table = [] {
  table t;
  for (const listed& r : listed_ranges) {
    t.add_without(r.which, r.lo, r.hi);
  }
  for (const char32_t c : notorious) {
    t.add(notorious_class, c, c);
  }
  // The rest lies between what is listed and the surrogates.
  std::array<listed, listed_ranges.size() + 1> sorted{};
  std::ranges::copy(listed_ranges, sorted.begin());
  sorted.back() = {0, 0xd800, 0xdfff};
  std::ranges::sort(sorted, {}, &listed::lo);
  char32_t next = 0;
  for (const listed& r : sorted) {
    if (r.lo > next) {
      t.add_without(other_class, next, r.lo - 1);
    }
    next = std::max<char32_t>(next, r.hi + 1);
  }
  t.add_without(other_class, next, 0x10ffff);
  return t;
}();

static_assert([] {
  std::uint32_t all = 0;
  for (const std::uint32_t n : class_table.sizes) {
    all += n;
  }
  return all == 0x110000 - 0x800; // every scalar value once, if no two ranges overlap
}());

std::span<const piece> pieces() { return std::span(class_table.pieces).first(class_table.count); }

} // namespace

std::uint32_t characters_in(std::uint32_t which) noexcept { return class_table.sizes[which]; }

char32_t character_at(character_place place) noexcept {
  for (const piece& p : pieces()) {
    if (p.which == place.which && place.index - p.first <= p.hi - p.lo) {
      return p.lo + (place.index - p.first);
    }
  }
  return U'a'; // not reached: the index is below characters_in
}

character_place place_of(char32_t character) noexcept {
  for (const piece& p : pieces()) {
    if (character >= p.lo && character <= p.hi) {
      return {p.which, p.first + static_cast<std::uint32_t>(character - p.lo)};
    }
  }
  return {};
}

} // namespace tali::detail
