// SPDX-License-Identifier: BSL-1.0
// Dates, times of day, durations and points in time. Not in the umbrella header: it includes <chrono>.
//
//   gen::date()                         a year_month_day from 0001-01-01 to 9999-12-31
//   gen::date(2000y/1/1, 2030y/12/31)   ... within bounds
//   gen::sys_days(), gen::sys_seconds(), gen::sys_time<milliseconds>()
//                                       the same as points in time, with or without bounds
//   gen::time_of_day<milliseconds>()    since midnight, less than 24 h
//   gen::duration(1ms, 2h), gen::time_point(from, to)
//                                       by number of ticks, of any clock
//
// Many bugs are at the ends of months and years and at the 29th of February, so they have separate branches. A date is
// drawn as year, month and day and a time as hours, minutes, seconds and the rest, so that shrunk values are readable:
// the simplest date is the first of January of the year nearest to 1970, the simplest time is midnight. All branches
// make the same number of choices, some with a single alternative, because fewer choices would count as simpler.
//
// This header also provides arbitrary<T>(), text and fingerprints for dates and their parts. Durations and points in
// time have these without it; their arbitrary<T>() covers the whole range of the type.
#pragma once

#include <tali/gen/arbitrary.hpp>
#include <tali/gen/map.hpp>
#include <tali/gen/ticks.hpp>
#include <tali/value/show.hpp>

#include <array>
#include <chrono>

namespace tali {

namespace detail {

/// Dates between two dates, by class.
class date_range {
public:
  enum kind : std::uint32_t { any, month_end, leap_day, year_end };
  static constexpr std::array<std::string_view, 4> labels{"any", "end of month", "leap day", "end of year"};

  date_range(const std::chrono::year_month_day& lo, const std::chrono::year_month_day& hi) noexcept;

  /// Throws if there is no date between the two.
  void check() const;
  [[nodiscard]] bool contains(const std::chrono::year_month_day& date) const noexcept {
    return date.ok() && date >= lo_ && date <= hi_;
  }

  /// Classes without a date have weight 0.
  [[nodiscard]] branch_request kinds() const noexcept { return {weights_, labels}; }

  /// A range of numbers, and the simplest of them.
  struct numbers {
    int lo;
    int hi;
    int simplest;
    [[nodiscard]] constexpr bool empty() const { return lo > hi; }
    [[nodiscard]] constexpr integer_gen<int, spread::automatic> generator() const { return {lo, hi, simplest}; }
    [[nodiscard]] constexpr integer_gen<int, spread::edgy> edgy() const { return {lo, hi, simplest}; }
  };
  [[nodiscard]] numbers years() const noexcept;
  [[nodiscard]] numbers months(int year) const noexcept;
  [[nodiscard]] numbers days(int year, int month) const noexcept;
  /// Months with their last day in the range, numbered consecutively.
  [[nodiscard]] numbers month_ends() const noexcept;
  /// Leap years with their leap day in the range, numbered consecutively.
  [[nodiscard]] numbers leap_days() const noexcept;
  [[nodiscard]] numbers year_ends() const noexcept;

private:
  std::chrono::year_month_day lo_;
  std::chrono::year_month_day hi_;
  std::array<std::uint32_t, 4> weights_{};
};

[[nodiscard]] std::chrono::year_month_day make_date(int year, int month, int day) noexcept;
[[nodiscard]] std::chrono::year_month_day month_end(int number) noexcept;
[[nodiscard]] int number_of_month(const std::chrono::year_month_day& date) noexcept;
[[nodiscard]] int leap_year(int number) noexcept;
/// The number of leap years up to this one, from a fixed one on.
[[nodiscard]] int number_of_leap_year(int year) noexcept;

void show_date(std::string& out, const std::chrono::year_month_day& date);
void show_date(std::string& out, std::chrono::year year);
void show_date(std::string& out, std::chrono::month month);
void show_date(std::string& out, std::chrono::day day);
void show_date(std::string& out, std::chrono::weekday day);

template <class T>
struct date_shower {
  static void show(std::string& out, const T& v) { show_date(out, v); }
};

/// Choices with a single alternative, which keep the number of choices constant.
template <class S>
void draw_no_choices(S& source, std::size_t count) {
  for (; count > 0; --count) {
    static_cast<void>(source.uniform(std::uint32_t{0}));
  }
}
template <class F>
[[nodiscard]] auto reflect_no_choices(F& forest, std::size_t count) {
  auto made = forest.empty();
  for (; count > 0; --count) {
    made = forest.join(made, forest.integer(0, 0, 0));
  }
  return made;
}

/// The number of ticks of D in a day, and the units of a time of day.
template <class D>
struct day_units {
  static_assert(std::integral<typename D::rep>, "tali: times of day are counted in ticks of an integral type");
  static_assert(std::is_convertible_v<std::chrono::days, D>, "tali: a day must be a whole number of ticks");
  static constexpr std::int64_t day = std::chrono::duration_cast<D>(std::chrono::hours(24)).count();
  [[nodiscard]] static constexpr std::array<std::int64_t, 4> sizes() {
    return {in_ticks<std::chrono::hours>(), in_ticks<std::chrono::minutes>(), in_ticks<std::chrono::seconds>(), 1};
  }

private:
  /// The unit, if it is a whole number of ticks; otherwise a single tick, and the units below are not used.
  template <class Unit>
  [[nodiscard]] static constexpr std::int64_t in_ticks() {
    if constexpr (std::is_convertible_v<Unit, D>) {
      return D(Unit(1)).count();
    } else {
      return 1;
    }
  }
};

class date_gen {
public:
  using value_type = std::chrono::year_month_day;
  static constexpr span_info span{span_kind::branch, {}, &family_of<date_gen>};

