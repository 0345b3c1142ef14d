// SPDX-License-Identifier: BSL-1.0
// Counting, typing, naming and tying the fields of aggregates.
#include "tali/value/fields.hpp"

#include <any>
#include <array>
#include <atomic>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "unit/value/types.hpp"

namespace {

using tali::values::field_count;
using tali::values::field_name;
using tali::values::field_type;

// The field names are not known to Clang before 18.
#if defined(__clang__) && __clang_major__ < 18
constexpr bool names_known = false;
#else
constexpr bool names_known = true;
#endif

template <class T>
std::vector<std::string> names() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    return std::vector<std::string>{std::string(field_name<T, I>())...};
  }(std::make_index_sequence<field_count<T>>{});
}

void expect_names(const std::vector<std::string>& actual, const std::vector<std::string>& expected) {
  EXPECT_EQ(actual, names_known ? expected : std::vector<std::string>(expected.size()));
}

struct one {
  int value;
};
struct one_array {
  int value[4];
};
struct one_string {
  std::string value;
};
struct nested_one {
  one inner;
};

TEST(field_count, of_few) {
  static_assert(field_count<zoo::empty> == 0);
  static_assert(field_count<one> == 1);
  static_assert(field_count<one_array> == 1);
  static_assert(field_count<one_string> == 1);
  static_assert(field_count<nested_one> == 1);
  static_assert(field_count<zoo::point> == 2);
  static_assert(field_count<const zoo::point> == 2);
}

struct of_everything {
  bool a;
  char b;
  long double c;
  zoo::color d;
  int* e;
  std::nullptr_t f;
  int (*g)(int);
  int of_everything::* h;
  std::string i;
  std::string_view j;
  std::vector<int> k;
  std::map<int, std::string> l;
  std::optional<std::string> m;
  std::optional<std::any> n;
  std::variant<int, std::string> o;
  std::any p;
  std::function<int()> q;
  std::unique_ptr<int> r;
  std::shared_ptr<int> s;
  std::span<int> t;
  std::pair<int, int> u;
  std::tuple<int> v;
  std::array<int, 3> w;
  std::atomic<int> x;
  std::mutex y;
  std::reference_wrapper<int> z;
};

TEST(field_count, of_members_of_every_kind) {
  static_assert(field_count<of_everything> == 26);
  static_assert(field_count<zoo::document> == 6);
  static_assert(field_count<zoo::tree> == 2);
  static_assert(field_count<zoo::vertex> == 3);
  static_assert(field_count<zoo::box<zoo::box<int>>> == 2);
}

struct with_arrays {
  int a[3];
  std::string b;
  std::unique_ptr<int> c;
  char d[16];
};
struct array_first {
  std::unique_ptr<int> a[2];
  int b;
};
struct array_of_arrays {
  int a[2][3];
  zoo::point b[2];
  double c;
};
struct array_of_one {
  int a[1];
  int b[1];
};
struct long_array {
  int a;
  char b[256];
  int c;
};
struct nested_aggregates {
  zoo::point a;
  zoo::point b;
  with_arrays c;
  std::array<int, 3> d;
  std::array<zoo::point, 2> e;
};

TEST(field_count, is_not_confused_by_arrays) {
  static_assert(field_count<with_arrays> == 4);
  static_assert(field_count<array_first> == 2);
  static_assert(field_count<array_of_arrays> == 3);
  static_assert(field_count<array_of_one> == 2);
  static_assert(field_count<long_array> == 3);
  static_assert(field_count<nested_aggregates> == 5);
}

