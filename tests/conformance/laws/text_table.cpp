// SPDX-License-Identifier: BSL-1.0
// Characters and text.
#include "tables.hpp"

#include <tali/gen/text.hpp>

#include <algorithm>

namespace conformance {

namespace gen = tali::gen;

namespace {

/// Characters if the text is UTF-8, otherwise -1. Written without the library's own decoder: by the table of Unicode's
/// chapter 3 (well-formed byte sequences).
int utf8_length(const std::string& text) {
  int count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    const auto byte = [&](std::size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : static_cast<unsigned char>(0);
    };
    const auto within = [&](std::size_t k, int lo, int hi) { return byte(k) >= lo && byte(k) <= hi; };
    const unsigned char b = byte(0);
    if (b < 0x80) {
      i += 1;
    } else if (b >= 0xc2 && b <= 0xdf && within(1, 0x80, 0xbf)) {
      i += 2;
    } else if (b >= 0xe0 && b <= 0xef && within(1, b == 0xe0 ? 0xa0 : 0x80, b == 0xed ? 0x9f : 0xbf) &&
               within(2, 0x80, 0xbf)) {
      i += 3;
    } else if (b >= 0xf0 && b <= 0xf4 && within(1, b == 0xf0 ? 0x90 : 0x80, b == 0xf4 ? 0x8f : 0xbf) &&
               within(2, 0x80, 0xbf) && within(3, 0x80, 0xbf)) {
      i += 4;
    } else {
      return -1;
    }
  }
  return count;
}

template <class String>
auto all_between(typename String::value_type lo, typename String::value_type hi, std::size_t shortest = 0,
                 std::size_t longest = 100) {
  return [=](const String& v) {
    return v.size() >= shortest && v.size() <= longest &&
           std::all_of(v.begin(), v.end(), [=](auto c) { return c >= lo && c <= hi; });
  };
}

bool is_scalar_value(char32_t c) { return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff); }

} // namespace

void text(table& into) {
  SUBJECT(gen::character('a', 'z')).valid([](char c) { return c >= 'a' && c <= 'z'; }).sequences(26).outside('A', '\0');
  SUBJECT(gen::character('0', '9')).sequences(10).outside('a');
  SUBJECT(gen::printable()).valid([](char c) { return c >= ' ' && c <= '~'; }).sequences(95).outside('\n', '\x7f');
  SUBJECT(gen::any_character()).sequences(256);
  SUBJECT(gen::alphabet("xyz")).sequences(3).outside('a');
  SUBJECT(gen::alphabet("aab")).sequences(3).outside('c');
  SUBJECT(gen::code_point()).valid(is_scalar_value).outside(char32_t{0xd800}, char32_t{0x110000});
  SUBJECT(gen::string(gen::alphabet("ab"), 2)).sequences(4).outside("", "a", "ac", "aba");
  SUBJECT(gen::string(gen::alphabet("ab"), 1, 2)).sequences(6).outside("", "bbb");
  SUBJECT(gen::string(gen::alphabet("ab"))).sequences(7).valid(all_between<std::string>('a', 'b'));
  SUBJECT(gen::string(gen::character('0', '1'), 0, 3)).sequences(15).outside("0123", "2");
  SUBJECT(gen::string(gen::code_point(), 3)).valid([](const std::u32string& v) {
    return v.size() == 3 && std::all_of(v.begin(), v.end(), is_scalar_value);
  });
  SUBJECT(gen::string(gen::integer<char16_t>(u'a', u'c'), 2)).sequences(9);
  SUBJECT(gen::ascii()).valid(all_between<std::string>(' ', '~')).outside("\n", "\x80");
  SUBJECT(gen::ascii(5)).valid(all_between<std::string>(' ', '~', 5, 5)).outside("four", "sixsix");
  SUBJECT(gen::ascii(1, 3)).valid(all_between<std::string>(' ', '~', 1, 3)).outside("", "four");
  SUBJECT(gen::bytes());
  SUBJECT(gen::bytes(4)).valid([](const std::string& v) { return v.size() == 4; }).outside("12345");
  SUBJECT(gen::text()).outside("\xff", "\xc0\x80", "\xed\xa0\x80").valid([](const std::string& v, int size) {
    return utf8_length(v) >= 0 && utf8_length(v) <= size;
  });
  SUBJECT(gen::text(2, 4)).outside("a", "abcde").valid([](const std::string& v) {
    return utf8_length(v) >= 2 && utf8_length(v) <= 4;
  });
  SUBJECT(tali::gen::text(0, 0)).sequences(1).outside("a");
}

} // namespace conformance
