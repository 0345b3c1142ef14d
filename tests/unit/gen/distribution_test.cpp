// SPDX-License-Identifier: BSL-1.0
// The values that a few hundred cases contain. The edgy spread promises that limits, small numbers, powers of two and
// equal values occur in every run; such a promise is a probability, so it is measured over many runs of a usual length.
//
// Seeds are fixed: a test that passes once passes always. The required shares are so far below the measured ones that a
// thousand new runs would miss any of them with a probability below 1e-6.
#include <tali/gen.hpp>
#include <tali/interpret/enumerate.hpp>
#include <tali/interpret/reflect.hpp>
#include <tali/interpret/sample.hpp>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace {

namespace gen = tali::gen;
using tali::samples;

constexpr std::size_t runs = 1000;
constexpr std::size_t cases = 150;

/// In how many of the runs each event happened at least once.
template <class G>
std::map<std::string, double>
shares(const G& g, const std::map<std::string, std::function<bool(const tali::value_of<G>&)>>& events) {
  std::map<std::string, double> seen;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto values = samples(g, cases, run);
    for (const auto& [name, happened] : events) {
      for (const auto& v : values) {
        if (happened(v)) {
          seen[name] += 1.0 / runs;
          break;
        }
      }
    }
  }
  return seen;
}

template <class T>
class integers_of : public testing::Test {};
using widths = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                              std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(integers_of, widths);

template <class T>
constexpr T least = std::numeric_limits<T>::min();
template <class T>
constexpr T most = std::numeric_limits<T>::max();

template <class T>
std::make_unsigned_t<T> magnitude(T v) {
  using U = std::make_unsigned_t<T>;
  return v < T{0} ? static_cast<U>(U{0} - static_cast<U>(v)) : static_cast<U>(v);
}

TYPED_TEST(integers_of, this_width_meet_what_breaks_programs) {
  using T = TypeParam;
  std::map<std::string, std::function<bool(const T&)>> events{
      {"zero", [](T v) { return v == T{0}; }},
      {"one", [](T v) { return v == T{1}; }},
      {"small", [](T v) { return magnitude(v) > 1 && magnitude(v) <= 10; }},
      {"middling", [](T v) { return magnitude(v) > 10 && magnitude(v) <= 100; }},
      {"power of two", [](T v) { return magnitude(v) > 8 && std::has_single_bit(magnitude(v)) && v != least<T>; }},
      {"next to a power of two",
       [](T v) {
         using U = std::make_unsigned_t<T>;
         const U m = magnitude(v);
         return m > 16 && v != most<T> &&
                (std::has_single_bit(static_cast<U>(m + 1)) || std::has_single_bit(static_cast<U>(m - 1)));
       }},
      {"least", [](T v) { return v == least<T>; }},
      {"most", [](T v) { return v == most<T>; }},
      {"least + 1", [](T v) { return v == static_cast<T>(least<T> + 1); }},
      {"most - 1", [](T v) { return v == static_cast<T>(most<T> - 1); }},
  };
  if (std::is_signed_v<T>) {
    events["minus one"] = [](T v) { return v == static_cast<T>(-1); };
    events["negative, small"] = [](T v) { return v < T{0} && magnitude(v) <= 10; };
    events["negative power of two"] = [](T v) {
      return v < T{0} && v != least<T> && magnitude(v) > 8 && std::has_single_bit(magnitude(v));
    };
  }
  auto seen = shares(gen::integer<T>(), events);
  for (const auto& event : events) {
    // There are only three such powers for a signed byte.
    EXPECT_GE(seen[event.first], event.first == "negative power of two" ? 0.9 : 0.97) << event.first;
  }
}

TYPED_TEST(integers_of, this_width_meet_each_other) {
  using T = TypeParam;
  using pair = std::pair<T, T>;
  const auto apart = [](const pair& v, unsigned by) {
    using U = std::make_unsigned_t<T>;
    return static_cast<U>(static_cast<U>(v.first) - static_cast<U>(v.second)) == static_cast<U>(by);
  };
  const std::map<std::string, std::function<bool(const pair&)>> events{
      {"equal", [=](const pair& v) { return apart(v, 0); }},
      {"equal, and neither small nor a limit",
       [=](const pair& v) {
         return apart(v, 0) && magnitude(v.first) > 16 && v.first != least<T> && v.first != most<T>;
       }},
      {"the first above", [=](const pair& v) { return apart(v, 1); }},
      {"the second above", [=](const pair& v) { return apart(pair(v.second, v.first), 1); }},
  };
  auto seen = shares(gen::pair(gen::integer<T>(), gen::integer<T>()), events);
  for (const auto& event : events) {
    EXPECT_GE(seen[event.first], 0.9) << event.first;
  }
  EXPECT_GE(seen["equal"], 0.99);
}

