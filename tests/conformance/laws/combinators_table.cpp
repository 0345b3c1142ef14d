// SPDX-License-Identifier: BSL-1.0
// Generators made from generators: choices, maps, filters, compositions, sizes, recursion, type erasure.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/variant.hpp>

#include <functional>

namespace conformance {

namespace gen = tali::gen;
using tali::any_gen;

namespace {

const auto digit = gen::integer(0, 9);
const auto bit = gen::integer(0, 1);

struct range {
  int lo;
  int hi;
};

constexpr auto even = [](int v) { return v % 2 == 0; };
constexpr auto twice = [](int v) { return 2 * v; };
constexpr auto half = [](int v) { return v / 2; };
constexpr auto half_if_even = [](int v) { return v % 2 == 0 ? std::optional(v / 2) : std::nullopt; };

// The same as plain functions, some of them overloaded, as function objects, and as members.
int doubled(int v) { return 2 * v; }
int halved(int v) noexcept { return v / 2; }
bool is_even(int v) { return v % 2 == 0; }
auto up_to(int v) { return gen::integer(0, v); }
int three() { return 3; }
struct doubler {
  int operator()(int v) const { return 2 * v; }
  std::string operator()(const std::string& v) const { return v + v; }
};
struct number {
  int value;
  [[nodiscard]] bool even() const { return value % 2 == 0; }
  [[nodiscard]] int twice() const { return 2 * value; }
};
constexpr auto of_any_type = [](const auto& v) { return v + v; };

/// Two numbers, the second not below the first.
constexpr auto ordered = [](auto& draw) {
  const int lo = draw(gen::integer(0, 5), &range::lo);
  const int hi = draw(gen::integer(lo, 5), &range::hi);
  return range{lo, hi};
};
constexpr auto is_ordered = [](const range& r) { return r.lo >= 0 && r.lo <= r.hi && r.hi <= 5; };

struct nested {
  range inner;
  std::vector<int> items;
};
constexpr auto with_nested = [](auto& draw) {
  range inner{draw(gen::integer(0, 5), &nested::inner, &range::lo), 5};
  return nested{inner, draw(gen::vector(gen::integer(inner.lo, 9)), &nested::items)};
};

// A family that takes a parameter and a captured value.
struct cons {
  int head;
  std::shared_ptr<cons> tail;
};
using chain = std::shared_ptr<cons>;

auto chains(int largest) {
  return gen::recursive<chain>([largest](auto self, int depth) {
    auto link = gen::compose<chain>([=](auto& draw) {
      const int head = draw(gen::integer(0, largest), &cons::head);
      chain tail = draw(self(depth - 1), &cons::tail);
      return std::make_shared<cons>(cons{head, std::move(tail)});
    });
    return gen::when(depth == 0, gen::exact<chain>(),
                     gen::pick<chain>(gen::branch<"end">(1, gen::exact<chain>()), gen::branch<"link">(2, link)));
  });
}
int length_of(const chain& c) { return c == nullptr ? 0 : 1 + length_of(c->tail); }

std::vector<gen::any_branch<int>> branches() {
  return {{3, digit, "digit"}, {1, gen::exact(-1), "minus one"}, {0, gen::exact(99), "never"}};
}

} // namespace

void combinators(table& into) {
  SUBJECT(gen::pick(gen::branch<"low">(1, bit), gen::branch<"high">(3, gen::integer(8, 9)))).sequences(4).outside(5);
  SUBJECT(gen::pick(gen::branch(0, gen::exact(7)), gen::branch(1, bit))).sequences(2).outside(7);
  SUBJECT(gen::pick<double>(gen::branch(1, gen::exact(0.5)), gen::branch(1, gen::exact(1.5))))
      .sequences(2)
      .outside(2.0);
  SUBJECT(gen::one_of(bit, gen::integer(1, 2))).sequences(4).outside(3);
  SUBJECT(gen::one_of(gen::exact(1))).sequences(1);
  SUBJECT(gen::frequency(gen::branch(2, gen::text()), gen::branch(1, gen::exact(std::string("x")))));
  SUBJECT(gen::variant(bit, gen::text(1, 1), gen::boolean())).outside(std::variant<int, std::string, bool>(2));
  SUBJECT(gen::variant(bit, bit)).sequences(4).outside(std::variant<int, int>(std::in_place_index<1>, 2));

  FORWARD_SUBJECT(gen::map(digit, twice)).valid(even).sequences(10);
  SUBJECT(gen::map(digit, twice, half)).valid(even).sequences(10).outside(20);
  SUBJECT(gen::map(digit, twice, half_if_even)).valid(even).sequences(10).outside(20, 3);
  FORWARD_SUBJECT(gen::map(gen::text(), [](const std::string& s) { return s.size(); }));
  FORWARD_SUBJECT(gen::map(digit, doubled)).valid(is_even).sequences(10);
  FORWARD_SUBJECT(gen::map(digit, &doubled)).valid(is_even).sequences(10);
  SUBJECT(gen::map(digit, doubled, halved)).valid(is_even).sequences(10).outside(20);
  FORWARD_SUBJECT(gen::map(digit, doubler{})).valid(is_even).sequences(10);
  FORWARD_SUBJECT(gen::map(gen::text(), doubler{}));
  FORWARD_SUBJECT(gen::map(digit, of_any_type)).valid(is_even).sequences(10);
  FORWARD_SUBJECT(gen::map(digit, std::negate<>{})).sequences(10);
  FORWARD_SUBJECT(gen::map(gen::build<number>(digit), &number::twice)).valid(is_even).sequences(10);
  FORWARD_SUBJECT(gen::map(gen::build<number>(digit), &number::value)).sequences(10);
  FORWARD_SUBJECT(gen::map(gen::unique_ptr(gen::build<number>(digit)), &number::twice)).valid(is_even).sequences(10);
  SUBJECT(gen::map(digit, [](int v) { return number{v}; }, &number::value)).sequences(10).outside(number{10});
  SUBJECT(gen::filter(digit, is_even)).valid(is_even).sequences(5).outside(1, 10).may_discard();
  SUBJECT(gen::filter(gen::build<number>(digit), &number::even)).outside(number{1}).may_discard();
  FORWARD_SUBJECT(gen::bind(digit, up_to)).sequences(55);
  SUBJECT(gen::sized(up_to)).sequences(3);
  SUBJECT(gen::scale(halved, gen::vector(digit)));
  SUBJECT(gen::make(three)).sequences(1).outside(4);
  SUBJECT(gen::filter(digit, even)).valid(even).sequences(5).outside(1, 10).may_discard();
  SUBJECT(gen::filter(gen::vector(digit), [](const auto& v) { return !v.empty(); })).may_discard();
  SUBJECT(gen::filter(gen::filter(digit, even), [](int v) { return v > 3; })).sequences(3).outside(2, 5).may_discard();
  SUBJECT(gen::filter(gen::integer(0, 99), [](int v) { return v % 10 == 7; }, 3)).outside(8).may_discard();
  SUBJECT(gen::vector(gen::filter(digit, even))).may_discard();
  FORWARD_SUBJECT(gen::bind(gen::integer(0, 3), [](int n) { return gen::vector(bit, n); })).sequences(1 + 2 + 4 + 8);
  FORWARD_SUBJECT(gen::bind(digit, [](int n) { return gen::pair(gen::exact(n), gen::integer(n, 9)); }))
      .valid([](const auto& v) { return v.first <= v.second; })
      .sequences(55);

  SUBJECT(gen::compose<range>(ordered)).valid(is_ordered).sequences(21).outside(range{3, 2}, range{0, 6});
  SUBJECT(gen::compose(ordered)).valid(is_ordered).sequences(21);
  SUBJECT(gen::compose<nested>(with_nested)).outside(nested{{1, 4}, {0}}, nested{{1, 5}, {0}});
  FORWARD_SUBJECT(gen::compose([](auto& draw) { return draw(digit) + draw(digit); })).sequences(100);
  SUBJECT(gen::vector(gen::compose<range>(ordered)));
  SUBJECT(gen::when(true, digit, gen::exact(77))).sequences(10).outside(77);
  SUBJECT(gen::when(false, digit, gen::exact(77))).sequences(1).outside(7);

  SUBJECT(gen::sized([](int size) { return gen::integer(0, size); }))
      .valid([](int v, int size) { return v >= 0 && v <= size; })
      .outside(-1, 101)
      .sequences(3);
  SUBJECT(gen::resize(3, gen::vector(digit))).valid([](const auto& v) { return v.size() <= 3; });
  SUBJECT(gen::resize(0, gen::text())).sequences(1).outside("a");
  SUBJECT(gen::scale([](int size) { return size / 10; }, gen::vector(digit))).valid([](const auto& v, int size) {
    return v.size() <= static_cast<std::size_t>(size / 10);
  });
  SUBJECT(gen::scale([](int size) { return size - 1000; }, gen::vector(digit))).sequences(1);

  SUBJECT(chains(9)(4)).valid([](const chain& c) { return length_of(c) <= 4; });
  SUBJECT(chains(1)(2)).sequences(1 + 2 * (1 + 2)).outside(std::make_shared<cons>(cons{2, nullptr}));
  SUBJECT(chains(1)(0)).sequences(1);
  SUBJECT(gen::vector(chains(3)(3), 0, 5));

  FORWARD_SUBJECT(any_gen<int>(digit)).sequences(10);
  FORWARD_SUBJECT(any_gen<std::vector<int>>(gen::vector(any_gen<int>(digit))));
  FORWARD_SUBJECT(gen::vector(any_gen<std::string>(gen::text())));
  FORWARD_SUBJECT(gen::pick(branches())).sequences(11);
  FORWARD_SUBJECT(gen::filter(gen::pick(branches()), even)).sequences(5).may_discard();
}

} // namespace conformance
