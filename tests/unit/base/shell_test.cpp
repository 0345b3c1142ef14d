// SPDX-License-Identifier: BSL-1.0
// Quoting for a shell, checked with the shell.
#include "base/shell.hpp"

#include <tali/gen/sequence.hpp>
#include <tali/gen/text.hpp>
#include <tali/property/check.hpp>

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace tali;

/// The result of expanding a word in the shell.
std::string by_the_shell(const std::string& word) {
  std::string out;
  const std::string command = "printf '%s' " + word;
  std::FILE* pipe = popen(command.c_str(), "r");
  for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) {
    out += static_cast<char>(c);
  }
  return pipe != nullptr && pclose(pipe) == 0 ? out : "failed";
}

TEST(shell, plain_words_stay_as_they_are) {
  EXPECT_EQ(detail::shell_word("build/dev/tests/unit_base"), "build/dev/tests/unit_base");
  EXPECT_EQ(detail::shell_word("a b"), "'a b'");
  EXPECT_EQ(detail::shell_word(""), "''");
  EXPECT_EQ(detail::shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(detail::shell_double_quoted("a \"$b\" `c` \\"), R"("a \"\$b\" \`c\` \\")");
}

TEST(shell, the_shell_gives_back_the_text) {
  const auto text = gen::sequence<std::string>(gen::character('\x01', '\x7e'));
  const result r = check("text", settings{.cases = 150}, text, [](const std::string& t) {
    return by_the_shell(detail::shell_word(t)) == t && by_the_shell(detail::shell_double_quoted(t)) == t;
  });
  EXPECT_TRUE(r.passed()) << r.report();
}

} // namespace
