// SPDX-License-Identifier: BSL-1.0
// Types with a formatter of fmt.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <ostream>
#include <vector>

#include "tali/value/show_fmt.hpp" // behind fmt

namespace formatted {

struct angle {
  double degrees;
};

enum class unit { degree, radian };

/// Has both: operator<< comes first.
struct both {
  int value;
  friend std::ostream& operator<<(std::ostream& out, const both& b) { return out << "streamed " << b.value; }
};

struct neither {
  int value;
};

} // namespace formatted

template <>
struct fmt::formatter<formatted::angle> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }

  template <class Context>
  auto format(const formatted::angle& a, Context& context) const {
    return fmt::format_to(context.out(), "{} deg", a.degrees);
  }
};

template <>
struct fmt::formatter<formatted::unit> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }

  template <class Context>
  auto format(formatted::unit u, Context& context) const {
    return fmt::format_to(context.out(), "unit {}", static_cast<int>(u));
  }
};

template <>
struct fmt::formatter<formatted::both> {
  constexpr auto parse(fmt::format_parse_context& context) { return context.begin(); }

  template <class Context>
  auto format(const formatted::both& b, Context& context) const {
    return fmt::format_to(context.out(), "formatted {}", b.value);
  }
};

namespace {

using tali::show;

TEST(show_fmt, uses_the_formatter) {
  EXPECT_EQ(show(formatted::angle{1.5}), "1.5 deg");
  EXPECT_EQ(show(std::vector<formatted::angle>{{1}, {2}}), "[1 deg, 2 deg]");
  EXPECT_EQ(show(formatted::unit::radian), "unit 1");
}

TEST(show_fmt, comes_behind_the_stream_operator) { EXPECT_EQ(show(formatted::both{3}), "streamed 3"); }

TEST(show_fmt, leaves_other_types_alone) {
  EXPECT_TRUE(show(formatted::neither{3}).starts_with("neither{"));
  EXPECT_EQ(show(1.0), "1.0");
  EXPECT_EQ(show("text"), "\"text\"");
}

} // namespace
