// SPDX-License-Identifier: BSL-1.0
// The same with RapidCheck.
#include "common.hpp"

#include <rapidcheck.h>

int main() {
  bool good = rc::check("reverse twice", reverse_twice);
#if defined(TEN)
  good &= rc::check("sort twice", sort_twice);
  good &= rc::check("concatenate", concatenate);
  good &= rc::check("commutes", commutes);
  good &= rc::check("insert finds", insert_finds);
  good &= rc::check("union contains", union_contains);
  good &= rc::check("swap twice", swap_twice);
  good &= rc::check("joined length", joined_length);
  good &= rc::check("tuple orders", tuple_orders);
  good &= rc::check("stays small", [] { return stays_small(*rc::gen::inRange(0, 100)); });
#endif
  return good ? 0 : 1;
}