/// The first case in which two positive ints are that far apart, or 10,000.
template <class Event>
std::size_t first_case(std::uint64_t seed, const Event& happened) {
  const auto pairs = gen::pair(gen::positive<int>(), gen::positive<int>());
  constexpr std::size_t at_a_time = 200;
  for (std::size_t i = 0; i < 10000; i += at_a_time) {
    // Streams of their own: a run of 10,000 cases in pieces, of which most runs need one.
    const auto values = samples(pairs, at_a_time, seed * 1000 + i / at_a_time);
    for (std::size_t k = 0; k < at_a_time; ++k) {
      if (happened(values[k].first, values[k].second)) {
        return i + k;
      }
    }
  }
  return 10000;
}

TEST(two_positive_ints, come_as_close_as_any_small_distance) {
  for (const int distance : {0, 1, 2, 3, 4}) {
    std::size_t met = 0;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      met += first_case(seed, [&](int a, int b) { return std::abs(static_cast<long>(a) - b) == distance; }) < 10000;
    }
    EXPECT_GE(met, runs * 99 / 100) << "distance " << distance;
  }
}

TEST(two_positive_ints, come_close_far_from_the_limits) {
  for (const int distance : {0, 1, 2, 3}) {
    std::size_t met = 0;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      met += first_case(seed, [&](int a, int b) {
               return a > 1000 && a < most<int> - 1000 && !std::has_single_bit(static_cast<unsigned>(a)) &&
                      std::abs(static_cast<long>(a) - b) == distance;
             }) < 10000;
    }
    EXPECT_GE(met, runs * 99 / 100) << "distance " << distance;
  }
}

TEST(small_ranges, are_uniform) {
  // 1000 values, 1e6 draws: each count is binomial with mean 1000 and deviation 32; none is 7 deviations off but with
  // probability 3e-9 for all of them together.
  std::vector<int> counts(1000);
  for (const int v : samples(gen::integer(0, 999), 1000000, 1)) {
    ++counts[static_cast<std::size_t>(v)];
  }
  for (std::size_t i = 0; i < counts.size(); ++i) {
    EXPECT_NEAR(counts[i], 1000, 7 * 32) << i;
  }
}

TEST(bounded_reals, stay_within_their_bounds) {
  const std::vector<std::pair<double, double>> ranges{
      {0, 1}, {-1, 1}, {0.1, 0.3}, {-5, -0.001}, {1e-310, 1e-300}, {-1e308, 1e308}, {1, std::nextafter(1.0, 2.0)},
      {7, 7}};
  for (const auto& [lo, hi] : ranges) {
    for (const auto& values : {samples(gen::real(lo, hi), 20000, 2), samples(gen::real(lo, hi).uniform(), 20000, 3)}) {
      for (const double v : values) {
        ASSERT_TRUE(v >= lo && v <= hi) << v << " in [" << lo << ", " << hi << "]";
      }
    }
  }
  for (const float v : samples(gen::real(0.1F, 0.3F), 20000, 4)) {
    ASSERT_TRUE(v >= 0.1F && v <= 0.3F) << v;
  }
}

TEST(bounded_reals, meet_their_limits_and_zero) {
  const std::map<std::string, std::function<bool(const double&)>> events{
      {"lowest", [](double v) { return v == -100.5; }},
      {"highest", [](double v) { return v == 200.25; }},
      {"zero", [](double v) { return v == 0; }},
      {"whole", [](double v) { return v != 0 && v == std::trunc(v); }},
      {"a fraction", [](double v) { return v != std::trunc(v) && std::fabs(v) > 1; }},
      {"tiny", [](double v) { return v != 0 && std::fabs(v) < 1e-6; }},
  };
  auto seen = shares(gen::real(-100.5, 200.25), events);
  for (const auto& event : events) {
    EXPECT_GE(seen[event.first], 0.97) << event.first;
  }
}

