// SPDX-License-Identifier: BSL-1.0
// Strings that match a regular expression, checked by the standard library's.
#include "tables.hpp"

#include <tali/gen/regex.hpp>
#include <tali/gen/sequence.hpp>

#include <regex>

namespace conformance {

namespace gen = tali::gen;

namespace {

/// A subject, valid if std::regex matches it.
auto add_expression(table& into, const char* expression) {
  auto claims = into.add(std::string("gen::matching(\"") + expression + "\")", gen::matching(expression));
  claims.valid([compiled = std::regex(expression)](const std::string& v) { return std::regex_match(v, compiled); });
  return claims;
}

} // namespace

void regular_expressions(table& into) {
  add_expression(into, "").sequences(1).outside("a");
  add_expression(into, "abc").sequences(1).outside("", "ab", "abcd");
  add_expression(into, "a|b|c").sequences(3).outside("", "d", "ab");
  add_expression(into, "a|bc|").sequences(3).outside("b", "c", "abc");
  add_expression(into, "^(a|b)$").sequences(2);
  add_expression(into, "a?b?c?").sequences(8).outside("ca", "aa");
  add_expression(into, "[abc]").sequences(3).outside("d", "");
  add_expression(into, "[a-cx]{2}").sequences(16).outside("a", "ad", "aaa");
  add_expression(into, "[ab]{1,2}").sequences(6).outside("", "aaa");
  add_expression(into, "a{3}").sequences(1).outside("aa", "aaaa");
  add_expression(into, "a{2,}").sequences(3).outside("a");
  add_expression(into, "a*").sequences(3).outside("b", "ab");
  add_expression(into, "(ab)+").sequences(3).outside("", "aba");
  add_expression(into, "(?:x|yy){2}").sequences(4).outside("x", "xyx");
  add_expression(into, "[a-z]{2,5}(-[0-9]+)?").outside("a", "ab-", "abcdef");
  add_expression(into, "[A-Za-z_]\\w*").outside("", "1a");
  add_expression(into, "\\d{3}-\\d{4}").outside("123-456", "abc-defg");
  add_expression(into, "-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?").outside("01", "-", "1.");
  add_expression(into, "\\s\\S\\w\\W\\d\\D");
  add_expression(into, "[^abc]{2}").outside("aa");
  add_expression(into, "[^\\w]").outside("a");
  add_expression(into, ".{0,3}").outside("aaaa", "\n");
  add_expression(into, "(a*b*)*").sizes({30, 0, 1, 2, 5, 10}).outside("c"); // matches in many ways
  add_expression(into, "((a|b)*c)*").sizes({30, 0, 1, 2, 5, 10}).outside("a");
  add_expression(into, "(a|aa|aaa){2}").outside("a", "aaaaaaa");
  add_expression(into, "\\x41\\u0042\\t\\n\\r\\f\\v\\.\\*\\[\\\\").sequences(1);
  add_expression(into, "[\\x00-\\x1f]").sequences(32);
  add_expression(into, "[[:alpha:]][[:digit:][:space:]]").outside("11");
  add_expression(into, "\\w+@\\w+\\.(com|org|net)").outside("@a.com", "a@b.de");
  add_expression(into, "(\\d{1,3}\\.){3}\\d{1,3}").outside("1.2.3");
  add_expression(into, "a+?b*?c??").outside("b");

  // Expressions that std::regex does not support, or treats byte by byte.
  SUBJECT(gen::matching("(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])")).outside("2024-13", "2024-1");
  SUBJECT(gen::matching("[äöü]{2}")).sequences(9).outside("ä", "ae");
  SUBJECT(gen::matching("\\u{1f600}|\\u263a")).sequences(2).outside("\xf0");
  SUBJECT(gen::matching("[\\x80-\\xff]{1,2}")).outside("a", "\x80\x80\x80");
  SUBJECT(gen::matching("[^ -~]")).outside("a");
  SUBJECT(gen::vector(gen::matching("(x|y)z?"), 0, 3));
}

} // namespace conformance