  date_gen(const value_type& lo, const value_type& hi) : range_(lo, hi) {}

  template <class S>
  value_type operator()(S& source) const {
    range_.check();
    [[maybe_unused]] const auto scope = source.template span<span>();
    switch (source.branch(range_.kinds())) {
    case date_range::month_end:
      return special(source, month_end(range_.month_ends().generator()(source)));
    case date_range::leap_day:
      return special(source, make_date(leap_year(range_.leap_days().generator()(source)), 2, 29));
    case date_range::year_end:
      return special(source, make_date(range_.year_ends().generator()(source), 12, 31));
    default: {
      const int year = range_.years().generator()(source);
      const int month = range_.months(year).generator()(source);
      return make_date(year, month, range_.days(year, month).edgy()(source));
    }
    }
  }

  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    auto ways = forest.none();
    if (!range_.contains(v)) {
      return ways;
    }
    const int year = static_cast<int>(v.year());
    const int month = static_cast<int>(static_cast<unsigned>(v.month()));
    const int day = static_cast<int>(static_cast<unsigned>(v.day()));
    const auto add = [&](date_range::kind kind, auto choices) {
      ways = forest.either(ways, forest.branch(kind, range_.kinds(), choices));
    };
    add(date_range::any, forest.join(range_.years().generator().reflect(forest, year),
                                     forest.join(range_.months(year).generator().reflect(forest, month),
                                                 range_.days(year, month).edgy().reflect(forest, day))));
    const auto add_special = [&](date_range::kind kind, auto choice) {
      add(kind, forest.join(choice, reflect_no_choices(forest, 2)));
    };
    if (v == month_end(number_of_month(v))) {
      add_special(date_range::month_end, range_.month_ends().generator().reflect(forest, number_of_month(v)));
    }
    if (month == 2 && day == 29) {
      add_special(date_range::leap_day, range_.leap_days().generator().reflect(forest, number_of_leap_year(year)));
    }
    if (month == 12 && day == 31) {
      add_special(date_range::year_end, range_.year_ends().generator().reflect(forest, year));
    }
    return forest.span(span, ways);
  }

private:
  template <class S>
  static value_type special(S& source, const value_type& date) {
    draw_no_choices(source, 2); // in place of month and day
    return date;
  }

  date_range range_;
};

template <class D>
class time_of_day_gen {
public:
  using value_type = D;
  static constexpr span_info span{span_kind::branch, {}, &family_of<time_of_day_gen>};

  constexpr time_of_day_gen(D lo, D hi) : lo_(lo), hi_(hi) {}

