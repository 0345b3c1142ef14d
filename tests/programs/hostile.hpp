// SPDX-License-Identifier: BSL-1.0
// Texts that break careless writers of JSON, everywhere a user's text is written to a line of statistics; and values of
// 10 MB. For tests/e2e/stats, which runs these bodies under each framework and compares the resulting lines.
#pragma once

#include <tali/gen.hpp>
#include <tali/property/test_case.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace hostile {

using namespace std::string_view_literals;

/// Names of properties and of draws are texts of users too.
inline constexpr const char* name = "a \"name\" \\ </script> \t \xc3\xa9 \xe2\x80\xa8 \xff";

inline std::string hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    out += digits[static_cast<unsigned char>(c) >> 4U];
    out += digits[static_cast<unsigned char>(c) & 15U];
  }
  return out;
}

inline auto texts() {
  namespace gen = tali::gen;
  const auto known = gen::map(gen::integer(0, 19), [](int i) {
    constexpr std::string_view list[] = {
        ""sv,
        "\""sv,
        "\\"sv,
        "\\\""sv,
        "\\u0000"sv,
        "\0"sv,
        "\0\x01\x02\x1f\x7f"sv,
        "\b\f\n\r\t\v\a"sv,
        "</script><script>alert(1)</script>"sv,
        "{\"type\":\"test_case\"}\n{}"sv,
        "\xe2\x80\xa8\xe2\x80\xa9\xc2\x85"sv,       // line separators in some languages
        "\xf0\x9f\x98\x80 \xc3\xa9 \xe4\xb8\xad"sv, // beyond the first plane
        "\xff"sv,
        "\xc0\x80"sv,         // an overlong encoding
        "\xed\xa0\x80"sv,     // half of a surrogate pair
        "\xf4\x90\x80\x80"sv, // beyond Unicode
        "\xe2\x80"sv,         // cut
        "x\xf0\x9f"sv,
        "'… (5 bytes more)"sv,
        "NaN Infinity -0 1e999"sv,
    };
    return std::string(list[i]);
  });
  return gen::pick(gen::branch<"known">(1, known), gen::branch<"bytes">(1, gen::bytes()),
                   gen::branch<"text">(1, gen::text()));
}

/// A text in every possible place. `bytes` contains the original.
inline void everywhere(tali::test_case& c) {
  const std::string text = c.draw(name, texts());
  c.event("bytes", hex(text));
  c.event("echo", text);
  c.classify(!text.empty(), text);
  c.note(text);
  c.assume(text.size() % 5 != 4, text);
}

/// Also as the reason of a failure.
inline void fails(tali::test_case& c) {
  const std::string text = c.draw(name, texts());
  c.event("bytes", hex(text));
  if (text.size() > 2) {
    throw std::runtime_error(text);
  }
}

/// A value of 10 MB; and 100 KB, which is also above the limit, in a feature, a label, a note and the reason of a
/// failure, which frameworks print.
inline void huge(tali::test_case& c) {
  const int n = c.draw("n", tali::gen::integer(0, 1));
  const std::string text = c.draw("huge", tali::gen::exact(std::string(10'000'000, 'x') + "\xff\"</script>"));
  const std::string part = text.substr(text.size() - 100'000);
  c.event("payload", part);
  c.classify(true, part);
  c.note(part);
  c.assume(n == 1, part);
  throw std::runtime_error(part);
}

} // namespace hostile
