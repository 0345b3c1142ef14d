// SPDX-License-Identifier: BSL-1.0
// The set of finished prefixes, against a plain map, through growth.
#include "valid/finished_set.hpp"

#include <tali/random/rng.hpp>

#include <gtest/gtest.h>

#include <map>

namespace {

using tali::detail::finished_set;

TEST(finished_set, does_as_a_map_would) {
  enum kind { none, value, prefix };
  finished_set set;
  std::map<std::uint64_t, kind> model;
  tali::choices::rng engine(1);
  for (int i = 0; i < 60'000; ++i) {
    // Few enough to repeat, and far enough apart to differ without the lowest three bits.
    const std::uint64_t hash = (tali::choices::below(engine, std::uint64_t{10'000}) + 1) * 0x9e3779b97f4a7c10ULL;
    switch (tali::choices::below(engine, std::uint64_t{8})) {
    case 0:
      set.remove(hash);
      model[hash] = none;
      break;
    case 1:
    case 2:
      set.add_prefix(hash);
      model[hash] = prefix;
      break;
    case 3:
    case 4:
      set.add_value(hash);
      model[hash] = value;
      break;
    default:
      ASSERT_EQ(set.contains(hash), model[hash] != none) << i;
    }
    if (i % 20'000 == 19'999) {
      set.forget_prefixes();
      for (auto& [h, k] : model) {
        k = k == prefix ? none : k;
        ASSERT_EQ(set.contains(h), k == value);
      }
    }
  }
}

} // namespace