  template <class S>
  D operator()(S& source) const {
    if (lo_ > hi_ || lo_ < D::zero() || hi_.count() >= units::day) {
      throw_empty_range("gen::time_of_day", static_cast<std::int64_t>(lo_.count()),
                        static_cast<std::int64_t>(hi_.count()));
    }
    if (lo_ == hi_) { // nothing to choose
      return lo_;
    }
    [[maybe_unused]] const auto scope = source.template span<span>();
    switch (source.template branch<labels>(14U, 1U, 1U)) {
    case 1:
      draw_no_choices(source, digits::count);
      return lo_;
    case 2:
      draw_no_choices(source, digits::count);
      return hi_;
    default: {
      std::int64_t made = 0;
      digits walk(lo_, hi_);
      while (walk.more()) {
        made += walk.take(walk.generator()(source));
      }
      return D(static_cast<typename D::rep>(made));
    }
    }
  }
  template <class F>
  auto reflect(F& forest, const D& v) const {
    static constexpr std::array<std::uint32_t, 3> weights{14, 1, 1};
    const branch_request request{weights, labels::value};
    if (v < lo_ || v > hi_) {
      return forest.none();
    }
    if (lo_ == hi_) {
      return forest.empty();
    }
    auto any = forest.empty();
    std::int64_t rest = v.count();
    digits walk(lo_, hi_);
    while (walk.more()) {
      const std::int64_t digit = rest / walk.unit();
      any = forest.join(any, walk.generator().reflect(forest, digit));
      rest -= walk.take(digit);
    }
    auto ways = forest.branch(0, request, any);
    const auto limit = [&](std::size_t branch) {
      return forest.branch(branch, request, reflect_no_choices(forest, digits::count));
    };
    ways = v == lo_ ? forest.either(ways, limit(1)) : ways;
    ways = v == hi_ ? forest.either(ways, limit(2)) : ways;
    return forest.span(span, ways);
  }

private:
  using units = day_units<D>;
  struct labels {
    static constexpr std::array<std::string_view, 3> value{"any", "first", "last"};
  };

  /// Hours, minutes and so on, one after the other; a digit is bounded only if all digits before it are at a bound.
  class digits {
  public:
    /// The number of digits: up to the unit of a single tick.
    static constexpr std::size_t count = [] {
      std::size_t n = 1;
      while (units::sizes()[n - 1] > 1) {
        ++n;
      }
      return n;
    }();

    constexpr digits(D lo, D hi) : lo_(lo.count()), hi_(hi.count()) {}

    [[nodiscard]] constexpr bool more() const { return whole_ > 1; }
    [[nodiscard]] constexpr std::int64_t unit() const { return units::sizes()[at_]; }
    [[nodiscard]] constexpr integer_gen<std::int64_t, spread::edgy> generator() const {
      return {least(), at_hi_ ? hi_ / unit() : whole_ / unit() - 1, least()};
    }
    /// Takes this digit and returns its value in ticks.
    constexpr std::int64_t take(std::int64_t digit) {
      const std::int64_t worth = digit * unit();
      at_lo_ = at_lo_ && digit == lo_ / unit();
      at_hi_ = at_hi_ && digit == hi_ / unit();
      lo_ -= worth;
      hi_ -= worth;
      whole_ = unit();
      ++at_;
      return worth;
    }

  private:
    [[nodiscard]] constexpr std::int64_t least() const { return at_lo_ ? lo_ / unit() : 0; }

    std::int64_t lo_; // the remaining bounds
    std::int64_t hi_;
    std::int64_t whole_ = units::day;
    std::size_t at_ = 0;
    bool at_lo_ = true;
    bool at_hi_ = true;
  };

  D lo_;
  D hi_;
};

/// A date, and the time of day.
template <class D>
class sys_time_gen {
public:
  using value_type = std::chrono::sys_time<D>;
  static constexpr span_info span{span_kind::value, {}, &family_of<sys_time_gen>};

  sys_time_gen(value_type lo, value_type hi) : lo_(lo), hi_(hi) {}

  template <class S>
  value_type operator()(S& source) const {
    if (lo_ > hi_) {
      throw_empty_range("gen::sys_time", static_cast<std::int64_t>(lo_.time_since_epoch().count()),
                        static_cast<std::int64_t>(hi_.time_since_epoch().count()));
    }
    [[maybe_unused]] const auto scope = source.template span<span>();
    const std::chrono::sys_days day(dates()(source));
    return day + times(day)(source);
  }
  template <class F>
  auto reflect(F& forest, const value_type& v) const {
    if (v < lo_ || v > hi_) {
      return forest.none();
    }
    const auto day = std::chrono::floor<std::chrono::days>(v);
    return forest.span(span, forest.join(dates().reflect(forest, std::chrono::year_month_day(day)),
                                         times(day).reflect(forest, v - day)));
  }

private:
  using days = std::chrono::days;
  [[nodiscard]] date_gen dates() const { return {std::chrono::floor<days>(lo_), std::chrono::floor<days>(hi_)}; }
  [[nodiscard]] time_of_day_gen<D> times(std::chrono::sys_days day) const {
    const D last(static_cast<typename D::rep>(day_units<D>::day - 1));
    return {day == std::chrono::floor<days>(lo_) ? D(lo_ - day) : D::zero(),
            day == std::chrono::floor<days>(hi_) ? D(hi_ - day) : last};
  }

