// SPDX-License-Identifier: BSL-1.0
// Which dates are drawn, how often, and how they are shown.
#include <tali/gen/chrono.hpp>
#include <tali/interpret/record.hpp>
#include <tali/interpret/sample.hpp>
#include <tali/value/hash.hpp>

#include <gtest/gtest.h>

#include <set>

namespace {

namespace gen = tali::gen;
using namespace std::chrono;
using namespace std::chrono_literals;

template <class G>
std::string simplest(const G& g) {
  return tali::show(*tali::replay(g, {}, 10, tali::choices::past_end::simplest));
}

TEST(dates, meet_the_ends_of_months_and_years_and_leap_days) {
  int leap_days = 0;
  int month_ends = 0;
  int year_ends = 0;
  const auto dates = tali::samples(gen::date(), 10000, 1);
  for (const year_month_day& d : dates) {
    ASSERT_TRUE(d.ok());
    leap_days += d.month() == February && d.day() == 29d;
    year_ends += d.month() == December && d.day() == 31d;
    month_ends += d == year_month_day(d.year() / d.month() / last);
  }
  // The branches alone give 667, 333 and 2000.
  EXPECT_GT(leap_days, 500);
  EXPECT_GT(year_ends, 200);
  EXPECT_GT(month_ends, 1500);
  EXPECT_LT(month_ends, 5000);
}

TEST(dates, are_all_possible) {
  std::set<year_month_day> seen;
  for (const auto& d : tali::samples(gen::date(2023y / 12 / 25, 2024y / 3 / 5), 20000, 2)) {
    seen.insert(d);
  }
  EXPECT_EQ(seen.size(), 7U + 31 + 29 + 5);
}

TEST(dates, count_leap_years_as_the_calendar_does) {
  for (const int year : {-32764, -400, -4, 0, 4, 1896, 1904, 1972, 2000, 2096, 2104, 32764}) {
    const int number = tali::detail::number_of_leap_year(year);
    EXPECT_EQ(tali::detail::leap_year(number), year);
    EXPECT_GT(tali::detail::leap_year(number + 1), year);
  }
  for (int number = 1; number < 15000; ++number) {
    ASSERT_TRUE(std::chrono::year(tali::detail::leap_year(number)).is_leap());
  }
}

TEST(dates, simplest_are_those_near_1970) {
  EXPECT_EQ(simplest(gen::date()), "1970-01-01");
  EXPECT_EQ(simplest(gen::date(1850y / 7 / 4, 1960y / 2 / 29)), "1960-01-01");
  EXPECT_EQ(simplest(gen::date(2001y / 9 / 9, 2030y / 1 / 1)), "2001-09-09");
  EXPECT_EQ(simplest(gen::time_of_day()), "0s");
  EXPECT_EQ(simplest(gen::sys_seconds()), "epoch + 0s");
}

TEST(dates, are_shown_as_one_writes_them) {
  EXPECT_EQ(tali::show(year_month_day(2024y / 2 / 29)), "2024-02-29");
  EXPECT_EQ(tali::show(year_month_day(5y / 2 / 1)), "0005-02-01");
  EXPECT_EQ(tali::show(2024y), "2024y");
  EXPECT_EQ(tali::show(February), "February");
  EXPECT_EQ(tali::show(month(14)), "month(14)");
  EXPECT_EQ(tali::show(7d), "7d");
  EXPECT_EQ(tali::show(Thursday), "Thursday");
  EXPECT_NE(tali::values::hash_value(year_month_day(2024y / 2 / 29)),
            tali::values::hash_value(year_month_day(2024y / 2 / 28)));
}

TEST(times_of_day, meet_their_limits) {
  int first = 0;
  int last_second = 0;
  for (const seconds s : tali::samples(gen::time_of_day(), 10000, 3)) {
    first += s == 0s;
    last_second += s == 86399s;
  }
  EXPECT_GT(first, 400);
  EXPECT_GT(last_second, 400);
}

TEST(points_in_time, reach_as_far_as_their_type) {
  for (const auto& t : tali::samples(gen::sys_time<nanoseconds>(), 2000, 4)) {
    const year_month_day d(floor<days>(t));
    ASSERT_TRUE(d.ok() && d.year() >= 1677y && d.year() <= 2262y);
  }
  for (const auto& t : tali::samples(gen::sys_time<seconds>(), 2000, 5)) {
    const year_month_day d(floor<days>(t));
    ASSERT_TRUE(d.ok() && d.year() >= 1y && d.year() <= 9999y);
  }
}

} // namespace
