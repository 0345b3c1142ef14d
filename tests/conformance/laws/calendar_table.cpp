// SPDX-License-Identifier: BSL-1.0
// Dates, times and durations.
#include "tables.hpp"

#include <tali/gen/chrono.hpp>

namespace conformance {

namespace gen = tali::gen;
using namespace std::chrono;
using namespace std::chrono_literals;
using tali::arbitrary;

namespace {

template <class T>
auto from_to(T lo, T hi) {
  return [lo, hi](const T& v) { return v >= lo && v <= hi; };
}

auto dates_from_to(year_month_day lo, year_month_day hi) {
  return [lo, hi](const year_month_day& v) { return v.ok() && v >= lo && v <= hi; };
}

const sys_seconds new_year = sys_days(2000y / 1 / 1);

} // namespace

void calendar(table& into) {
  SUBJECT(gen::date()).valid(dates_from_to(1y / 1 / 1, 9999y / 12 / 31)).outside(0y / 12 / 31, 2001y / 2 / 29);
  SUBJECT(gen::date(2000y / 2 / 28, 2000y / 3 / 1))
      .valid(dates_from_to(2000y / 2 / 28, 2000y / 3 / 1))
      .sequences(3 + 1 + 1) // any, end of month, leap day
      .outside(2000y / 2 / 27, 2000y / 3 / 2, 2000y / 2 / 30);
  SUBJECT(gen::date(1900y / 1 / 1, 1900y / 12 / 31)).sequences(365 + 12 + 1).outside(1900y / 2 / 29);
  SUBJECT(gen::date(2023y / 5 / 5, 2023y / 5 / 5)).sequences(1).outside(2023y / 5 / 6);
  SUBJECT(gen::date(-32767y / 1 / 1, 32767y / 12 / 31)).valid([](const year_month_day& v) { return v.ok(); });
  SUBJECT(gen::date(1850y / 7 / 4, 1960y / 2 / 29)).valid(dates_from_to(1850y / 7 / 4, 1960y / 2 / 29));
  SUBJECT(gen::time_of_day()).valid(from_to(0s, 86399s)).outside(86400s, -1s);
  SUBJECT(gen::time_of_day<milliseconds>()).valid(from_to(0ms, 86399999ms)).outside(86400000ms);
  SUBJECT(gen::time_of_day<nanoseconds>()).valid(from_to(0ns, nanoseconds(24h) - 1ns));
  SUBJECT(gen::time_of_day<hours>()).valid(from_to(0h, 23h)).sequences(24 + 2);
  SUBJECT(gen::time_of_day(59min, 61min)).valid(from_to(59min, 61min)).sequences(3 + 2).outside(58min, 62min);
  SUBJECT(gen::time_of_day(3599s, 3600s)).valid(from_to(3599s, 3600s)).sequences(2 + 2);
  SUBJECT(gen::sys_days());
  SUBJECT(gen::sys_days(sys_days(1999y / 12 / 31), sys_days(2000y / 1 / 1))).sequences(2 + 1 + 1);
  SUBJECT(gen::sys_seconds());
  SUBJECT(gen::sys_seconds(new_year - 5s, new_year + 5s))
      .valid(from_to(new_year - 5s, new_year + 5s))
      .outside(new_year - 6s, new_year + 6s);
  SUBJECT(gen::sys_time<nanoseconds>());
  SUBJECT(gen::sys_time<minutes>());
  SUBJECT(gen::duration(-3s, 3s)).valid(from_to(-3s, 3s)).sequences(7).outside(4s);
  SUBJECT(gen::duration(1ms, 2h)).valid(from_to(1ms, milliseconds(2h))).outside(0ms);
  SUBJECT(gen::duration(duration<double>(0.5), duration<double>(1))).outside(duration<double>(2));
  SUBJECT(gen::time_point(steady_clock::time_point(1s), steady_clock::time_point(2s)))
      .valid(from_to(steady_clock::time_point(1s), steady_clock::time_point(2s)))
      .outside(steady_clock::time_point());
  SUBJECT(arbitrary<year>()).valid([](year v) { return v.ok(); });
  SUBJECT(arbitrary<month>()).sequences(12).valid([](month v) { return v.ok(); }).outside(month(0), month(13));
  SUBJECT(arbitrary<day>()).sequences(31).valid([](day v) { return v.ok(); }).outside(day(0));
  SUBJECT(arbitrary<weekday>()).sequences(7).valid([](weekday v) { return v.ok(); });
  SUBJECT(arbitrary<year_month_day>()).valid([](const year_month_day& v) { return v.ok(); });
  SUBJECT(arbitrary<std::vector<std::optional<year_month_day>>>());
}

} // namespace conformance
