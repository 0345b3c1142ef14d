// SPDX-License-Identifier: BSL-1.0
// How often a planted bug behind a rare precondition is found within a second: gen::valid and gen::filter.
#include "avl_property.hpp"
#include "property.hpp"

#include <cstdio>

namespace bench_valid {

int run_property(int seeds) {
  using namespace avl_property;
  const auto trees = tali::arbitrary<tree>();
  const auto predicate = [](const tree& t) { return is_avl(t); };
  int by_valid = 0;
  int by_filter = 0;
  for (int i = 1; i <= seeds; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    by_valid += finds_bug(tali::gen::valid(trees, predicate), seed, tali::seconds(1)) ? 1 : 0;
    by_filter += finds_bug(tali::gen::filter(trees, predicate), seed, tali::seconds(1)) ? 1 : 0;
  }
  std::printf("planted bug in erasing from an AVL tree, found within 1 s: gen::valid %d of %d seeds, gen::filter %d of %d\n",
              by_valid, seeds, by_filter, seeds);
  return by_valid * 100 >= seeds * 95 && by_filter * 100 < seeds * 20 ? 0 : 1;
}

} // namespace bench_valid
