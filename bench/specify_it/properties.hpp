// SPDX-License-Identifier: BSL-1.0
// The 57 properties of "How to Specify It!" that the evaluation of holey generators uses: those of the paper without
// the ones about equivalent pairs and about shrinking and without repetitions, and those that QuickSpec adds.
#pragma once

#include "tree.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace specify_it {

/// The input of one test. Not every property uses all of it.
struct input {
  tree t = nullptr, u = nullptr, w = nullptr;
  int k = 0, k2 = 0;
  int v = 0, v2 = 0;
};

enum class outcome { holds, fails, discarded };
inline outcome expect(bool b) { return b ? outcome::holds : outcome::fails; }

/// The values that have to be drawn for a property.
struct needs {
  int trees, keys, values;
};

inline pairs without_key(pairs all, int k) {
  std::erase_if(all, [k](const auto& p) { return p.first == k; });
  return all;
}
inline pairs sorted(pairs all) {
  std::sort(all.begin(), all.end());
  return all;
}
inline pairs sorted_insert(int k, int v, pairs all) {
  all.insert(std::find_if(all.begin(), all.end(), [k](const auto& p) { return p.first > k; }), {k, v});
  return all;
}

template <int Bug>
struct property_table {
  using op = operations<Bug>;
  struct entry {
    std::string_view name;
    needs draws;
    outcome (*run)(const input&);
  };

