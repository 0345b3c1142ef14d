// SPDX-License-Identifier: BSL-1.0
// The bodies of the ten properties, the same for every library.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

inline const auto reverse_twice = [](const std::vector<int>& xs) {
  auto ys = xs;
  std::reverse(ys.begin(), ys.end());
  std::reverse(ys.begin(), ys.end());
  return ys == xs;
};
inline const auto sort_twice = [](std::vector<int> xs) {
  std::sort(xs.begin(), xs.end());
  auto ys = xs;
  std::sort(ys.begin(), ys.end());
  return ys == xs;
};
inline const auto concatenate = [](const std::string& a, const std::string& b) {
  return (a + b).size() == a.size() + b.size();
};
inline const auto commutes = [](int a, int b) {
  return static_cast<unsigned>(a) + static_cast<unsigned>(b) == static_cast<unsigned>(b) + static_cast<unsigned>(a);
};
inline const auto insert_finds = [](std::map<int, std::string> m, int k, const std::string& v) {
  m[k] = v;
  return m.find(k) != m.end() && m.at(k) == v;
};
inline const auto union_contains = [](const std::set<int>& a, const std::set<int>& b) {
  auto c = a;
  c.insert(b.begin(), b.end());
  return c.size() >= a.size() && c.size() >= b.size();
};
inline const auto swap_twice = [](const std::pair<int, double>& p) {
  auto q = std::make_pair(p.second, p.first);
  return q.second == p.first;
};
inline const auto joined_length = [](const std::vector<std::string>& words) {
  std::string all;
  std::size_t total = 0;
  for (const auto& w : words) {
    all += w;
    total += w.size();
  }
  return all.size() == total;
};
inline const auto tuple_orders = [](const std::tuple<int, bool, char>& a, const std::tuple<int, bool, char>& b) {
  return (a < b) + (b < a) + (a == b) == 1;
};
inline const auto stays_small = [](int n) { return n >= 0 && n < 100; };
