// SPDX-License-Identifier: BSL-1.0
// Indented JSON documents: the layout, and valid output for any bytes.
#include "base/json_writer.hpp"

#include <tali/gen/integer.hpp>
#include <tali/gen/text.hpp>
#include <tali/property/check.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace {

using namespace tali;
using nlohmann::json;

std::string written(auto value) {
  std::string out;
  detail::json_writer w(out);
  w.value(value);
  return out;
}

TEST(json_writer, values) {
  EXPECT_EQ(written(true), "true");
  EXPECT_EQ(written(-3), "-3");
  EXPECT_EQ(written(std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(written(0.1), "0.1");
  EXPECT_EQ(written(std::nan("")), "null");
  EXPECT_EQ(written(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(written("a\"b\\c\nd\x01"), R"("a\"b\\c\nd\u0001")");
  EXPECT_EQ(written("ä€😀"), "\"ä€😀\"");
  EXPECT_EQ(written("\xff\xc3"), R"("\ufffd\ufffd")");
}

TEST(json_writer, nesting) {
  std::string out;
  detail::json_writer w(out);
  w.open_object();
  w.key("empty");
  w.open_array();
  w.close_array();
  w.key("list");
  w.open_array();
  w.value(1);
  w.value(2);
  w.close_array();
  w.close_object();
  EXPECT_EQ(out, "{\n  \"empty\": [],\n  \"list\": [\n    1,\n    2\n  ]\n}\n");
}

TEST(json_writer, any_bytes_give_valid_json) {
  const result r = check("bytes", settings{.cases = 5000}, gen::sequence<std::string>(gen::integer<char>()),
                         [](const std::string& bytes) { return json::accept(written(std::string_view(bytes))); });
  EXPECT_TRUE(r.passed()) << r.report();
}

TEST(json_writer, valid_text_comes_back) {
  const result r = check("text", settings{.cases = 5000}, gen::text(), [](const std::string& text) {
    return json::parse(written(std::string_view(text))).get<std::string>() == text;
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

} // namespace
