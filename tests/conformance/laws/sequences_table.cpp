// SPDX-License-Identifier: BSL-1.0
// Vectors and other sequences, arrays, tuples.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/containers.hpp>

#include <algorithm>

namespace conformance {

namespace gen = tali::gen;

namespace {

template <class C>
std::size_t length_of(const C& c) {
  return static_cast<std::size_t>(std::distance(c.begin(), c.end()));
}

/// Length by size (and never longer than `longest`), and all elements in [0, 9].
template <class C>
bool digits_by_size(const C& v, int size) {
  return length_of(v) <= static_cast<std::size_t>(size) &&
         std::all_of(v.begin(), v.end(), [](int x) { return x >= 0 && x <= 9; });
}

auto length_between(std::size_t lo, std::size_t hi) {
  return [lo, hi](const auto& v) { return length_of(v) >= lo && length_of(v) <= hi; };
}

struct point {
  int x;
  int y;
};

struct only_move {
  std::unique_ptr<int> inside;
};

const auto digit = gen::integer(0, 9);
const auto bit = gen::integer(0, 1);

} // namespace

void sequences(table& into) {
  SUBJECT(gen::vector(digit))
      .valid([](const auto& v, int size) { return digits_by_size(v, size); })
      .outside(std::vector{10});
  SUBJECT(gen::vector(gen::boolean())).sequences(7);
  SUBJECT(gen::vector(gen::boolean(), 3)).sequences(8).outside(std::vector<bool>{});
  SUBJECT(gen::vector(gen::byte(), 1)).sequences(256);
  SUBJECT(gen::vector(bit, 0)).sequences(1).outside(std::vector{0});
  SUBJECT(gen::vector(bit, 2, 3)).sequences(12).valid(length_between(2, 3)).outside(std::vector{0}, std::vector<int>{});
  SUBJECT(gen::vector(gen::exact(7), 0, 4)).sequences(5);
  SUBJECT(gen::vector(gen::integer<int>()));
  SUBJECT(gen::vector(gen::real(0.0, 1.0)));
  SUBJECT(gen::vector(gen::vector(digit)));
  SUBJECT(gen::vector(gen::vector(bit, 0, 1), 0, 2)).sequences(1 + 3 + 9);
  SUBJECT(gen::vector(gen::text()));
  SUBJECT(gen::vector(gen::unique_ptr(bit), 1)).sequences(2);
  SUBJECT(gen::vector(gen::build<point>(digit, digit)));
  SUBJECT(gen::non_empty_vector(digit)).valid(length_between(1, 101)).outside(std::vector<int>{});
  SUBJECT(gen::deque(digit)).valid([](const auto& v, int size) { return digits_by_size(v, size); });
  SUBJECT(gen::deque(bit, 1, 2)).sequences(6).valid(length_between(1, 2));
  SUBJECT(gen::list(digit)).valid([](const auto& v, int size) { return digits_by_size(v, size); });
  SUBJECT(gen::list(bit, 2)).sequences(4);
  SUBJECT(gen::forward_list(digit)).valid([](const auto& v, int size) { return digits_by_size(v, size); });
  SUBJECT(gen::forward_list(bit, 0, 2)).sequences(7).valid(length_between(0, 2));
  SUBJECT(gen::sequence<std::basic_string<char16_t>>(gen::integer<char16_t>(u'a', u'z')));
  SUBJECT(gen::array<3>(bit)).sequences(8).outside(std::array{0, 1, 2});
  SUBJECT(gen::array<2>(gen::text()));
  SUBJECT(gen::array<0>(bit)).sequences(1);
  SUBJECT(gen::array<2>(gen::unique_ptr(bit))).sequences(4);
  SUBJECT(gen::pair(bit, gen::boolean())).sequences(4).outside(std::pair(2, false));
  SUBJECT(gen::tuple(bit, gen::boolean(), gen::exact('x'))).sequences(4).outside(std::tuple(0, true, 'y'));
  SUBJECT(gen::tuple()).sequences(1);
  SUBJECT(gen::tuple(gen::text(), gen::vector(digit), gen::real<double>()));
  SUBJECT(gen::build<point>(digit, gen::integer(-1, 1))).sequences(30).outside(point{0, 2}, point{10, 0});
  SUBJECT(gen::build<only_move>(gen::unique_ptr(bit))).sequences(2).outside(only_move{});
  SUBJECT(gen::optional(bit)).sequences(3).outside(std::optional(2));
  SUBJECT(gen::optional(gen::optional(bit))).sequences(4);
  SUBJECT(gen::unique_ptr(bit)).sequences(2).outside(nullptr, std::make_unique<int>(2));
  SUBJECT(gen::shared_ptr(gen::text())).outside(nullptr);
  SUBJECT(gen::nullable_unique_ptr(bit)).sequences(3).outside(std::make_unique<int>(2));
  SUBJECT(gen::nullable_shared_ptr(gen::vector(digit)));
}

} // namespace conformance
