// SPDX-License-Identifier: BSL-1.0
// Integers, reals, enumerations, and values from lists.
#include "tables.hpp"

#include <tali/gen/bitset.hpp>
#include <tali/gen/complex.hpp>
#include <tali/gen/element.hpp>
#include <tali/gen/exact.hpp>
#include <tali/gen/integer.hpp>
#include <tali/gen/integer128.hpp>
#include <tali/gen/real.hpp>

#include <cmath>
#include <limits>

namespace conformance {

namespace gen = tali::gen;
using tali::detail::int128;
using tali::detail::uint128;

namespace {

enum class color { red, green, blue };
enum unscoped : signed char { minus = -3, nought = 0, plus = 4 };

template <class T>
auto between(T lo, T hi) {
  return [lo, hi](const T& v) { return v >= lo && v <= hi; };
}

template <class T>
constexpr T least = std::numeric_limits<T>::min();
template <class T>
constexpr T most = std::numeric_limits<T>::max();

constexpr int128 huge = static_cast<int128>(1) << 100;

} // namespace

void numbers(table& into) {
  SUBJECT(gen::integer<int>());
  SUBJECT(gen::integer<std::int8_t>()).sequences(256);
  SUBJECT(gen::integer<std::uint8_t>()).sequences(256);
  SUBJECT(gen::integer<std::int16_t>());
  SUBJECT(gen::integer<std::uint16_t>());
  SUBJECT(gen::integer<std::uint32_t>());
  SUBJECT(gen::integer<std::int64_t>());
  SUBJECT(gen::integer<std::uint64_t>());
  SUBJECT(gen::integer<long long>());
  SUBJECT(gen::integer<char>()).sequences(256);
  SUBJECT(gen::integer<wchar_t>());
  SUBJECT(gen::integer<char8_t>()).sequences(256);
  SUBJECT(gen::integer<char16_t>());
  SUBJECT(gen::integer(0, 9)).valid(between(0, 9)).sequences(10).outside(-1, 10, least<int>, most<int>);
  SUBJECT(gen::integer(-5, 5)).valid(between(-5, 5)).sequences(11).outside(-6, 6);
  SUBJECT(gen::integer(7, 7)).valid(between(7, 7)).sequences(1).outside(6, 8);
  SUBJECT(gen::integer(-9, -3)).valid(between(-9, -3)).sequences(7).outside(-2, -10, 0);
  SUBJECT(gen::integer(1, most<int>)).valid(between(1, most<int>)).outside(0, -1);
  SUBJECT(gen::integer(least<int>, -1)).valid(between(least<int>, -1)).outside(0, 1);
  SUBJECT(gen::integer(least<int>, most<int>));
  SUBJECT(gen::integer(-1000000, 3)).valid(between(-1000000, 3)).outside(4, -1000001);
  SUBJECT(gen::integer(0, 1023)).valid(between(0, 1023)).sequences(1024).outside(1024);
  SUBJECT(gen::integer(0, 1024)).valid(between(0, 1024)).sequences(1025).outside(1025);
  SUBJECT(gen::integer(std::uint64_t{5}, most<std::uint64_t>))
      .valid(between(std::uint64_t{5}, most<std::uint64_t>))
      .outside(4U, 0U);
  SUBJECT(gen::integer(least<std::int64_t>, least<std::int64_t> + 3)).sequences(4).outside(0, most<std::int64_t>);
  SUBJECT(gen::integer<std::int16_t>(-300, 300)).valid(between<std::int16_t>(-300, 300)).sequences(601);
  SUBJECT(gen::integer(0, 100).simplest(50)).valid(between(0, 100)).sequences(101).outside(101);
  SUBJECT(gen::integer(0, 100).simplest(100)).valid(between(0, 100)).sequences(101).outside(-1);
  SUBJECT(gen::integer(-100, 100).edgy()).valid(between(-100, 100)).sequences(201);
  SUBJECT(gen::integer(0, 1).edgy()).valid(between(0, 1)).sequences(2);
  SUBJECT(gen::integer(5, 5).edgy()).valid(between(5, 5)).sequences(1);
  SUBJECT(gen::integer<std::int64_t>().uniform());
  SUBJECT(gen::integer<std::uint64_t>().uniform());
  SUBJECT(gen::positive<int>()).valid(between(1, most<int>)).outside(0, -1);
  SUBJECT(gen::positive<std::int8_t>()).valid(between<std::int8_t>(1, 127)).sequences(127);
  SUBJECT(gen::non_negative<std::int64_t>()).valid([](std::int64_t v) { return v >= 0; }).outside(-1);
  SUBJECT(gen::negative<int>()).valid([](int v) { return v < 0; }).outside(0, 1);
  SUBJECT(gen::boolean()).sequences(2);
  SUBJECT(gen::byte()).sequences(256);

  SUBJECT(gen::integer128<int128>());
  SUBJECT(gen::integer128<uint128>());
  SUBJECT(gen::integer128<int128>(-5, 5)).valid(between<int128>(-5, 5)).sequences(11).outside(6, -6);
  SUBJECT(gen::integer128<int128>(-huge, 3)).valid(between<int128>(-huge, 3)).outside(4, -huge - 1);
  SUBJECT(gen::integer128<uint128>(1, static_cast<uint128>(huge)))
      .valid(between<uint128>(1, static_cast<uint128>(huge)))
      .outside(0);
  SUBJECT(gen::integer128<int128>(-huge, huge).simplest(huge / 2)).valid(between<int128>(-huge, huge));
  SUBJECT(gen::integer128<int128>().uniform());

  SUBJECT(gen::real<double>());
  SUBJECT(gen::real<float>());
  SUBJECT(gen::finite_real<double>()).valid([](double v) { return std::isfinite(v); });
  SUBJECT(gen::finite_real<float>()).valid([](float v) { return std::isfinite(v); });
  SUBJECT(gen::real(0.0, 1.0)).valid(between(0.0, 1.0)).outside(-0.1, 1.1, std::nan(""), INFINITY);
  SUBJECT(gen::real(-1.5, -0.25)).valid(between(-1.5, -0.25)).outside(0.0);
  SUBJECT(gen::real(3.0, 3.0)).valid(between(3.0, 3.0)).sequences(1);
  SUBJECT(gen::real(1e300, most<double>)).valid(between(1e300, most<double>)).outside(0.0);
  SUBJECT(gen::real(0.1F, 0.7F)).valid(between(0.1F, 0.7F)).outside(0.0F, 0.8F);
  SUBJECT(gen::real(-1e30F, 1e-30F)).valid(between(-1e30F, 1e-30F)).outside(1.0F);
  SUBJECT(gen::real(0.0, 1.0).uniform()).valid(between(0.0, 1.0));
  SUBJECT(gen::real(-1.0L, 1.0L)).valid(between(-1.0L, 1.0L)).outside(2.0L);
  SUBJECT(gen::real(0.1L, 0.2L)).valid(between(0.1L, 0.2L)).outside(0.3L);

  SUBJECT(gen::enumerator<color>()).sequences(3).outside(static_cast<color>(7));
  SUBJECT(gen::enumerator<unscoped>()).sequences(3).outside(static_cast<unscoped>(1));
  SUBJECT(gen::element(3, 1, 2)).sequences(3).outside(0, 4);
  SUBJECT(gen::element(std::string("a"), "b")).sequences(2).outside(std::string("c"));
  SUBJECT(gen::element_of(std::vector<std::string>{"x", "y", "z"})).sequences(3).outside(std::string());
  SUBJECT(gen::element_of(std::vector<bool>{true, false, true})).sequences(3);
  SUBJECT(gen::element(1, 1, 2)).sequences(3).outside(3);
  SUBJECT(gen::exact(42)).sequences(1).outside(41);
  SUBJECT(gen::exact(std::string("fixed"))).sequences(1).outside(std::string("other"));
  SUBJECT(gen::exact<std::unique_ptr<int>>()).sequences(1).outside(std::make_unique<int>(1));
  SUBJECT(gen::make([] { return std::make_unique<int>(3); })).sequences(1).outside(nullptr, std::make_unique<int>(2));

  SUBJECT(gen::complex(gen::real(0.0, 1.0))).outside(std::complex(0.5, 2.0));
  SUBJECT(tali::arbitrary<std::complex<float>>());
  SUBJECT(gen::bitset<5>()).sequences(32);
  SUBJECT(tali::arbitrary<std::bitset<100>>()).long_sequences();
}

} // namespace conformance
