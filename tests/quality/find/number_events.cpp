// SPDX-License-Identifier: BSL-1.0
// Events in numbers: limits, special reals, and relations between numbers.
#include "finds.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace find_quality {

namespace {

constexpr const char* limits = "limits";
constexpr const char* reals = "reals";
constexpr const char* relations = "related numbers";

template <class T>
constexpr T most = std::numeric_limits<T>::max();
template <class T>
constexpr T least = std::numeric_limits<T>::min();

bool moderate(std::int64_t n) { return n > 100 || n < -100; }

const auto events = std::to_array<event>({
    TALI_EVENT(limits, "INT_MIN", 0.95, [](int n) { return n != least<int>; }),
    TALI_EVENT(limits, "INT_MAX", 0.95, [](int n) { return n != most<int>; }),
    TALI_EVENT(limits, "INT_MAX - 1", 0.95, [](int n) { return n != most<int> - 1; }),
    TALI_EVENT(limits, "SIZE_MAX", 0.95, [](std::size_t n) { return n != most<std::size_t>; }),
    TALI_EVENT(limits, "2^31 in 64 bits", 0.60, [](std::int64_t n) { return n != std::int64_t{1} << 31; }),
    TALI_EVENT(limits, "2^31 - 1 or + 1 in 64 bits", 0.80,
               [](std::int64_t n) { return std::abs(n - (std::int64_t{1} << 31)) != 1; }),
    TALI_EVENT(limits, "2^32 - 1 in 64 bits", 0.45, [](std::uint64_t n) { return n != most<std::uint32_t>; }),
    TALI_EVENT(limits, "65536 in an int", 0.70, [](int n) { return n != 65536; }),
    TALI_EVENT(limits, "next to a power of two above 1000", 0.95,
               [](unsigned n) {
                 return n < 1000 || n > (1U << 30) || !(std::has_single_bit(n - 1) || std::has_single_bit(n + 1));
               }),
    TALI_EVENT(limits, "a power of ten above 10", 0.95,
               [](int n) { return n != 100 && n != 1000 && n != 10'000 && n != 100'000 && n != 1'000'000; }),
    TALI_EVENT_ALSO(limits, "from 50 to 255", 0.95, 0.5,
                    [](int n) { return std::abs(std::int64_t{n}) < 50 || std::abs(std::int64_t{n}) > 255; }),
    TALI_EVENT(limits, "from 1000 to 9999", 0.95, [](int n) { return n < 1000 || n > 9999; }),
    TALI_EVENT_ALSO(reals, "NaN", 0.95, 0.5, [](double x) { return x == x; }),
    TALI_EVENT(reals, "-0.0", 0.95, [](double x) { return x != 0 || !std::signbit(x); }),
    TALI_EVENT_ALSO(reals, "infinity", 0.95, 0.5,
                    [](double x) { return x != std::numeric_limits<double>::infinity(); }),
    TALI_EVENT_ALSO(reals, "-infinity", 0.95, 0.5,
                    [](double x) { return x != -std::numeric_limits<double>::infinity(); }),
    TALI_EVENT(reals, "subnormal", 0.95, [](double x) { return std::fpclassify(x) != FP_SUBNORMAL; }),
    TALI_EVENT(reals, "whole, above 10", 0.95,
               [](double x) { return !(std::abs(x) > 10 && std::abs(x) < 1e6 && std::trunc(x) == x); }),
    TALI_EVENT(reals, "2 decimal places, from 1 to 10,000", 0.95,
               [](double x) {
                 const double cents = std::round(x * 100);
                 return !(std::abs(x) > 1 && std::abs(x) < 10'000 && std::trunc(x) != x && x == cents / 100);
               }),
    TALI_EVENT(reals, "a fraction from 0 to 1", 0.95, [](double x) { return !(x > 0.01 && x < 0.99); }),
    TALI_EVENT(reals, "above 2^53, finite", 0.95, [](double x) { return !(x > 0x1p53 && x < 1e300); }),
    TALI_EVENT(reals, "a half, from 0.5 to 1000.5", 0.95,
               [](double x) { return !(std::abs(x) < 1001 && std::abs(x - std::trunc(x)) == 0.5); }),
    TALI_EVENT(relations, "two equal reals, not special", 0.95,
               [](double a, double b) {
                 return !(a == b && std::isfinite(a) && std::abs(a) > 1e-3 && std::trunc(a) != a &&
                          std::abs(a) < 1e300);
               }),
    TALI_EVENT(relations, "two reals within 1e-9 of each other", 0.95,
               [](double a, double b) {
                 return !(a != b && std::abs(a) > 1e-3 && std::abs(a) < 1e300 && std::abs(a - b) <= 1e-9 * std::abs(a));
               }),
    TALI_EVENT(relations, "adjacent reals", 0.95,
               [](double a, double b) {
                 return !(std::abs(a) > 1e-3 && std::abs(a) < 1e300 && std::nextafter(a, b) == b && a != b);
               }),
    TALI_EVENT(relations, "two equal floats in a range", 0.95, tali::gen::real(0.0F, 1.0F), tali::gen::real(0.0F, 1.0F),
               [](float a, float b) { return !(a == b && a > 0.001F && a < 0.999F); }),
    TALI_EVENT(relations, "opposite integers", 0.90,
               [](int a, int b) { return !(moderate(a) && std::int64_t{a} == -std::int64_t{b}); }),
    TALI_EVENT(relations, "opposite reals", 0.50,
               [](double a, double b) {
                 return !(a == -b && std::isfinite(a) && std::abs(a) > 1e-3 && std::trunc(a) != a &&
                          std::abs(a) < 1e300);
               }),
    TALI_EVENT(relations, "two equal integers", 0.95,
               [](int a, int b) { return !(moderate(a) && a == b && a != most<int> && a != least<int>); }),
    TALI_EVENT(
        relations, "three equal integers", 0.95,
        [](int a, int b, int c) { return !(moderate(a) && a == b && b == c && a != most<int> && a != least<int>); }),
    TALI_EVENT(relations, "within 1 of each other", 0.95,
               [](int a, int b) { return !(moderate(a) && a != b && std::abs(std::int64_t{a} - b) <= 1); }),
    TALI_EVENT(relations, "a + b == c", 0.80,
               [](int a, int b, int c) { return !(moderate(a) && moderate(b) && std::int64_t{a} + b == c); }),
    TALI_EVENT(relations, "a * b == c", 0.25,
               [](int a, int b, int c) {
                 return !(std::abs(std::int64_t{a}) > 2 && std::abs(std::int64_t{b}) > 2 && std::int64_t{a} * b == c);
               }),
    TALI_EVENT(relations, "a divides b", 0.95,
               [](int a, int b) {
                 return !(a > 10 && b > a && b % a == 0 && !std::has_single_bit(static_cast<unsigned>(a)));
               }),
    TALI_EVENT(relations, "equal, of different types", 0.95,
               [](std::int64_t a, std::uint32_t b) {
                 return !(a > 100 && a == b && b != most<std::uint32_t> && !std::has_single_bit(b));
               }),
});

} // namespace

std::span<const event> number_events() { return events; }

} // namespace find_quality
