// SPDX-License-Identifier: BSL-1.0
// Strings and numbers as JSON: valid for any input, checked with nlohmann-json.
#include "base/json_text.hpp"
#include "base/utf8.hpp"

#include <tali/gen/real.hpp>
#include <tali/gen/text.hpp>
#include <tali/property/check.hpp>
#include <tali/random/rng.hpp>
#include <tali/value/json_reader.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using namespace tali;
using namespace tali::choices;
using namespace tali::values;

TEST(json_text, any_bytes_are_valid_json) {
  // Every byte, every pair of bytes, and random strings: another library must accept them, and valid UTF-8 must be read
  // back unchanged.
  for (int a = 0; a < 256; ++a) {
    for (int b = -1; b < 256; ++b) {
      std::string raw(1, static_cast<char>(a));
      if (b >= 0) {
        raw += static_cast<char>(b);
      }
      std::string out;
      detail::append_json_string(out, raw);
      const json back = json::parse(out);
      if (a < 0x80 && b < 0x80) {
        EXPECT_EQ(back.get<std::string>(), raw);
      }
    }
  }
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    rng random = rng::stream(1, i);
    std::string raw;
    for (std::uint64_t n = random() % 12; n > 0; --n) {
      constexpr std::string_view edges = "\xc0\xc1\xc2\xe0\xed\xef\xf0\xf4\xf5\xff\x80\x8f\x90\x9f\xa0\xbf\"\\\n";
      raw += random() % 2 == 0 ? edges[random() % edges.size()] : static_cast<char>(random());
    }
    std::string out;
    detail::append_json_string(out, raw);
    ASSERT_TRUE(json::accept(out)) << i;
    ASSERT_EQ(out.find('\n'), std::string::npos);
  }
}

TEST(json_text, numbers) {
  const auto number = [](double d) {
    std::string out;
    detail::append_json_number(out, d);
    return out;
  };
  EXPECT_EQ(number(3), "3");
  EXPECT_EQ(number(-0.5), "-0.5");
  EXPECT_EQ(number(1e300), "1e+300");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "\"inf\"");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "\"nan\"");
}

TEST(json_text, seconds_are_exact) {
  const auto seconds = [](std::int64_t nanoseconds) {
    std::string out;
    detail::append_json_seconds(out, nanoseconds);
    return out;
  };
  EXPECT_EQ(seconds(0), "0");
  EXPECT_EQ(seconds(-5), "0");
  EXPECT_EQ(seconds(1'500'000'000), "1500000000e-9");
}

TEST(json_text, finite_numbers_are_read_back) {
  const result r = check("numbers", settings{.cases = 5000}, gen::real<double>(), [](double number) {
    std::string out;
    detail::append_json_number(out, number);
    return !std::isfinite(number) || json::parse(out).get<double>() == number;
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(json_text, text_is_read_back_with_invalid_bytes_replaced) {
  const result r = check("bytes", settings{.cases = 5000}, gen::sequence<std::string>(gen::integer<char>()),
                         [](const std::string& bytes) {
                           std::string out;
                           detail::append_json_string(out, bytes);
                           return json::parse(out).get<std::string>() == detail::replace_invalid_utf8(bytes);
                         });
  EXPECT_TRUE(r.passed()) << r.report();
}

// The same with our own reader.
TEST(json_text, json_reader_reads_what_is_written) {
  const result r =
      check("text and number", settings{.cases = 5000}, gen::text(), gen::real<double>(),
            [](const std::string& text, double number) {
              std::string out = "[";
              detail::append_json_string(out, text);
              out += ",";
              detail::append_json_number(out, std::isfinite(number) ? number : 0);
              out += "]";
              json_reader in(out);
              bool same = true;
              std::size_t at = 0;
              in.array([&] {
                same = same && (at++ == 0 ? in.string() == text : in.number() == (std::isfinite(number) ? number : 0));
              });
              in.end();
              return same && at == 2;
            });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(json_text, line_separators_are_escaped) {
  std::string out;
  detail::append_json_string(out, "\xc2\x85\xe2\x80\xa8\xe2\x80\xa9\xc3\xa4");
  EXPECT_EQ(out, "\"\\u0085\\u2028\\u2029\xc3\xa4\"");
}

// The buffer versions take words of eight bytes at once; they must agree with the plain one at every length and place.
TEST(json_text, buffer_writers_agree_with_appending) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t at = 0; at <= size; ++at) {
      for (const char odd : {'x', '"', '\\', '\x1f', '\x7f', '\x80'}) {
        std::string text(size, 'a');
        if (at < size) {
          text[at] = odd;
        }
        std::string appended;
        detail::append_json_string(appended, text);
        std::array<char, 64> buffer{};
        char* const end = detail::write_json_string(buffer.data(), text);
        if (end == nullptr) {
          ASSERT_NE(appended.size(), text.size() + 2) << text;
        } else {
          ASSERT_EQ(std::string(buffer.data(), end), appended);
        }
      }
    }
  }
  for (const std::uint64_t number : {0ULL, 9ULL, 10ULL, 99ULL, 100ULL, 12345ULL, ~0ULL}) {
    std::array<char, 20> buffer{};
    EXPECT_EQ(std::string(buffer.data(), detail::write_json_number(buffer.data(), number)), std::to_string(number));
  }
}

} // namespace
