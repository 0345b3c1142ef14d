// SPDX-License-Identifier: BSL-1.0
// UTF-8: every scalar value there and back, every short byte sequence judged like a reference does, cutting, replacing.
#include "base/utf8.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/pick.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/gen/text.hpp>
#include <tali/property/check.hpp>

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace tali;
using detail::append_utf8;
using detail::first_utf8;

bool is_scalar(char32_t c) { return c < 0x110000 && (c < 0xd800 || c > 0xdfff); }

TEST(utf8, every_scalar_value_is_decoded_to_itself) {
  for (char32_t c = 0; c < 0x120000; ++c) {
    std::string bytes;
    append_utf8(bytes, c);
    const detail::utf8_step step = first_utf8(bytes);
    if (is_scalar(c)) {
      ASSERT_EQ(step.character, c);
      ASSERT_EQ(step.bytes, bytes.size());
      ASSERT_TRUE(detail::is_valid_utf8(bytes));
      ASSERT_EQ(first_utf8(bytes.substr(0, bytes.size() - 1)).bytes, 0U); // incomplete
    } else {
      ASSERT_EQ(step.bytes, 0U) << static_cast<std::uint32_t>(c);
      ASSERT_FALSE(detail::is_valid_utf8(bytes));
    }
  }
}

TEST(utf8, known_encodings) {
  std::string out;
  for (const char32_t c : {U'a', U'\u00e4', U'\u20ac', U'\U0001f600'}) {
    append_utf8(out, c);
  }
  EXPECT_EQ(out, "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(utf8, invalid_sequences) {
  for (const std::string_view bytes :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2x", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82",
        "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(first_utf8(bytes).bytes, 0U) << testing::PrintToString(bytes);
    EXPECT_FALSE(detail::is_valid_utf8(bytes));
  }
  EXPECT_EQ(first_utf8("").bytes, 0U);
  EXPECT_TRUE(detail::is_valid_utf8(""));
}

// nlohmann-json rejects strings that are not valid UTF-8: an independent reference.
TEST(utf8, validity_of_any_bytes) {
  const auto bytes = gen::sequence<std::string>(gen::one_of(gen::character('\x20', '\x21'), gen::integer<char>()));
  const result r = check("bytes", settings{.cases = 20'000}, bytes, [](const std::string& b) {
    if (b.find_first_of("\"\\") != b.npos || b.find_first_of(std::string_view("\0\1\2\3\4\5\6\7", 8)) != b.npos) {
      return true;
    }
    for (const char c : b) {
      if (c >= 0 && c < 0x20) {
        return true;
      }
    }
    return detail::is_valid_utf8(b) == nlohmann::json::accept('"' + b + '"');
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(utf8, replacing_gives_valid_text_and_leaves_valid_text) {
  const result r = check(
      "bytes", settings{.cases = 5000}, gen::sequence<std::string>(gen::integer<char>()), [](const std::string& bytes) {
        const std::string replaced = detail::replace_invalid_utf8(bytes);
        return detail::is_valid_utf8(replaced) && (replaced == bytes) == detail::is_valid_utf8(bytes);
      });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_EQ(detail::replace_invalid_utf8("a\xff\xe2\x82z"), "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz");
}

TEST(utf8, a_cut_keeps_whole_characters) {
  const result r = check("text", settings{.cases = 5000}, gen::text(), gen::integer<std::size_t>(0, 40),
                         [](const std::string& text, std::size_t most) {
                           const std::size_t kept = detail::cut_at_character(text, most);
                           return kept <= most && kept <= text.size() && detail::is_valid_utf8(text.substr(0, kept)) &&
                                  (kept == text.size() || kept + first_utf8(text.substr(kept)).bytes > most);
                         });
  EXPECT_TRUE(r.passed()) << r.report();
  EXPECT_EQ(detail::cut_at_character("\x80\x80\x80\x80\x80\x80\x80\x80", 6), 2U); // not text: cut nearby
}

} // namespace
