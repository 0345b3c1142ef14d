// SPDX-License-Identifier: BSL-1.0
// Names of types and enumerators: the same text from every compiler.
#include "tali/value/type_name.hpp"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace outer {

template <class A, class B>
struct two {
  struct inside {};
  enum class letter { a, b };
};

struct plain {};
namespace {
struct unnamed {};
enum class hidden { one = 1, minus_three = -3 };
} // namespace

enum class color : unsigned char { red, green };
enum unscoped { low, middle, high };
enum with_negatives { below = -5, above = 2 };
enum class initial : char { a = 'a' };
enum class answer : bool { no, yes };
enum class narrow : signed char { lowest = -128, highest = 127 };
enum class vacant {};
enum class distant { near = 7, far = 100000 };
enum class sparse { first = -128, last = 255, beyond = 256 };
enum class bits { none = 0, a = 1, b = 2, c = 1024 };
enum class twin { a = 1, b = 1, c = 2 };

template <class T>
auto local_of_template(T) {
  struct local {};
  return local{};
}

struct has_method {
  auto method() const {
    struct local {};
    return local{};
  }
};

} // namespace outer

template <>
inline constexpr auto tali::enum_values<outer::distant> = std::array{outer::distant::far, outer::distant::near};

template <>
inline constexpr auto tali::enum_values<outer::bits> =
    std::array{outer::bits::none, outer::bits::a, outer::bits::b, static_cast<outer::bits>(1 | 1024), outer::bits::c};

