// SPDX-License-Identifier: BSL-1.0
// Base64: the vectors of RFC 4648, the round trip of any bytes, and what the decoder reports.
#include "base/base64.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/sequence.hpp>
#include <tali/property/check.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace tali;

std::vector<std::uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

std::string standard(std::string_view text) {
  std::string out;
  detail::append_base64(out, bytes_of(text));
  return out;
}

TEST(base64, vectors_of_the_rfc) {
  EXPECT_EQ(standard(""), "");
  EXPECT_EQ(standard("f"), "Zg==");
  EXPECT_EQ(standard("fo"), "Zm8=");
  EXPECT_EQ(standard("foo"), "Zm9v");
  EXPECT_EQ(standard("foob"), "Zm9vYg==");
  EXPECT_EQ(standard("fooba"), "Zm9vYmE=");
  EXPECT_EQ(standard("foobar"), "Zm9vYmFy");
  EXPECT_EQ(standard("\xfb\xff"), "+/8=");
  std::string url = "before:";
  detail::append_base64url(url, bytes_of("\xfb\xff"));
  EXPECT_EQ(url, "before:-_8");
}

TEST(base64, any_bytes_come_back) {
  const result r =
      check("bytes", settings{.cases = 5000}, gen::vector(gen::integer<std::uint8_t>()),
            [](const std::vector<std::uint8_t>& bytes) {
              std::string text;
              detail::append_base64url(text, bytes);
              std::vector<std::uint8_t> back;
              const detail::base64_decoded decoded = detail::append_from_base64url(back, text);
              return back == bytes && decoded.canonical && decoded.invalid_at == detail::base64_decoded::none;
            });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(base64, a_canonical_text_is_what_its_bytes_encode_to) {
  constexpr std::string_view digits = "AQgw-_8";
  for (const char a : digits) {
    for (const char b : digits) {
      for (std::size_t size = 0; size < 7; ++size) {
        std::string text(size, a);
        if (size > 0) {
          text.back() = b;
        }
        std::vector<std::uint8_t> bytes;
        const detail::base64_decoded decoded = detail::append_from_base64url(bytes, text);
        std::string again;
        detail::append_base64url(again, bytes);
        EXPECT_EQ(decoded.canonical, again == text) << text;
      }
    }
  }
}

TEST(base64, the_first_invalid_character_is_reported) {
  for (const std::string_view text : {"AAA+", "AAA/", "AAA=", "AAA\xff", "AAA AAA"}) {
    std::vector<std::uint8_t> bytes;
    EXPECT_EQ(detail::append_from_base64url(bytes, text).invalid_at, 3U) << text;
  }
}

} // namespace
