// SPDX-License-Identifier: BSL-1.0
// Documents from outside: they run backward and are made again; a file from a bug report is shrunk.
#include "quality/reflect/json.hpp"
#include "quality/reflect/package_json.hpp"

#include <tali/interpret/tune.hpp>
#include <tali/shrink/shrink.hpp>

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace {

std::string file(const std::string& name) {
  std::ifstream in(std::string(TALI_SOURCE_DIR) + "/tests/quality/reflect/data/" + name);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

TEST(Json, Checksums) {
  EXPECT_EQ(reflective::checksum("{}"), "5861859");
  EXPECT_EQ(reflective::checksum("[]"), "5862883");
  EXPECT_EQ(reflective::checksum("[1,2]"), "21069135");
  EXPECT_EQ(reflective::checksum("{\"a\":true}"), "82441155");
}

TEST(Json, ExamplesAreMadeAgain) {
  const auto documents = reflective::document();
  std::vector<std::string> examples;
  for (int i = 1; i <= 8; ++i) {
    examples.push_back(reflective::with_checksum(file("example-" + std::to_string(i) + ".json")));
    const auto choices = tali::reflect(documents, examples.back());
    ASSERT_TRUE(choices) << i;
    EXPECT_EQ(tali::parse(documents, *choices), examples.back());
    EXPECT_EQ(tali::ways(documents, examples.back()).count().count, 1U);
  }
  EXPECT_FALSE(tali::accepts(documents, "{\"payload\":[1,2],\"checksum\":21069136}"));
  // Drawn like them, a document is hardly ever trivial.
  const tali::learn::tuning like = tali::tune(documents, examples);
  EXPECT_EQ(like.used, 8U);
  int trivial = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string made = tali::sample(documents, like.counts, seed);
    EXPECT_TRUE(tali::accepts(documents, made)) << made;
    trivial += made.size() <= reflective::with_checksum("{}").size() ? 1 : 0;
  }
  EXPECT_LE(trivial, 2);
}

TEST(PackageJson, IsShrunkToWhatMatters) {
  const std::string given = file("package.json");
  const auto fails = [](const std::string& text) { return text.find("\"express\":\"^4.15.3\"") != std::string::npos; };
  const auto least = tali::shrink(reflective::package_json(), given, fails);
  ASSERT_TRUE(least);
  EXPECT_EQ(least->value.size(), 212U);
  EXPECT_EQ(least->value, R"({"name":"a","description":"a","scripts":{"start":"a","build":"a","test":"a"},)"
                          R"("repository":{"type":"a","url":"a"},"keywords":[],"author":"a","license":"a",)"
                          R"("devDependencies":{},"dependencies":{"express":"^4.15.3"}})");
}

} // namespace
