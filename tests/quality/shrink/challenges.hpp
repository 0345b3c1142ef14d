// SPDX-License-Identifier: BSL-1.0
// The public shrinking challenges (jlink/shrinking-challenge) as generators and properties, with their known minima.
//
// A challenge runs like a property at default settings: cases with growing size until one fails; that case is then
// shrunk. `holds` is true when the property holds, and discards where the challenge has a precondition.
//
// all() are those of jlink/shrinking-challenge; smart_check() the five of the reflective generators' evaluation
// (Goldstein's dissertation, chapter 4), with its generators: sizes up to 30, all spreads uniform.
#pragma once

#include "parser.hpp"

#include <tali/gen.hpp>
#include <tali/shrink/shrink.hpp>
#include <tali/value/show.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace challenges {

namespace gen = tali::gen;

inline void require(bool precondition) {
  if (!precondition) {
    throw tali::discard{"precondition"};
  }
}

// Arithmetic expressions ---------------------------------------------------------------------------------------------

struct expression {
  enum class kind { literal, add, divide };
  kind what;
  int value;
  std::shared_ptr<const expression> left, right;
};
using expression_ptr = std::shared_ptr<const expression>;

inline constexpr auto any_expression = gen::recursive<expression_ptr>([](const auto& self, int size) {
  auto literal = gen::compose<expression_ptr>([](auto& draw) {
    return std::make_shared<const expression>(expression{expression::kind::literal, draw(gen::integer<int>()), {}, {}});
  });
  auto both = [=](expression::kind what) {
    return gen::compose<expression_ptr>([=](auto& draw) {
      auto l = draw(self(size / 2));
      auto r = draw(self(size / 2));
      return std::make_shared<const expression>(expression{what, 0, l, r});
    });
  };
  return gen::when(size == 0, literal,
                   gen::pick<expression_ptr>(gen::branch<"literal">(1, literal),
                                             gen::branch<"add">(1, both(expression::kind::add)),
                                             gen::branch<"divide">(1, both(expression::kind::divide))));
});

inline bool literal_zero_divisor(const expression& e) {
  if (e.what == expression::kind::literal) {
    return false;
  }
  return (e.what == expression::kind::divide && e.right->what == expression::kind::literal && e.right->value == 0) ||
         literal_zero_divisor(*e.left) || literal_zero_divisor(*e.right);
}
inline std::optional<std::int64_t> evaluate(const expression& e) {
  if (e.what == expression::kind::literal) {
    return e.value;
  }
  const auto l = evaluate(*e.left);
  const auto r = evaluate(*e.right);
  if (!l || !r) {
    return std::nullopt;
  }
  if (e.what == expression::kind::add) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(*l) + static_cast<std::uint64_t>(*r));
  }
  if (*r == 0) {
    return std::nullopt;
  }
  return *r == -1 ? static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*l)) : *l / *r;
}
inline std::string show(const expression& e) {
  switch (e.what) {
  case expression::kind::literal:
    return std::to_string(e.value);
  case expression::kind::add:
    return "(" + show(*e.left) + " + " + show(*e.right) + ")";
  case expression::kind::divide:
    break;
  }
  return "(" + show(*e.left) + " / " + show(*e.right) + ")";
}
inline int nodes(const expression& e) {
  return e.what == expression::kind::literal ? 1 : 1 + nodes(*e.left) + nodes(*e.right);
}

// Heaps ---------------------------------------------------------------------------------------------------------------

