// SPDX-License-Identifier: BSL-1.0
// Generators derived from types that do not contain themselves: scalars, aggregates, C arrays, enumerations, variants,
// classes with listed fields, customised types, overridden fields.
#include "tables.hpp"

#include <tali/gen.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <variant>

namespace conformance {

namespace gen = tali::gen;
using tali::arbitrary;

namespace shapes {

enum class weekday_kind : unsigned char { work, rest };
enum flags : unsigned { none = 0, one = 1, two = 2 };

struct empty {};
struct point {
  int x;
  int y;
};
struct pixel {
  std::uint8_t red, green, blue;
  bool operator==(const pixel&) const = default;
};
struct person {
  std::string name;
  std::optional<int> age;
  std::vector<std::string> tags;
  weekday_kind kind;
};
struct matrix {
  int cells[2][2];
  bool done;
};
struct short_name {
  char text[4];
  short id;
};
struct line {
  point from;
  point to;
  std::map<std::string, point> marks;
};
struct holder {
  std::unique_ptr<point> owned;
  std::shared_ptr<int> shared;
};
struct shape {
  std::variant<point, line, std::monostate, weekday_kind> what;
};
struct booleans {
  bool a;
  bool b;
  weekday_kind c;
};

/// A class with an invariant in its constructor: its fields are listed, and assigned one by one.
class account {
public:
  account() = default;
  [[nodiscard]] const std::string& owner() const { return owner_; }
  [[nodiscard]] int balance() const { return balance_; }

private:
  friend struct tali::fields_of<account>;
  std::string owner_;
  int balance_ = 0;
};

/// A class that defines its own generator: even numbers.
struct even_number {
  int value = 0;
};
struct has_even {
  even_number first;
  std::vector<even_number> more;
};

} // namespace shapes

using namespace shapes;

} // namespace conformance

template <>
struct tali::fields_of<conformance::shapes::account> {
  static constexpr auto value = fields(field("owner", &conformance::shapes::account::owner_),
                                       field("balance", &conformance::shapes::account::balance_));
};

template <>
struct tali::arbitrary_for<conformance::shapes::even_number> {
  static auto make() {
    return gen::map(
        gen::integer(-50, 50), [](int v) { return conformance::shapes::even_number{2 * v}; },
        [](const conformance::shapes::even_number& v) {
          return v.value % 2 == 0 ? std::optional(v.value / 2) : std::nullopt;
        });
  }
};

namespace conformance {

namespace {

bool all_even(const has_even& v) {
  for (const even_number& n : v.more) {
    if (n.value % 2 != 0) {
      return false;
    }
  }
  return v.first.value % 2 == 0;
}

} // namespace

void derived(table& into) {
  SUBJECT(arbitrary<bool>()).sequences(2);
  SUBJECT(arbitrary<char>()).sequences(256);
  SUBJECT(arbitrary<signed char>()).sequences(256);
  SUBJECT(arbitrary<wchar_t>());
  SUBJECT(arbitrary<char8_t>());
  SUBJECT(arbitrary<char16_t>());
  SUBJECT(arbitrary<char32_t>()).outside(char32_t{0xdc00});
  SUBJECT(arbitrary<int>());
  SUBJECT(arbitrary<unsigned long>());
  SUBJECT(arbitrary<tali::detail::int128>());
  SUBJECT(arbitrary<float>());
  SUBJECT(arbitrary<double>());
  SUBJECT(arbitrary<long double>());
  SUBJECT(arbitrary<std::byte>()).sequences(256);
  SUBJECT(arbitrary<weekday_kind>()).sequences(2).outside(static_cast<weekday_kind>(2));
  SUBJECT(arbitrary<flags>()).sequences(3);
  SUBJECT(arbitrary<std::string>());
  SUBJECT(arbitrary<std::wstring>());
  SUBJECT(arbitrary<std::u8string>());
  SUBJECT(arbitrary<std::u16string>());
  SUBJECT(arbitrary<std::u32string>());
  SUBJECT(arbitrary<std::optional<bool>>()).sequences(3);
  SUBJECT(arbitrary<std::unique_ptr<bool>>()).sequences(3);
  SUBJECT(arbitrary<std::shared_ptr<std::string>>());
  SUBJECT(arbitrary<std::pair<bool, weekday_kind>>()).sequences(4);
  SUBJECT(arbitrary<std::tuple<bool, std::optional<bool>, bool>>()).sequences(12);
  SUBJECT(arbitrary<std::tuple<>>()).sequences(1);
  SUBJECT(arbitrary<std::variant<bool, weekday_kind>>()).sequences(4);
  SUBJECT(arbitrary<std::variant<int, int, std::string>>());
  SUBJECT(arbitrary<std::monostate>()).sequences(1);
  SUBJECT(arbitrary<std::chrono::milliseconds>());
  SUBJECT(arbitrary<std::chrono::duration<double>>()).equal_by([](const auto& a, const auto& b) {
    return tali::values::equal_values(a.count(), b.count()); // NaN seconds are not equal to themselves
  });
  SUBJECT(arbitrary<std::chrono::steady_clock::time_point>());

  SUBJECT(arbitrary<empty>()).sequences(1);
  SUBJECT(arbitrary<point>());
  SUBJECT(arbitrary<pixel>());
  SUBJECT(arbitrary<person>());
  SUBJECT(arbitrary<matrix>());
  SUBJECT(arbitrary<short_name>());
  SUBJECT(arbitrary<line>());
  SUBJECT(arbitrary<holder>());
  SUBJECT(arbitrary<shape>());
  SUBJECT(arbitrary<booleans>()).sequences(8);
  SUBJECT(arbitrary<account>());
  SUBJECT(arbitrary<has_even>()).valid(all_even).outside(has_even{{1}, {}}, has_even{{0}, {{2}, {3}}});
  SUBJECT(arbitrary<std::vector<line>>()).share(0.5);

  SUBJECT(arbitrary<booleans>().with(&booleans::a, gen::exact(true))).sequences(4).outside(booleans{});
  SUBJECT(arbitrary<booleans>().with(&booleans::b, gen::exact(true)).with(&booleans::a, gen::exact(false)))
      .sequences(2)
      .outside(booleans{true, true, {}}, booleans{});
  SUBJECT(arbitrary<person>().with(&person::name, gen::ascii(3)).with(&person::tags, gen::vector(gen::ascii(1), 2)))
      .valid([](const person& p) { return p.name.size() == 3 && p.tags.size() == 2; })
      .outside(person{"four", {}, {"a", "b"}, {}}, person{"abc", {}, {}, {}});
  SUBJECT(arbitrary<matrix>().with(&matrix::done, gen::exact(true))).valid([](const matrix& m) { return m.done; });
}

} // namespace conformance
