// SPDX-License-Identifier: BSL-1.0
// Events in containers: orders, duplicates, lengths, and relations between two containers.
#include "finds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace find_quality {

namespace {

using ints = std::vector<int>;
enum class color : std::uint8_t { red, green, blue, cyan, magenta, yellow, black, white };
using token = std::variant<int, double, std::string, bool, std::vector<int>>;

constexpr const char* lists = "lists";
constexpr const char* mixes = "mixtures";
constexpr const char* relations = "related containers";

template <class C>
std::size_t distinct(const C& all) {
  return std::set<typename C::value_type>(all.begin(), all.end()).size();
}

/// A greatest possible element in a range of 40 or more that is in the wrong place: an off-by-one of a partition.
bool misplaced(const ints& v) {
  return v.size() >= 40 && std::ranges::max_element(v) == v.begin() && v.front() != v.back();
}

const auto events = std::to_array<event>({
    TALI_EVENT(lists, "sorted, 10 or more, not all equal", 0.95,
               [](const ints& v) { return v.size() < 10 || v.front() == v.back() || !std::ranges::is_sorted(v); }),
    TALI_EVENT(lists, "strictly ascending, 10 or more", 0.95,
               [](const ints& v) {
                 return v.size() < 10 || std::ranges::adjacent_find(v, std::greater_equal<>{}) != v.end();
               }),
    TALI_EVENT(lists, "descending, 10 or more, not all equal", 0.95,
               [](const ints& v) {
                 return v.size() < 10 || v.front() == v.back() || !std::ranges::is_sorted(v, std::greater<>{});
               }),
    TALI_EVENT(lists, "all equal, 5 or more, not 0", 0.95,
               [](const ints& v) { return v.size() < 5 || v.front() == 0 || distinct(v) > 1; }),
    TALI_EVENT_ALSO(lists, "10 or more", 0.95, 0.3, [](const ints& v) { return v.size() < 10; }),
    TALI_EVENT_ALSO(lists, "two equal", 0.95, 0.5, [](const ints& v) { return distinct(v) == v.size(); }),
    TALI_EVENT(lists, "one pair of equals among 50 or more", 0.90,
               [](const ints& v) { return v.size() < 50 || distinct(v) != v.size() - 1; }),
    TALI_EVENT(lists, "all distinct, 50 or more", 0.95,
               [](const ints& v) { return v.size() < 50 || distinct(v) != v.size(); }),
    TALI_EVENT(lists, "the maximum first in 40 or more", 0.95, [](const ints& v) { return !misplaced(v); }),
    TALI_EVENT(lists, "first and last equal, others not", 0.95,
               [](const ints& v) {
                 return v.size() < 4 || v.front() != v.back() || v[1] == v[0] || std::abs(std::int64_t{v[0]}) < 10;
               }),
    TALI_EVENT(
        lists, "a palindrome of 4 or more, not all equal", 0.40,
        [](const ints& v) { return v.size() < 4 || distinct(v) == 1 || !std::equal(v.begin(), v.end(), v.rbegin()); }),
    TALI_EVENT(lists, "the sum is 0, not all 0, 3 or more", 0.55,
               [](const ints& v) {
                 return v.size() < 3 || distinct(v) == 1 || std::accumulate(v.begin(), v.end(), std::int64_t{0}) != 0;
               }),
    TALI_EVENT(lists, "two equal reals, not special", 0.95,
               [](const std::vector<double>& v) {
                 std::vector<double> kept;
                 std::ranges::copy_if(v, std::back_inserter(kept), [](double x) {
                   return std::trunc(x) != x && std::abs(x) < 1e300 && std::abs(x) > 1e-300;
                 });
                 return distinct(kept) == kept.size();
               }),
    TALI_EVENT(lists, "reals sorted, 8 or more, not all equal", 0.95,
               [](const std::vector<double>& v) {
                 return v.size() < 8 || v.front() == v.back() || !std::ranges::is_sorted(v);
               }),
    TALI_EVENT(mixes, "empty beside one of 10 or more", 0.95,
               [](const std::vector<ints>& v) {
                 return std::ranges::none_of(v, [](const ints& x) { return x.empty(); }) ||
                        std::ranges::none_of(v, [](const ints& x) { return x.size() >= 10; });
               }),
    TALI_EVENT(mixes, "all enumerators", 0.95, [](const std::vector<color>& v) { return distinct(v) < 8; }),
    TALI_EVENT(mixes, "only 1 enumerator in 8 or more", 0.95,
               [](const std::vector<color>& v) { return v.size() < 8 || distinct(v) > 1; }),
    TALI_EVENT(mixes, "all alternatives of a variant", 0.95,
               [](const std::vector<token>& v) {
                 std::set<std::size_t> seen;
                 for (const token& t : v) {
                   seen.insert(t.index());
                 }
                 return seen.size() < 5;
               }),
    TALI_EVENT(mixes, "all optionals empty, 5 or more", 0.75,
               [](const std::vector<std::optional<int>>& v) {
                 return v.size() < 5 || std::ranges::any_of(v, [](const auto& o) { return o.has_value(); });
               }),
    TALI_EVENT(mixes, "all true, 8 or more", 0.95,
               [](const std::vector<bool>& v) { return v.size() < 8 || std::ranges::find(v, false) != v.end(); }),
    TALI_EVENT(relations, "two equal lists of 5 or more", 0.95,
               [](const ints& a, const ints& b) { return a.size() < 5 || a != b; }),
    TALI_EVENT(relations, "equal but for the last", 0.95,
               [](const ints& a, const ints& b) {
                 return a.size() < 4 || a.size() != b.size() || a == b ||
                        !std::equal(a.begin(), a.end() - 1, b.begin());
               }),
    TALI_EVENT(relations, "one a prefix of the other, 3 or more", 0.95,
               [](const ints& a, const ints& b) {
                 return a.size() < 3 || b.size() <= a.size() || !std::equal(a.begin(), a.end(), b.begin());
               }),
    TALI_EVENT(relations, "the same elements in another order, 3 or more", 0.00,
               [](ints a, ints b) {
                 if (a.size() < 3 || a == b) {
                   return true;
                 }
                 std::ranges::sort(a);
                 std::ranges::sort(b);
                 return a != b || distinct(a) < 3;
               }),
    TALI_EVENT(relations, "a common key of two maps, not small", 0.95,
               [](const std::map<int, int>& a, const std::map<int, int>& b) {
                 return std::ranges::none_of(
                     a, [&](const auto& e) { return (e.first > 1000 || e.first < -1000) && b.contains(e.first); });
               }),
    TALI_EVENT(relations, "a common key of two maps of texts, 3 or more", 0.95,
               [](const std::map<std::string, int>& a, const std::map<std::string, int>& b) {
                 return std::ranges::none_of(a,
                                             [&](const auto& e) { return e.first.size() >= 3 && b.contains(e.first); });
               }),
    TALI_EVENT(relations, "two equal maps of 2 or more", 0.95,
               [](const std::map<std::string, int>& a, const std::map<std::string, int>& b) {
                 return a.size() < 2 || a != b;
               }),
    TALI_EVENT(relations, "a set within another, 3 or more", 0.95,
               [](const std::set<int>& a, const std::set<int>& b) {
                 return a.size() < 3 || a == b || !std::ranges::includes(b, a);
               }),
    TALI_EVENT(relations, "disjoint sets of 10 or more", 0.95,
               [](const std::set<int>& a, const std::set<int>& b) {
                 return a.size() < 10 || b.size() < 10 || std::ranges::any_of(a, [&](int n) { return b.contains(n); });
               }),
    TALI_EVENT(relations, "two equal inner lists of 3 or more", 0.95,
               [](std::vector<ints> v) {
                 std::erase_if(v, [](const ints& x) { return x.size() < 3; });
                 return distinct(v) == v.size();
               }),
});

} // namespace

std::span<const event> container_events() { return events; }

} // namespace find_quality