struct heap;
using heap_ptr = std::shared_ptr<const heap>;
struct heap {
  int key;
  heap_ptr left, right;
};
inline constexpr auto any_heap = gen::recursive<heap_ptr>([](const auto& self, int least, int most, int size) {
  auto empty = gen::exact<heap_ptr>();
  auto node = gen::compose<heap_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(least, most), &heap::key);
    auto l = draw(self(key, most, size / 2), &heap::left);
    auto r = draw(self(key, most, size / 2), &heap::right);
    return std::make_shared<const heap>(heap{key, l, r});
  });
  return gen::when(size <= 0, empty, gen::pick<heap_ptr>(gen::branch<"empty">(1, empty), gen::branch<"node">(7, node)));
});
inline heap_ptr merge(const heap_ptr& a, const heap_ptr& b) {
  if (!a || !b) {
    return a ? a : b;
  }
  return a->key <= b->key ? std::make_shared<const heap>(heap{a->key, merge(a->right, b), a->left})
                          : std::make_shared<const heap>(heap{b->key, merge(b->right, a), b->left});
}
inline void preorder(const heap_ptr& h, std::vector<int>& out) {
  if (h) {
    out.push_back(h->key);
    preorder(h->left, out);
    preorder(h->right, out);
  }
}
inline std::string show(const heap_ptr& h) {
  return h ? "(" + std::to_string(h->key) + " " + show(h->left) + " " + show(h->right) + ")" : "E";
}
inline int parts(const heap_ptr& h) { return h ? 1 + parts(h->left) + parts(h->right) : 1; }
inline bool sorts_well(const heap_ptr& h) {
  std::vector<int> keys;
  preorder(h, keys);
  std::sort(keys.begin(), keys.end());
  std::vector<int> claimed;
  if (h) {
    claimed.push_back(h->key);
    preorder(merge(h->left, h->right), claimed);
  }
  return claimed == keys;
}

// The challenges ------------------------------------------------------------------------------------------------------

inline int sum16(const std::vector<std::int16_t>& xs) {
  std::uint16_t sum = 0;
  for (const std::int16_t x : xs) {
    sum = static_cast<std::uint16_t>(sum + static_cast<std::uint16_t>(x));
  }
  return static_cast<std::int16_t>(sum);
}

using five_lists = std::array<std::vector<std::int16_t>, 5>;
inline bool sums_stay_small(const five_lists& lists) {
  std::vector<std::int16_t> all;
  for (const auto& l : lists) {
    all.insert(all.end(), l.begin(), l.end());
  }
  return sum16(all) < 5 * 256;
}
inline std::pair<std::string, int> shown_lists(const five_lists& lists) {
  int n = 0;
  for (const auto& l : lists) {
    n += static_cast<int>(l.size());
  }
  return {tali::show(lists), n};
}

// The properties. Each is true where it holds and discards where the challenge has a precondition.

inline bool few_distinct(const std::vector<std::vector<int>>& lists) {
  std::set<int> seen;
  for (const auto& l : lists) {
    seen.insert(l.begin(), l.end());
  }
  return seen.size() <= 4;
}
inline bool is_own_reverse(const std::vector<int>& xs) { return std::equal(xs.begin(), xs.end(), xs.rbegin()); }
inline bool never_divides_by_zero(const expression_ptr& e) {
  require(!literal_zero_divisor(*e));
  return evaluate(*e).has_value();
}
inline bool stays_below_900(const std::vector<int>& xs) { return *std::max_element(xs.begin(), xs.end()) < 900; }
inline std::int64_t apart(const std::pair<int, int>& p) { return std::llabs(std::int64_t{p.first} - p.second); }
inline bool difference_not_0(const std::pair<int, int>& p) { return p.first < 10 || apart(p) != 0; }
inline bool difference_not_1_to_4(const std::pair<int, int>& p) { return p.first < 10 || apart(p) < 1 || apart(p) > 4; }
inline bool difference_not_1(const std::pair<int, int>& p) { return p.first < 10 || apart(p) != 1; }
inline bool uncoupled(const std::vector<int>& xs) {
  const auto n = static_cast<int>(xs.size());
  require(std::all_of(xs.begin(), xs.end(), [n](int x) { return x < n; }));
  for (int i = 0; i < n; ++i) {
    const int j = xs[static_cast<std::size_t>(i)];
    if (i != j && xs[static_cast<std::size_t>(j)] == i) {
      return false;
    }
  }
  return true;
}
inline bool deletes(const std::pair<std::vector<int>, int>& p) {
  auto xs = p.first;
  require(static_cast<std::size_t>(p.second) < xs.size());
  const int x = xs[static_cast<std::size_t>(p.second)];
  xs.erase(std::find(xs.begin(), xs.end(), x));
  return std::find(xs.begin(), xs.end(), x) == xs.end();
}
inline bool under_three_distinct(const std::vector<int>& xs) { return std::set<int>(xs.begin(), xs.end()).size() < 3; }
inline bool ten_at_most(const std::vector<std::vector<int>>& lists) {
  std::size_t n = 0;
  for (const auto& l : lists) {
    n += l.size();
  }
  return n <= 10;
}

