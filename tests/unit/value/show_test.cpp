// SPDX-License-Identifier: BSL-1.0
// Values as text: every kind, hostile strings, cuts, line breaks, and the rules that decide how a type is shown.
#include "tali/value/show.hpp"

#include <bitset>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <gtest/gtest.h>
#include <limits>
#include <list>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "unit/value/types.hpp"

namespace zoo {

struct custom {
  int value;
};
inline void tali_show(std::string& out, const custom& c) { out += "custom<" + std::to_string(c.value) + ">"; }

struct specialised {
  int value;
};

struct throws {
  friend std::ostream& operator<<(std::ostream&, const throws&) { throw std::runtime_error("no"); }
};

enum class shade : unsigned char { dark, light };
inline std::ostream& operator<<(std::ostream& out, shade s) { return out << (s == shade::dark ? "dim" : "bright"); }

enum initial : char { initial_a = 'a', initial_b = 'b' };

struct converts {
  int value;
  operator int() const { return value; }
  operator bool() const { return true; }
};

} // namespace zoo

template <>
struct tali::shower<zoo::specialised> {
  static void show(std::string& out, const zoo::specialised& s) { out += "special " + std::to_string(s.value); }
};

namespace {

using tali::show;
using tali::values::show_pretty;
using namespace std::string_literals;

#if defined(__clang__) && __clang_major__ < 18
constexpr bool names_known = false;
#else
constexpr bool names_known = true;
#endif

/// The text without the names of fields, if the compiler does not provide them.
std::string named(std::string text) {
  if (names_known) {
    return text;
  }
  for (std::size_t dot = 0; (dot = text.find('.', dot)) != text.npos;) {
    std::size_t equals = text.find(" = ", dot);
    bool is_name = equals != text.npos && dot > 0 && (text[dot - 1] == '{' || text[dot - 1] == ' ');
    if (is_name) {
      text.erase(dot, equals + 3 - dot);
    } else {
      ++dot;
    }
  }
  return text;
}

TEST(show, booleans_and_integers) {
  EXPECT_EQ(show(true), "true");
  EXPECT_EQ(show(false), "false");
  EXPECT_EQ(show(0), "0");
  EXPECT_EQ(show(-42), "-42");
  EXPECT_EQ(show(std::int8_t{-3}), "-3");
  EXPECT_EQ(show(std::uint8_t{200}), "200");
  EXPECT_EQ(show(std::numeric_limits<long long>::min()), "-9223372036854775808");
  EXPECT_EQ(show(std::numeric_limits<unsigned long long>::max()), "18446744073709551615");
  EXPECT_EQ(show(static_cast<tali::detail::int128>(1) << 127), "-170141183460469231731687303715884105728");
  EXPECT_EQ(show(~tali::detail::uint128{0}), "340282366920938463463374607431768211455");
  EXPECT_EQ(show(tali::detail::int128{0}), "0");
}

TEST(show, floating_point_shortest_and_recognisable) {
  EXPECT_EQ(show(1.0), "1.0");
  EXPECT_EQ(show(-0.0), "-0.0");
  EXPECT_EQ(show(0.1), "0.1");
  EXPECT_EQ(show(0.1f), "0.1");
  EXPECT_EQ(show(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(show(1e300), "1e300");
  EXPECT_EQ(show(1e-7), "1e-7");
  EXPECT_EQ(show(-2.5e-300), "-2.5e-300");
  EXPECT_EQ(show(123456789012.0), "123456789012.0");
  EXPECT_EQ(show(5e-324), "5e-324");
  EXPECT_EQ(show(1.5L), "1.5");
  EXPECT_EQ(show(std::nan("")), "nan");
  EXPECT_EQ(show(-std::nan("")), "nan");
  EXPECT_EQ(show(INFINITY), "inf");
  EXPECT_EQ(show(-INFINITY), "-inf");
}

TEST(show, floating_point_reads_back) {
  for (double v : {1.0 / 3, 1e23, 4.9e-324, 1.7976931348623157e308, 9007199254740993.0, 123456.789e-20}) {
    EXPECT_EQ(std::strtod(show(v).c_str(), nullptr), v) << show(v);
    EXPECT_EQ(std::strtod(show(-v).c_str(), nullptr), -v) << show(v);
  }
}

TEST(show, characters) {
  EXPECT_EQ(show('a'), "'a'");
  EXPECT_EQ(show('\''), R"('\'')");
  EXPECT_EQ(show('"'), R"('"')");
  EXPECT_EQ(show('\n'), R"('\n')");
  EXPECT_EQ(show('\0'), R"('\x00')");
  EXPECT_EQ(show('\x80'), R"('\x80')");
  EXPECT_EQ(show(u8'z'), "u8'z'");
  EXPECT_EQ(show(u'\u00e9'), "u'\u00e9'");
  EXPECT_EQ(show(char16_t{0xD800}), R"(u'\xd800')");
  EXPECT_EQ(show(U'\U0001F600'), "U'\U0001F600'");
  EXPECT_EQ(show(char32_t{0x110000}), R"(U'\x00110000')");
  EXPECT_EQ(show(L'w'), "L'w'");
}

TEST(show, strings) {
  EXPECT_EQ(show(""s), R"("")");
  EXPECT_EQ(show("abc"s), R"("abc")");
  EXPECT_EQ(show(std::string_view("abc")), R"("abc")");
  EXPECT_EQ(show("abc"), R"("abc")");
  EXPECT_EQ(show("q\"b\\n\n\t\r"s), R"("q\"b\\n\n\t\r")");
  EXPECT_EQ(show("it's"s), R"("it's")");
  EXPECT_EQ(show("h\u00e9llo \u4e16 \U0001F600"s), "\"h\u00e9llo \u4e16 \U0001F600\"");
  const char* c_string = "text";
  EXPECT_EQ(show(c_string), R"("text")");
  EXPECT_EQ(show(static_cast<const char*>(nullptr)), "nullptr");
  EXPECT_EQ(show(u8"\u00e9"), "u8\"\u00e9\"");
  EXPECT_EQ(show(std::u16string(u"a\xd800z")), R"(u"a\xd800z")");
  EXPECT_EQ(show(std::u32string(U"\U0001F600")), "U\"\U0001F600\"");
  EXPECT_EQ(show(std::wstring(L"w")), R"(L"w")");
}

TEST(show, a_hexadecimal_escape_does_not_swallow_the_next_character) {
  EXPECT_EQ(show("\x01\x61"s), R"("\x01" "a")");
  EXPECT_EQ(show("\x01"
                 "g"s),
            R"("\x01g")");
  EXPECT_EQ(show("\xff"
                 "0\xff"
                 "F"s),
            R"("\xff" "0\xff" "F")");
  EXPECT_EQ(show("\0\0a"s), R"("\x00\x00" "a")");
  EXPECT_EQ(show(std::u16string{0xD800, u'b'}), R"(u"\xd800" u"b")");
}

TEST(show, invalid_utf8_byte_by_byte) {
  EXPECT_EQ(show("\xc3"s), R"("\xc3")");                         // cut off
  EXPECT_EQ(show("\xc3("s), R"("\xc3(")");                       // not continued
  EXPECT_EQ(show("\x80"s), R"("\x80")");                         // not begun
  EXPECT_EQ(show("\xc0\xaf"s), R"("\xc0\xaf")");                 // overlong
  EXPECT_EQ(show("\xe0\x80\xaf"s), R"("\xe0\x80\xaf")");         // overlong
  EXPECT_EQ(show("\xed\xa0\x80"s), R"("\xed\xa0\x80")");         // a surrogate
  EXPECT_EQ(show("\xf4\x90\x80\x80"s), R"("\xf4\x90\x80\x80")"); // beyond the last code point
  EXPECT_EQ(show("\xf8\x88\x80\x80\x80"s), R"("\xf8\x88\x80\x80\x80")");
}

TEST(show, characters_that_would_deceive_the_reader) {
  EXPECT_EQ(show("\u202e"s), R"("\u202e")"); // writes from right to left
  EXPECT_EQ(show("a\u200bb"s), R"("a\u200bb")");
  EXPECT_EQ(show("\u0085"s), R"("\u0085")");
  EXPECT_EQ(show("\ufeff"s), R"("\ufeff")");
  EXPECT_EQ(show("\x7f\x1b[31m"s), R"("\x7f\x1b[31m")");
}

TEST(show, arrays_of_characters_up_to_their_trailing_zeros) {
  char name[8] = "ab";
  EXPECT_EQ(show(name), R"("ab")");
  char full[2] = {'a', 'b'};
  EXPECT_EQ(show(full), R"("ab")");
  char inner[4] = {'a', '\0', 'z', '\0'};
  EXPECT_EQ(show(inner), R"("a\x00z")");
}

TEST(show, enums) {
  EXPECT_EQ(show(zoo::color::red), "color::red");
  EXPECT_EQ(show(static_cast<zoo::color>(17)), "color(17)");
  EXPECT_EQ(show(static_cast<zoo::color>(-1)), "color(-1)");
  EXPECT_EQ(show(zoo::initial_b), "initial::initial_b");
  EXPECT_EQ(show(std::byte{31}), "0x1f");
}

TEST(show, pointers) {
  EXPECT_EQ(show(nullptr), "nullptr");
  EXPECT_EQ(show(std::unique_ptr<int>()), "nullptr");
  EXPECT_EQ(show(std::make_unique<int>(4)), "&4");
  EXPECT_EQ(show(std::make_shared<zoo::point>(zoo::point{1, 2})), named("&point{.x = 1, .y = 2}"));
  EXPECT_EQ(show(std::unique_ptr<int[]>()), "nullptr");
  EXPECT_EQ(show(std::make_unique<int[]>(3)), "<std::unique_ptr<int[]>>");
  EXPECT_EQ(show(std::shared_ptr<void>()), "nullptr");
  EXPECT_EQ(show(std::weak_ptr<int>()), "<std::weak_ptr<int>>");
  EXPECT_EQ(show(static_cast<int*>(nullptr)), "nullptr");
  int number = 0;
  EXPECT_TRUE(show(&number).starts_with("(int*)0x"));
  EXPECT_TRUE(show(static_cast<const void*>(&number)).starts_with("(const void*)0x"));
}

struct incomplete;
struct holds_incomplete {
  std::shared_ptr<incomplete> hidden;
};

TEST(show, pointers_to_what_is_not_known) {
  EXPECT_EQ(show(holds_incomplete{}), named("holds_incomplete{.hidden = nullptr}"));
}

TEST(show, optional_and_variant) {
  EXPECT_EQ(show(std::optional<int>()), "nullopt");
  EXPECT_EQ(show(std::optional<int>(3)), "3");
  EXPECT_EQ(show(std::optional<std::optional<int>>(std::in_place)), "optional(nullopt)");
  EXPECT_EQ(show(std::optional<std::unique_ptr<int>>(std::in_place)), "optional(nullptr)");
  EXPECT_EQ(show(std::variant<int, std::string>(3)), "3");
  EXPECT_EQ(show(std::variant<int, std::string>("x")), R"("x")");
  EXPECT_EQ(show(std::variant<int, long>(3L)), "long(3)");
  EXPECT_EQ(show(std::variant<int, std::vector<int>, std::list<int>>(std::list<int>{1})), "list<int>([1])");
  EXPECT_EQ(show(std::variant<int, int>(std::in_place_index<1>, 3)), "int#1(3)");
  EXPECT_EQ(show(std::variant<std::monostate, int>()), "monostate{}");
  EXPECT_EQ(show(std::variant<zoo::point, zoo::item>(zoo::point{1, 2})), named("point{.x = 1, .y = 2}"));
}

struct throws_when_made {
  throws_when_made() { throw 1; }
  std::string text; // without it, libstdc++ would keep the old value
};

TEST(show, variant_that_lost_its_value) {
  std::variant<int, throws_when_made> v;
  EXPECT_ANY_THROW(v.emplace<1>());
  ASSERT_TRUE(v.valueless_by_exception());
  EXPECT_EQ(show(v), "valueless");
}

TEST(show, tuples_and_containers) {
  EXPECT_EQ(show(std::pair(1, "x"s)), R"((1, "x"))");
  EXPECT_EQ(show(std::tuple<>()), "()");
  EXPECT_EQ(show(std::tuple(1, 2.5, 'c')), "(1, 2.5, 'c')");
  EXPECT_EQ(show(std::vector<int>()), "[]");
  EXPECT_EQ(show(std::vector{1, 2}), "[1, 2]");
  EXPECT_EQ(show(std::vector<bool>{true, false}), "[true, false]");
  EXPECT_EQ(show(std::list<std::string>{"a", "b"}), R"(["a", "b"])");
  EXPECT_EQ(show(std::deque<char>{'a'}), "['a']");
  EXPECT_EQ(show(std::array<int, 2>{1, 2}), "[1, 2]");
  EXPECT_EQ(show(std::array<int, 0>{}), "[]");
  int matrix[2][2] = {{1, 2}, {3, 4}};
  EXPECT_EQ(show(matrix), "[[1, 2], [3, 4]]");
  EXPECT_EQ(show(std::set<int>{2, 1}), "{1, 2}");
  EXPECT_EQ(show(std::map<std::string, int>{{"a", 1}, {"b", 2}}), R"({"a": 1, "b": 2})");
  EXPECT_EQ(show(std::unordered_map<int, std::vector<int>>{{1, {2}}}), "{1: [2]}");
}

TEST(show, aggregates) {
  EXPECT_EQ(show(zoo::empty{}), "empty{}");
  EXPECT_EQ(show(zoo::point{1, 2}), named("point{.x = 1, .y = 2}"));
  EXPECT_EQ(show(zoo::tree{1, {{2, {}}}}), named("tree{.value = 1, .children = [tree{.value = 2, .children = []}]}"));
  EXPECT_EQ(show(zoo::box<int>{1, {2}}), named("box<int>{.value = 1, .more = [2]}"));
  EXPECT_EQ(show(zoo::account("ann", 7)), R"(account{.owner = "ann", .balance = 7, .twice = 14})");
  EXPECT_EQ(show(zoo::flags{5, 17, true}), "flags{5, 17, true}");
  struct local {
    int a;
    std::string b;
  };
  EXPECT_EQ(show(local{1, "x"}), named(R"(local{.a = 1, .b = "x"})"));
}

TEST(show, time) {
  using namespace std::chrono_literals;
  EXPECT_EQ(show(5ms), "5ms");
  EXPECT_EQ(show(-3ns), "-3ns");
  EXPECT_EQ(show(2h), "2h");
  EXPECT_EQ(show(std::chrono::duration<double>(1.5)), "1.5s");
  EXPECT_EQ(show(std::chrono::duration<int, std::ratio<1, 30>>(5)), "5[1/30]s");
  EXPECT_EQ(show(std::chrono::duration<int, std::ratio<7>>(5)), "5[7]s");
  EXPECT_EQ(show(std::chrono::sys_seconds(5s)), "epoch + 5s");
}

TEST(show, functions) {
  EXPECT_EQ(show(std::function<int()>()), "<function>");
  EXPECT_EQ(show([] {}), "<function>");
  EXPECT_EQ(show([](auto) {}), "<function>");
  EXPECT_EQ(show(&named), "<function>");
  EXPECT_EQ(show(static_cast<int (*)()>(nullptr)), "nullptr");
}

TEST(show, types_of_the_standard_library_with_an_operator) {
  EXPECT_EQ(show(std::filesystem::path("/a b")), R"("/a b")");
  EXPECT_EQ(show(std::complex<double>(1, 2)), "(1,2)");
  EXPECT_EQ(show(std::bitset<4>(5)), "0101");
}

TEST(show, as_its_author_says) {
  EXPECT_EQ(show(zoo::custom{4}), "custom<4>");
  EXPECT_EQ(show(zoo::specialised{4}), "special 4");
  EXPECT_EQ(show(zoo::money(5)), "$5");
  EXPECT_EQ(show(zoo::shade::light), "bright");
  EXPECT_EQ(show(std::vector<zoo::money>{zoo::money(1), zoo::money(2)}), "[$1, $2]");
  EXPECT_EQ(show(zoo::throws{}), "<operator<< threw: no>");
}

TEST(show, conversions_to_numbers_do_not_count) { EXPECT_EQ(show(zoo::converts{4}), named("converts{.value = 4}")); }

TEST(show, opaque) {
  EXPECT_EQ(show(zoo::secret(1)), "<zoo::secret>");
  EXPECT_EQ(show(std::vector<zoo::sealed>(2, zoo::sealed(1))), "[<zoo::sealed>, <zoo::sealed>]");
}

struct with_reference {
  int& value;
};

TEST(show, what_cannot_be_taken_apart_is_opaque) {
  int number = 1;
  EXPECT_TRUE(show(with_reference{number}).ends_with("with_reference>"));
}

TEST(show_to, appends) {
  std::string out = "v = ";
  tali::show_to(out, 1);
  EXPECT_EQ(out, "v = 1");
}

TEST(show_limits, items) {
  std::vector<int> v(100);
  EXPECT_EQ(show(v, {.max_items = 3}), "[0, 0, 0, … 97 more]");
  EXPECT_EQ(show(v, {.max_items = 0}), "[… 100 more]");
  EXPECT_EQ(show(std::vector{1, 2}, {.max_items = 2}), "[1, 2]");
  EXPECT_EQ(show(std::map<int, int>{{1, 1}, {2, 2}}, {.max_items = 1}), "{1: 1, … 1 more}");
}

TEST(show_limits, characters) {
  EXPECT_EQ(show(std::string(100, 'x'), {.max_chars = 10}), R"("xxxxxxxxx"…)");
  EXPECT_EQ(show(std::vector<int>(100), {.max_chars = 10}), "[0, 0, 0, 0, …]");
  auto nested = show(std::vector<std::vector<int>>(100, {1, 2, 3}), {.max_chars = 25});
  EXPECT_EQ(nested, "[[1, 2, 3], [1, 2, 3], [1, …]]");
  EXPECT_LT(show(std::vector<std::string>(1000, std::string(1000, 'y')), {.max_chars = 5000}).size(), 5100u);
}

TEST(show_limits, count_from_where_the_text_starts) {
  std::string out(1000, '.');
  tali::show_to(out, std::vector{1, 2, 3}, {.max_chars = 20});
  EXPECT_EQ(out.substr(1000), "[1, 2, 3]");
}

TEST(show_limits, depth) {
  EXPECT_EQ(show(std::vector<std::vector<std::vector<int>>>{{{1}}}, {.max_depth = 2}), "[[[…]]]");
  EXPECT_EQ(show(zoo::tree{1, {{2, {}}}}, {.max_depth = 2}), named("tree{.value = 1, .children = [tree{…}]}"));
  EXPECT_EQ(show(zoo::tree{1, {{2, {}}}}, {.max_depth = 0}), "tree{…}");
  EXPECT_EQ(show(std::vector<std::vector<int>>{{}}, {.max_depth = 1}), "[[]]"); // nothing is left out
  EXPECT_EQ(show(std::tuple<std::set<int>, zoo::empty>(), {.max_depth = 1}), "({}, empty{})");
}

TEST(show, long_lists_do_not_overflow_the_stack) {
  auto list = zoo::make_list(100000);
  auto text = show(list);
  EXPECT_NE(text.find("…"), text.npos);
  EXPECT_LT(text.size(), 10000u);
  EXPECT_NE(show_pretty(list).find("…"), text.npos);
  zoo::destroy_list(list);
}

TEST(show, cycles_end) {
  auto v = std::make_shared<zoo::vertex>();
  v->first = v->second = v;
  EXPECT_EQ(show(v), named("&vertex{.value = 0, .first = &…, .second = &…}"));
  auto w = std::make_shared<zoo::vertex>();
  v->first = w;
  w->first = v;
  EXPECT_EQ(show(v), named("&vertex{.value = 0, .first = &vertex{.value = 0, .first = &…, .second = nullptr}, "
                           ".second = &…}"));
  v->first = v->second = nullptr;
}

TEST(show, shared_parts_are_shown_wherever_they_are) {
  auto shared = std::make_shared<int>(1);
  EXPECT_EQ(show(std::vector{shared, shared}), "[&1, &1]");
}

TEST(show, what_would_take_exponential_time_is_cut) {
  auto v = std::make_shared<zoo::vertex>();
  for (int i = 0; i < 60; ++i) {
    v = std::make_shared<zoo::vertex>(zoo::vertex{i, v, v});
  }
  EXPECT_LT(show(v, {.max_chars = 100000}).size(), 110000u);
}

TEST(show_pretty, keeps_on_one_line_what_fits) {
  EXPECT_EQ(show_pretty(zoo::point{1, 2}), named("point{.x = 1, .y = 2}"));
  EXPECT_EQ(show_pretty(std::vector<int>()), "[]");
}

TEST(show_pretty, fills_lines_with_simple_items) {
  EXPECT_EQ(show_pretty(std::vector<int>(12, 7), 20), "[\n"
                                                      "  7, 7, 7, 7, 7, 7,\n"
                                                      "  7, 7, 7, 7, 7, 7\n"
                                                      "]");
}

TEST(show_pretty, breaks_outer_brackets_first) {
  std::map<std::string, std::vector<int>> v{{"a", {1, 2}}, {"long name", {1, 2, 3, 4, 5, 6, 7}}};
  EXPECT_EQ(show_pretty(v, 24), "{\n"
                                "  \"a\": [1, 2],\n"
                                "  \"long name\": [\n"
                                "    1, 2, 3, 4, 5, 6, 7\n"
                                "  ]\n"
                                "}");
}

TEST(show_pretty, breaks_aggregates_at_each_field) {
  zoo::account v("a rather long name", 1);
  EXPECT_EQ(show_pretty(v, 40), "account{\n"
                                "  .owner = \"a rather long name\",\n"
                                "  .balance = 1,\n"
                                "  .twice = 2\n"
                                "}");
  EXPECT_EQ(show_pretty(std::vector{v}, 30), "[\n"
                                             "  account{\n"
                                             "    .owner = \"a rather long name\",\n"
                                             "    .balance = 1,\n"
                                             "    .twice = 2\n"
                                             "  }\n"
                                             "]");
}

TEST(show_pretty, counts_characters_not_bytes) {
  std::vector<std::string> v(4, "\u00e9\u00e9\u00e9");
  EXPECT_EQ(show_pretty(v, 28), show(v));
  EXPECT_NE(show_pretty(v, 27), show(v));
}

TEST(show_pretty, no_line_is_wider_than_asked_where_that_can_be) {
  zoo::tree v{1, {{22, {{333, {}}, {4444, {{55555, {}}}}}}, {666666, {}}, {7, {{8, {}}, {9, {}}, {10, {}}}}}};
  for (std::size_t width : {10u, 20u, 30u, 40u, 60u, 80u, 120u}) {
    auto text = show_pretty(v, width);
    std::istringstream lines(text);
    std::string line, joined;
    while (std::getline(lines, line)) {
      if (width >= 40) {
        EXPECT_LE(line.size(), width) << text;
      }
      auto content = line.substr(std::min(line.find_first_not_of(' '), line.size()));
      joined += content.ends_with(',') ? content + " " : content;
    }
    EXPECT_EQ(joined, show(v));
  }
}

TEST(show_pretty, respects_limits) {
  EXPECT_EQ(show_pretty(std::vector<std::pair<int, int>>(100), 16, {.max_items = 1}), "[\n  (0, 0),\n  … 99 more\n]");
  EXPECT_NE(show_pretty(std::vector<int>(100), 20, {.max_items = 2}).find("98 more"), std::string::npos);
}

} // namespace
