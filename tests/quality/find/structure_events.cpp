// SPDX-License-Identifier: BSL-1.0
// Events in trees and records, and bugs behind preconditions over several fields.
#include "finds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace find_quality {

namespace {

struct tree {
  int value;
  std::unique_ptr<tree> left;
  std::unique_ptr<tree> right;
};
int nodes(const tree* t) { return t == nullptr ? 0 : 1 + nodes(t->left.get()) + nodes(t->right.get()); }
int depth(const tree* t) { return t == nullptr ? 0 : 1 + std::max(depth(t->left.get()), depth(t->right.get())); }
bool same(const tree* a, const tree* b) {
  return a == nullptr || b == nullptr
             ? a == b
             : a->value == b->value && same(a->left.get(), b->left.get()) && same(a->right.get(), b->right.get());
}
bool ordered(const tree* t, std::int64_t lo, std::int64_t hi) {
  return t == nullptr || (t->value > lo && t->value < hi && ordered(t->left.get(), lo, t->value) &&
                          ordered(t->right.get(), t->value, hi));
}
bool to_the_left(const tree* t) { return t == nullptr || (t->right == nullptr && to_the_left(t->left.get())); }

struct json {
  std::string name;
  std::vector<json> children;
};
int depth(const json& j) {
  int deepest = 0;
  for (const json& c : j.children) {
    deepest = std::max(deepest, depth(c));
  }
  return 1 + deepest;
}

struct person {
  std::string name;
  int age;
  double height;
  bool member;
};

/// The total of an order is rounded before the discount, which loses a cent for some totals above the limit.
struct order {
  int price; // in cents
  int quantity;
  int discount; // in per cent
};
std::int64_t total(const order& o) { return std::int64_t{o.price} * o.quantity * (100 - o.discount) / 100; }
std::int64_t rounded_early(const order& o) { return (std::int64_t{o.price} * (100 - o.discount) / 100) * o.quantity; }
bool usual(const order& o) {
  return o.price > 0 && o.quantity > 0 && o.discount > 0 && o.discount < 100 && o.price < 10'000'000 &&
         o.quantity < 100'000;
}

struct real_order {
  double price;
  int quantity;
  double limit;
};
bool usual(const real_order& o) {
  return o.price > 0 && o.price < 1e6 && o.quantity > 0 && o.quantity < 100'000 && o.limit > 0 && o.limit < 1e9;
}

struct booking {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t capacity;
  std::uint32_t guests;
};

struct rectangle {
  int left;
  int top;
  int width;
  int height;
};
bool usual(const rectangle& r) { return r.width > 0 && r.height > 0 && r.width < 10'000 && r.height < 10'000; }

constexpr const char* trees = "trees";
constexpr const char* records = "records";
constexpr const char* preconditions = "preconditions";

const auto events = std::to_array<event>({
    TALI_EVENT(trees, "depth 6 or more", 0.95, [](const tree& t) { return depth(&t) < 6; }),
    TALI_EVENT(trees, "20 nodes or more", 0.95, [](const tree& t) { return nodes(&t) < 20; }),
    TALI_EVENT(trees, "a path of 5 or more", 0.95,
               [](const tree& t) { return nodes(&t) < 5 || depth(&t) != nodes(&t); }),
    TALI_EVENT(trees, "a path to the left of 4 or more", 0.95,
               [](const tree& t) { return nodes(&t) < 4 || !to_the_left(&t); }),
    TALI_EVENT(trees, "ordered, 4 nodes or more", 0.05,
               [](const tree& t) {
                 return nodes(&t) < 4 || !ordered(&t, std::int64_t{INT32_MIN} - 1, std::int64_t{INT32_MAX} + 1);
               }),
    TALI_EVENT(trees, "equal subtrees of 3 nodes or more", 0.95,
               [](const tree& t) { return nodes(t.left.get()) < 3 || !same(t.left.get(), t.right.get()); }),
    TALI_EVENT(trees, "depth 5 of a tree with any number of children", 0.95,
               [](const json& j) { return depth(j) < 5; }),
    TALI_EVENT(trees, "a name of a parent again in a child", 0.95,
               [](const json& j) {
                 return j.name.size() < 3 ||
                        std::ranges::none_of(j.children, [&](const json& c) { return c.name == j.name; });
               }),
    TALI_EVENT(records, "two equal", 0.95,
               [](const person& a, const person& b) {
                 return a.name.size() < 3 || a.name != b.name || a.age != b.age || a.height != b.height ||
                        a.member != b.member;
               }),
    TALI_EVENT(
        records, "equal name, different age", 0.95,
        [](const person& a, const person& b) { return a.name.size() < 3 || a.name != b.name || a.age == b.age; }),
    TALI_EVENT(records, "two of a list equal", 0.95,
               [](const std::vector<person>& all) {
                 std::set<std::tuple<std::string, int, double>> seen;
                 return std::ranges::all_of(all, [&](const person& p) {
                   return p.name.size() < 3 || p.height != p.height || seen.emplace(p.name, p.age, p.height).second;
                 });
               }),
    TALI_EVENT(records, "equal ages, not small, different names", 0.95,
               [](const person& a, const person& b) {
                 return std::abs(std::int64_t{a.age}) < 1000 || a.age != b.age || a.name == b.name;
               }),
    TALI_EVENT(preconditions, "price * quantity >= limit, rounding of integers", 0.90,
               [](tali::test_case& c, const order& o) {
                 c.assume(usual(o) && std::int64_t{o.price} * o.quantity >= 100'000);
                 return total(o) == rounded_early(o);
               }),
    TALI_EVENT(preconditions, "price * quantity >= limit, rounding of reals", 0.90,
               [](tali::test_case& c, const real_order& o) {
                 c.assume(usual(o) && o.price * o.quantity >= o.limit);
                 const double cents = std::round(o.price * 100) * o.quantity;
                 return std::abs(cents / 100 - o.price * o.quantity) < 0.5;
               }),
    TALI_EVENT(preconditions, "price * quantity just above the limit", 0.70,
               [](tali::test_case& c, const order& o) {
                 c.assume(usual(o) && std::int64_t{o.price} * o.quantity >= 100'000);
                 return std::int64_t{o.price} * o.quantity >= 101'000;
               }),
    TALI_EVENT(preconditions, "an interval, and more guests than its length", 0.95,
               [](tali::test_case& c, const booking& b) {
                 c.assume(b.first < b.last && b.last < 100'000 && b.guests <= b.capacity && b.capacity > 100);
                 return b.guests <= b.last - b.first;
               }),
    TALI_EVENT(preconditions, "two overlapping rectangles, neither within the other", 0.80,
               [](tali::test_case& c, const rectangle& a, const rectangle& b) {
                 c.assume(usual(a) && usual(b));
                 const auto within = [](std::int64_t p, std::int64_t lo, std::int64_t n) {
                   return p > lo && p < lo + n;
                 };
                 return !(within(b.left, a.left, a.width) && within(b.top, a.top, a.height) &&
                          !within(std::int64_t{b.left} + b.width, a.left, a.width));
               }),
    TALI_EVENT(preconditions, "the discriminant of a quadratic is 0", 0.90,
               [](tali::test_case& c, int p, int q, int r) {
                 c.assume(p != 0 && q != 0 && r != 0 && std::abs(std::int64_t{p}) < 10'000 &&
                          std::abs(std::int64_t{q}) < 10'000 && std::abs(std::int64_t{r}) < 10'000);
                 return std::int64_t{q} * q != 4 * std::int64_t{p} * r;
               }),
});

} // namespace

std::span<const event> structure_events() { return events; }

} // namespace find_quality