  value_type lo_;
  value_type hi_;
};

/// Counts of ticks from lo to hi.
template <class Rep>
[[nodiscard]] constexpr auto tick_range(Rep lo, Rep hi) {
  if constexpr (std::floating_point<Rep>) {
    return gen::real<Rep>(lo, hi);
  } else {
    return gen::integer<Rep>(lo, hi);
  }
}

} // namespace detail

namespace gen {

// Dates ------------------------------------------------------------------------------------------------------------

/// Valid dates, by default of the years 1 to 9999; ends of months and years and leap days more often than others.
[[nodiscard]] inline detail::date_gen date(const std::chrono::year_month_day& lo,
                                           const std::chrono::year_month_day& hi) {
  return detail::date_gen(lo, hi);
}
[[nodiscard]] inline detail::date_gen date() {
  return detail::date_gen(detail::make_date(1, 1, 1), detail::make_date(9999, 12, 31));
}

// Times of day -----------------------------------------------------------------------------------------------------

/// A time since midnight, less than 24 hours, in ticks of D.
template <class D = std::chrono::seconds>
[[nodiscard]] constexpr auto time_of_day() {
  return detail::time_of_day_gen<D>(D::zero(), D(static_cast<typename D::rep>(detail::day_units<D>::day - 1)));
}
/// The same, from lo to hi.
template <class D>
[[nodiscard]] constexpr auto time_of_day(D lo, std::type_identity_t<D> hi) {
  return detail::time_of_day_gen<D>(lo, hi);
}

// Points in time ---------------------------------------------------------------------------------------------------

/// Points in time of the system clock, in ticks of D, from lo to hi.
template <class D>
[[nodiscard]] auto sys_time(std::chrono::sys_time<D> lo, std::type_identity_t<std::chrono::sys_time<D>> hi) {
  return detail::sys_time_gen<D>(lo, hi);
}
/// The same, of the years 1 to 9999, or as far as D reaches.
template <class D = std::chrono::seconds>
[[nodiscard]] auto sys_time() {
  using wide_days = std::chrono::duration<std::int64_t, std::chrono::days::period>;
  // Whole days only, so that the first and the last day are complete.
  constexpr auto first_of_type = std::chrono::duration_cast<wide_days>(D::min()).count();
  constexpr auto last_of_type = std::chrono::duration_cast<wide_days>(D::max()).count() - 1;
  const auto day_of = [](int year, int month, int day) {
    return std::int64_t{std::chrono::sys_days(detail::make_date(year, month, day)).time_since_epoch().count()};
  };
  const std::int64_t lo = day_of(1, 1, 1) < first_of_type ? first_of_type : day_of(1, 1, 1);
  const std::int64_t hi = day_of(9999, 12, 31) > last_of_type ? last_of_type : day_of(9999, 12, 31);
  using rep = typename D::rep;
  constexpr std::int64_t day = detail::day_units<D>::day;
  return detail::sys_time_gen<D>(std::chrono::sys_time<D>(D(static_cast<rep>(lo * day))),
                                 std::chrono::sys_time<D>(D(static_cast<rep>(hi * day + (day - 1)))));
}

[[nodiscard]] inline auto sys_seconds() { return sys_time<std::chrono::seconds>(); }
[[nodiscard]] inline auto sys_seconds(std::chrono::sys_seconds lo, std::chrono::sys_seconds hi) {
  return sys_time<std::chrono::seconds>(lo, hi);
}
[[nodiscard]] inline auto sys_days() { return sys_time<std::chrono::days>(); }
[[nodiscard]] inline auto sys_days(std::chrono::sys_days lo, std::chrono::sys_days hi) {
  return sys_time<std::chrono::days>(lo, hi);
}

// Durations --------------------------------------------------------------------------------------------------------

/// Durations from lo to hi.
template <class Rep, class Period>
[[nodiscard]] constexpr auto duration(std::chrono::duration<Rep, Period> lo,
                                      std::type_identity_t<std::chrono::duration<Rep, Period>> hi) {
  const auto counts = detail::tick_range(lo.count(), hi.count());
  return detail::ticks_gen<std::chrono::duration<Rep, Period>, std::remove_const_t<decltype(counts)>>(counts);
}
/// The same, with bounds of two units: in the finer of the two.
template <class A, class P, class B, class Q>
  requires(!std::same_as<std::chrono::duration<A, P>, std::chrono::duration<B, Q>>)
[[nodiscard]] constexpr auto duration(std::chrono::duration<A, P> lo, std::chrono::duration<B, Q> hi) {
  using common = std::common_type_t<std::chrono::duration<A, P>, std::chrono::duration<B, Q>>;
  return duration(common(lo), common(hi));
}

/// Points in time of any clock, from lo to hi, by their number of ticks.
template <class Clock, class D>
[[nodiscard]] constexpr auto time_point(std::chrono::time_point<Clock, D> lo,
                                        std::type_identity_t<std::chrono::time_point<Clock, D>> hi) {
  const auto counts = detail::tick_range(lo.time_since_epoch().count(), hi.time_since_epoch().count());
  return detail::ticks_gen<std::chrono::time_point<Clock, D>, std::remove_const_t<decltype(counts)>>(counts);
}

} // namespace gen