  static tree ins(int k, int v, tree t) { return op::insert(k, v, t); }
  static tree del(int k, tree t) { return op::remove(k, t); }
  static tree uni(tree a, tree b) { return op::unite(a, b); }
  static outcome alike(tree a, tree b) { return expect(to_list(a) == to_list(b)); } // the same map
  static tree rebuilt(tree t) {
    pairs inserted;
    add_insertions(t, inserted);
    tree built = nullptr;
    for (const auto& [k, v] : inserted) {
      built = ins(k, v, built);
    }
    return built;
  }
  static std::optional<int> either(std::optional<int> a, std::optional<int> b) { return a ? a : b; }

#define PROPERTY(name, trees, keys, values, ...)                                                                       \
  entry {                                                                                                              \
    name, {trees, keys, values}, [](const input& i) -> outcome {                                                       \
      [[maybe_unused]] const auto& [t, u, w, k, k2, v, v2] = i;                                                        \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }
  static constexpr std::array<entry, 57> all{{
      // validity
      PROPERTY("ArbitraryValid", 1, 0, 0, return expect(valid(t));),
      PROPERTY("NilValid", 0, 0, 0, return expect(valid(nullptr));),
      PROPERTY("InsertValid", 1, 1, 1, return expect(valid(ins(k, v, t)));),
      PROPERTY("DeleteValid", 1, 1, 0, return expect(valid(del(k, t)));),
      PROPERTY("UnionValid", 2, 0, 0, return expect(valid(uni(t, u)));),
      // postconditions
      PROPERTY("InsertPost", 1, 2, 1, return expect(find(k2, ins(k, v, t)) == (k == k2 ? v : find(k2, t)));),
      PROPERTY("DeletePost", 1, 2, 0, return expect(find(k2, del(k, t)) == (k == k2 ? std::nullopt : find(k2, t)));),
      PROPERTY("FindPostPresent", 1, 1, 1, return expect(find(k, ins(k, v, t)) == v);),
      PROPERTY("FindPostAbsent", 1, 1, 0, return expect(!find(k, del(k, t)));),
      PROPERTY("InsertDeleteComplete", 1, 1, 0, const auto found = find(k, t);
               return expect(same(t, found ? ins(k, *found, t) : del(k, t)));),
      PROPERTY("UnionPost", 2, 1, 0, return expect(find(k, uni(t, u)) == either(find(k, t), find(k, u)));),
      // metamorphic
      PROPERTY("SizeInsert", 1, 1, 1, return expect(size(ins(k, v, t)) >= size(t));),
      PROPERTY("InsertInsertWeak", 1, 2, 2,
               return k == k2 ? outcome::discarded : alike(ins(k, v, ins(k2, v2, t)), ins(k2, v2, ins(k, v, t)));),
      PROPERTY("InsertInsert", 1, 2, 2,
               return alike(ins(k, v, ins(k2, v2, t)), k == k2 ? ins(k, v, t) : ins(k2, v2, ins(k, v, t)));),
      PROPERTY("InsertDeleteWeak", 1, 2, 1,
               return k == k2 ? outcome::discarded : alike(ins(k, v, del(k2, t)), del(k2, ins(k, v, t)));),
      PROPERTY("InsertDelete", 1, 2, 1,
               return alike(ins(k, v, del(k2, t)), k == k2 ? ins(k, v, t) : del(k2, ins(k, v, t)));),
      PROPERTY("InsertUnion", 2, 1, 1, return alike(ins(k, v, uni(t, u)), uni(ins(k, v, t), u));),
      PROPERTY("DeleteNil", 0, 1, 0, return expect(del(k, nullptr) == nullptr);),
      PROPERTY("DeleteInsertWeak", 1, 2, 1,
               return k == k2 ? outcome::discarded : alike(del(k, ins(k2, v, t)), ins(k2, v, del(k, t)));),
      PROPERTY("DeleteInsert", 1, 2, 1,
               return alike(del(k, ins(k2, v, t)), k == k2 ? del(k, t) : ins(k2, v, del(k, t)));),
      PROPERTY("DeleteDelete", 1, 2, 0, return alike(del(k, del(k2, t)), del(k2, del(k, t)));),
      PROPERTY("DeleteUnion", 2, 1, 0, return alike(del(k, uni(t, u)), uni(del(k, t), del(k, u)));),
      PROPERTY("UnionInsert", 2, 1, 1, return alike(uni(ins(k, v, t), u), ins(k, v, uni(t, u)));),
      PROPERTY("UnionNil1", 1, 0, 0, return expect(same(uni(nullptr, t), t));),
      PROPERTY("UnionNil2", 1, 0, 0, return expect(same(uni(t, nullptr), t));),
      PROPERTY("UnionDeleteInsert", 2, 1, 1, return alike(uni(del(k, t), ins(k, v, u)), ins(k, v, uni(t, u)));),
      PROPERTY("UnionUnionIdem", 1, 0, 0, return alike(uni(t, t), t);),
      PROPERTY("UnionUnionAssoc", 3, 0, 0, return expect(same(uni(uni(t, u), w), uni(t, uni(u, w))));),
      PROPERTY("FindNil", 0, 1, 0, return expect(!find(k, nullptr));),
      // completeness of insertion
      PROPERTY("InsertComplete", 1, 0, 0, return expect(same(t, rebuilt(t)));),
      PROPERTY("InsertCompleteForDelete", 1, 1, 0, const tree d = del(k, t); return expect(same(d, rebuilt(d)));),
      PROPERTY("InsertCompleteForUnion", 2, 0, 0, const tree d = uni(t, u); return expect(same(d, rebuilt(d)));),
      // models
      PROPERTY("NilModel", 0, 0, 0, return expect(to_list(nullptr).empty());),
      PROPERTY("InsertModel", 1, 1, 1,
               return expect(to_list(ins(k, v, t)) == sorted_insert(k, v, without_key(to_list(t), k)));),
      PROPERTY("DeleteModel", 1, 1, 0, return expect(to_list(del(k, t)) == without_key(to_list(t), k));),
      PROPERTY(
          "UnionModel", 2, 0, 0, pairs both = to_list(t); for (const auto& p : to_list(u)) {
            if (!find(p.first, t)) {
              both.push_back(p);
            }
          } return expect(to_list(uni(t, u)) == sorted(both));),
      PROPERTY("FindModel", 1, 1, 0, const pairs list = to_list(t);
               const auto at = std::find_if(list.begin(), list.end(), [&](const auto& p) { return p.first == i.k; });
               return expect(find(k, t) == (at == list.end() ? std::nullopt : std::optional(at->second)));),
      // found by QuickSpec
      PROPERTY("qs_7", 1, 1, 0, return alike(del(k, del(k, t)), del(k, t));),
      PROPERTY("qs_9", 1, 2, 0, return k == k2 ? outcome::discarded : expect(find(k, del(k2, t)) == find(k, t));),
      PROPERTY("qs_10", 1, 1, 0, return alike(uni(t, del(k, t)), t);),
      PROPERTY("qs_11", 2, 0, 0, return alike(uni(t, uni(t, u)), uni(t, u));),
      PROPERTY("qs_12", 2, 0, 0, return alike(uni(t, uni(u, t)), uni(t, u));),
      PROPERTY("qs_13", 1, 1, 0, return alike(uni(del(k, t), t), t);),
      PROPERTY("qs_15", 1, 1, 1, return alike(del(k, ins(k, v, t)), del(k, t));),
      PROPERTY("qs_17", 1, 1, 1, return alike(ins(k, v, del(k, t)), ins(k, v, t));),
      PROPERTY("qs_18", 1, 2, 1,
               return k == k2 ? outcome::discarded : alike(ins(k, v, del(k2, t)), del(k2, ins(k, v, t)));),
      PROPERTY("qs_20", 0, 2, 1, return expect(find(k, ins(k2, v, nullptr)) == find(k2, ins(k, v, nullptr)));),
      PROPERTY("qs_21", 1, 1, 1, return alike(uni(t, ins(k, v, t)), uni(t, ins(k, v, nullptr)));),
      PROPERTY("qs_22", 1, 2, 1, return alike(ins(k, v, ins(k2, v, t)), ins(k2, v, ins(k, v, t)));),
      PROPERTY("qs_23", 2, 1, 0, return alike(del(k, uni(t, del(k, u))), del(k, uni(t, u)));),
      PROPERTY("qs_24", 2, 1, 0, return alike(del(k, uni(del(k, t), u)), del(k, uni(t, u)));),
      PROPERTY("qs_25", 2, 1, 0, return expect(find(k, uni(t, del(k, u))) == find(k, t));),
      PROPERTY("qs_26", 2, 1, 0, return expect(find(k, uni(del(k, t), u)) == find(k, uni(u, u)));),
      PROPERTY("qs_27", 2, 1, 0, return alike(uni(t, del(k, uni(t, u))), uni(t, del(k, u)));),
      PROPERTY("qs_29", 1, 2, 0, return alike(uni(del(k, t), del(k2, t)), uni(del(k2, t), del(k, t)));),
      PROPERTY("qs_30", 2, 1, 0, return alike(uni(del(k, uni(t, u)), t), uni(t, del(k, u)));),
      PROPERTY("qs_31", 2, 1, 0, return alike(uni(del(k, uni(t, u)), u), uni(del(k, t), u));),
  }};
#undef PROPERTY
};

} // namespace specify_it