template <class T>
void check_all_kinds_of_reals() {
  const std::map<std::string, std::function<bool(const T&)>> events{
      {"NaN", [](T v) { return std::isnan(v); }},
      {"infinity", [](T v) { return std::isinf(v) && v > 0; }},
      {"minus infinity", [](T v) { return std::isinf(v) && v < 0; }},
      {"minus zero", [](T v) { return v == 0 && std::signbit(v); }},
      {"zero", [](T v) { return v == 0 && !std::signbit(v); }},
      {"denormal", [](T v) { return std::fpclassify(v) == FP_SUBNORMAL; }},
      {"largest", [](T v) { return v == std::numeric_limits<T>::max(); }},
      {"lowest", [](T v) { return v == std::numeric_limits<T>::lowest(); }},
      {"whole and small", [](T v) { return v != 0 && v == std::trunc(v) && std::fabs(v) < 100; }},
      {"a small fraction", [](T v) { return v != std::trunc(v) && std::fabs(v) < 1; }},
      {"huge", [](T v) { return std::isfinite(v) && std::fabs(v) > static_cast<T>(1e30F); }},
  };
  // Each special value is one in 70 draws: after 300 cases, all but 1 in 70 runs have drawn it.
  std::map<std::string, double> seen;
  for (std::uint64_t run = 0; run < runs; ++run) {
    std::map<std::string, bool> now;
    for (const T v : samples(gen::real<T>(), 2 * cases, run)) {
      for (const auto& [name, happened] : events) {
        now[name] = now[name] || happened(v);
      }
    }
    for (const auto& [name, happened] : now) {
      seen[name] += happened ? 1.0 / runs : 0;
    }
  }
  for (const auto& event : events) {
    EXPECT_GE(seen[event.first], 0.95) << event.first;
  }
}

TEST(all_reals_long, meet_every_kind_of_double) { check_all_kinds_of_reals<double>(); }
TEST(all_reals_long, meet_every_kind_of_float) { check_all_kinds_of_reals<float>(); }

TEST(text_long, meets_every_class_of_characters) {
  std::map<std::string, std::function<bool(const std::string&)>> events;
  for (std::uint32_t which = 0; which < tali::detail::character_classes.size(); ++which) {
    events[std::string(tali::detail::character_classes[which].label)] = [which](const std::string& text) {
      for (std::string_view rest = text; !rest.empty();) {
        const auto step = tali::detail::first_utf8(rest);
        if (step.bytes == 0) {
          return false;
        }
        if (tali::detail::place_of(step.character).which == which) {
          return true;
        }
        rest.remove_prefix(step.bytes);
      }
      return false;
    };
  }
  events["empty"] = [](const std::string& text) { return text.empty(); };
  events["one character"] = [](const std::string& text) { return tali::detail::first_utf8(text).bytes == text.size(); };
  events["a zero byte"] = [](const std::string& text) { return text.find('\0') != std::string::npos; };
  auto seen = shares(gen::text(), events);
  for (const auto& event : events) {
    EXPECT_GE(seen[event.first], 0.68) << event.first; // at size 100 one text in 101 is empty
  }
  for (const auto& c : tali::detail::character_classes) {
    EXPECT_GE(seen[std::string(c.label)], 0.99) << c.label;
  }
}

TEST(characters, are_all_scalar_values_once) {
  std::uint32_t count = 0;
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const tali::detail::character_place place = tali::detail::place_of(c);
    const bool scalar = c < 0xd800 || (c > 0xdfff && c <= 0x10ffff);
    ASSERT_EQ(place.which != tali::detail::character_place::no_class, scalar) << static_cast<std::uint32_t>(c);
    if (scalar) {
      ASSERT_LT(place.index, tali::detail::characters_in(place.which));
      ASSERT_EQ(tali::detail::character_at(place), c);
      ++count;
    }
  }
  std::uint32_t sum = 0;
  for (std::uint32_t which = 0; which < tali::detail::character_classes.size(); ++which) {
    sum += tali::detail::characters_in(which);
  }
  EXPECT_EQ(sum, count);
}

TEST(characters, run_backward_in_one_way) {
  for (const char32_t c : {U'a',      U'Z',      U' ',      U'\0',     U'\n',     U'é',         U'€',  U'Ω',
                           U'Ж',      U'ש',      U'م',      U'अ',      U'ひ',     U'한',        U'語', U'\U0001f600',
                           U'\u0301', U'\u202e', U'\ud7ff', U'\ue000', U'\uffff', U'\U0010ffff'}) {
    EXPECT_EQ(tali::ways(gen::code_point(), c).count().count, 1U) << static_cast<std::uint32_t>(c);
  }
  EXPECT_FALSE(tali::accepts(gen::code_point(), static_cast<char32_t>(0xd800)));
  EXPECT_FALSE(tali::accepts(gen::code_point(), static_cast<char32_t>(0x110000)));
  EXPECT_TRUE(tali::accepts(gen::text(), "10 € für Ωμέγα, Привет, こんにちは, 한국어"));
}