struct no_default {
  explicit no_default(int);
};
struct needs_initialisers {
  int a;
  no_default b;
  no_default c;
  std::string d;
};
struct array_needs_initialisers {
  int a;
  no_default b[2];
  std::string c;
  no_default d;
};
struct immovable {
  immovable() = default;
  immovable(const immovable&) = delete;
};
struct holds_immovable {
  immovable a;
  int b;
};
struct takes_anything {
  takes_anything() = default;
  template <class T>
  takes_anything(T&&) {} // NOLINT(bugprone-forwarding-reference-overload): that is what it is about
};
struct holds_takes_anything {
  takes_anything a;
  int b;
  takes_anything c;
};
struct any_first {
  std::any a;
  int b;
};
struct takes_list {
  takes_list(std::initializer_list<int>);
};
struct holds_takes_list {
  takes_list a;
  std::vector<int> b;
  int c;
};

TEST(field_count, of_awkward_members) {
  static_assert(field_count<needs_initialisers> == 4);
  static_assert(field_count<array_needs_initialisers> == 4);
  static_assert(field_count<holds_immovable> == 2);
  static_assert(field_count<holds_takes_anything> == 3);
  static_assert(field_count<any_first> == 2);
  static_assert(field_count<holds_takes_list> == 3);
}

struct tag {};
struct other_tag {};
struct based : tag {
  int a;
  std::string b;
};
struct twice_based : tag, other_tag {
  int a[2];
  int b;
};
struct only_based : tag {};
struct full {
  int a;
};
struct based_on_full : full {
  int b;
};

TEST(field_count, sets_empty_bases_aside) {
  static_assert(field_count<based> == 2);
  static_assert(field_count<twice_based> == 2);
  static_assert(field_count<only_based> == 0);
  based v{{}, 1, "x"};
  auto [a, b] = tali::values::tie_fields(v);
  EXPECT_EQ(a, 1);
  EXPECT_EQ(b, "x");
}

struct reference_member {
  int& a;
};
struct constant_reference_member {
  int b;
  const int& a;
};

TEST(reflectable, says_what_can_be_taken_apart) {
  static_assert(tali::values::reflectable<zoo::point>);
  static_assert(tali::values::reflectable<zoo::flags>);
  static_assert(tali::values::reflectable<zoo::account>);
  static_assert(!tali::values::reflectable<based_on_full>);
  static_assert(!tali::values::reflectable<reference_member>);
  static_assert(!tali::values::reflectable<constant_reference_member>);
  static_assert(!tali::values::reflectable<std::string>);
  static_assert(!tali::values::reflectable<int>);
}

union choice {
  int a;
  float b;
};

TEST(is_aggregate_like, knows_aggregates_from_containers) {
  static_assert(tali::values::is_aggregate_like<zoo::point>);
  static_assert(tali::values::is_aggregate_like<zoo::empty>);
  static_assert(tali::values::is_aggregate_like<zoo::account>);
  static_assert(!tali::values::is_aggregate_like<std::array<int, 3>>);
  static_assert(!tali::values::is_aggregate_like<int[3]>);
  static_assert(!tali::values::is_aggregate_like<choice>);
  static_assert(!tali::values::is_aggregate_like<std::pair<int, int>>);
  static_assert(!tali::values::is_aggregate_like<zoo::money>);
}

struct with_constants {
  const int a;
  const std::string b;
  int c = 3;
};

TEST(field_type, is_the_declared_type) {
  static_assert(std::is_same_v<field_type<zoo::point, 1>, int>);
  static_assert(std::is_same_v<field_type<with_arrays, 0>, int[3]>);
  static_assert(std::is_same_v<field_type<with_arrays, 2>, std::unique_ptr<int>>);
  static_assert(std::is_same_v<field_type<with_constants, 1>, const std::string>);
  static_assert(std::is_same_v<field_type<zoo::flags, 2>, bool>);
  static_assert(std::is_same_v<field_type<zoo::account, 1>, long>);
}