// Arbitrary values, text and fingerprints of dates and their parts. -----------------------------------------------

namespace detail {

/// A part of a date as a number.
template <class T>
struct date_number {
  constexpr auto operator()(const T& v) const {
    if constexpr (std::same_as<T, std::chrono::year>) {
      return static_cast<int>(v);
    } else if constexpr (std::same_as<T, std::chrono::weekday>) {
      return v.c_encoding();
    } else {
      return static_cast<unsigned>(v);
    }
  }
};
template <class T>
struct date_from_number {
  template <class N>
  constexpr T operator()(N n) const {
    return T(n);
  }
};

template <class T, class N>
[[nodiscard]] constexpr auto date_part(N lo, N hi, N simplest) {
  return gen::map(integer_gen<N, spread::automatic>(lo, hi, simplest), date_from_number<T>{}, date_number<T>{});
}

} // namespace detail

template <>
struct arbitrary_for<std::chrono::year> {
  static constexpr auto make() { return detail::date_part<std::chrono::year>(-32767, 32767, 1970); }
};
template <>
struct arbitrary_for<std::chrono::month> {
  static constexpr auto make() { return detail::date_part<std::chrono::month>(1U, 12U, 1U); }
};
template <>
struct arbitrary_for<std::chrono::day> {
  static constexpr auto make() { return detail::date_part<std::chrono::day>(1U, 31U, 1U); }
};
template <>
struct arbitrary_for<std::chrono::weekday> {
  static constexpr auto make() { return detail::date_part<std::chrono::weekday>(0U, 6U, 1U); }
};
template <>
struct arbitrary_for<std::chrono::year_month_day> {
  static auto make() { return gen::date(); }
};

template <>
struct fields_of<std::chrono::year> {
  static constexpr auto value = fields(field("year", detail::date_number<std::chrono::year>{}));
};
template <>
struct fields_of<std::chrono::month> {
  static constexpr auto value = fields(field("month", detail::date_number<std::chrono::month>{}));
};
template <>
struct fields_of<std::chrono::day> {
  static constexpr auto value = fields(field("day", detail::date_number<std::chrono::day>{}));
};
template <>
struct fields_of<std::chrono::weekday> {
  static constexpr auto value = fields(field("weekday", detail::date_number<std::chrono::weekday>{}));
};
template <>
struct fields_of<std::chrono::year_month_day> {
  static constexpr auto value =
      fields(field("year", [](const std::chrono::year_month_day& v) { return static_cast<int>(v.year()); }),
             field("month", [](const std::chrono::year_month_day& v) { return static_cast<unsigned>(v.month()); }),
             field("day", [](const std::chrono::year_month_day& v) { return static_cast<unsigned>(v.day()); }));
};

// As in ISO 8601, 2024-02-29; the parts as constants of std::chrono: 2024y, February, 29d, Thursday.
template <>
struct shower<std::chrono::year_month_day> : detail::date_shower<std::chrono::year_month_day> {};
template <>
struct shower<std::chrono::year> : detail::date_shower<std::chrono::year> {};
template <>
struct shower<std::chrono::month> : detail::date_shower<std::chrono::month> {};
template <>
struct shower<std::chrono::day> : detail::date_shower<std::chrono::day> {};
template <>
struct shower<std::chrono::weekday> : detail::date_shower<std::chrono::weekday> {};

} // namespace tali
