// SPDX-License-Identifier: BSL-1.0
// The generators of trees that are compared. Keys are from 0 to the size, values from minus the size to the size.
#pragma once

#include "tree.hpp"

#include <tali/gen.hpp>
#include <tali/gen/holey.hpp>

namespace specify_it {

namespace gen = tali::gen;

template <class S>
int draw_key(S& draw, int size) {
  return draw(gen::integer(0, size));
}
template <class S>
int draw_value(S& draw, int size) {
  return draw(gen::integer(-size, size));
}

/// A list of pairs, inserted by the function under test. Lists have up to Longer/3 of the size as their length. Bug 2
/// makes invalid trees, to which the properties do not apply: for it, the correct function inserts.
template <int Bug, int Longer>
struct by_insertion {
  template <class S>
  tree operator()(S& draw, int size) const {
    const int n = draw(gen::integer(0, size * Longer / 3));
    tree t = nullptr;
    for (int i = 0; i < n; ++i) {
      const int k = draw_key(draw, size);
      const int v = draw_value(draw, size);
      t = operations < Bug == 2 ? 0 : Bug > ::insert(k, v, t);
    }
    return t;
  }
};

/// Recursion that ends by chance: a branch `Weight` times as often as a leaf, the size halved on the way if `Halved`.
template <int Weight, bool Halved>
constexpr auto classic = gen::recursive<tree>([](auto self, int lo, int hi, int n, int size) {
  const auto node = gen::compose<tree>([=](auto& draw) {
    const int k = draw(gen::integer(lo, hi));
    const int v = draw_value(draw, size);
    const tree l = draw(self(lo, k - 1, Halved ? n / 2 : n, size));
    const tree r = draw(self(k + 1, hi, Halved ? n / 2 : n, size));
    return branch(l, k, v, r);
  });
  return gen::when(lo > hi || (Halved && n <= 0), gen::exact<tree>(),
                   gen::pick<tree>(gen::branch<"leaf">(1, gen::exact<tree>()), gen::branch<"branch">(Weight, node)));
});

/// The holey generator, which describes only the search tree.
constexpr auto holey = gen::holey<tree>([](auto self, int lo, int hi, int size) {
  return gen::hole(lo <= hi, gen::exact<tree>(), [=](auto& draw) {
    const int k = draw(gen::integer(lo, hi));
    const int v = draw_value(draw, size);
    return gen::fill([=](tree l, tree r) { return branch(l, k, v, r); }, self(lo, k - 1, size), self(k + 1, hi, size));
  });
});

/// Trees with exactly half of the keys, the average of the tuned generators.
constexpr auto half_the_keys = [](int size) {
  return holey(0, size, size).exactly(static_cast<std::uint32_t>(size + 2) / 2);
};

} // namespace specify_it
