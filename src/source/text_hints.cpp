// SPDX-License-Identifier: BSL-1.0
// Texts that random characters do not make: in a case of a property, a quarter of the texts whose length is that of a
// constant below are one of these, and one text in eight has characters of one class only.
//
// The choices of such a text are those of its characters, as if they had been drawn: it is replayed, shrunk character
// by character, and reflected like any other.
//
// If the code under test reports its comparisons (comparisons.hpp), half of the texts whose length is that of a text it
// compared are such a text.
#include "source/comparisons.hpp"

#include <tali/source/random.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace tali::detail {

namespace {

// Sorted by length at compile time.
constexpr auto constants = [] {
  auto all = std::to_array<std::u32string_view>({
      // numbers
      U"0",
      U"1",
      U"-1",
      U"-0",
      U"00",
      U"007",
      U"42",
      U"10",
      U"100",
      U"255",
      U"256",
      U"1000",
      U"1024",
      U"65535",
      U"65536",
      U"0.0",
      U"1.5",
      U"-1.5",
      U".5",
      U"1.",
      U"1,5",
      U"1e5",
      U"1e9",
      U"1E-3",
      U"1e400",
      U"0x10",
      U"0xff",
      U"0b1",
      U"1_000",
      U"999999",
      U"1000000",
      U"2147483647",
      U"-2147483648",
      U"2147483648",
      U"4294967295",
      U"4294967296",
      U"9007199254740993",
      U"9223372036854775807",
      U"-9223372036854775808",
      U"18446744073709551615",
      U"1.0000000001",
      U"NaN",
      U"nan",
      U"Inf",
      U"inf",
      U"-inf",
      U"+inf",
      U"Infinity",
      U"-Infinity",
      U"1/2",
      U"1/0",
      U"50%",
      U"$1.00",
      // words of programs
      U"null",
      U"NULL",
      U"nullptr",
      U"nil",
      U"none",
      U"None",
      U"undefined",
      U"true",
      U"false",
      U"True",
      U"yes",
      U"no",
      U"on",
      U"off",
      U"void",
      U"this",
      U"self",
      U"new",
      U"class",
      U"int",
      U"if",
      U"default",
      U"constructor",
      U"toString",
      U"__proto__",
      U"prototype",
      U"length",
      U"admin",
      U"root",
      U"id",
      U"name",
      U"key",
      U"value",
      U"test",
      U"con",
      U"NUL",
      U"aux",
      U"COM1",
      // paths and addresses
      U"/",
      U"//",
      U"\\",
      U".",
      U"..",
      U"../",
      U"..\\",
      U"./",
      U"~",
      U"/etc/passwd",
      U"../../..",
      U"C:\\",
      U"C:\\x",
      U"a/b",
      U"a\\b",
      U"file.txt",
      U".hidden",
      U"/dev/null",
      U"http://",
      U"a@b.c",
      U"127.0.0.1",
      U"::1",
      U"localhost",
      U"a:b",
      U"*",
      U"*.*",
      U"?",
      U"[a-z]",
      U".*",
      // quotes, escapes, separators
      U"'",
      U"\"",
      U"`",
      U"''",
      U"\"\"",
      U"\"'",
      U"\\n",
      U"\\0",
      U"\\\\",
      U"\\u0000",
      U",",
      U";",
      U":",
      U"|",
      U"&",
      U"#",
      U"a,b",
      U"\"a,b\"",
      U"a=b",
      U"a&b",
      U"&amp;",
      U"&lt;",
      U"%20",
      U"%00",
      U"\n",
      U"\r\n",
      U"\t",
      U" ",
      U"  ",
      U" a",
      U"a ",
      std::u32string_view(U"\0", 1),
      // formats
      U"%",
      U"%s",
      U"%d",
      U"%n",
      U"%x",
      U"%%",
      U"%s%s%s",
      U"%n%n",
      U"{}",
      U"{0}",
      U"{{",
      U"}}",
      U"{:d}",
      U"${x}",
      U"$HOME",
      U"$(ls)",
      U"`ls`",
      U"%PATH%",
      U"{{7*7}}",
      // languages
      U"' OR '1'='1",
      U"'; --",
      U"; rm -rf /",
      U"&& ls",
      U"| cat",
      U"-h",
      U"--help",
      U"--",
      U"-",
      U"<",
      U">",
      U"<a>",
      U"</a>",
      U"<br/>",
      U"<script>",
      U"<!--",
      U"-->",
      U"]]>",
      U"<?xml",
      U"[]",
      U"[1]",
      U"{\"a\":1}",
      U"[[[[[[",
      U"((((",
      U"))",
      U"()",
      U"/*",
      U"*/",
      U"//x",
      U"#!",
      U"\\begin",
      U"=1+1",
      U"@a",
      U"+1",
      U"1-1",
      // dates
      U"1970-01-01",
      U"2000-02-29",
      U"1900-02-29",
      U"9999-12-31",
      U"00:00",
      U"23:59:60",
      U"24:00",
      U"2020-13-01",
      // letters
      U"A",
      U"Z",
      U"aA",
      U"Aa",
      U"straße",
      U"STRASSE",
      U"İ",
      U"ı",
      U"i̇",
      U"ﬁ",
      U"é",
      U"é",
      U"ΑΣ",
      U"ας",
      U"Ω",
      U"日本",
      U"한국",
      U"אב",
      U"مر",
      U"нет",
      U"🙂",
      U"👩‍👧",
      U"🇩🇪",
      U"\u202eabc",
      U"\ufeffa",
      U"a\u200bb",
      U"a\u00a0b",
      U"１２",
      U"Ａ",
      std::u32string_view(U"a\0b", 3),
  });
  std::ranges::sort(all, [](std::u32string_view a, std::u32string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return all;
}();

} // namespace

drawn_hint draw_text_hint(rng engine, const random_context& context, std::uint64_t length) {
  const std::uint64_t word = engine();
  const std::uint64_t share = word & 15U;
  if (context.compared != nullptr && share < 8) {
    if (const std::u32string_view known = compared_text(*context.compared, length, word >> 8U); !known.empty()) {
      return {engine, {known, 0}};
    }
  }
  if (share < 4) {
    const auto [first, last] =
        std::ranges::equal_range(constants, length, {}, [](std::u32string_view s) { return std::uint64_t{s.size()}; });
    if (first != last) {
      const auto n = static_cast<std::uint64_t>(last - first);
      return {engine, {first[static_cast<std::ptrdiff_t>((word >> 8U) % n)], 0}};
    }
  } else if (share < 6) {
    return {engine, {{}, 1 + static_cast<std::uint32_t>(word >> 33U)}};
  }
  return {engine, {}};
}

} // namespace tali::detail