namespace {

using tali::values::enumerator_name;
using tali::values::enumerators;
using tali::values::short_type_name;
using tali::values::type_name;

TEST(type_name, is_known_at_compile_time) {
  static_assert(type_name<int>() == "int");
  static_assert(type_name<outer::plain>() == "outer::plain");
  static_assert(short_type_name<outer::plain>() == "plain");
}

TEST(type_name, spells_numbers_in_one_way) {
  EXPECT_EQ(type_name<unsigned long>(), "unsigned long");
  EXPECT_EQ(type_name<unsigned>(), "unsigned int");
  EXPECT_EQ(type_name<long long>(), "long long");
  EXPECT_EQ(type_name<unsigned long long>(), "unsigned long long");
  EXPECT_EQ(type_name<short>(), "short");
  EXPECT_EQ(type_name<unsigned short>(), "unsigned short");
  EXPECT_EQ(type_name<signed char>(), "signed char");
  EXPECT_EQ(type_name<unsigned char>(), "unsigned char");
  EXPECT_EQ(type_name<char>(), "char");
  EXPECT_EQ(type_name<bool>(), "bool");
  EXPECT_EQ(type_name<long double>(), "long double");
  __extension__ using wide = __int128;
  __extension__ using unsigned_wide = unsigned __int128;
  EXPECT_EQ(type_name<wide>(), "__int128");
  EXPECT_EQ(type_name<unsigned_wide>(), "unsigned __int128");
}

TEST(type_name, leaves_out_what_one_would_not_write) {
  EXPECT_EQ(type_name<std::string>(), "std::string");
  EXPECT_EQ(type_name<std::wstring>(), "std::wstring");
  EXPECT_EQ(type_name<std::string_view>(), "std::string_view");
  EXPECT_EQ(type_name<std::vector<std::vector<std::string>>>(), "std::vector<std::vector<std::string>>");
  EXPECT_EQ((type_name<std::map<int, std::string>>()), "std::map<int, std::string>");
  EXPECT_EQ((type_name<std::array<int, 3>>()), "std::array<int, 3>");
  EXPECT_EQ(type_name<std::unique_ptr<const long>>(), "std::unique_ptr<const long>");
}

TEST(type_name, spells_pointers_references_and_arrays) {
  EXPECT_EQ(type_name<const char*>(), "const char*");
  EXPECT_EQ(type_name<const int* const>(), "const int* const");
  EXPECT_EQ(type_name<int&>(), "int&");
  EXPECT_EQ(type_name<int[3]>(), "int[3]");
  EXPECT_EQ((type_name<outer::two<int*, long&&>>()), "outer::two<int*, long&&>");
  EXPECT_EQ(type_name<int (*)(int)>(), "int (*)(int)");
}

TEST(type_name, knows_nested_local_and_unnamed) {
  struct local {};
  EXPECT_EQ((type_name<outer::two<int, long>::inside>()), "outer::two<int, long>::inside");
  EXPECT_EQ((short_type_name<outer::two<int, long>::inside>()), "inside");
  EXPECT_EQ((short_type_name<outer::two<outer::plain, std::vector<outer::plain>>>()), "two<plain, vector<plain>>");
  EXPECT_EQ(type_name<outer::unnamed>(), "outer::unnamed");
  EXPECT_EQ(type_name<local>(), "local");
  EXPECT_EQ(type_name<std::vector<local>>(), "std::vector<local>");
  EXPECT_EQ(type_name<decltype(outer::local_of_template(1))>(), "local");
  EXPECT_EQ(type_name<decltype(outer::has_method{}.method())>(), "local");
  auto lambda = [](int) {};
  EXPECT_EQ(type_name<decltype(lambda)>(), "<lambda>");
}

TEST(enumerators, are_named) {
  static_assert(enumerator_name(outer::color::green) == "green");
  EXPECT_EQ(enumerator_name(outer::color::red), "red");
  EXPECT_EQ(enumerator_name(static_cast<outer::color>(2)), "");
  EXPECT_EQ(enumerator_name(outer::middle), "middle");
  EXPECT_EQ(enumerator_name(outer::hidden::minus_three), "minus_three");
  EXPECT_EQ(enumerator_name(outer::initial::a), "a");
  EXPECT_EQ(enumerator_name(outer::answer::yes), "yes");
  EXPECT_EQ((enumerator_name(outer::two<int, std::pair<int, long>>::letter::b)), "b");
  enum class local { here };
  EXPECT_EQ(enumerator_name(local::here), "here");
}

template <class E>
std::vector<E> listed() {
  return {enumerators<E>().begin(), enumerators<E>().end()};
}

TEST(enumerators, are_listed_in_order) {
  static_assert(enumerators<outer::color>().size() == 2);
  static_assert(enumerators<outer::color>()[1] == outer::color::green);
  using outer::color;
  EXPECT_EQ(listed<color>(), (std::vector{color::red, color::green}));
  EXPECT_EQ(listed<outer::unscoped>(), (std::vector{outer::low, outer::middle, outer::high}));
  EXPECT_EQ(listed<outer::with_negatives>(), (std::vector{outer::below, outer::above}));
  EXPECT_EQ(listed<outer::hidden>(), (std::vector{outer::hidden::minus_three, outer::hidden::one}));
  EXPECT_EQ(listed<outer::narrow>(), (std::vector{outer::narrow::lowest, outer::narrow::highest}));
  EXPECT_TRUE(enumerators<outer::vacant>().empty());
}

TEST(enumerators, are_scanned_up_to_255) {
  using outer::sparse;
  EXPECT_EQ(listed<sparse>(), (std::vector{sparse::first, sparse::last}));
  EXPECT_EQ(enumerator_name(sparse::beyond), "");
}

TEST(enumerators, can_be_listed_by_hand) {
  using outer::distant;
  EXPECT_EQ(listed<distant>(), (std::vector{distant::far, distant::near}));
  EXPECT_EQ(enumerator_name(distant::far), "far");
}

TEST(enumerators, listed_may_be_combinations) {
  using outer::bits;
  EXPECT_EQ(enumerators<bits>().size(), 5u);
  EXPECT_EQ(enumerator_name(bits::c), "c");
  EXPECT_EQ(enumerator_name(static_cast<bits>(1 | 1024)), "");
}

TEST(enumerators, of_equal_value_count_once) { EXPECT_EQ(enumerators<outer::twin>().size(), 2u); }

} // namespace