TEST(field_name, is_read_from_the_compiler) {
  expect_names(names<zoo::point>(), {"x", "y"});
  expect_names(names<with_arrays>(), {"a", "b", "c", "d"});
  expect_names(names<with_constants>(), {"a", "b", "c"});
  expect_names(names<zoo::document>(), {"items", "ages", "tags", "version", "key", "extra"});
  expect_names(names<zoo::box<std::map<int, std::pair<int, zoo::point>>>>(), {"value", "more"});
  expect_names(names<twice_based>(), {"a", "b"});
  expect_names(names<needs_initialisers>(), {"a", "b", "c", "d"});
  expect_names(names<of_everything>(), {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m",
                                        "n", "o", "p", "q", "r", "s", "t", "u", "v", "w", "x", "y", "z"});
  struct local {
    int here;
    std::string there_2;
  };
  expect_names(names<local>(), {"here", "there_2"});
}

TEST(field_name, is_empty_where_there_is_no_address) {
  EXPECT_EQ(names<zoo::flags>(), (std::vector<std::string>{"", "", ""}));
}

TEST(field_name, of_a_listed_field_is_the_listed_one) {
  static_assert(field_name<zoo::account, 0>() == "owner");
  EXPECT_EQ(names<zoo::account>(), (std::vector<std::string>{"owner", "balance", "twice"}));
}

TEST(tie_fields, gives_references) {
  zoo::point p{1, 2};
  auto [x, y] = tali::values::tie_fields(p);
  static_assert(std::is_same_v<decltype(x), int&>);
  x = 5;
  EXPECT_EQ(p.x, 5);
  EXPECT_EQ(&y, &p.y);

  const zoo::point q{3, 4};
  auto [cx, cy] = tali::values::tie_fields(q);
  static_assert(std::is_same_v<decltype(cx), const int&>);
  EXPECT_EQ(cx + cy, 7);
}

TEST(tie_fields, works_with_what_cannot_be_copied) {
  with_arrays v{{1, 2, 3}, "s", std::make_unique<int>(4), "name"};
  auto tied = tali::values::tie_fields(v);
  static_assert(std::tuple_size_v<decltype(tied)> == 4);
  get<0>(tied)[1] = 20;
  *get<2>(tied) = 40;
  EXPECT_EQ(v.a[1], 20);
  EXPECT_EQ(*v.c, 40);
}

TEST(tie_fields, works_at_compile_time) {
  static constexpr zoo::point p{1, 2};
  static_assert(get<1>(tali::values::tie_fields(p)) == 2);
}

TEST(for_each_field, goes_in_order) {
  zoo::point p{1, 2};
  std::vector<int> seen;
  tali::values::for_each_field(p, [&](int& v) { seen.push_back(v++); });
  EXPECT_EQ(seen, (std::vector{1, 2}));
  EXPECT_EQ(p.y, 3);
}

TEST(for_each_field, reads_bit_fields) {
  const zoo::flags f{5, 17, true};
  std::vector<unsigned> seen;
  tali::values::for_each_field(f, [&](const auto& v) { seen.push_back(v); });
  EXPECT_EQ(seen, (std::vector<unsigned>{5, 17, 1}));
}

TEST(for_each_named_field, gives_names_too) {
  const zoo::account a("ann", 7);
  std::string seen;
  tali::values::for_each_named_field(a, [&](std::string_view name, const auto& v) {
    seen += name;
    seen += '=';
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(v)>, std::string>)
      seen += v;
    else
      seen += std::to_string(v);
    seen += ' ';
  });
  EXPECT_EQ(seen, "owner=ann balance=7 twice=14 ");
}

struct sixty_four {
  int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15;
  std::string b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
  double c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15;
  std::unique_ptr<int> d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14;
  int d15[3];
};

TEST(field_count, goes_up_to_64) {
  static_assert(field_count<sixty_four> == 64);
  sixty_four v{};
  v.d15[1] = 9;
  EXPECT_EQ(get<63>(tali::values::tie_fields(v))[1], 9);
  EXPECT_EQ((field_name<sixty_four, 63>()), names_known ? "d15" : "");
}

} // namespace