/// The result of one seed of a challenge.
struct outcome {
  bool found = false;
  std::uint64_t cases = 0;       // until the first failure
  std::uint64_t evaluations = 0; // while shrinking
  double milliseconds = 0;
  std::string start;
  std::string result;
  int size = 0;
};

struct challenge {
  std::string name;
  std::function<outcome(std::uint64_t seed)> run;
};

/// Cases with the sizes a run of 1000 has: from 0 to the largest and over again.
template <class G, class Holds, class Describe>
outcome attempt(const G& g, Holds holds, Describe describe, std::uint64_t seed, std::uint64_t most, int largest) {
  outcome o;
  tali::choices::random_context context;
  for (std::uint64_t i = 0; i < most; ++i) {
    const int size = static_cast<int>(i % (static_cast<std::uint64_t>(largest) + 1));
    context.restart(size);
    tali::choices::random_source source(tali::choices::rng::stream(seed, i), context);
    try {
      if (holds(g(source))) {
        continue;
      }
    } catch (const tali::discard&) {
      continue;
    }
    o.found = true;
    o.cases = i + 1;
    const auto failing = tali::record(g, tali::choices::rng::stream(seed, i), size);
    o.start = describe(failing.value).first;
    tali::choices::shrink_result details;
    const auto start = std::chrono::steady_clock::now();
    const auto smallest = tali::shrink(g, failing.choices, [&](const auto& v) { return !holds(v); }, {}, &details);
    o.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    o.evaluations = details.evaluations;
    std::tie(o.result, o.size) = describe(smallest.value);
    return o;
  }
  return o;
}

template <class G, class Holds, class Describe>
challenge make(std::string name, const G& g, Holds holds, Describe describe, std::uint64_t most = 20000,
               int largest = 100) {
  return {std::move(name), [=](std::uint64_t seed) { return attempt(g, holds, describe, seed, most, largest); }};
}

inline std::vector<challenge> all() {
  const auto shown = [](const auto& v) { return std::pair(tali::show(v), static_cast<int>(std::size(v))); };
  const auto shown_pair = [](const auto& v) { return std::pair(tali::show(v), 2); };
  std::vector<challenge> list;

  const auto short_list = gen::filter(gen::vector(gen::integer<std::int16_t>(), 0, 10),
                                      [](const std::vector<std::int16_t>& xs) { return sum16(xs) < 256; });
  list.push_back(make("bound5", gen::array<5>(short_list), sums_stay_small, shown_lists));
  list.push_back(make("large_union_list", gen::vector(gen::vector(gen::integer<int>())), few_distinct, shown));
  list.push_back(make("reverse", gen::vector(gen::integer<int>()), is_own_reverse, shown));
  list.push_back(make("calculator", gen::sized([](int size) { return any_expression(size); }), never_divides_by_zero,
                      [](const expression_ptr& e) { return std::pair(show(*e), nodes(*e)); }));
  list.push_back(
      make("lengthlist",
           gen::bind(gen::integer(1, 100),
                     [](int n) { return gen::vector(gen::integer(0, 1000), static_cast<std::uint32_t>(n)); }),
           stays_below_900, shown));
  const auto two = gen::pair(gen::positive<int>(), gen::positive<int>());
  list.push_back(make("difference-1", two, difference_not_0, shown_pair, 10000));
  list.push_back(make("difference-2", two, difference_not_1_to_4, shown_pair, 10000));
  list.push_back(make("difference-3", two, difference_not_1, shown_pair, 10000));
  list.push_back(make("binheap",
                      gen::sized([](int size) { return any_heap(0, std::min(size, 30), std::min(size, 30)); }),
                      sorts_well, [](const heap_ptr& h) { return std::pair(show(h), parts(h)); }));
  list.push_back(make("coupling", gen::vector(gen::integer(0, 10)), uncoupled, shown));
  list.push_back(make("deletion", gen::pair(gen::vector(gen::integer<int>()), gen::integer(0, 10)), deletes,
                      [](const auto& p) { return std::pair(tali::show(p), static_cast<int>(p.first.size())); }));
  list.push_back(make("distinct", gen::vector(gen::integer<int>()), under_three_distinct, shown));
  list.push_back(make("nestedlists", gen::vector(gen::vector(gen::exact(0))), ten_at_most, shown));
  return list;
}

