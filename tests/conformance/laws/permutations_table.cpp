// SPDX-License-Identifier: BSL-1.0
// Orders, parts and divisions.
#include "tables.hpp"

#include <tali/gen.hpp>
#include <tali/gen/permutation.hpp>

#include <algorithm>
#include <numeric>

namespace conformance {

namespace gen = tali::gen;

namespace {

using ints = std::vector<int>;
using groups = std::vector<ints>;

const ints four{3, 1, 4, 15};
const ints with_equal{1, 2, 1};

ints sorted(ints v) {
  std::sort(v.begin(), v.end());
  return v;
}
bool reorders_four(const ints& v) { return sorted(v) == sorted(four); }

bool is_subsequence(const ints& part, const ints& whole) {
  auto at = whole.begin();
  for (const int v : part) {
    at = std::find(at, whole.end(), v);
    if (at == whole.end()) {
      return false;
    }
    ++at;
  }
  return true;
}
auto part_of_four(std::size_t lo, std::size_t hi) {
  return [lo, hi](const ints& v) { return v.size() >= lo && v.size() <= hi && is_subsequence(v, four); };
}

auto sums_to(int total, std::size_t parts) {
  return [total, parts](const ints& v) {
    return v.size() == parts && std::accumulate(v.begin(), v.end(), 0) == total &&
           std::all_of(v.begin(), v.end(), [](int x) { return x >= 0; });
  };
}

bool divides_four(const groups& v) {
  ints flat;
  for (const ints& group : v) {
    if (group.empty()) {
      return false;
    }
    flat.insert(flat.end(), group.begin(), group.end());
  }
  return flat == four;
}

bool holds_each_index(const std::vector<std::size_t>& v) {
  std::vector<std::size_t> expected(v.size());
  std::iota(expected.begin(), expected.end(), std::size_t{0});
  return v.size() == 50 && std::is_permutation(v.begin(), v.end(), expected.begin());
}

} // namespace

void permutations(table& into) {
  SUBJECT(gen::permutation(four)).valid(reorders_four).sequences(24).outside(ints{}, ints{3, 1, 4}, ints{3, 1, 4, 4});
  SUBJECT(gen::permutation(with_equal)).sequences(6).outside(ints{1, 2, 2}, ints{1, 2, 1, 1});
  SUBJECT(gen::permutation(ints{})).sequences(1).outside(ints{1});
  SUBJECT(gen::permutation(ints{7})).sequences(1).outside(ints{}, ints{8});
  SUBJECT(gen::permutation(std::vector<bool>{true, false})).sequences(2);
  SUBJECT(gen::permutation(std::vector<std::string>{"a", "b", "c"})).sequences(6);
  SUBJECT(gen::permutation_of(50)).long_sequences().valid(holds_each_index).outside(std::vector<std::size_t>{0, 1});
  SUBJECT(gen::permutation_of<int>(4)).sequences(24).outside(ints{0, 1, 2, 2}, ints{1, 2, 3, 4}, ints{-1, 0, 1, 2});
  SUBJECT(gen::shuffled(gen::vector(gen::integer(0, 1), 2))).sequences(4 * 2).outside(ints{0, 2});
  SUBJECT(gen::shuffled(gen::ascii(0, 5)));

  SUBJECT(gen::subsequence(four)).valid(part_of_four(0, 4)).sequences(16).outside(ints{1, 3}, ints{5}, ints{3, 3});
  SUBJECT(gen::subsequence(four, 2, 3)).valid(part_of_four(2, 3)).sequences(6 + 4).outside(ints{3}, four);
  SUBJECT(gen::subsequence(four, 2, 2)).valid(part_of_four(2, 2)).sequences(6).outside(ints{3, 1, 4});
  SUBJECT(gen::subsequence(four, 4, 9)).valid(part_of_four(4, 4)).sequences(1).outside(ints{3, 1, 4});
  SUBJECT(gen::subsequence(four, 0, 0)).sequences(1).outside(ints{3});
  SUBJECT(gen::subsequence(with_equal)).sequences(8).outside(ints{2, 2}, ints{1, 1, 1});
  SUBJECT(gen::subsequence(ints(60, 1), 5, 9)).long_sequences().valid([](const ints& v) {
    return v.size() >= 5 && v.size() <= 9;
  });

  SUBJECT(gen::partition(4, 3)).valid(sums_to(4, 3)).sequences(6 * 5).outside(ints{4}, ints{1, 1, 1}, ints{5, -1, 0});
  SUBJECT(gen::partition(7, 2)).valid(sums_to(7, 2)).sequences(8).outside(ints{8, -1});
  SUBJECT(gen::partition(7, 1)).valid(sums_to(7, 1)).sequences(1).outside(ints{6});
  SUBJECT(gen::partition(0, 0)).sequences(1).outside(ints{0});
  SUBJECT(gen::partition(0, 3)).valid(sums_to(0, 3)).sequences(2).outside(ints{1, 0, 0});
  SUBJECT(gen::partition(1000000, 10)).valid(sums_to(1000000, 10));
  SUBJECT(gen::partition_of(four)).valid(divides_four).sequences(8).outside(groups{{3, 1}, {}, {4, 15}}, groups{{3}});
  SUBJECT(gen::partition_of(ints{})).sequences(1).outside(groups{{}}, groups{{1}});
}

} // namespace conformance
