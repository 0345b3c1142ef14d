// SPDX-License-Identifier: BSL-1.0
// The calendar: the dates of each class in a range.
#include <tali/gen/chrono.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace tali::detail {

namespace {

using std::chrono::year_month_day;

constexpr int simplest_year = 1970;

[[nodiscard]] int year_of(const year_month_day& date) noexcept { return static_cast<int>(date.year()); }
[[nodiscard]] int month_of(const year_month_day& date) noexcept {
  return static_cast<int>(static_cast<unsigned>(date.month()));
}
[[nodiscard]] int day_of(const year_month_day& date) noexcept {
  return static_cast<int>(static_cast<unsigned>(date.day()));
}

/// The last day of a month.
[[nodiscard]] int days_in(int year, int month) noexcept {
  constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && std::chrono::year(year).is_leap() ? 29 : days[static_cast<std::size_t>(month - 1)];
}

[[nodiscard]] date_range::numbers numbers_near(int lo, int hi, int simplest) noexcept {
  return {lo, hi, lo > hi ? lo : std::clamp(simplest, lo, hi)};
}

/// Years are counted from here, so that none is negative. A multiple of 400.
constexpr int year_zero = -32800;

[[nodiscard]] std::string text_of_date(const year_month_day& date) {
  return fmt::format("{:04}-{:02}-{:02}", year_of(date), month_of(date), day_of(date));
}

} // namespace

year_month_day make_date(int year, int month, int day) noexcept {
  return {std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
          std::chrono::day(static_cast<unsigned>(day))};
}

int number_of_month(const year_month_day& date) noexcept { return year_of(date) * 12 + month_of(date) - 1; }

year_month_day month_end(int number) noexcept {
  const int month = (number % 12 + 12) % 12 + 1;
  const int year = (number - (month - 1)) / 12;
  return make_date(year, month, days_in(year, month));
}

int number_of_leap_year(int year) noexcept {
  const int y = year - year_zero;
  return y / 4 - y / 100 + y / 400;
}

int leap_year(int number) noexcept {
  int lo = year_zero;
  int hi = -year_zero;
  while (lo < hi) { // the first year with this number of leap years up to it
    const int middle = lo + (hi - lo) / 2;
    if (number_of_leap_year(middle) < number) {
      lo = middle + 1;
    } else {
      hi = middle;
    }
  }
  return lo;
}

date_range::date_range(const year_month_day& lo, const year_month_day& hi) noexcept : lo_(lo), hi_(hi) {
  if (lo.ok() && hi.ok() && lo <= hi) {
    weights_ = {24, month_ends().empty() ? 0U : 3U, leap_days().empty() ? 0U : 2U, year_ends().empty() ? 0U : 1U};
  }
}

void date_range::check() const {
  if (weights_[0] != 0) {
    return;
  }
  throw generator_error(
      fmt::format("gen::date({}, {}): {}", text_of_date(lo_), text_of_date(hi_),
                  lo_.ok() && hi_.ok() ? "the range is empty: expected low <= high" : "a bound is not a date"));
}

date_range::numbers date_range::years() const noexcept {
  return numbers_near(year_of(lo_), year_of(hi_), simplest_year);
}

date_range::numbers date_range::months(int year) const noexcept {
  return numbers_near(year == year_of(lo_) ? month_of(lo_) : 1, year == year_of(hi_) ? month_of(hi_) : 12, 1);
}

date_range::numbers date_range::days(int year, int month) const noexcept {
  const bool first = year == year_of(lo_) && month == month_of(lo_);
  const bool last = year == year_of(hi_) && month == month_of(hi_);
  return numbers_near(first ? day_of(lo_) : 1, last ? day_of(hi_) : days_in(year, month), 1);
}

date_range::numbers date_range::month_ends() const noexcept {
  const bool whole = day_of(hi_) == days_in(year_of(hi_), month_of(hi_));
  return numbers_near(number_of_month(lo_), number_of_month(hi_) - (whole ? 0 : 1), simplest_year * 12);
}

date_range::numbers date_range::leap_days() const noexcept {
  // The number of leap years before the range's first leap day, and up to its last one.
  const auto up_to = [](const year_month_day& date, bool including) {
    const int year = year_of(date);
    const year_month_day leap = make_date(year, 2, 29);
    const bool counts = leap.ok() && (including ? leap <= date : leap < date);
    return number_of_leap_year(counts ? year : year - 1);
  };
  return numbers_near(up_to(lo_, false) + 1, up_to(hi_, true), number_of_leap_year(1972));
}

date_range::numbers date_range::year_ends() const noexcept {
  const bool whole = month_of(hi_) == 12 && day_of(hi_) == 31;
  return numbers_near(year_of(lo_), year_of(hi_) - (whole ? 0 : 1), simplest_year);
}

void show_date(std::string& out, const year_month_day& date) { out += text_of_date(date); }
void show_date(std::string& out, std::chrono::year year) { out += fmt::format("{}y", static_cast<int>(year)); }
void show_date(std::string& out, std::chrono::day day) { out += fmt::format("{}d", static_cast<unsigned>(day)); }

void show_date(std::string& out, std::chrono::month month) {
  constexpr std::array<std::string_view, 12> names{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
  const auto number = static_cast<unsigned>(month);
  out += month.ok() ? std::string(names[number - 1]) : fmt::format("month({})", number);
}

void show_date(std::string& out, std::chrono::weekday day) {
  constexpr std::array<std::string_view, 7> names{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                  "Thursday", "Friday", "Saturday"};
  const unsigned number = day.c_encoding();
  out += day.ok() ? std::string(names[number]) : fmt::format("weekday({})", number);
}

} // namespace tali::detail