/// Expressions with weights by size: one literal to size - 1 of each operator.
inline constexpr auto sized_expression = gen::recursive<expression_ptr>([](const auto& self, int size) {
  const auto is = [](expression::kind what) { return [what](const expression_ptr& e) { return e->what == what; }; };
  auto literal = gen::compose<expression_ptr>(is(expression::kind::literal), [=](auto& draw) {
    const int n = draw(gen::integer(-30, 30).uniform(), &expression::value);
    return std::make_shared<const expression>(expression{expression::kind::literal, n, {}, {}});
  });
  auto both = [=](expression::kind what) {
    return gen::compose<expression_ptr>(is(what), [=](auto& draw) {
      auto l = draw(self(size / 2), &expression::left);
      auto r = draw(self(size / 2), &expression::right);
      return std::make_shared<const expression>(expression{what, 0, l, r});
    });
  };
  const auto weight = static_cast<std::uint32_t>(std::max(0, size - 1));
  return gen::pick<expression_ptr>(gen::branch<"literal">(1, literal),
                                   gen::branch<"add">(weight, both(expression::kind::add)),
                                   gen::branch<"divide">(weight, both(expression::kind::divide)));
});

/// The five, each passed to `make` with its generator, its property, its measure, and the number of cases to search for
/// it. Their generators run backward.
template <class Make>
auto smart_check_by(const Make& make) {
  constexpr std::uint64_t most = 20000;
  static constexpr int largest = 30;
  std::vector<typename Make::made> list;
  list.push_back(make(
      "smart:binheap",
      gen::sized([](int size) { return any_heap(0, std::min(size, largest), std::min(size, largest)); }), sorts_well,
      [](const heap_ptr& h) { return std::pair(show(h), parts(h)); }, most, largest));
  list.push_back(make(
      "smart:bound5", gen::sized([](int size) {
        const int limit = 1 << (std::min(size, largest) / 2);
        const auto lo = static_cast<std::int16_t>(-limit);
        const auto hi = static_cast<std::int16_t>(std::min(limit, 32767));
        return gen::array<5>(gen::vector(gen::integer(lo, hi).uniform()));
      }),
      [](const five_lists& lists) {
        require(std::all_of(lists.begin(), lists.end(), [](const auto& l) { return sum16(l) < 256; }));
        return sums_stay_small(lists);
      },
      shown_lists, most, largest));
  list.push_back(make(
      "smart:calculator", gen::sized([](int size) { return sized_expression(std::min(size, largest)); }),
      never_divides_by_zero, [](const expression_ptr& e) { return std::pair(show(*e), nodes(*e)); }, most, largest));
  list.push_back(make(
      "smart:parser", language::any_program, language::survives_parsing,
      [](const language::program& p) { return std::pair(language::print(p), language::size_of(p)); }, most, largest));
  list.push_back(make(
      "smart:reverse", gen::vector(gen::integer<int>()), is_own_reverse,
      [](const auto& v) { return std::pair(tali::show(v), static_cast<int>(v.size())); }, most, largest));
  return list;
}

struct make_challenge {
  using made = challenge;
  template <class... A>
  challenge operator()(const A&... arguments) const {
    return make(arguments...);
  }
};
inline std::vector<challenge> smart_check() { return smart_check_by(make_challenge{}); }

} // namespace challenges