TEST(characters, are_enumerated_without_repeats) {
  const std::vector<char32_t> first = tali::enumerate(gen::code_point(), 5000);
  EXPECT_EQ(first.front(), U'a');
  EXPECT_EQ(std::set<char32_t>(first.begin(), first.end()).size(), first.size());
}

TEST(branches, come_by_their_weights) {
  const auto weighted =
      gen::pick(gen::branch(1, gen::exact(0)), gen::branch(2, gen::exact(1)), gen::branch(5, gen::exact(2)));
  std::array<int, 3> counts{};
  constexpr int draws = 80000;
  for (const int v : samples(weighted, draws, 5)) {
    ++counts[static_cast<std::size_t>(v)];
  }
  // Deviations of 94, 122 and 137; six of them are exceeded with probability 2e-9.
  EXPECT_NEAR(counts[0], draws / 8, 6 * 94);
  EXPECT_NEAR(counts[1], draws / 4, 6 * 122);
  EXPECT_NEAR(counts[2], draws * 5 / 8, 6 * 137);
}

TEST(optionals, are_absent_one_time_in_five) {
  int absent = 0;
  for (const auto& v : samples(gen::optional(gen::boolean()), 100000, 6)) {
    absent += v.has_value() ? 0 : 1;
  }
  EXPECT_NEAR(absent, 20000, 6 * 127);
}

TEST(lengths, follow_the_size) {
  for (const int size : {0, 1, 10, 100}) {
    std::set<std::size_t> lengths;
    for (const auto& v : samples(gen::vector(gen::boolean()), 3000, 7, size)) {
      lengths.insert(v.size());
    }
    // Each of 101 lengths is missed by 3000 draws with probability 1e-13.
    EXPECT_EQ(lengths.size(), static_cast<std::size_t>(size) + 1);
    EXPECT_EQ(*lengths.rbegin(), static_cast<std::size_t>(size));
  }
}

// Neighbourhoods that are kept for many draws change which values coincide, not how likely any value is. With 50,000
// cases the difference of two shares near 0.1 has a standard deviation of 0.002, so that one of 0.012 is six of them.
TEST(kept_neighbourhoods, leave_the_share_of_each_value_as_it_is) {
  constexpr int many = 50'000;
  constexpr int draws = 40;
  std::array<double, draws> zeros{};
  std::array<double, draws> limits{};
  tali::choices::random_context context;
  for (std::uint64_t i = 0; i < many; ++i) {
    context.restart(tali::choices::random_context::default_size);
    tali::choices::random_source source(tali::choices::rng::stream(11, i), context);
    for (std::size_t k = 0; k < draws; ++k) {
      const int v = gen::integer<int>()(source);
      zeros[k] += (v == 0 ? 1.0 : 0.0) / many;
      limits[k] += (v == least<int> || v == most<int> ? 1.0 : 0.0) / many;
    }
  }
  for (std::size_t k = 0; k < draws; ++k) {
    SCOPED_TRACE(k);
    EXPECT_NEAR(zeros[k], 1 / 12.0, 0.012);
    EXPECT_NEAR(limits[k], 1 / 8.0, 0.012);
  }
}

// A range between others starts again, and its draws do not depend on the neighbourhoods kept for them.
TEST(kept_neighbourhoods, are_those_of_the_range_that_is_drawn) {
  tali::choices::random_context context;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    context.restart(tali::choices::random_context::default_size);
    tali::choices::random_source source(tali::choices::rng::stream(12, i), context);
    for (int k = 0; k < 30; ++k) {
      static_cast<void>(gen::integer<std::int64_t>()(source));
      const int narrow = gen::integer(-2000, 5000)(source);
      EXPECT_GE(narrow, -2000);
      EXPECT_LE(narrow, 5000);
    }
    for (int k = 0; k < 30; ++k) {
      const int narrow = gen::integer(-2000, 5000)(source);
      EXPECT_GE(narrow, -2000);
      EXPECT_LE(narrow, 5000);
    }
  }
}

} // namespace
