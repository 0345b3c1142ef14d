// SPDX-License-Identifier: BSL-1.0
// Sets and maps, and every standard container derived from its type.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/containers.hpp>

#include <algorithm>
#include <memory_resource>

namespace conformance {

namespace gen = tali::gen;
using tali::arbitrary;

namespace {

const auto digit = gen::integer(0, 9);
const auto bit = gen::integer(0, 1);

auto size_between(std::size_t lo, std::size_t hi) {
  return [lo, hi](const auto& v) { return v.size() >= lo && v.size() <= hi; };
}

// A tree in an arena.
struct arena_node {
  int key;
  tali::arena_ptr<arena_node> left;
  tali::arena_ptr<arena_node> right;
};
using arena_node_ptr = tali::arena_ptr<arena_node>;
constexpr auto arena_tree = gen::recursive<arena_node_ptr>([](auto self, int depth) {
  auto node = gen::compose<arena_node_ptr>([=](auto& draw) {
    const int key = draw(gen::integer(0, 1));
    const arena_node_ptr left = draw(self(depth - 1));
    return draw.template make<arena_node>(key, left, draw(self(depth - 1)));
  });
  return gen::when(depth == 0, gen::exact<arena_node_ptr>(),
                   gen::pick<arena_node_ptr>(gen::branch(1, gen::exact<arena_node_ptr>()), gen::branch(1, node)));
});

template <class T>
using vector_of = std::vector<T>;
template <class T>
using by_length = std::map<std::size_t, std::vector<T>>;

} // namespace

void containers(table& into) {
  // With a least size above 1, choices that repeat an element are discarded.
  SUBJECT(gen::set(digit)).valid(size_between(0, 10)).outside(std::set{10});
  SUBJECT(gen::set(digit, 3)).may_discard().valid(size_between(3, 3)).outside(std::set{1, 2}, std::set<int>{});
  SUBJECT(gen::set(digit, 2, 4)).may_discard().valid(size_between(2, 4)).outside(std::set{1}, std::set{1, 2, 3, 4, 5});
  SUBJECT(gen::set(digit, 10)).may_discard().long_sequences().valid(size_between(10, 10));
  SUBJECT(gen::set(bit, 1)).sequences(2);
  SUBJECT(gen::set(bit, 0)).sequences(1).outside(std::set{1});
  SUBJECT(gen::set(bit, 2)).sequences(2).may_discard(); // 0 1 and 1 0
  SUBJECT(gen::set(gen::text()));
  SUBJECT(gen::set(gen::vector(bit, 0, 3)));
  SUBJECT(gen::unordered_set(digit)).valid(size_between(0, 10)).outside(std::unordered_set{10});
  SUBJECT(gen::unordered_set(gen::integer<int>(), 5)).may_discard().valid(size_between(5, 5));
  SUBJECT(gen::map_of(digit, bit)).valid(size_between(0, 10)).outside(std::map<int, int>{{1, 2}});
  SUBJECT(gen::map_of(digit, gen::text(), 1, 3)).valid(size_between(1, 3));
  SUBJECT(gen::map_of(gen::boolean(), bit, 1)).sequences(4).outside(std::map<bool, int>{});
  SUBJECT(gen::unordered_map_of(gen::text(), digit));
  SUBJECT(gen::unordered_map_of(digit, digit, 2)).may_discard().valid(size_between(2, 2));
  SUBJECT(gen::multiset(bit, 0, 2)).sequences(7).valid(size_between(0, 2)).outside(std::multiset{0, 0, 0});
  SUBJECT(gen::multiset(digit)).outside(std::multiset{10});
  SUBJECT(gen::multimap_of(bit, gen::boolean()));

  // In an arena.
  SUBJECT(gen::sequence<std::pmr::vector<int>>(digit));
  SUBJECT(gen::sequence<std::pmr::string>(gen::printable(), 1, 4)).valid(size_between(1, 4));
  SUBJECT(gen::sequence<std::pmr::vector<bool>>(gen::boolean(), 2)).sequences(4);
  SUBJECT(gen::distinct<std::pmr::set<int>>(digit)).valid(size_between(0, 10));
  SUBJECT(arbitrary<std::pmr::list<std::pmr::string>>());
  FORWARD_SUBJECT(arena_tree(4));
  FORWARD_SUBJECT(arena_tree(2)).sequences(1 + 2 * 3 * 3);

  SUBJECT(arbitrary<std::vector<int>>());
  SUBJECT(arbitrary<std::vector<bool>>()).sequences(7);
  SUBJECT(arbitrary<std::deque<std::string>>());
  SUBJECT(arbitrary<std::list<double>>());
  SUBJECT(arbitrary<std::forward_list<char>>());
  SUBJECT(arbitrary<std::array<bool, 3>>()).sequences(8);
  SUBJECT(arbitrary<std::set<int>>());
  SUBJECT(arbitrary<std::multiset<short>>());
  SUBJECT(arbitrary<std::unordered_set<std::string>>());
  SUBJECT(arbitrary<std::unordered_multiset<int>>());
  SUBJECT(arbitrary<std::map<int, std::string>>());
  SUBJECT(arbitrary<std::multimap<int, bool>>());
  SUBJECT(arbitrary<std::unordered_map<std::string, std::vector<int>>>());
  SUBJECT(arbitrary<std::unordered_multimap<char, int>>());
  SUBJECT(arbitrary<std::set<bool>>()).valid(size_between(0, 2));
  SUBJECT(arbitrary<std::map<std::byte, bool>>());
  SUBJECT(arbitrary<vector_of<by_length<std::optional<std::pair<int, bool>>>>>());
  SUBJECT(arbitrary<std::set<std::vector<std::set<std::string>>>>());
}

} // namespace conformance
